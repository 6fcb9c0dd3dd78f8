from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.sharing.views import links, screens

urlpatterns = [
    path("clubs/<uuid:club_id>/evenings/calendar/", links.evening_calendar, name="evening_calendar"),
    path("tables/<uuid:sitting_id>/share/", links.table_share, name="table_share"),
    path("shared/<str:secret>/", links.shared_table, name="shared_table"),
    file_paths("shared/<str:secret>/", links.shared_files, name="shared_files"),
    path("tournaments/<uuid:tournament_id>/screen/", screens.tournament_screen, name="tournament_screen"),
    path("tournaments/<uuid:tournament_id>/ceremony/", screens.tournament_ceremony, name="tournament_ceremony"),
    path("shared/<str:secret>/screen/", screens.shared_screen, name="shared_screen"),
    path("shared/<str:secret>/tournament/", screens.shared_tournament, name="shared_tournament"),
    file_paths("shared/<str:secret>/tournament/", screens.shared_standings, name="shared_standings"),
    path("seasons/<uuid:season_id>/share/", links.season_share, name="season_share"),
    path("leagues/<uuid:league_id>/share/", links.league_share, name="league_share"),
    path("evenings/<uuid:evening_id>/share/", links.evening_share, name="evening_share"),
    path("shared/<str:secret>/results/", links.shared_results, name="shared_results"),
    file_paths("shared/<str:secret>/results/", links.shared_results_files, name="shared_results_files"),
    path("shared/<str:secret>/evening.png", links.shared_evening_picture, name="shared_evening_picture"),
    path("shared/<str:secret>/sheet.svg", links.shared_picture, name="shared_picture"),
    path("shared/<str:secret>/evenings.ics", links.calendar_feed, name="calendar_feed"),
]
