"""A bracket as pages and the screen of the room show it: round by round, each match with its two sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.texts import signed
from scorekeeper.pairing.brackets import FINAL, RESET, THIRD, Met, Source
from scorekeeper.tournaments.formats.bracket.bracket import State
from scorekeeper.tournaments.formats.bracket.words import (
    is_double,
    match_title,
    round_title,
    rounds_of,
    short_title,
    source_words,
)
from scorekeeper.tournaments.formats.picture import BracketMatch, BracketPart, BracketRound, BracketSide
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.rounds.field import called, place_words


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
    for one, following in zip_longest(rounds, rounds[1:]):
        is_led = following is not None and following.name != THIRD
        leads = ways.get(len(following.matches) / len(one.matches), "") if following and is_led else ""
        found.append(replace(one, leads=leads))
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
