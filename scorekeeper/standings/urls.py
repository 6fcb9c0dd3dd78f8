from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.standings.views import acts, seasons, settings

urlpatterns = [
    path("clubs/<uuid:club_id>/seasons/", seasons.season_list, name="season_list"),
    path("clubs/<uuid:club_id>/seasons/new/", settings.season_new, name="season_new"),
    path("seasons/<uuid:season_id>/", seasons.season_detail, name="season_detail"),
    file_paths("seasons/<uuid:season_id>/", seasons.season_files, name="season_files"),
    path("seasons/<uuid:season_id>/change/", settings.season_change, name="season_change"),
    path("seasons/<uuid:season_id>/rounds/", seasons.season_rounds, name="season_rounds"),
    file_paths("seasons/<uuid:season_id>/rounds/", seasons.rounds_files, name="rounds_files"),
    path("seasons/<uuid:season_id>/race/", seasons.season_race, name="season_race"),
    file_paths("seasons/<uuid:season_id>/race/", seasons.race_files, name="race_files"),
    path("seasons/<uuid:season_id>/log/", acts.season_log, name="season_log"),
    path("seasons/<uuid:season_id>/lots/", acts.season_lots, name="season_lots"),
    file_paths("seasons/<uuid:season_id>/lots/", acts.lots_files, name="lots_files"),
    path("seasons/<uuid:season_id>/bonuses/new/", acts.bonus_new, name="bonus_new"),
    path("seasons/<uuid:season_id>/bonuses/<uuid:act_id>/back/", acts.bonus_take_back, name="bonus_take_back"),
]
