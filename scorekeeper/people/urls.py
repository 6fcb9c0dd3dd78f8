from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.people import views

urlpatterns = [
    path("<uuid:club_id>/people/", views.people, name="people"),
    file_paths("<uuid:club_id>/people/", views.people, name="people_files"),
    path("<uuid:club_id>/people/find/", views.people_find, name="people_find"),
    path("<uuid:club_id>/people/new/", views.person_new, name="person_new"),
    path("<uuid:club_id>/people/<uuid:player_id>/", views.person_detail, name="person_detail"),
    path("<uuid:club_id>/people/<uuid:player_id>/name/", views.player_rename, name="player_rename"),
    path("<uuid:club_id>/people/<uuid:player_id>/called/", views.person_called, name="person_called"),
    path("<uuid:club_id>/people/<uuid:player_id>/retire/", views.person_retire, name="person_retire"),
    path("<uuid:club_id>/people/<uuid:player_id>/return/", views.person_return, name="person_return"),
    path("<uuid:club_id>/people/<uuid:player_id>/invite/", views.person_invite, name="person_invite"),
    path("<uuid:club_id>/people/<uuid:gone_id>/merge/", views.merge_choose, name="merge_choose"),
    path("<uuid:club_id>/people/<uuid:gone_id>/merge/<uuid:kept_id>/", views.merge_new, name="merge_new"),
    file_paths("<uuid:club_id>/people/<uuid:gone_id>/merge/<uuid:kept_id>/", views.merge_new, name="merge_new_files"),
    path("<uuid:club_id>/people/<uuid:gone_id>/apart/<uuid:kept_id>/", views.merge_refuse, name="merge_refuse"),
    path("<uuid:club_id>/merges/<uuid:merge_id>/undo/", views.merge_undo, name="merge_undo"),
]
