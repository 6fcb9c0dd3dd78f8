"""A bracket as pages and the screen of the room show it: round by round, each match with its two sides."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated, signed
from scorekeeper.pairing.brackets import FINAL, RESET, THIRD, Met, Source
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of, level_of
from scorekeeper.tournaments.formats.bracket.words import (
    is_double,
    match_title,
    round_title,
    rounds_of,
    short_title,
    source_words,
)
from scorekeeper.tournaments.formats.next_step import stage_before
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.ties import TITLES
from scorekeeper.tournaments.models import Entrant, Round
from scorekeeper.tournaments.rounds.results import Played
from scorekeeper.tournaments.rounds.units import called, place_words


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who plays (None: not known yet, or nobody), what stands there, and where they come from.
    `figure` is what they have won in it, where anybody knows."""

    entrant: Entrant | None
    seed: int
    name: str
    comes: str
    figure: str = ""
    has_won: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as it is shown: `state` is `waits`, `open` (nobody has opened it), `playing`, `level` (over without a
    winner), `played`, `walkover`, `bye` or `none` (nobody comes)."""

    name: str
    title: str
    sides: tuple[Side, Side]
    state: str
    words: str
    played: Played | None

    @property
    def sitting(self) -> Sitting | None:
        return self.played.sitting if self.played else None

    @property
    def is_live(self) -> bool:
        return self.state in {"open", "playing", "level"}


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The matches of one round of the bracket, from the top. `leads` says how they go on to the next round of the
    part: `halves` (two to one), `straight` (one to one), or empty. `short` is what it is called under the title of
    its part."""

    name: str
    title: str
    short: str
    matches: tuple[Shown, ...]
    leads: str = ""

    @property
    def is_over(self) -> bool:
        return all(match.state in {"played", "walkover", "bye", "none"} for match in self.matches)


@dataclass(frozen=True, slots=True)
class Part:
    """The upper bracket, the lower one, or the finals, with their rounds; a bracket of one life is one part."""

    name: str
    title: str
    rounds: tuple[ShownRound, ...]


@dataclass(frozen=True, slots=True)
class Seeded:
    """A line of the seeds, with the place, or those that are shared, as far as there is one."""

    seed: int
    entrant: Entrant
    name: str
    place: str
    is_gone: bool


def parts_of(state: State, names: Mapping[UUID, str] | None = None, *, on_paper: bool = False) -> list[Part]:
    """All of it; `names` is what to call people where it is not what the club calls them. A second final is shown
    once it is asked for, on paper as long as it may be."""
    rounds = [
        ShownRound(
            name,
            round_title(state.bracket, name),
            short_title(state.bracket, name),
            tuple(_shown(state, one, names) for one in matches),
        )
        for name, matches in rounds_of(state.bracket).items()
        if name != RESET or state.met[RESET].is_played or (on_paper and state.met[RESET].winner is None)
    ]
    if not is_double(state.bracket):
        in_order = sorted(rounds, key=lambda one: one.name == THIRD)  # the final, then that for the third place
        return [Part("all", _("Bracket"), _led(in_order))]
    finals = [one for one in rounds if one.name in {FINAL, RESET}]
    parts = [
        Part("upper", _("Upper bracket"), _led([one for one in rounds if one.name[0] == "W"])),
        Part("lower", _("Lower bracket"), _led([one for one in rounds if one.name[0] == "L"])),
        Part("finals", _("Finals"), _led(finals)),
    ]
    return [part for part in parts if part.rounds]


def _led(rounds: Sequence[ShownRound]) -> tuple[ShownRound, ...]:
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


def _shown(state: State, name: str, names: Mapping[UUID, str] | None) -> Shown:
    met = state.met[name]
    kind = _state(state, met)
    figures = _figures(state, met)
    one, two = (
        _side(state, met, source, seed, figure, names)
        for source, seed, figure in zip((met.match.one, met.match.two), (met.one, met.two), figures, strict=True)
    )
    title, words = match_title(state.bracket, name), _words(state, kind, met)
    return Shown(name, title, (one, two), kind, words, state.tables.get(name))


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
    said = {
        "waits": _("waits for others"),
        "open": _("can be opened"),
        "playing": _("playing"),
        "level": _("no winner: a director says who goes on"),
        "played": _("over"),
        "walkover": _("not played: somebody had left"),
        "bye": _("a bye"),
        "none": _("nobody comes"),
    }
    outcome = state.outcomes.get(met.match.name)
    if kind == "played" and outcome and outcome.is_forfeit:
        return _("not played: somebody did not come")
    if kind == "played" and state.tables[met.match.name].state == "to_be_accepted":
        return _("over, to be made official")
    if kind == "walkover" and (sheet := state.tables.get(met.match.name)) and not sheet.is_final:
        return _("somebody has left; its sheet is open until a director writes who has won")
    if kind == "waits" and met.is_open:
        return _("not official yet")
    return said[kind]


