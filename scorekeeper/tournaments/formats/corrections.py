"""What corrections that came after a draw have changed of what it knew. They move nobody by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.common.texts import halves
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.rounds.field import called, with_players

Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Changed:
    """Whose points are others than they were; of matches (`in_halves`) they are half points."""

    entrant: UUID
    name: str
    before: int
    now: int
    in_halves: bool = False

    @property
    def before_said(self) -> int | str:
        return halves(self.before) if self.in_halves else self.before

    @property
    def now_said(self) -> int | str:
        return halves(self.now) if self.in_halves else self.now


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who would have sat elsewhere or with others, of a team the `player`: the table there was and the one there would
    have been (None: sitting out). Of matches also whom they `met` and would have met."""

    entrant: UUID
    player: UUID | None
    name: str
    table: int | None
    would_be: int | None
    met: Entrant | None = None
    would_meet: Entrant | None = None

    @property
    def stays(self) -> bool:
        """Whether it would have been the same table, with others at it."""
        return self.table == self.would_be and self.met is None

    @property
    def met_said(self) -> str:
        return called(self.met) if self.met else ""

    @property
    def would_meet_said(self) -> str:
        return called(self.would_meet) if self.would_meet else ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The points that have changed since a draw, by what was corrected: who got a penalty or a bonus after it had what
    they had. `by_points` says whether it looked at them, `moved` who would have sat
    elsewhere."""

    changed: tuple[Changed, ...]
    by_points: bool
    moved: tuple[Elsewhere, ...]


def changed_in(before: Points, now: Points, *, in_halves: bool = False) -> tuple[Changed, ...]:
    """Of those who are known, {entrant: points}, whose points are others now."""
    differs = {pk for pk in before if now.get(pk, 0) != before[pk]}
    entrants = with_players(Entrant.objects.filter(pk__in=differs)).order_by("number")
    return tuple(
        Changed(who.pk, called(who), before[str(who.pk)], now.get(str(who.pk), 0), in_halves) for who in entrants
    )


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A correction that came too late for the match that follows: who was said to have won then (None: neither), who
    would have now, and the match that was opened from it with the one who sits there and who would."""

    name: str
    then: Entrant | None
    now: Entrant | None
    into: str
    sits: Entrant | None
    would: Entrant | None
