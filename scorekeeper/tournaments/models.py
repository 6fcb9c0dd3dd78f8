"""A tournament and its stages; entrants with their players, and who meets or never meets; rounds with their draws,
tables and places; what was done at the desk; the room with its clock and calls, and what was printed."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField
from scorekeeper.draws.models import BaseCall, BaseDraw, BasePlace, BaseTable
from scorekeeper.play.models import Ruled, Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.formats.plan import StagePlan, plan_of

MOST_ENTRANTS = 1000
MOST_IN_A_TEAM = 12
RULES_VERSIONS = (2026, 2024)  # the usual one first


class Tournament(Ruled):
    """A tournament of a club: planned (people enter), running (a round was published), ended.

    `rules` is the copy that every table is opened with, `house_version` the house rules that it is a copy of. An
    entrant is one player, a pair or a team of `team_size` (`of`). `most` is how many entrants there is room for; who
    comes after them waits. `signs_up`: members enter themselves. `rules_version` is the year whose tie-breaks count.
    `version` counts changes of the plan, so that nobody changes what they have not seen. `key` makes planning it twice
    harmless. `brought` says of one that was opened from a file whose it was, when that was written (`made_at`) and when
    it was opened (`at`). From round `held_from` on, counted over all stages, the standing is held back from everybody
    who is not at the desk (None: never), until it is released (`released_at`). `competition`, under the same id, is
    what its prizes go by in the money book, once it has any.
    """

    is_new = False  # whether it was planned by the call that has returned it

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("state", "planned")
        RUNNING = "running", pgettext_lazy("state", "running")
        ENDED = "ended", pgettext_lazy("state", "ended")

    class Of(models.TextChoices):
        PLAYERS = "players", pgettext_lazy("choice", "single players")
        PAIRS = "pairs", pgettext_lazy("choice", "pairs")
        TEAMS = "teams", pgettext_lazy("choice", "teams")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    house_version = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, null=True, related_name="+")
    of = models.CharField(max_length=8, choices=Of.choices, default=Of.PLAYERS)
    team_size = models.PositiveSmallIntegerField(default=1)
    starts_at = models.DateTimeField(pgettext_lazy("field", "begins"))
    venue = models.CharField(pgettext_lazy("field", "venue"), max_length=80, blank=True)
    note = models.CharField(pgettext_lazy("field", "what people should know"), max_length=500, blank=True)
    most = models.PositiveSmallIntegerField(default=MOST_ENTRANTS)
    signs_up = models.BooleanField(default=True)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSIONS[0])
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    version = models.PositiveIntegerField(default=1)
    competition = models.OneToOneField(Competition, on_delete=models.PROTECT, null=True, related_name="tournament")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    key = models.UUIDField(null=True)
    brought = models.JSONField(null=True)
    held_from = models.PositiveSmallIntegerField(null=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-starts_at"], name="tournament_list")]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_tournament_a_key"),
            models.CheckConstraint(
                condition=models.Q(state__in=["planned", "running", "ended"]), name="tournament_state"
            ),
            models.CheckConstraint(
                condition=models.Q(state="ended", ended_at__isnull=False)
                | (~models.Q(state="ended") & models.Q(ended_at__isnull=True)),
                name="tournament_ended_at",
            ),
            models.CheckConstraint(
                condition=models.Q(of="players", team_size=1)
                | models.Q(of="pairs", team_size=2)
                | models.Q(of="teams", team_size__gte=2, team_size__lte=12),
                name="tournament_team_size",
            ),
            models.CheckConstraint(
                condition=models.Q(most__gte=2, most__lte=MOST_ENTRANTS), name="tournament_most_in_bounds"
            ),
            models.CheckConstraint(condition=models.Q(rules_version__in=[2024, 2026]), name="tournament_rules_version"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_planned(self) -> bool:
        return self.state == self.State.PLANNED

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def is_ended(self) -> bool:
        return self.state == self.State.ENDED

    @property
    def takes_sign_ups(self) -> bool:
        """Whether members enter by themselves now."""
        return self.signs_up and self.is_planned


class Stage(Row):
    """A part of a tournament that is played in one format; the one after it takes its best. `plan` is a record of
    `plans`. `seed` makes what is drawn in it, so that it can be drawn again. `seen` is what people have seen of rounds
    whose opening was taken back, until they are opened again (`formats.tables.instances`). `key` makes adding it twice
    harmless."""

    is_new = False  # whether it was added by the call that has returned it

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("state", "planned")
        RUNNING = "running", pgettext_lazy("state", "running")
        ENDED = "ended", pgettext_lazy("state", "ended")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(pgettext_lazy("state", "name"), max_length=80, blank=True)
    plan = models.JSONField()
    seed = models.BigIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    seen = models.JSONField(null=True)
    key = models.UUIDField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_stage_a_key"),
            models.UniqueConstraint(fields=["club", "tournament", "number"], name="one_stage_a_number"),
            models.CheckConstraint(condition=models.Q(state__in=["planned", "running", "ended"]), name="stage_state"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def typed_plan(self) -> StagePlan:
        """How it is played."""
        return plan_of(self.plan)


class StageEntrant(Row):
    """An entrant of a stage that has begun: in which `group` (from 1), with which `line` of it (from 1: the seed, or
    the number in the tables of a round robin). Whoever comes late gets the next line."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entrants")
    entrant = models.ForeignKey("tournaments.Entrant", on_delete=models.PROTECT, related_name="stages")
    group = models.PositiveSmallIntegerField(default=1)
    line = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["group", "line"]
        constraints = [
            models.UniqueConstraint(fields=["club", "stage", "entrant"], name="one_line_an_entrant"),
            models.UniqueConstraint(fields=["club", "stage", "group", "line"], name="one_entrant_a_line"),
        ]


