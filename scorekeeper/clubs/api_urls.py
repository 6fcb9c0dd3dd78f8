"""The addresses of clubs, members and invitations for programs."""

from django.urls import path

from scorekeeper.clubs import api

urlpatterns = [
    path("clubs/found", api.club_found),
    path("clubs/<uuid:club>/settings", api.Settings.as_view()),
    path("clubs/<uuid:club>/change", api.club_change),
    path("clubs/<uuid:club>/second-factor", api.club_second_factor),
    path("clubs/<uuid:club>/close", api.club_close),
    path("clubs/<uuid:club>/reopen", api.club_reopen),
    path("clubs/<uuid:club>/members", api.Members.as_view()),
    path("clubs/<uuid:club>/invitations", api.Invitations.as_view()),
    path("clubs/<uuid:club>/invite", api.invitation_make),
    path("members/<uuid:membership>/role", api.member_role),
    path("members/<uuid:membership>/hand-over", api.member_hand_over),
    path("members/<uuid:membership>/remove", api.member_remove),
    path("invitations/<uuid:invitation>/withdraw", api.invitation_withdraw),
    path("invitations/accept", api.invitation_accept),
]
