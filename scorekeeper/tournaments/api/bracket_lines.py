"""The lines of a bracket, as the API says them: everybody with their matches."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.pairing.brackets import Met
from scorekeeper.tournaments.formats.bracket.bracket import State
from scorekeeper.tournaments.formats.bracket.words import match_title
from scorekeeper.tournaments.rounds.units import called

Body = dict[str, Any]


def lines_of_bracket(state: State, places: Sequence[Sequence[UUID]]) -> list[Body]:
    """By these places, the best first; before the first round by the seeds, who all stand level."""
    seeds = {entrant.pk: seed for seed, entrant in enumerate(state.seeds, 1)}
    found: list[Body] = []
    for tied in places or [list(seeds)]:
        rank = len(found) + 1
        found += [_line(state, seeds[pk], rank, is_shared=len(tied) > 1) for pk in sorted(tied, key=seeds.__getitem__)]
    return found


def _line(state: State, seed: int, rank: int, *, is_shared: bool) -> Body:
    entrant = state.entrant(seed)
    own = [met for met in state.met.values() if seed in (met.one, met.two) and (met.is_played or met.winner)]
    return {
        "group": 1,
        "rank": rank,
        "is_shared": is_shared,
        "entrant": entrant.pk,
        "called": called(entrant),
        "seed": seed,
        "total": None,
        "extra": 0,
        "team_points": None,
        "won": 0,
        "measures": {},
        "figures": {},
        "cells": [_cell(state, met, seed) for met in own],
        "given": [],
        "why": [_of_match(state, met, seed) for met in own if met.is_played and met.winner is not None],
    }


def _cell(state: State, met: Met, seed: int) -> Body:
    name = met.match.name
    played, outcome = state.tables.get(name), state.outcomes.get(name)
    other = met.two if met.one == seed else met.one
    kind = "match" if met.is_played else "bye"
    if state.is_walkover(name):
        kind = "left"
    return {
        "round": played.table.round_id if played else None,
        "number": played.table.round.number if played else None,
        "kind": kind,
        "points": None if met.winner is None else int(met.winner == seed),
        "team_points": None,
        "is_final": met.winner is not None and (played is None or played.is_final),
        "tables": [played.table.pk] if played else [],
        "code": name,
        "opponent": state.entrant(other).pk if other else None,
        "is_home": outcome.home == state.entrant(seed).pk if outcome else None,
    }


def _of_match(state: State, met: Met, seed: int) -> str:
    """Whom they have beaten, or who has beaten them."""
    other = (met.two if met.one == seed else met.one) or 0
    values = {"match": match_title(state.bracket, met.match.name), "name": isolated(called(state.entrant(other)))}
    if met.winner == seed:
        return _("{match}: won against {name}.").format(**values)
    return _("{match}: lost against {name}.").format(**values)
