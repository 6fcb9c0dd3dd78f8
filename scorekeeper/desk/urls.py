from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.desk.views import log, search

urlpatterns = [
    path("<uuid:club_id>/log/", log.club_log, name="club_log"),
    file_paths("<uuid:club_id>/log/", log.club_log, name="club_log_files"),
    path("<uuid:club_id>/search/", search.club_search, name="club_search"),
]
