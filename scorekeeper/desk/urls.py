from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.desk import views

urlpatterns = [
    path("<uuid:club_id>/log/", views.club_log, name="club_log"),
    file_paths("<uuid:club_id>/log/", views.club_log, name="club_log_files"),
    path("<uuid:club_id>/search/", views.club_search, name="club_search"),
]
