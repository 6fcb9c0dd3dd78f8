"""The facts of a bracket for programs: everybody with their matches, and round by round each match with its sides."""

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.pairing.brackets import Met
from scorekeeper.tournaments.formats.bracket.bracket import State
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.words import match_title
from scorekeeper.tournaments.formats.picture import BracketMatch, BracketPart, BracketRound, BracketSide
from scorekeeper.tournaments.rounds.field import called

Facts = dict[str, Any]


def line_facts(state: State, seed: int, rank: int, *, is_shared: bool) -> Facts:
    """Of the entrant with this seed: its matches, and what became of them."""
    own = [met for met in state.met.values() if seed in (met.one, met.two) and (met.is_played or met.winner)]
    entrant = state.entrant(seed)
    return {
        "rank": rank,
        "is_shared": is_shared,
        "entrant": entrant.pk,
        "called": called(entrant),
        "seed": seed,
        "cells": [_cell(state, met, seed) for met in own],
        "why": [_of_match(state, met, seed) for met in own if met.is_played and met.winner is not None],
    }


def _cell(state: State, met: Met, seed: int) -> Facts:
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


def rounds_facts(state: State) -> list[Facts]:
    """All rounds, from the first to the finals."""
    return [_round(part, round_) for part in parts_of(state) for round_ in part.rounds]


def _round(part: BracketPart, bracket_round: BracketRound) -> Facts:
    return {
        "part": part.name,
        "name": bracket_round.name,
        "title": bracket_round.title,
        "is_over": bracket_round.is_over,
        "matches": [_sides_of(match) for match in bracket_round.matches],
    }


def _sides_of(match: BracketMatch) -> Facts:
    row = match.played.table if match.played else None
    return {
        "code": match.name,
        "title": match.title,
        "state": match.state,
        "words": match.words,
        "round": row.round_id if row else None,
        "table": row.pk if row else None,
        "sides": [_side(side) for side in match.sides],
    }


def _side(side: BracketSide) -> Facts:
    return {
        "entrant": side.entrant.pk if side.entrant else None,
        "seed": side.seed or None,
        "called": side.name,
        "comes": side.comes,
        "figure": side.figure,
        "has_won": side.has_won,
    }
