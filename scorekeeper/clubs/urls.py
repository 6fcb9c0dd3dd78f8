from django.urls import path

from scorekeeper.clubs import views
from scorekeeper.common.tables.serving import file_paths

urlpatterns = [
    path("new/", views.club_new, name="club_new"),
    path("invitation/<str:secret>/", views.invitation_accept, name="invitation_accept"),
    path("<uuid:club_id>/edit/", views.club_edit, name="club_edit"),
    path("<uuid:club_id>/close/", views.club_close, name="club_close"),
    path("<uuid:club_id>/reopen/", views.club_reopen, name="club_reopen"),
    path("<uuid:club_id>/members/", views.member_list, name="member_list"),
    file_paths("<uuid:club_id>/members/", views.member_list, name="member_list_files"),
    path("<uuid:club_id>/second-factor/", views.second_factor_ask, name="second_factor_ask"),
    path("<uuid:club_id>/members/<uuid:member_id>/role/", views.member_role, name="member_role"),
    path("<uuid:club_id>/members/<uuid:member_id>/remove/", views.member_remove, name="member_remove"),
    path("<uuid:club_id>/members/<uuid:member_id>/hand-over/", views.member_hand_over, name="member_hand_over"),
    path("<uuid:club_id>/invitations/", views.invitation_new, name="invitation_new"),
    path("<uuid:club_id>/invitations/new/", views.invitation_show, name="invitation_show"),
    path(
        "<uuid:club_id>/invitations/<uuid:invitation_id>/withdraw/",
        views.invitation_withdraw,
        name="invitation_withdraw",
    ),
]
