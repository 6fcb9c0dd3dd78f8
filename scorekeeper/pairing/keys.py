"""The keys by which tournaments tell equal entrants apart, on standard points (1, a half, 0): FIDE C.07.

In force from 1 March 2026; `version` 2024 is for events of before, where an unplayed round counts with what its own
player has.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final, Literal, Protocol

from scorekeeper.pairing.ties import Key, Place, direct_encounter, figure_key, places

Entrant = int
ByeKind = Literal["pab", "full", "half", "zero"]
HALF = Fraction(1, 2)
BYES: Mapping[str, Fraction] = {"pab": Fraction(1), "full": Fraction(1), "half": HALF, "zero": Fraction(0)}
SWISS = ("PTS", "BH_C1", "BH", "SB")
ROUND_ROBIN = ("PTS", "DE", "SB", "WIN")


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a round; forfeited: scheduled and not played."""

    round: int
    one: Entrant
    other: Entrant
    of_one: Fraction
    of_other: Fraction
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent: by the pairing ("pab"), or as asked for."""

    round: int
    entrant: Entrant
    kind: ByeKind


class Terms(Protocol):
    """What the keys must know of an event; `rounds` 0: as many as each has played."""

    @property
    def rounds(self) -> int: ...
    @property
    def round_robin(self) -> bool: ...
    @property
    def version(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as played."""

    entrants: int
    rounds: int
    games: Sequence[Game]
    byes: Sequence[Bye] = ()
    round_robin: bool = False
    version: int = 2026


FREE: Final = Event(0, 0, ())  # everybody plays whom and as often as they like


@dataclass(frozen=True, slots=True)
class Part:
    """One round of one entrant; of more than one opponent, who play as one side, the mean counts."""

    points: Fraction
    opponents: tuple[Entrant, ...] = ()
    forfeited: bool = False
    bye: str = ""

    @property
    def is_played(self) -> bool:
        return bool(self.opponents) and not self.forfeited

    @property
    def is_available(self) -> bool:
        """Whether they were there to play it."""
        return self.is_played or (self.forfeited and self.points > 0) or self.bye in {"pab", "full"}

    @property
    def is_voluntary(self) -> bool:
        """Unplayed by their own doing."""
        return not self.is_played and not self.is_available


Figures = dict[str, Fraction]


def figures(event: Event) -> dict[Entrant, Figures]:
    """Every key of every entrant, but the direct encounter."""
    return figures_of(_parts(event), event)


def figures_of(parts: Mapping[Entrant, Sequence[Part]], terms: Terms = FREE) -> dict[Entrant, Figures]:
    """Every key of every entrant, from the rounds of each in order."""
    points = {entrant: sum((part.points for part in own), Fraction(0)) for entrant, own in parts.items()}
    adjusted = {entrant: points[entrant] + _more(own) for entrant, own in parts.items()}
    found = {}
    for entrant, own in parts.items():
        swiss = {} if terms.round_robin else _swiss(own, points[entrant], adjusted, terms)
        found[entrant] = {
            "PTS": points[entrant],
            "ADJ": adjusted[entrant],
            "WIN": Fraction(sum(part.points == 1 for part in own)),
            "WON": Fraction(sum(part.points == 1 and part.is_played for part in own)),
            "PS": sum(accumulate(part.points for part in own), Fraction(0)),
            **_round_robin(own, points, parts, terms.rounds),
            **swiss,
        }
    return found


@dataclass(frozen=True, slots=True)
class Term:
    """What one game brought to a key, and whether the key leaves it out."""

    amount: Fraction
    is_cut: bool = False


def terms_of(entrant: Entrant, parts: Mapping[Entrant, Sequence[Part]], key: str) -> list[Term]:
    """What each game of an entrant brought to one of BH, BH_C1, BH_M1, SB, KS, WIN, PS, where everybody has played
    whom and as often as they like: those that are not cut add up to what `figures_of` says."""
    own = parts[entrant]
    points = {one: sum((part.points for part in theirs), Fraction(0)) for one, theirs in parts.items()}
    theirs = [_mean(points, part.opponents) for part in own]
    if key == "PS":
        return [Term(amount) for amount in accumulate(part.points for part in own)]
    if key == "WIN":
        return [Term(Fraction(part.points == 1)) for part in own]
    if key == "SB":
        return [Term(amount * part.points) for amount, part in zip(theirs, own, strict=True)]
    if key == "KS":
        return [Term(part.points, is_cut=not _is_strong(part.opponents, points, parts, 0)) for part in own]
    cut = _cut(theirs, key)
    return [Term(amount, is_cut=place in cut) for place, amount in enumerate(theirs)]


