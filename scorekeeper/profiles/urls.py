from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.profiles import views

urlpatterns = [
    path("<uuid:club_id>/players/<uuid:player_id>/", views.player_page, name="player_page"),
    file_paths("<uuid:club_id>/players/<uuid:player_id>/", views.player_page, name="player_page_files"),
    path("<uuid:club_id>/players/<uuid:player_id>/rating/", views.rating_choose, name="rating_choose"),
    path("<uuid:club_id>/records/", views.club_records, name="club_records"),
    file_paths("<uuid:club_id>/records/", views.club_records, name="club_records_files"),
    path("<uuid:club_id>/ratings/", views.rating_list, name="rating_list"),
    file_paths("<uuid:club_id>/ratings/", views.rating_list, name="rating_list_files"),
]
