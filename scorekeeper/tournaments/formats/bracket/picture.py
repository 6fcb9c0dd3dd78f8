"""A bracket round by round, each match with its two sides and what it is called: as pages and the screen of the room
show it, and as facts for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.texts import isolated, signed
from scorekeeper.pairing.brackets import FINAL, NOBODY, RESET, THIRD, Bracket, Met, Source
from scorekeeper.tournaments.formats.bracket.bracket import State
from scorekeeper.tournaments.formats.standing import BracketMatch, BracketPart, BracketRound, BracketSide
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.rounds.field import called, place_words


def is_double(bracket: Bracket) -> bool:
    return any(match.name == FINAL for match in bracket.matches)


def round_of(name: str) -> str:
    """W1 of W1.2; GF1, GF2 and P3 are rounds of their own."""
    return name.partition(".")[0]


def rounds_of(bracket: Bracket) -> dict[str, list[str]]:
    """{round: the names of its matches}, in the order of the bracket."""
    found: dict[str, list[str]] = {}
    for match in bracket.matches:
        found.setdefault(round_of(match.name), []).append(match.name)
    return found


def round_title(bracket: Bracket, name: str) -> str:
    """What a round is called."""
    ends = {
        THIRD: _("Match for third place"),
        FINAL: pgettext("heading", "Final"),
        RESET: pgettext("heading", "Second final"),
    }
    if name in ends:
        return ends[name]
    rounds = [round_ for round_ in rounds_of(bracket) if round_[0] == name[0] and round_ not in ends]
    number, left = int(name[1:]), len(rounds) - int(name[1:])
    if is_double(bracket):
        return _upper_or_lower(name, number, left)
    last = (pgettext("heading", "Final"), pgettext("heading", "Semi-finals"), pgettext("heading", "Quarter-finals"))
    return last[left] if left < len(last) else pgettext("heading", "Round {number}").format(number=number)


def _upper_or_lower(name: str, number: int, left: int) -> str:
    if name[0] == "W":
        return _("Upper bracket, round {number}").format(number=number) if left else _("Final of the upper bracket")
    return _("Lower bracket, round {number}").format(number=number) if left else _("Final of the lower bracket")


def short_title(bracket: Bracket, name: str) -> str:
    """What it is called where the part of the bracket stands above it."""
    if not is_double(bracket) or name in {FINAL, RESET}:
        return round_title(bracket, name)
    last = [round_ for round_ in rounds_of(bracket) if round_[0] == name[0]][-1]
    return (
        round_title(bracket, name)
        if name == last
        else pgettext("heading", "Round {number}").format(number=int(name[1:]))
    )


def match_title(bracket: Bracket, name: str) -> str:
    """What a match is called: its round, and its number there where the round has several."""
    round_name = round_of(name)
    title = round_title(bracket, round_name)
    if len(rounds_of(bracket)[round_name]) == 1:
        return title
    return _("{round}, match {number}").format(round=title, number=int(name.partition(".")[2]))


def source_words(source: Source) -> str:
    """Who comes here, while they are not known, by the short names of matches."""
    if source.kind == "seed":
        return (
            pgettext("in a line", "seed {number}").format(number=source.seed)
            if source.seed != NOBODY
            else pgettext("in a line", "nobody")
        )
    if source.kind == "winner":
        return pgettext("in a line", "winner of {match}").format(match=source.of)
    if source.kind == "loser":
        return pgettext("in a line", "loser of {match}").format(match=source.of)
    return pgettext("in a line", "again, if {match} asks for it").format(match=source.of)


def awaited(bracket: Bracket, source: Source) -> str:
    """As `source_words`, in a sentence for somebody who has no picture before them: matches by their titles."""
    if source.kind == "winner":
        return pgettext("in a line", "the winner of “{match}”").format(match=match_title(bracket, source.of))
    if source.kind == "loser":
        return pgettext("in a line", "the loser of “{match}”").format(match=match_title(bracket, source.of))
    return source_words(source)


@dataclass(frozen=True, slots=True)
class Seeded:
    """A line of the seeds, with the place, or those that are shared, as far as there is one."""

    seed: int
    entrant: Entrant
    name: str
    place: str
    is_gone: bool


def parts_of(state: State, names: Mapping[UUID, str] | None = None, *, on_paper: bool = False) -> list[BracketPart]:
    """All of it; `names` is what to call people where it is not what the club calls them. A second final is shown
    once it is asked for, on paper as long as it may be."""
    rounds = [
        BracketRound(
            name,
            round_title(state.bracket, name),
            short_title(state.bracket, name),
            tuple(shown_match(state, match, names) for match in matches),
        )
        for name, matches in rounds_of(state.bracket).items()
        if name != RESET or state.met[RESET].is_played or (on_paper and state.met[RESET].winner is None)
    ]
    if not is_double(state.bracket):
        in_order = sorted(rounds, key=lambda round_: round_.name == THIRD)  # the final, then that for the third place
        return [BracketPart("all", pgettext("heading", "Bracket"), _led(in_order))]
    finals = [round_ for round_ in rounds if round_.name in {FINAL, RESET}]
    parts = [
        BracketPart(
            "upper", pgettext("heading", "Upper bracket"), _led([round_ for round_ in rounds if round_.name[0] == "W"])
        ),
        BracketPart(
            "lower", pgettext("heading", "Lower bracket"), _led([round_ for round_ in rounds if round_.name[0] == "L"])
        ),
        BracketPart("finals", pgettext("heading", "Finals"), _led(finals)),
    ]
    return [part for part in parts if part.rounds]


def _led(rounds: Sequence[BracketRound]) -> tuple[BracketRound, ...]:
    """These rounds, each with how it leads on to the next. Nothing leads to the match for the third place."""
    ways = {0.5: "halves", 1: "straight"}
    found = []
    for round_, following in zip_longest(rounds, rounds[1:]):
        is_led = following is not None and following.name != THIRD
        leads = ways.get(len(following.matches) / len(round_.matches), "") if following and is_led else ""
        found.append(replace(round_, leads=leads))
    return tuple(found)


def seeds_of(state: State) -> list[Seeded]:
    """Everybody in the order of the seeds."""
    places = {seed: place_words(*both) for seed, both in state.ranges.items()}
    return [
        Seeded(seed, entrant, called(entrant), places.get(seed, ""), seed in state.gone)
        for seed, entrant in enumerate(state.seeds, 1)
    ]


def shown_match(state: State, name: str, names: Mapping[UUID, str] | None) -> BracketMatch:
    """A match with its sides; `names` calls entrants otherwise than the list does."""
    met = state.met[name]
    kind = _state(state, met)
    figures = _figures(state, met)
    one, two = (
        _side(state, met, source, seed, figure, names)
        for source, seed, figure in zip((met.match.one, met.match.two), (met.one, met.two), figures, strict=True)
    )
    title, words = match_title(state.bracket, name), _words(state, kind, met)
    return BracketMatch(name, title, (one, two), kind, words, state.tables.get(name))


def _state(state: State, met: Met) -> str:
    name = met.match.name
    if met.winner is not None:
        if not met.is_played:
            return "bye" if met.winner else "none"
        return "walkover" if state.is_walkover(name) or not met.winner else "played"
    if not met.is_played:
        return "waits"
    if name not in state.tables:
        return "waits" if state.is_official else "open"
    return "playing" if state.tables[name].state == "playing" else "level"


def _words(state: State, kind: str, met: Met) -> str:
    words = {
        "waits": pgettext("in a line", "waits for others"),
        "open": pgettext("in a line", "can be opened"),
        "playing": pgettext("in a line", "playing"),
        "level": pgettext("in a line", "no winner: a director decides who goes on"),
        "played": pgettext("in a line", "over"),
        "walkover": pgettext("in a line", "not played: somebody had left"),
        "bye": pgettext("in a line", "a bye"),
        "none": pgettext("in a line", "nobody comes"),
    }
    outcome = state.outcomes.get(met.match.name)
    if kind == "played" and outcome and outcome.is_forfeit:
        return pgettext("in a line", "not played: somebody did not come")
    if kind == "played" and state.tables[met.match.name].state == "to_be_accepted":
        return pgettext("in a line", "over, waiting to be made official")
    if kind == "walkover" and (sheet := state.tables.get(met.match.name)) and not sheet.is_final:
        return pgettext("in a line", "somebody has left; the sheet stays open until a director enters the winner")
    if kind == "waits" and met.is_open:
        return pgettext("in a line", "not official yet")
    return words[kind]


def _side(
    state: State, met: Met, source: Source, seed: int | None, figure: str, names: Mapping[UUID, str] | None
) -> BracketSide:
    comes = source_words(source) if not seed else _came(state, source, seed)
    if not seed:
        name = pgettext("in a line", "nobody") if seed is not None else comes[:1].upper() + comes[1:]
        return BracketSide(None, 0, name, comes)
    entrant = state.entrant(seed)
    name = names[entrant.pk] if names else called(entrant)
    has_won = met.winner == seed
    return BracketSide(entrant, seed, name, comes, figure, has_won, is_out=met.winner is not None and not has_won)


def _came(state: State, source: Source, seed: int) -> str:
    """Where somebody has come from: past what they were in without an opponent, too."""
    if source.kind == "again":
        return source_words(Source("winner" if state.met[source.of].winner == seed else "loser", source.of))
    before = state.met.get(source.of)
    if before is None or before.is_played:
        return source_words(source)
    side = before.match.one if before.one == seed else before.match.two
    return _("{comes}, with a bye in {match}").format(comes=_came(state, side, seed), match=source.of)


def _figures(state: State, met: Met) -> tuple[str, str]:
    """What each side has won in it, in the order of the sides, while it is played too."""
    outcome = state.outcomes.get(met.match.name)
    if outcome is None or not met.is_played:
        return "", ""
    one, two = (outcome.counted_of(state.entrant(seed or 0).pk) for seed in (met.one, met.two))
    return ("", "") if one is None or two is None else (signed(one), signed(two))


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
        "sides": [_side_fact(side) for side in match.sides],
    }


def _side_fact(side: BracketSide) -> Facts:
    return {
        "entrant": side.entrant.pk if side.entrant else None,
        "seed": side.seed or None,
        "called": side.name,
        "comes": side.comes,
        "figure": side.figure,
        "has_won": side.has_won,
    }