def _cut(amounts: Sequence[Fraction], key: str) -> set[int]:
    """The places of those that Buchholz leaves out: nothing, the lowest, or the lowest and the highest."""
    in_order = sorted(range(len(amounts)), key=lambda place: amounts[place])
    lowest = in_order[:1] if key in {"BH_C1", "BH_M1"} else []
    return {*lowest, *(in_order[1:][-1:] if key == "BH_M1" else [])}


def order(event: Event, names: Iterable[str] = ()) -> list[Place[Entrant]]:
    """Who shares which place, by these keys; without any, by those that are usual for its kind."""
    found = figures(event)
    wanted = list(names) or list(ROUND_ROBIN if event.round_robin else SWISS)
    meetings = [{game.one: game.of_one, game.other: game.of_other} for game in event.games]
    keys: list[Key[Entrant]] = [
        direct_encounter(name, meetings)
        if name == "DE"
        else figure_key(name, {entrant: own[name] for entrant, own in found.items()})
        for name in wanted
    ]
    return places(sorted(found), keys)


def _parts(event: Event) -> dict[Entrant, list[Part]]:
    """The rounds of each entrant, in order."""
    found: dict[Entrant, dict[int, Part]] = {entrant: {} for entrant in range(1, event.entrants + 1)}
    for game in event.games:
        found[game.one][game.round] = Part(game.of_one, (game.other,), game.forfeited)
        found[game.other][game.round] = Part(game.of_other, (game.one,), game.forfeited)
    for bye in event.byes:
        found[bye.entrant][bye.round] = Part(BYES[bye.kind], bye=bye.kind)
    return {entrant: [own[number] for number in sorted(own)] for entrant, own in found.items()}


def _more(own: Sequence[Part]) -> Fraction:
    """What half and zero byes at the end, after which they were never there again, count for their opponents."""
    more = Fraction(0)
    for part in reversed(own):
        if part.is_available:
            break
        if part.bye:
            more += HALF - part.points
    return more


def _swiss(own: Sequence[Part], points: Fraction, adjusted: Mapping[Entrant, Fraction], terms: Terms) -> Figures:
    brought = [(_contribution(part, points, adjusted, terms), part) for part in own]
    rest = sorted(amount for amount, _part in brought)
    full = sum(rest, Fraction(0))
    voluntary = [amount for amount, part in brought if part.is_voluntary]
    if rest:
        rest.remove(min(voluntary) if voluntary else rest[0])
    return {
        "BH": full,
        "BH_C1": sum(rest, Fraction(0)),
        "BH_M1": sum(rest[:-1], Fraction(0)),
        "SB": sum((amount * part.points for amount, part in brought), Fraction(0)),
    }


def _contribution(part: Part, points: Fraction, adjusted: Mapping[Entrant, Fraction], terms: Terms) -> Fraction:
    if part.is_played:
        return _mean(adjusted, part.opponents)
    if terms.version < 2026:
        return points
    if part.opponents:
        return min(points, _mean(adjusted, part.opponents))
    return min(points, HALF * terms.rounds)


def _mean(points: Mapping[Entrant, Fraction], of: Sequence[Entrant]) -> Fraction:
    return points[of[0]] if len(of) == 1 else sum((points[one] for one in of), Fraction(0)) / len(of)


def _round_robin(
    own: Sequence[Part], points: Mapping[Entrant, Fraction], parts: Mapping[Entrant, Sequence[Part]], rounds: int
) -> Figures:
    """The scheduled opponents count, played or not."""
    met = [(part.points, part.opponents) for part in own if part.opponents]

    return {
        "SB": sum((_mean(points, of) * mine for mine, of in met), Fraction(0)),
        "KS": sum((mine for mine, of in met if _is_strong(of, points, parts, rounds)), Fraction(0)),
    }


def _is_strong(
    of: Sequence[Entrant],
    points: Mapping[Entrant, Fraction],
    parts: Mapping[Entrant, Sequence[Part]],
    rounds: int,
) -> bool:
    """Whether they have at least half of what they could."""
    return 2 * sum(points[one] for one in of) >= sum(rounds or len(parts[one]) for one in of)
