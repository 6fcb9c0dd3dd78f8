"""The addresses of clubs, members and invitations for programs."""

from django.urls import include, path

from scorekeeper.clubs import api

of_a_club = [
    path("settings", api.Settings.as_view()),
    path("change", api.club_change),
    path("second-factor", api.club_second_factor),
    path("close", api.club_close),
    path("reopen", api.club_reopen),
    path("members", api.Members.as_view()),
    path("invitations", api.Invitations.as_view()),
    path("invite", api.invitation_make),
]
of_a_member = [
    path("role", api.member_role),
    path("hand-over", api.member_hand_over),
    path("remove", api.member_remove),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("clubs/found", api.club_found),
    path("clubs/<uuid:club>/", include(of_a_club)),
    path("members/<uuid:membership>/", include(of_a_member)),
    path("invitations/<uuid:invitation>/withdraw", api.invitation_withdraw),
    path("invitations/accept", api.invitation_accept),
]
