"""The door of programs to clubs, their members and invitations."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django.urls import include, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope, User
from scorekeeper.clubs import records, services
from scorekeeper.clubs.http import invitation_link, use_time_of
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, SecondFactorAsked
from scorekeeper.clubs.policies import can_direct, can_manage_members
from scorekeeper.clubs.selectors import members_of, membership_of, open_invitations
from scorekeeper.common.api import READ_REFUSALS, Act, Door, Preview
from scorekeeper.common.errors import require


class ClubView(Door):
    """What the views of clubs and their people share. `rights` says who may do what, of those who belong to the
    club."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}
    rights: ClassVar[Mapping[str, Callable[[str | None], bool]]] = {}

    @property
    def user(self) -> User:
        """The caller."""
        assert isinstance(self.request.user, User)  # noqa: S101 by `permission_classes`
        return self.request.user

    def enter(self, club: UUID) -> Membership:
        """What the caller is in the club; from here on times are the club's.

        Raises:
            Membership.DoesNotExist: nothing (404).
            PermissionDenied: they may not do that there.
        """
        here = membership_of(self.request.user, club)
        use_time_of(here.club)
        if right := self.rights.get(self.request.method or ""):
            require(right(here.role))
        return here


class Settings(ClubView):
    """What a club has chosen."""

    @extend_schema(operation_id="club_settings", responses={200: records.SettingsBody, **READ_REFUSALS})
    def get(self, _request: Request, club: UUID) -> Response:
        """Read the settings of a club.

        Shows what a club to which the caller belongs has chosen: its time zone, what it plays for, who reads pages.
        """
        return Response(settings_body(self.enter(club).club).model_dump())


class Members(ClubView):
    """Who belongs to a club."""

    @extend_schema(operation_id="club_members", responses={200: records.MembersBody, **READ_REFUSALS})
    def get(self, _request: Request, club: UUID) -> Response:
        """List the members of a club.

        Lists who belongs to a club of the caller, with their roles, without their addresses.
        """
        found = self.enter(club).club
        lines = dict(Player.objects.people().filter(club=found, user__isnull=False).values_list("user", "pk"))
        members = [member_body(member, lines.get(member.user_id)) for member in members_of(found)]
        return Response(records.MembersBody(members=members).model_dump())


class Invitations(ClubView):
    """The open invitations of a club."""

    rights = {"GET": can_manage_members}

    @extend_schema(operation_id="club_invitations", responses={200: records.InvitationsBody, **READ_REFUSALS})
    def get(self, _request: Request, club: UUID) -> Response:
        """List the open invitations of a club.

        An owner reads which links can still be used. The links themselves are shown only when they are made.
        """
        found = open_invitations(self.enter(club).club, timezone.now()).order_by("-made_at")
        return Response(
            records.InvitationsBody(
                invitations=[records.InvitationBody.of(invitation) for invitation in found]
            ).model_dump()
        )


class ByAnybody(ClubView):
    """Acts of whoever has an account."""

    def place(self, _request: Request) -> dict[str, Any]:
        return {"by": self.user}


