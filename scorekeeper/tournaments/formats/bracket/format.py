"""Single and double elimination as ways to play a stage: see ways.py."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.pairing.brackets import Met
from scorekeeper.tournaments.formats.bracket.bracket import ENGINE, State, bracket_of, facts_of, known_of, ready
from scorekeeper.tournaments.formats.bracket.obstacles import precheck_bracket
from scorekeeper.tournaments.formats.bracket.words import match_title
from scorekeeper.tournaments.formats.tables.obstacles import Precheck
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage
from scorekeeper.tournaments.rounds.drawing import Asked, Drawn, DrawnTable
from scorekeeper.tournaments.rounds.field import Field, acts_in_force, has_begun
from scorekeeper.tournaments.rounds.lots import by_lot
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import Unit, sides


class BracketWay:
    """A round is whatever matches are open when it is drawn: nobody waits for a slower half of the bracket. Who is in
    it, and with which seed, is said by the first one."""

    has_sheets = True
    has_swaps = False
    fills_up = False

    def is_left(self, stage: Stage, number: int) -> bool:
        state = bracket_of(stage, named=False)
        if state is None or not state.rounds:
            return True
        return any(met.winner is None and name not in state.tables for name, met in state.met.items())

    def precheck(self, stage: Stage, read: Read = nameless) -> Precheck:
        return precheck_bracket(stage)

    def plays(self, stage: Stage, field: Field) -> list[Unit]:
        state = bracket_of(stage, named=False)
        return sides(one for met in _drawn(state, field) for one in _sides(state, met)) if state else []

    def absent(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return ()

    def lines(self, stage: Stage, field: Field, seed: int) -> list[tuple[Entrant, int, int]]:
        state = bracket_of(stage, named=False)
        if state is None or has_begun(stage):
            return []
        return [(entrant, 1, line) for line, entrant in enumerate(state.seeds, 1)]

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        state = bracket_of(stage, named=False)
        assert state  # noqa: S101 the precheck stops a bracket of fewer than two
        drawn = _drawn(state, field)
        tables = tuple(
            DrawnTable(tuple(unit.key for unit in sides(_sides(state, met))), code=met.match.name) for met in drawn
        )
        return Drawn(tables, (), asked.seed, ENGINE, facts_of(state, drawn), {"broken": []})

    def told_again(self, stage: Stage, draft: Round) -> dict[str, Any]:
        return dict(draft.report)

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return set()

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return known_of(stage, field.number)

    def points(self, one: Round, read: Read = nameless) -> dict[str, int]:
        """1 for who goes on, 0 for who does not."""
        state = bracket_of(one.stage, named=False)
        found: dict[str, int] = {}
        for name, played in state.tables.items() if state else ():
            if state and played.table.round_id == one.pk:
                winner = state.told.get(name)
                for seed in (state.met[name].one, state.met[name].two):
                    found[str(state.entrant(seed or 0).pk)] = int(seed == winner)
        return found

    def missing(self, one: Round, read: Read = nameless) -> list[int]:
        state = bracket_of(one.stage, named=False)
        tables = [(name, played) for name, played in state.tables.items()] if state else []
        return [
            played.number
            for name, played in tables
            if played.table.round_id == one.pk
            and not (state and played.is_final and (name in state.told or state.is_walkover(name)))
        ]

    def standing(self, stage: Stage, *, official: bool) -> list[list[list[UUID]]]:
        """Who is still in stands before all who are out."""
        state = bracket_of(stage, official=official, named=False)
        if state is None or not has_begun(stage):
            return [[]]
        places = state.places
        in_order: dict[int, list[UUID]] = {}
        for seed, entrant in enumerate(state.seeds, 1):
            in_order.setdefault(places.get(seed, 0), []).append(entrant.pk)
        lots = list(acts_in_force(stage, DeskAct.Kind.LOT))
        return [[tied for place in sorted(in_order) for tied in by_lot(lots, in_order[place])]]

    def undecided(self, stage: Stage) -> str:
        state = bracket_of(stage, official=True, named=False)
        if state is None or state.is_decided:
            return ""
        open_ones = [name for name, met in state.met.items() if met.winner is None]
        return _("This is not decided yet: {match}.").format(match=match_title(state.bracket, open_ones[0]))


def _drawn(state: State | None, field: Field) -> list[Met]:
    return ready(state, field.number)[0] if state else []


def _sides(state: State, met: Met) -> tuple[Entrant, Entrant]:
    return state.entrant(met.one or 0), state.entrant(met.two or 0)
