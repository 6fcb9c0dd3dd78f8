"""Competitions, what each sitting brought each player in them, and the sums of that."""

from collections.abc import Mapping
from typing import ClassVar

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from games.core.game import AnyGame
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def visible_to(self, user: User | AnonymousUser) -> "CompetitionQuerySet":
        """Those of the person's clubs; none for a stranger."""
        if isinstance(user, AnonymousUser):
            return self.none()
        return self.filter(club__memberships__user=user)

    def running(self) -> "CompetitionQuerySet":
        return self.filter(ended_at=None)


class Competition(Row):
    """A season: which sittings count is said by the sittings, how they are summed by its system.

    `system` names one of the game's linear rules over measures; it decides whatever system a sitting was played by.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(_("name"), max_length=80)
    game = models.CharField(_("game"), max_length=20)
    system = models.CharField(_("system"), max_length=30)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=1)

    objects: ClassVar[CompetitionQuerySet] = CompetitionQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_competition_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> AnyGame:
        """The game whose measures are summed."""
        return games.game(self.game)

    @property
    def weights(self) -> dict[str, int]:
        """What one of each measure is worth."""
        return dict(self.rules.systems[self.system])

    def points(self, measures: Mapping[str, int]) -> int:
        """The points that measures make by the system."""
        return sum(weight * measures.get(name, 0) for name, weight in self.weights.items())


class Result(Row):
    """What one source (a sitting) brought one player in one competition, up to now."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    source = models.UUIDField()
    played_on = models.DateField()
    measures = models.JSONField()
    points = models.BigIntegerField()
    is_sealed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "competition", "source", "player"], name="one_result_a_source")
        ]


class Standing(Row):
    """One player's sums in one competition: of everything recorded, and of what is sealed.

    Sums only: the rank is made on reading.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    points = models.BigIntegerField(default=0)
    measures = models.JSONField(default=dict)
    sources = models.PositiveIntegerField(default=0)
    official_points = models.BigIntegerField(default=0)
    official_measures = models.JSONField(default=dict)
    official_sources = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "competition", "player"], name="one_standing_a_player")]
