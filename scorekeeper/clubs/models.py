"""Clubs, the people in a club's book, and who may do what in it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import User
from scorekeeper.common.models import Row


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, user: User) -> "ClubQuerySet":
        """The clubs this person belongs to."""
        return self.filter(memberships__user=user)


class Club(Row):
    """The tenant: every row below belongs to exactly one. A guest sheet lives in a private club of its own."""

    class Ink(models.TextChoices):
        PINE = "pine", _("Pine")
        PETROL = "petrol", _("Petrol")
        BLUE = "blue", _("Blue")
        OLIVE = "olive", _("Olive")
        OCHRE = "ochre", _("Ochre")
        GRAPHITE = "graphite", _("Graphite")

    name = models.CharField(_("name"), max_length=80)
    is_private = models.BooleanField(default=False)
    ink = models.CharField(_("form ink"), max_length=10, choices=Ink.choices, default=Ink.PINE)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    created_at = models.DateTimeField(default=timezone.now)
    # How often a name in the book has been changed: see standings.selectors.seen.
    book = models.PositiveIntegerField(default=0)
    # The newest anchor of the heads of closed sittings: see play.Anchor.
    anchor = models.CharField(max_length=64, blank=True)

    objects: ClassVar[ClubQuerySet] = ClubQuerySet.as_manager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do, from most to least; each may do what the later ones may."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    MEMBER = "member", _("member")


class Membership(Row):
    """A user's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_person"),
            models.CheckConstraint(condition=models.Q(role__in=[role.value for role in Role]), name="role_is_known"),
        ]


class Player(Row):
    """A person in a club's book: a guest, or a member when `user` is set."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False),
                name="one_player_a_member",
            )
        ]
        indexes = [models.Index(fields=["club", "name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class Invitation(Row):
    """A link that makes whoever opens it a member; one person, one week. Only its hash is kept.

    `note` says for whom it was made: for the owners, who tell their links apart by it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    note = models.CharField(max_length=80, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)
