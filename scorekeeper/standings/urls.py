from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.standings.views import bonuses, lots, rounds, seasons, settings

urlpatterns = [
    path("clubs/<uuid:club_id>/seasons/", seasons.season_list, name="season_list"),
    path("clubs/<uuid:club_id>/seasons/new/", settings.season_new, name="season_new"),
    path("seasons/<uuid:season_id>/", seasons.season_detail, name="season_detail"),
    file_paths("seasons/<uuid:season_id>/", seasons.season_files, name="season_files"),
    path("seasons/<uuid:season_id>/change/", settings.season_change, name="season_change"),
    path("seasons/<uuid:season_id>/rounds/", rounds.season_rounds, name="season_rounds"),
    file_paths("seasons/<uuid:season_id>/rounds/", rounds.rounds_files, name="rounds_files"),
    path("seasons/<uuid:season_id>/log/", bonuses.season_log, name="season_log"),
    path("seasons/<uuid:season_id>/lots/", lots.season_lots, name="season_lots"),
    file_paths("seasons/<uuid:season_id>/lots/", lots.lots_files, name="lots_files"),
    path("seasons/<uuid:season_id>/bonuses/new/", bonuses.bonus_new, name="bonus_new"),
    path("seasons/<uuid:season_id>/bonuses/<uuid:act_id>/back/", bonuses.bonus_take_back, name="bonus_take_back"),
]