def _side(
    state: State, met: Met, source: Source, seed: int | None, figure: str, names: Mapping[UUID, str] | None
) -> Side:
    comes = source_words(source) if not seed else _came(state, source, seed)
    if not seed:
        name = _("nobody") if seed is not None else comes[:1].upper() + comes[1:]
        return Side(None, 0, name, comes)
    entrant = state.entrant(seed)
    name = names[entrant.pk] if names else called(entrant)
    has_won = met.winner == seed
    return Side(entrant, seed, name, comes, figure, has_won, is_out=met.winner is not None and not has_won)


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


def bracket_reasons(one: Round) -> list[str]:
    """Why these matches are in a round of a bracket: where both sides of each come from."""
    state = bracket_of(one.stage)
    if state is None:
        return []
    text = _("{match}: {one} ({comes}) against {two} ({comes_two}).")
    codes = one.tables.order_by("number").values_list("code", flat=True)
    found = []
    for match in (_shown(state, code, None) for code in codes if code in state.met):
        first, second = match.sides
        sides = {"one": isolated(first.name), "two": isolated(second.name)}
        found.append(text.format(match=match.title, comes=first.comes, comes_two=second.comes, **sides))
    return [*found, *(came_from(state) if one.number == 1 else [])]


def _from_before(state: State) -> Iterator[str]:
    """How the places in the stage before have made the seeds."""
    before = stage_before(state.stage)
    if before and before.entrants.filter(group__gt=1).exists():
        yield _(
            "The seeds go by the places in the stage before: all who won their group, then all who were second, and so "
            "on."
        )
        keys = ", ".join(str(TITLES[key]) for key in format_of(before).keys_across(before))
        text = _(
            "Of those with the same place it goes by what they have for each of their matches, one after the other: "
            "{keys}; then by the number of the group."
        )
        yield text.format(keys=keys)
        yield _(
            "Two of one group are put so that they meet as late as that allows: for that those who were not first "
            "change places with others of the same place."
        )
    else:
        yield _("The seeds go by the places in the stage before.")
    yield from _level(state)


def _level(state: State) -> Iterator[str]:
    """What has put those in an order who share a place."""
    names = {str(entrant.pk): isolated(called(entrant)) for entrant in state.seeds}
    for group, keys in level_of(state):
        if len(there := [names[key] for key in keys if key in names]) < 2:
            continue
        text = _("These share a place in the stage before, and count in the order of its seeds: {names}.")
        if group:
            text = _("In group {group} these share a place, and count in the order of the lots drawn there: {names}.")
        yield text.format(group=group, names=", ".join(there))


def came_from(state: State) -> list[str]:
    """Why everybody stands where they stand in the bracket, in sentences."""
    found = [_("The seeds are those of the list, taken with the first round from all who were here.")]
    if state.stage.number > 1:
        found = [*_from_before(state)]
    found.append(
        _("The first seed meets the last, the second the last but one; the first two can only meet in the final.")
    )
    firsts = [met for met in state.met.values() if met.match.name.startswith("W1.") and not met.is_played]
    if byes := ", ".join(isolated(called(state.entrant(met.winner))) for met in firsts if met.winner):
        text = _("Where nobody is left to meet, the best seeds move on without a match, with a bye: {names}.")
        found.append(text.format(names=byes))
    if is_double(state.bracket):
        found.append(_("Who loses goes on in the lower bracket, and is out with a second defeat."))
        found.append(
            _(
                "The losers of the first round meet there in their order; those of later rounds come in from the other"
                " end or the other half, so that they meet late whom they have met above."
            )
        )
    return found
