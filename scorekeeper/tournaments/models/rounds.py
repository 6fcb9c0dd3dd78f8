"""The rounds of a stage: their draws, their tables, who sits where."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models.entries import Entrant
from scorekeeper.tournaments.models.events import Stage


class Round(Row):
    """A round: a draft until it is published, which opens its tables; official once its results stand.

    `seed`, `engine` and `facts` (the hash of all it started from) let it be drawn again; `report` says why it is so and
    what it had to break; `before` is what the draw knew of the results: corrections made later are compared with it.
    `revision` grows with all that is done to a draft, also when it is drawn again or what was before is back: none
    comes twice, and nobody publishes what they have not seen. `undo` are the draws that this draft was before, the
    newest last, each with its locks.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("being played")
        OFFICIAL = "official", _("official")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.BigIntegerField()
    engine = models.CharField(max_length=20)
    facts = models.CharField(max_length=64)
    report = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=1)
    undo = models.JSONField(default=list)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    published_at = models.DateTimeField(null=True)
    official_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    official_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "stage", "number"], name="one_round_a_number"),
            models.CheckConstraint(
                condition=models.Q(state="draft", published_at=None, official_at=None)
                | models.Q(state="published", published_at__isnull=False, official_at=None)
                | models.Q(state="official", published_at__isnull=False, official_at__isnull=False),
                name="round_state",
            ),
        ]

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT


class RoundTable(Row):
    """A table of a round by its number in the room; in rounds of two a match, in a bracket the one called `code`
    (W1.2, L3.1, GF1). Its sitting is opened when the round is published, under this row's id as key. `extra_seconds`
    is what its clock has more than the others'."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=1)
    code = models.CharField(max_length=8, blank=True)
    sitting = models.OneToOneField(Sitting, on_delete=models.PROTECT, null=True, related_name="round_table")
    extra_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["club", "round", "number"], name="one_round_table_a_number")]


class RoundPlace(Row):
    """What a round has for an entrant: a seat (from 0; the first deals) at a table, or none, for which `kind` says
    why. Of a team `player` is who sits there. `by_hand` is a lock: it stays when the round is drawn again, with
    `holds_seat` on this seat of the table; `held_by` has put it on, at `held_at`."""

    class Kind(models.TextChoices):
        SEAT = "seat", _("plays")
        BYE = "bye", _("bye")
        ABSENT = "absent", _("absent")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, null=True, related_name="places")
    seat = models.PositiveSmallIntegerField(null=True)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.SEAT)
    by_hand = models.BooleanField(default=False)
    holds_seat = models.BooleanField(default=False)
    held_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    held_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "round", "entrant"], condition=models.Q(player=None), name="one_round_place_an_entrant"
            ),
            models.UniqueConstraint(fields=["club", "round", "player"], name="one_round_place_a_player"),
            models.UniqueConstraint(fields=["club", "table", "seat"], name="one_entrant_a_seat"),
            models.CheckConstraint(
                condition=models.Q(kind="seat", table__isnull=False, seat__isnull=False)
                | models.Q(kind__in=["bye", "absent"], table=None, seat=None),
                name="round_place_is_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(by_hand=True) | models.Q(holds_seat=False, held_by=None, held_at=None),
                name="round_place_is_held",
            ),
        ]
