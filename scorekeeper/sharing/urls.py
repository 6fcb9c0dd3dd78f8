from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.sharing.views import calendars, screens, tables

urlpatterns = [
    path("clubs/<uuid:club_id>/evenings/calendar/", calendars.evening_calendar, name="evening_calendar"),
    path("tables/<uuid:sitting_id>/share/", tables.table_share, name="table_share"),
    path("shared/<str:secret>/", tables.shared_table, name="shared_table"),
    file_paths("shared/<str:secret>/", tables.shared_files, name="shared_files"),
    path("tournaments/<uuid:tournament_id>/screen/", screens.tournament_screen, name="tournament_screen"),
    path("shared/<str:secret>/screen/", screens.shared_screen, name="shared_screen"),
    path("shared/<str:secret>/tournament/", screens.shared_tournament, name="shared_tournament"),
    file_paths("shared/<str:secret>/tournament/", screens.shared_standings, name="shared_standings"),
    path("shared/<str:secret>/sheet.svg", tables.shared_picture, name="shared_picture"),
    path("shared/<str:secret>/evenings.ics", calendars.calendar_feed, name="calendar_feed"),
]
