"""The rounds of a stage: their draws, their tables, who sits where."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Player
from scorekeeper.draws.models import BaseDraw, BasePlace, BaseTable
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models.entries import Entrant
from scorekeeper.tournaments.models.events import Stage


class Round(BaseDraw):
    """A round of a stage; official once its results stand. `before` is what the draw knew of the results: corrections
    made later are compared with it."""

    OWNER = ("club_id", "stage_id")
    KEPT = ("number", "seed", "engine", "facts", "report", "before", "made_by_id")

    is_new = False  # whether it was drawn by the call that has returned it

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("state", "draft")
        PUBLISHED = "published", pgettext_lazy("state", "being played")
        OFFICIAL = "official", pgettext_lazy("state", "official")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    before = models.JSONField(default=dict)
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
    def present(self) -> "models.QuerySet[RoundPlace]":
        return self.places.exclude(kind=RoundPlace.Kind.ABSENT)

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT


class RoundTable(BaseTable):
    """A table of a round by its number in the room; in rounds of two a match, in a bracket the one called `code`
    (W1.2, L3.1, GF1). `extra_seconds` is what its clock has more than the others'."""

    KEPT = ("number", "group", "code")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    group = models.PositiveSmallIntegerField(default=1)
    code = models.CharField(max_length=8, blank=True)
    sitting = models.OneToOneField(Sitting, on_delete=models.PROTECT, null=True, related_name="round_table")
    extra_seconds = models.PositiveIntegerField(default=0)

    class Meta(BaseTable.Meta):
        constraints = [models.UniqueConstraint(fields=["club", "round", "number"], name="one_round_table_a_number")]


class RoundPlace(BasePlace):
    """What a round has for an entrant: a seat at a table, or none, for which `kind` says why. Of a team `player` is who
    sits there."""

    WHO = ("entrant_id", "player_id")
    OUT = {"kind": "bye"}

    class Kind(models.TextChoices):
        SEAT = "seat", pgettext_lazy("choice", "plays")
        BYE = "bye", pgettext_lazy("choice", "bye")
        ABSENT = "absent", pgettext_lazy("choice", "absent")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, null=True, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.SEAT)

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

    @property
    def key(self) -> str:
        return str(self.player_id or self.entrant_id)
