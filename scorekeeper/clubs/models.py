"""Clubs, the people in a club's book, and who may do what in it."""

from typing import ClassVar
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.accounts.models import AWAITED, User
from scorekeeper.accounts.second_factor import STRONG
from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained
from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField


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


class PlayerQuerySet(models.QuerySet["Player"]):
    def people(self) -> "PlayerQuerySet":
        """One line a person: without those that are somebody else's by a merge."""
        return self.filter(merged_into=None)

    def vacant(self) -> "PlayerQuerySet":
        """The people that somebody may turn out to be: guests, and those whose account came with an archive."""
        awaited = Q(user__is_active=False, user__email__endswith=AWAITED)
        return self.people().filter(Q(user=None) | awaited, retired_at=None)

    def lines_of(self, person: "Player") -> "PlayerQuerySet":
        """The person's own line, and those merged into it."""
        return self.filter(models.Q(pk=person.pk) | models.Q(merged_into=person.pk))


class Player(Row):
    """A line of a club's book: a guest, or a member when `user` is set.

    Two lines that are one person are merged: one of them has `merged_into`, and for as long as it has, the name and
    the account of the line it points at, so that whoever reads a sheet reads the right name and nobody has to look
    further. Seats, results and standings keep the line they were made with; sums are added up by person on reading.
    So undoing a merge (see `Merge`) brings back exactly what was, whatever has been played since.

    `name` is what everybody reads, on every page, file, paper and screen. Of somebody who is shown by a short or code
    name, `full_name` has the whole one, for those who keep sheets and books: see `clubs.calling`.
    """

    class Called(models.TextChoices):
        """By which name others are shown somebody."""

        CLUB = "club", pgettext_lazy("choice", "as the club shows names")
        SHORT = "short", pgettext_lazy("choice", "by a short name")
        CODE = "code", pgettext_lazy("choice", "by a code name")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="players")
    name = WordsField(pgettext_lazy("field", "name"), max_length=80)
    full_name = models.CharField(max_length=80, blank=True, default="", db_default="")
    called = models.CharField(max_length=5, choices=Called.choices, default=Called.CLUB, db_default=Called.CLUB)
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)
    merged_into = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, related_name="merged")

    objects: ClassVar[PlayerQuerySet] = PlayerQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False, merged_into__isnull=True),
                name="one_person_a_member",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("id")),
                name="merged_into_another",
            ),
        ]
        indexes = [models.Index(fields=["club", "name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def own_name(self) -> str:
        """The whole name, for those who keep sheets and books, and for comparing with what somebody types."""
        return self.full_name or self.name

    @property
    def is_vacant(self) -> bool:
        """Whether it is one of `vacant`; `user` had better been read."""
        is_offered = self.merged_into_id is None and self.retired_at is None
        return is_offered and (self.user is None or self.user.is_awaited)

    @property
    def identity(self) -> UUID:
        """The id of the person: that of the line this one was merged into, else its own."""
        return self.merged_into_id or self.pk

    @property
    def person(self) -> "Player":
        """The line that stands for the person, without asking for it: what a list shows of it is the same on both."""
        if self.merged_into_id is None:
            return self
        return Player(
            pk=self.merged_into_id,
            club_id=self.club_id,
            name=self.name,
            full_name=self.full_name,
            called=self.called,
            user_id=self.user_id,
        )


class Merge(Row):
    """Somebody said that two lines of the book are one person, and perhaps took it back (`undone_at`).

    `gone` is the line that is no longer offered, `kept` the one that it is part of, `name` what `gone` was called.
    Those in force make a forest: a line may be kept here and gone in a later merge; `Player.merged_into` is always
    the end of the way.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    kept = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    name = models.CharField(max_length=80)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "gone"], condition=models.Q(undone_at__isnull=True), name="one_merge_in_force"
            )
        ]


class Apart(Row):
    """Somebody said that two lines of alike names are two people: they are no longer asked about. The ids in order."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "one", "other"], name="two_people_once")]


class KeepApart(Row):
    """Two players of a club whom no draw puts at one table while there is any other way; `one` has the smaller id."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="keep_apart")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        db_table = "leagues_keepapart"  # where it was when evenings alone knew it: nothing moves while people play
        constraints = [
            models.UniqueConstraint(fields=["club", "one", "other"], name="one_keep_apart_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="keep_apart_in_order"),
        ]


class Invitation(Row):
    """A link that makes whoever opens it a member; one person, one week. Only its hash is kept.

    `note` says for whom it was made: for the owners, who tell their links apart by it. `player` is the guest of the
    book whose line becomes theirs.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    note = models.CharField(max_length=80, blank=True, default="", db_default="")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="invitations")
    hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)


class HouseRules(Row):
    """Rules of a game under a name of the club's own. What they say is the newest of their versions; one set of a
    game may be the one that new tables are offered first."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_rules")
    game = models.CharField(max_length=20)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "game", "name"], condition=models.Q(retired_at=None), name="one_house_rules_a_name"
            ),
            models.UniqueConstraint(
                fields=["club", "game"], condition=models.Q(is_default=True), name="one_default_house_rules_a_game"
            ),
            models.CheckConstraint(
                condition=models.Q(is_default=False) | models.Q(retired_at=None), name="no_retired_default"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class HouseRulesVersion(Chained):
    """What house rules say from `at` on. Append-only: tables remember the version they were opened with."""

    content = Content(owner=lambda version: version.house_id, texts=("note",))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    house = models.ForeignKey(HouseRules, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["house", "number"], name="one_version_a_number")]