class InClub(ClubView):
    """Acts of owners in a club."""

    rights = {"POST": can_manage_members}

    def place(self, _request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(club)
        return {"club": here.club, "by": here.user}


class OfDirectors(InClub):
    """Acts of directors in a club."""

    rights = {"POST": can_direct}


class OfClosedClub(InClub):
    """Acts in a club that is closed: the service knows who may."""

    rights = {}


class MadeInvitation(ClubView):
    """Acts of owners that make a link."""

    rights = {"POST": can_manage_members}

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(club)
        return {"club": here.club, "by": here.user, "link": partial(invitation_link, request)}

    def shown(self, made: services.Invited) -> records.MadeInvitationBody:
        facts = records.InvitationBody.of(made.invitation).model_dump()
        return records.MadeInvitationBody(**facts, link=invitation_link(self.request, made.secret))


class OnInvitation(ClubView):
    """Acts of owners on an invitation."""

    rights = {"POST": can_manage_members}

    def place(self, _request: Request, invitation: UUID) -> dict[str, Any]:
        found = Invitation.objects.select_related("player").get(pk=invitation)
        here = self.enter(found.club_id)
        return {"club": here.club, "by": here.user, "invitation": found}


class OnMember(ClubView):
    """Acts on a member of a club of the caller: the service knows who may, as members leave by themselves."""

    def place(self, _request: Request, membership: UUID) -> dict[str, Any]:
        found = Membership.objects.select_related("user").get(pk=membership)
        here = self.enter(found.club_id)
        return {"club": here.club, "by": here.user, "membership": found}


class ByOwner(OnMember):
    """Acts of owners on a member."""

    rights = {"POST": can_manage_members}


def settings_body(club: Club) -> records.SettingsBody:
    """A club with what it has chosen."""
    asks = SecondFactorAsked.objects.filter(club=club).exists()
    names = records.SettingsBody.model_fields.keys() - {"asks_second_factor"}
    return records.SettingsBody(
        **{name: getattr(club, "pk" if name == "id" else name) for name in names}, asks_second_factor=asks
    )


def member_body(member: Membership, line: UUID | None) -> records.MemberBody:
    """A member and their line in the book."""
    user = member.user
    return records.MemberBody(id=member.pk, name=user.name, role=member.role, joined_at=member.joined_at, player=line)


def _member(member: Membership) -> records.MemberBody:
    line = Player.objects.people().filter(club=member.club_id, user=member.user_id).values_list("pk", flat=True)
    return member_body(member, line.first())


def _invited_to(found: services.InvitedTo) -> records.InvitedToBody:
    invitation = found.invitation
    return records.InvitedToBody(
        club=invitation.club_id,
        name=invitation.club.name,
        role=invitation.role,
        guest=records.GuestBody(id=invitation.player.pk, name=invitation.player.name) if invitation.player else None,
        alike=[records.GuestBody(id=guest.pk, name=guest.name) for guest in found.alike],
    )


def _joined(member: Membership) -> records.JoinedBody:
    return records.JoinedBody(club=member.club_id, name=member.club.name, role=member.role)


club_found = Act(
    operation="club_found",
    summary="Found a club",
    about="Makes a club with the caller as its owner and first player.",
    asks=records.ClubDetails,
    does=services.found_club,
    gives=records.SettingsBody,
    shown=settings_body,
    status=201,
).at(ByAnybody)
club_change = Act(
    operation="club_change",
    summary="Change a club",
    about="A director changes what is sent: name, time zone, what tables play for, who reads pages. What is left out "
    "stays.",
    asks=records.ClubChange,
    does=services.change_club,
    gives=records.SettingsBody,
    shown=settings_body,
).at(OfDirectors)
club_second_factor = Act(
    operation="club_second_factor",
    summary="Ask directors for a second factor",
    about="An owner, who has a second factor, says whether owners and directors need one.",
    asks=records.FactorWish,
    does=services.ask_second_factor,
    gives=records.SettingsBody,
    shown=settings_body,
).at(InClub)
club_close = Act(
    operation="club_close",
    summary="Close a club",
    about="An owner closes the club: from then on it is only read. Its name shows that it is meant.",
    asks=records.Closing,
    does=services.close_club,
    gives=records.SettingsBody,
    shown=settings_body,
).at(InClub)
club_reopen = Act(
    operation="club_reopen",
    summary="Open a closed club again",
    about="An owner opens a club again that was closed not long ago. A club that is open stays so.",
    does=services.reopen_club,
    gives=records.SettingsBody,
    shown=settings_body,
).at(OfClosedClub)
member_role = Act(
    operation="member_role",
    summary="Give a member another role",
    about="An owner says what a member is from now on. A club always keeps an owner.",
    asks=records.RoleChange,
    does=services.change_role,
    gives=records.MemberBody,
    shown=_member,
).at(ByOwner)
member_hand_over = Act(
    operation="member_hand_over",
    summary="Hand the club over to a member",
    about="An owner makes another member owner, and is a director from then on.",
    does=services.hand_over,
    gives=records.MemberBody,
    shown=_member,
).at(ByOwner)
member_remove = Act(
    operation="member_remove",
    summary="Remove a member, or leave",
    about="An owner removes a member, or a member leaves the club. Results and the name in the book stay.",
    does=services.remove_member,
    gives=None,
    status=204,
).at(OnMember)
invitation_make = Act(
    operation="invitation_make",
    summary="Invite somebody",
    about="An owner makes a link for one person, which lasts a week. The answer shows it this once.",
    asks=records.Inviting,
    does=services.invite,
    gives=records.MadeInvitationBody,
    status=201,
).at(MadeInvitation)
invitation_withdraw = Act(
    operation="invitation_withdraw",
    summary="Withdraw an invitation",
    about="An owner ends a link at once. One that was used changes nothing any more.",
    does=services.withdraw_invitation,
    gives=None,
    status=204,
).at(OnInvitation)
invitation_accept = Act(
    operation="invitation_accept",
    summary="Accept an invitation",
    about="The caller becomes a member by the secret of a link, which is used up. Who is a member already keeps the "
    "role they have.",
    asks=records.Joining,
    does=services.accept_invitation,
    gives=records.JoinedBody,
    shown=_joined,
    preview=Preview(
        name="JoinedOrInvited",
        does=services.show_invitation,
        gives=records.InvitedToBody,
        shown=_invited_to,
        about="With `preview`: who invites, and nothing is joined.",
    ),
).at(ByAnybody)


of_a_club = [
    path("settings", Settings.as_view()),
    path("change", club_change),
    path("second-factor", club_second_factor),
    path("close", club_close),
    path("reopen", club_reopen),
    path("members", Members.as_view()),
    path("invitations", Invitations.as_view()),
    path("invite", invitation_make),
]
of_a_member = [
    path("role", member_role),
    path("hand-over", member_hand_over),
    path("remove", member_remove),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("clubs/found", club_found),
    path("clubs/<uuid:club>/", include(of_a_club)),
    path("members/<uuid:membership>/", include(of_a_member)),
    path("invitations/<uuid:invitation>/withdraw", invitation_withdraw),
    path("invitations/accept", invitation_accept),
]
