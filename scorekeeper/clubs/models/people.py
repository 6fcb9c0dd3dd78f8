"""The people in a club's book, and what was said of them."""

from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from scorekeeper.accounts.models import AWAITED
from scorekeeper.clubs.models.clubs import Club, Role
from scorekeeper.common.default_words import WordsField
from scorekeeper.common.models import Row


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
