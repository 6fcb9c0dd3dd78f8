from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.play.home import views as home

urlpatterns = [
    path("", home.home, name="home"),
    file_paths("", home.home_files, name="home_files"),
    path("sheets/", home.own_sheet_list, name="own_sheet_list"),
    path("clubs/<uuid:club_id>/", home.club_detail, name="club_detail"),
    path("clubs/<uuid:club_id>/running/", home.club_running, name="club_running"),
    file_paths("clubs/<uuid:club_id>/", home.club_files, name="club_files"),
]
