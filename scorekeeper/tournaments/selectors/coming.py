"""The round that comes next for those who come and go: who misses it, and who has checked in for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import acts_in_force, asks_check_in, attendance, checked_in_for, next_number

Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Coming:
    """Round `number` of `stage`; `asks`: everybody checks in for it by itself, and those in `here` have; in a bracket
    those alone whose match can be opened (`asked`; None: all), of whom those in `forfeiting` lose it without coming.
    `missed` are the rounds from it on that somebody has said that they miss, in order; `has_number`: people know the
    round by its number."""

    stage: Stage
    number: int
    asks: bool
    here: frozenset[UUID]
    missed: Mapping[UUID, tuple[int, ...]]
    has_number: bool = True
    asked: frozenset[UUID] | None = None
    forfeiting: frozenset[UUID] = frozenset()

    @property
    def mark(self) -> dict[str, Any]:
        """What an act has that checks somebody in for it, or out."""
        return {"stage": self.stage, "detail": {"round": self.number}} if self.asks else {}

    def is_unseen(self, entrant: Entrant) -> bool:
        """Whether somebody is in the tournament and has to check in for this round."""
        is_asked = self.asks and (self.asked is None or entrant.pk in self.asked)
        return is_asked and entrant.state == Entrant.State.HERE and self.last_act(entrant) == Kind.NOT_HERE

    def last_act(self, entrant: Entrant) -> str:
        """What was said last of somebody for this round."""
        if entrant.pk in self.here:
            return Kind.CAME
        return Kind.FORFEITS if entrant.pk in self.forfeiting else Kind.NOT_HERE

    def misses(self, entrant: Entrant) -> bool:
        """Whether they have said that they miss this round."""
        return self.number in self.missed.get(entrant.pk, ())

    def back_in(self, entrant: Entrant) -> int:
        """The round in which somebody comes in who misses this one; 0 where they do not miss it."""
        missed = self.missed.get(entrant.pk, ())
        number = self.number
        while number in missed:
            number += 1
        return number if number > self.number else 0

    def missed_later(self, entrant: Entrant) -> tuple[int, ...]:
        """The rounds they miss after they have been in one."""
        first = self.back_in(entrant) or self.number
        return tuple(number for number in self.missed.get(entrant.pk, ()) if number > first)


def coming_round(tournament: Tournament) -> Coming | None:
    """Of the first stage that has not ended; None where none is left, or where its rounds have no numbers and nobody
    checks in for its matches."""
    stage = tournament.stages.exclude(state=Stage.State.ENDED).order_by("number").first()
    if stage is None:
        return None
    stage.tournament = tournament
    format_ = format_of(stage)
    has_number = format_.has_numbers
    if not has_number and not stage.typed_plan.check_in:
        return None
    number = next_number(stage)
    asks = asks_check_in(stage, number) and format_.is_left(stage, number)
    if not has_number and not asks:
        return None
    acts = attendance(stage, number) if asks else {}
    return Coming(
        stage,
        number,
        asks,
        frozenset(checked_in_for(acts)),
        _missed(stage, number) if has_number else {},
        has_number,
        format_.to_check_in(stage, number) if asks else None,
        frozenset(entrant for entrant, act in acts.items() if act.kind == Kind.FORFEITS),
    )


def _missed(stage: Stage, number: int) -> dict[UUID, tuple[int, ...]]:
    last: dict[tuple[UUID, int], str] = {}
    for act in acts_in_force(stage, Kind.ABSENT, Kind.PRESENT):
        if act.entrant_id and act.detail["round"] >= number:
            last[act.entrant_id, act.detail["round"]] = act.kind
    found: dict[UUID, tuple[int, ...]] = {}
    for (entrant, missed), kind in sorted(last.items(), key=lambda item: item[0][1]):
        if kind == Kind.ABSENT:
            found[entrant] = (*found.get(entrant, ()), missed)
    return found
