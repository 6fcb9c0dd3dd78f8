from django.urls import path

from scorekeeper.desk.views import log, search

urlpatterns = [
    path("<uuid:club_id>/log/", log.club_log, name="club_log"),
    path("<uuid:club_id>/search/", search.club_search, name="club_search"),
]
