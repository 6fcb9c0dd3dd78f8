"""Clubs, and who is what in them."""

from typing import ClassVar

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.core.amounts import InUnits
from scorekeeper.accounts.models import AWAITED, User
from scorekeeper.accounts.selectors import STRONG
from scorekeeper.common.default_words import WordsField
from scorekeeper.common.models import Row


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, user: User) -> "ClubQuerySet":
        """The clubs this person belongs to."""
        return self.filter(memberships__user=user)


class Club(Row):
    """The tenant: every row below belongs to exactly one. A guest sheet lives in a private club of its own."""

    class Ink(models.TextChoices):
        PINE = "pine", pgettext_lazy("choice", "Pine")
        PETROL = "petrol", pgettext_lazy("choice", "Petrol")
        BLUE = "blue", pgettext_lazy("choice", "Blue")
        OLIVE = "olive", pgettext_lazy("choice", "Olive")
        OCHRE = "ochre", pgettext_lazy("choice", "Ochre")
        GRAPHITE = "graphite", pgettext_lazy("choice", "Graphite")

    class Confirming(models.IntegerChoices):
        """After how many minutes a hand that nobody disputes is confirmed by itself."""

        NEVER = 0, pgettext_lazy("choice", "never")
        QUARTER = 15, pgettext_lazy("choice", "after 15 minutes")
        HOUR = 60, pgettext_lazy("choice", "after an hour")
        EVENING = 240, pgettext_lazy("choice", "after 4 hours")
        DAY = 1440, pgettext_lazy("choice", "after a day")
        WEEK = 10080, pgettext_lazy("choice", "after a week")

    class Pages(models.TextChoices):
        """Who reads the page of each player, the club's records and its ratings."""

        MEMBERS = "members", pgettext_lazy("choice", "all members")
        OWN = "own", pgettext_lazy("choice", "directors (and each player for their own page)")

    class Names(models.TextChoices):
        """By which names everybody but those who keep its sheets and books is shown its people."""

        FULL = "full", pgettext_lazy("choice", "full names")
        SHORT = "short", pgettext_lazy("choice", "short names, for example Renate K.")

    name = WordsField(pgettext_lazy("field", "name"), max_length=80)
    is_private = models.BooleanField(default=False)
    ink = models.CharField(pgettext_lazy("field", "form ink"), max_length=10, choices=Ink.choices, default=Ink.PINE)
    time_zone = models.CharField(pgettext_lazy("field", "time zone"), max_length=50, default="UTC")
    # For whoever chose none, and for what hangs on the wall; empty: what each browser asks for.
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    # In whose words its games are spoken, by game: see languages.spoken.
    game_words = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    confirm_after = models.PositiveIntegerField(
        choices=Confirming.choices, default=Confirming.DAY, db_default=Confirming.DAY
    )
    pages_for = models.CharField(max_length=10, choices=Pages.choices, default=Pages.MEMBERS, db_default=Pages.MEMBERS)
    names = models.CharField(max_length=5, choices=Names.choices, default=Names.FULL, db_default=Names.FULL)
    # What its tables play for: nothing where there is no unit. A club for minors has none.
    unit = models.CharField(max_length=12, blank=True, default="", db_default="")
    decimals = models.PositiveSmallIntegerField(default=2, db_default=2)
    for_minors = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(default=timezone.now)
    # Closed it is only read, and its owner can open it again for a while: see `services.reopen_club`.
    closed_at = models.DateTimeField(null=True)
    # How often a name in the book has been changed: see standings.selectors.seen.
    book = models.PositiveIntegerField(default=0, db_default=0)
    # The newest anchor of the heads of closed sittings: see play.Anchor.
    anchor = models.CharField(max_length=64, blank=True)

    objects: ClassVar[ClubQuerySet] = ClubQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(for_minors=False) | Q(unit=""), name="no_money_for_minors"),
            models.CheckConstraint(condition=Q(decimals__in=[0, 2]), name="club_decimals"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def keeps_money(self) -> bool:
        """Whether what its tables play for is written into its money book."""
        return bool(self.unit)

    @property
    def money(self) -> InUnits:
        """The unit of its money; without a label it plays for points."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals if self.unit else 0)


class Role(models.TextChoices):
    """What a member may do, from most to least; each may do what the later ones may."""

    OWNER = "owner", pgettext_lazy("choice", "owner")
    DIRECTOR = "director", pgettext_lazy("choice", "director")
    SCORER = "scorer", pgettext_lazy("choice", "scorer")
    MEMBER = "member", pgettext_lazy("choice", "member")


class SecondFactorAsked(Row):
    """The club asks its owners and directors for a second factor; while there is no row it asks nobody."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()


def acting_role() -> Case:
    """What a member may act as: owners and directors without the second factor that their club asks them for can do
    what a scorer can, until they have set one up."""
    asked = SecondFactorAsked.objects.filter(club=OuterRef("club"))
    shown = Authenticator.objects.filter(user=OuterRef("user"), type__in=STRONG)
    waits = Q(Exists(asked), ~Exists(shown), role__in=(Role.OWNER, Role.DIRECTOR))
    return Case(When(waits, then=Value(Role.SCORER)), default="role", output_field=models.CharField())


class MembershipQuerySet(models.QuerySet["Membership"]):
    def present(self) -> "MembershipQuerySet":
        """Without those whose account came with an archive, and who have not come themselves."""
        return self.exclude(user__is_active=False, user__email__endswith=AWAITED)


class Membership(Row):
    """A user's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(pgettext_lazy("field", "role"), max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[MembershipQuerySet] = MembershipQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_person"),
            models.CheckConstraint(condition=models.Q(role__in=[role.value for role in Role]), name="role_is_known"),
        ]
