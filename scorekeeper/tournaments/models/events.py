"""A tournament and its stages."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.common.models import Row
from scorekeeper.play.models import Ruled
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
