from django.urls import path

from scorekeeper.clubs.views import clubs, invitations, members
from scorekeeper.common.tables.serving import file_paths

urlpatterns = [
    path("new/", clubs.club_new, name="club_new"),
    path("invitation/<str:secret>/", invitations.invitation_accept, name="invitation_accept"),
    path("<uuid:club_id>/edit/", clubs.club_edit, name="club_edit"),
    path("<uuid:club_id>/close/", clubs.club_close, name="club_close"),
    path("<uuid:club_id>/reopen/", clubs.club_reopen, name="club_reopen"),
    path("<uuid:club_id>/members/", members.member_list, name="member_list"),
    file_paths("<uuid:club_id>/members/", members.member_list, name="member_list_files"),
    path("<uuid:club_id>/second-factor/", members.second_factor_ask, name="second_factor_ask"),
    path("<uuid:club_id>/members/<uuid:member_id>/role/", members.member_role, name="member_role"),
    path("<uuid:club_id>/members/<uuid:member_id>/remove/", members.member_remove, name="member_remove"),
    path("<uuid:club_id>/members/<uuid:member_id>/hand-over/", members.member_hand_over, name="member_hand_over"),
    path("<uuid:club_id>/invitations/", invitations.invitation_new, name="invitation_new"),
    path("<uuid:club_id>/invitations/new/", invitations.invitation_show, name="invitation_show"),
    path(
        "<uuid:club_id>/invitations/<uuid:invitation_id>/withdraw/",
        invitations.invitation_withdraw,
        name="invitation_withdraw",
    ),
]