class Entrant(Row):
    """A player, a pair or a team of a tournament, by its `number` on the entry list. Pairs and teams have a `name`;
    a single player goes by the name in the book. `origin` is the club they come from, for draws that keep it apart.
    `seed` is the place among the seeds where it was set by hand; who has none comes after, by `rating`, more first,
    those without one last. `state` is what the acts (`DeskAct`) came to."""

    class State(models.TextChoices):
        ENTERED = "entered", pgettext_lazy("state", "entered")
        WAITING = "waiting", pgettext_lazy("state", "on the waiting list")
        HERE = "here", pgettext_lazy("state", "here")
        WITHDRAWN = "withdrawn", pgettext_lazy("state", "has left")
        CANCELLED = "cancelled", pgettext_lazy("state", "does not come")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80, blank=True)
    origin = models.CharField(pgettext_lazy("field", "comes from"), max_length=80, blank=True)
    rating = models.IntegerField(null=True)
    seed = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "tournament", "number"], name="one_entrant_a_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=["entered", "waiting", "here", "withdrawn", "cancelled"]),
                name="entrant_state",
            ),
        ]


class EntrantPlayer(Row):
    """Somebody who plays for an entrant; `order` from 0, in a team its line-up. Who was replaced stays, not active:
    what they played is theirs."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()
    is_active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["club", "entrant", "player"], name="one_player_an_entrant"),
        ]


class PairRule(Row):
    """Of two people who play in a tournament: no draw puts them together while there is any other way, or they should
    meet once if that costs little. `one` has the smaller id. It speaks of people, whichever entrant they play for."""

    class Kind(models.TextChoices):
        APART = "apart", pgettext_lazy("choice", "never together")
        TOGETHER = "together", pgettext_lazy("choice", "should meet")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "tournament", "one", "other"], name="one_pair_rule_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="pair_rule_in_order"),
            models.CheckConstraint(condition=models.Q(kind__in=["apart", "together"]), name="pair_rule_kind"),
        ]


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


ASKED: Final = "asked"  # in the detail of an act whose own facts do not say all that was asked for


class DeskAct(Chained):
    """One dated act: somebody enters, comes, leaves, is played for; a round is drawn, a result written at the desk, a
    penalty given, a place after a knock-out; all get more time. Append-only: what was wrong is taken back by another
    one (`of`), with a reason. None changes what was played before it.

    `points` (of time, seconds) and `detail` say how much and what else; `by` is None for who came in by the code at the
    door. `key` makes sending twice harmless. In a knock-out acts of one `step` belong together (`detail`, see
    formats/knockout/course.py).
    """

    is_new = False  # whether it was written by the call that has returned it

    content = Content(owner=lambda act: act.tournament_id, texts=("reason",))

    class Kind(models.TextChoices):
        ENTERED = "entered", pgettext_lazy("choice", "entered")
        WAITS = "waits", pgettext_lazy("choice", "went on the waiting list")
        MOVED_UP = "moved_up", pgettext_lazy("choice", "moved up from the waiting list")
        CAME = "came", pgettext_lazy("choice", "checked in")
        NOT_HERE = "not_here", pgettext_lazy("choice", "check-in taken back")
        FORFEITS = "forfeits", pgettext_lazy("choice", "loses the match without coming")
        CANCELLED = "cancelled", pgettext_lazy("choice", "does not come")
        WITHDREW = "withdrew", pgettext_lazy("choice", "left the tournament")
        RETURNED = "returned", pgettext_lazy("choice", "came back")
        ABSENT = "absent", pgettext_lazy("choice", "misses a round")
        PRESENT = "present", pgettext_lazy("choice", "plays the round after all")
        SUBSTITUTE = "substitute", pgettext_lazy("choice", "is played for")
        SEEDED = "seeded", pgettext_lazy("choice", "seeded")
        CHANGED = "changed", pgettext_lazy("choice", "called otherwise")
        RESULT = "result", pgettext_lazy("choice", "result written at the desk")
        PENALTY = "penalty", pgettext_lazy("choice", "penalty or bonus")
        LOT = "lot", pgettext_lazy("choice", "lot drawn")
        OUT = "out", pgettext_lazy("choice", "knocked out")
        SEATED = "seated", pgettext_lazy("choice", "got a seat")
        MOVED = "moved", pgettext_lazy("choice", "moved to another table")
        DRAWN = "drawn", pgettext_lazy("choice", "round drawn")
        CHECKED = "checked", pgettext_lazy("choice", "compared with the paper")
        TIME = "time", pgettext_lazy("choice", "time given to all")
        TAKEN_BACK = "taken_back", pgettext_lazy("choice", "taken back")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, null=True, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="+")
    table = models.ForeignKey(RoundTable, on_delete=models.PROTECT, null=True, related_name="acts")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="acts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    points = models.BigIntegerField(default=0)
    of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="taken_back_by")
    detail = models.JSONField(default=dict)
    reason = WordsField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    key = models.UUIDField(null=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "kind"], name="desk_acts_of_a_kind")]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_desk_act_a_key"),
            models.CheckConstraint(
                condition=~models.Q(kind="taken_back") | (models.Q(of__isnull=False) & ~models.Q(reason="")),
                name="desk_act_is_whole",
            ),
        ]


LONGEST: Final = 24 * 3600  # seconds of a clock, and of what a table has more


class Clock(Row):
    """The clock of a tournament: `left` seconds when it was stopped last, and since when it runs (None: it stands).
    It goes on beyond nothing, so that everybody sees by how much a round is over. `length` is what it is set to anew.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="clock")
    length = models.PositiveIntegerField()
    left = models.IntegerField()
    runs_since = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(length__gte=1, length__lte=LONGEST), name="clock_length_in_bounds"
            ),
        ]

    @property
    def is_running(self) -> bool:
        return self.runs_since is not None

    def left_at(self, now: datetime) -> int:
        """Seconds that are left, below nothing once time is up."""
        return self.left - (int((now - self.runs_since).total_seconds()) if self.runs_since else 0)

    def ends_at(self, more: int = 0) -> datetime | None:
        """When time is up for a table that has so many seconds more; None while it stands."""
        return self.runs_since + timedelta(seconds=self.left + more) if self.runs_since else None


class DirectorCall(BaseCall):
    """A table of a round calls the director."""

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="calls")

    class Meta(BaseCall.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club", "table"], condition=models.Q(answered_at=None), name="one_open_call_a_table"
            ),
        ]


class PrintedPaper(Row):
    """A paper of a tournament, of one of its stages or of one of its rounds as it was printed once: by whom, when, and
    the fingerprint of what it said then (`content`, see papers/printing.py). Printed again it has another row; those
    of one `batch` were printed together, as one file."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", pgettext_lazy("choice", "Entry list")
        PLACES = "places", pgettext_lazy("choice", "Places")
        PRIZES = "prizes", pgettext_lazy("choice", "Prize list")
        RECEIPTS = "receipts", _("Receipts to sign")
        STANDING = "standing", pgettext_lazy("choice", "Official standing")
        SEATS = "seats", _("Seat plan by table")
        NAMES = "names", _("Seat plan by name")
        CARDS = "cards", _("Cards for the tables")
        SHEETS = "sheets", _("Empty score sheets")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="+")
    content = models.CharField(max_length=64)
    batch = models.UUIDField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["tournament", "batch"], name="papers_printed_together")]
