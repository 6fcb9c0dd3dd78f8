from django.urls import path

from scorekeeper.sharing.views import calendars, tables

urlpatterns = [
    path("clubs/<uuid:club_id>/evenings/calendar/", calendars.evening_calendar, name="evening_calendar"),
    path("tables/<uuid:sitting_id>/share/", tables.table_share, name="table_share"),
    path("shared/<str:secret>/", tables.shared_table, name="shared_table"),
    path("shared/<str:secret>/sheet.svg", tables.shared_picture, name="shared_picture"),
    path("shared/<str:secret>/evenings.ics", calendars.calendar_feed, name="calendar_feed"),
]
