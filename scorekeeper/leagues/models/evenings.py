"""A club's evenings: what is planned, who comes, who sits with whom, who calls the director, what is collected."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.default_words import WordsField
from scorekeeper.common.models import Row
from scorekeeper.draws.models import BaseCall, BaseDraw, BasePlace, BaseTable
from scorekeeper.payouts.models import Booking
from scorekeeper.play.models import Ruled, Sitting
from scorekeeper.standings.models import Competition

DECIMALS = 2  # of every fee: it is counted in hundredths


class Evening(Row):
    """A club night: planned, then open (people come, tables are drawn and played), then closed.

    `fee` is what each who came pays, in hundredths of `unit`; lost-game money of sheets whose money has no label of
    its own is counted in that unit too. `next_of` is the evening this one was copied from: one copy each. What is
    played are its `games`, one at least.
    """

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("state", "planned")
        OPEN = "open", pgettext_lazy("state", "open")
        CLOSED = "closed", pgettext_lazy("state", "closed")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings")
    name = WordsField(pgettext_lazy("field", "name"), max_length=80)
    starts_at = models.DateTimeField(pgettext_lazy("field", "begins"))
    venue = models.CharField(pgettext_lazy("field", "venue"), max_length=80, blank=True)
    seasons = models.ManyToManyField(Competition, related_name="evenings")
    fee = models.PositiveIntegerField(default=0)
    unit = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    next_of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="next")
    planned_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["club", "-starts_at"], name="evening_list")]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=["planned", "open", "closed"]), name="evening_state"),
            models.CheckConstraint(
                condition=models.Q(state="closed", closed_at__isnull=False)
                | (~models.Q(state="closed") & models.Q(closed_at__isnull=True)),
                name="evening_closed_at",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def money(self) -> InUnits:
        """What fees are counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=DECIMALS)

    @property
    def line_up(self) -> "list[EveningGame]":
        """Its games in their order; lists of evenings fetch them beforehand."""
        return list(self.games.all())

    @property
    def first(self) -> "EveningGame":
        """The game that counts for whoever has said nothing."""
        return self.line_up[0]

    @property
    def is_mixed(self) -> bool:
        """More than one game is played."""
        return len(self.line_up) > 1

    @property
    def icon(self) -> str:
        """The mark of its game; of several that of a table."""
        return "table" if self.is_mixed else self.first.icon

    @property
    def is_planned(self) -> bool:
        return self.state == self.State.PLANNED

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED


class EveningGame(Ruled):
    """A game of an evening; each game stands there once. `rules` is the copy that every table of it is opened with,
    `house_version` the house rules that it is a copy of, `size` how many should sit at a table. `lengths` are the hands
    of its rounds: see play/offers.py."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="games")
    order = models.PositiveSmallIntegerField()
    house_version = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, null=True, related_name="+")
    size = models.PositiveSmallIntegerField()
    lengths = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening", "order"], name="one_evening_game_a_place"),
            models.UniqueConstraint(fields=["club", "evening", "game"], name="one_evening_game_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}: {self.game}"


class Attendance(Row):
    """One player and one evening: has signed up, is here, has gone home. `evening_game` is what they come for, None
    where they have not said. `at` and `by` are of the last change; `by` is None for who came in by the code at the
    door. `came_at` is when they were first here."""

    class State(models.TextChoices):
        SIGNED_UP = "signed_up", pgettext_lazy("state", "signed up")
        HERE = "here", pgettext_lazy("state", "here")
        LEFT = "left", pgettext_lazy("state", "gone home")
        CANCELLED = "cancelled", pgettext_lazy("state", "does not come")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    evening_game = models.ForeignKey(EveningGame, on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    came_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "evening", "player"], name="one_attendance_a_player"),
            models.CheckConstraint(
                condition=models.Q(state__in=["signed_up", "here", "left", "cancelled"]), name="attendance_state"
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["here", "left"]) | models.Q(came_at__isnull=False),
                name="attendance_came_at",
            ),
        ]

    @property
    def comes_for(self) -> EveningGame:
        """The game they come for; who has not said comes for the first."""
        chosen = (one for one in self.evening.line_up if one.pk == self.evening_game_id)
        return next(chosen, self.evening.first)


class TableDraw(BaseDraw):
    """One round of tables of a game of an evening."""

    OWNER = ("club_id", "evening_id", "evening_game_id")
    KEPT = ("number", "seed", "engine", "facts", "report", "made_by_id")

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="draws")
    evening_game = models.ForeignKey(EveningGame, on_delete=models.PROTECT, related_name="draws")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "evening_game", "number"], name="one_draw_a_number"),
            models.UniqueConstraint(
                fields=["club", "evening_game"], condition=models.Q(published_at=None), name="one_draft_a_game"
            ),
        ]

    @property
    def version(self) -> str:
        """Of the way to draw: "1" of the engine "tables 1"."""
        return self.engine.rpartition(" ")[2]


class DrawnTable(BaseTable):
    """A table of a draw of an evening: so each sitting knows its evening."""

    draw = models.ForeignKey(TableDraw, on_delete=models.CASCADE, related_name="tables")
    sitting = models.OneToOneField(Sitting, on_delete=models.PROTECT, null=True, related_name="drawn_table")

    class Meta(BaseTable.Meta):
        constraints = [models.UniqueConstraint(fields=["club", "draw", "number"], name="one_drawn_table_a_number")]


class Place(BasePlace):
    """Where a draw of an evening puts a player."""

    WHO = ("player_id",)

    draw = models.ForeignKey(TableDraw, on_delete=models.CASCADE, related_name="places")
    table = models.ForeignKey(DrawnTable, on_delete=models.CASCADE, null=True, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "draw", "player"], name="one_place_a_player"),
            models.UniqueConstraint(fields=["club", "table", "seat"], name="one_player_a_place"),
            models.CheckConstraint(
                condition=models.Q(table__isnull=True, seat__isnull=True)
                | models.Q(table__isnull=False, seat__isnull=False),
                name="place_has_table_and_seat",
            ),
            models.CheckConstraint(
                condition=models.Q(by_hand=True) | models.Q(holds_seat=False, held_by=None, held_at=None),
                name="place_is_held",
            ),
        ]

    @property
    def key(self) -> str:
        return str(self.player_id)


class Collected(Row):
    """What somebody paid at an evening in one unit, as it was ticked off; `amount` in the smallest unit. `booking` is
    what that wrote into the money book; none where the club kept no money then."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="collected")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, null=True, related_name="collected")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "evening", "player", "unit", "decimals"], name="one_collected_a_unit"
            )
        ]

    @property
    def in_unit(self) -> InUnits:
        """What it is counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)


class ReportReader(Row):
    """A member who wants the report of every evening by mail."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_report_reader_a_member")]


class TableCall(BaseCall):
    """A table of an evening calls the director."""

    table = models.ForeignKey(DrawnTable, on_delete=models.CASCADE, related_name="calls")

    class Meta(BaseCall.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club", "table"], condition=models.Q(answered_at=None), name="one_open_call_an_evening_table"
            ),
        ]
