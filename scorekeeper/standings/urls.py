from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.standings import views

urlpatterns = [
    path("clubs/<uuid:club_id>/seasons/", views.season_list, name="season_list"),
    path("clubs/<uuid:club_id>/seasons/new/", views.season_new, name="season_new"),
    path("seasons/<uuid:season_id>/", views.season_detail, name="season_detail"),
    file_paths("seasons/<uuid:season_id>/", views.season_files, name="season_files"),
    path("seasons/<uuid:season_id>/change/", views.season_change, name="season_change"),
    path("seasons/<uuid:season_id>/rounds/", views.season_rounds, name="season_rounds"),
    file_paths("seasons/<uuid:season_id>/rounds/", views.rounds_files, name="rounds_files"),
    path("seasons/<uuid:season_id>/race/", views.season_race, name="season_race"),
    file_paths("seasons/<uuid:season_id>/race/", views.race_files, name="race_files"),
    path("seasons/<uuid:season_id>/log/", views.season_log, name="season_log"),
    path("seasons/<uuid:season_id>/lots/", views.season_lots, name="season_lots"),
    file_paths("seasons/<uuid:season_id>/lots/", views.lots_files, name="lots_files"),
    path("seasons/<uuid:season_id>/bonuses/new/", views.bonus_new, name="bonus_new"),
    path("seasons/<uuid:season_id>/bonuses/<uuid:act_id>/back/", views.bonus_take_back, name="bonus_take_back"),
]
