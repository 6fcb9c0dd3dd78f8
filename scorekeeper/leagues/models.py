"""A club's evenings: what is planned, who comes, who sits with whom, who calls the director, what is collected;
and a league of teams over a season: who belongs to which team, the match days, who met whom, who played for
whom."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField
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
        chosen = (game for game in self.evening.line_up if game.pk == self.evening_game_id)
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


class TeamLeague(Row):
    """Teams that play for one season: its sheets are theirs. `series` is how many a match day has; `rules` are those
    that a new match day is planned with."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="team_leagues")
    season = models.OneToOneField(Competition, on_delete=models.PROTECT, related_name="team_league")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    series = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    rules_name = models.CharField(max_length=80)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_team_league_a_name"),
            models.CheckConstraint(condition=models.Q(series__gte=1, series__lte=4), name="team_league_series"),
        ]

    def __str__(self) -> str:
        return self.name


class Team(Row):
    """A team of a league; `number` is the order in which they came."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    league = models.ForeignKey(TeamLeague, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "league", "name"], name="one_team_a_name"),
            models.UniqueConstraint(fields=["club", "league", "number"], name="one_team_a_number"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(Row):
    """A player in a team from a moment on, until they left it (None: they are in it). A new role is a row of its own,
    so that what was so stays to be read."""

    class Role(models.TextChoices):
        CAPTAIN = "captain", pgettext_lazy("choice", "captain")
        PLAYER = "player", pgettext_lazy("choice", "player")
        SUBSTITUTE = "substitute", pgettext_lazy("choice", "substitute")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    league = models.ForeignKey(TeamLeague, on_delete=models.PROTECT, related_name="members")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "league", "player"], condition=models.Q(until=None), name="one_team_a_player"
            ),
            models.UniqueConstraint(
                fields=["club", "team"], condition=models.Q(until=None, role="captain"), name="one_captain_a_team"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["captain", "player", "substitute"]), name="team_member_role"
            ),
        ]

    @property
    def is_captain(self) -> bool:
        return self.role == self.Role.CAPTAIN


class MatchDay(Row):
    """A day of the league: an evening of the club whose tables are drawn by teams. `size` is how many teams meet in a
    group, where it works out; `seed` and `report` are of the draw that put the teams into groups."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    league = models.ForeignKey(TeamLeague, on_delete=models.PROTECT, related_name="days")
    number = models.PositiveSmallIntegerField()
    evening = models.OneToOneField(Evening, on_delete=models.PROTECT, related_name="match_day")
    size = models.PositiveSmallIntegerField(default=4, db_default=4)
    seed = models.BigIntegerField()
    report = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "league", "number"], name="one_match_day_a_number"),
            models.CheckConstraint(condition=models.Q(size__in=[4, 5]), name="match_day_size"),
        ]

    def __str__(self) -> str:
        return self.evening.name


class TeamGroup(Row):
    """The teams that meet on a match day, five at most. `venue` and `starts_at`: where and when this group plays, where
    that is not as the match day says."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    day = models.ForeignKey(MatchDay, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    venue = models.CharField(pgettext_lazy("field", "venue"), max_length=80, blank=True, default="", db_default="")
    starts_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["club", "day", "number"], name="one_group_a_number")]

    @property
    def is_apart(self) -> bool:
        """Whether it plays elsewhere or at another time, so that it opens its series by itself."""
        return bool(self.venue or self.starts_at)


class GroupTeam(Row):
    """Where a team plays on a match day: its place in a group (from 0), or, without one, it has no match."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    day = models.ForeignKey(MatchDay, on_delete=models.CASCADE, related_name="teams")
    group = models.ForeignKey(TeamGroup, on_delete=models.CASCADE, null=True, related_name="teams")
    place = models.PositiveSmallIntegerField(null=True)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["club", "day", "team"], name="one_group_a_team"),
            models.UniqueConstraint(fields=["club", "group", "place"], name="one_team_a_place"),
            models.CheckConstraint(
                condition=models.Q(group__isnull=True, place__isnull=True)
                | models.Q(group__isnull=False, place__isnull=False),
                name="group_team_has_group_and_place",
            ),
        ]


class LineUp(Row):
    """Who plays for a team in the next series of a match day: one in each of its four slots, from 0. Series that are
    open keep who played them as places of their draw."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    day = models.ForeignKey(MatchDay, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    slot = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["slot"]
        constraints = [
            models.UniqueConstraint(fields=["club", "day", "team", "slot"], name="one_player_a_slot"),
            models.UniqueConstraint(fields=["club", "day", "player"], name="one_slot_a_player"),
            models.CheckConstraint(condition=models.Q(slot__lte=3), name="line_up_slot"),
        ]


class Series(Row):
    """A series of a match day whose tables are open, numbered from 1; its draw is one of the evening. `group`: of that
    group alone, where groups play at venues or hours of their own; None: of all groups."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    day = models.ForeignKey(MatchDay, on_delete=models.PROTECT, related_name="series")
    number = models.PositiveSmallIntegerField()
    group = models.ForeignKey(TeamGroup, on_delete=models.PROTECT, null=True, related_name="series")
    draw = models.OneToOneField(TableDraw, on_delete=models.PROTECT, related_name="series")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "day", "number"], condition=models.Q(group=None), name="one_series_a_number"
            ),
            models.UniqueConstraint(fields=["club", "group", "number"], name="one_series_a_group_and_number"),
        ]


class TeamPlace(Row):
    """For which team somebody plays at the place that a series gave them."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="places")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    place = models.OneToOneField(Place, on_delete=models.CASCADE, related_name="of_team")
