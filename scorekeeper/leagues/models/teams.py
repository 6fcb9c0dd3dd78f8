"""A league of teams over a season: who belongs to which team, the match days, who met whom, who played for whom."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.leagues.models.evenings import Evening, Place, TableDraw
from scorekeeper.standings.models import Competition


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
