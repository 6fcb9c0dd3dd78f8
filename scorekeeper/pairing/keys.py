"""The keys by which tournaments tell equal entrants apart, on standard points (1, a half, 0): FIDE C.07.

In force from 1 March 2026; `version` 2024 is for events of before, where an unplayed round counts with what its own
player has.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as played."""

    entrants: int
    rounds: int
    games: Sequence[Game]
    byes: Sequence[Bye] = ()
    round_robin: bool = False
    version: int = 2026


@dataclass(frozen=True, slots=True)
class _Part:
    """One round of one entrant."""

    points: Fraction
    opponent: Entrant | None = None
    forfeited: bool = False
    bye: str = ""

    @property
    def is_played(self) -> bool:
        return self.opponent is not None and not self.forfeited

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
    parts = _parts(event)
    points = {entrant: sum((part.points for part in own), Fraction(0)) for entrant, own in parts.items()}
    adjusted = {entrant: points[entrant] + _more(own) for entrant, own in parts.items()}
    found = {}
    for entrant, own in parts.items():
        if event.round_robin:
            special = _round_robin(own, points, event.rounds)
        else:
            special = _swiss(own, points[entrant], adjusted, event)
        running = [sum((part.points for part in own[:place]), Fraction(0)) for place in range(1, len(own) + 1)]
        found[entrant] = {
            "PTS": points[entrant],
            "ADJ": adjusted[entrant],
            "WIN": Fraction(sum(part.points == 1 for part in own)),
            "WON": Fraction(sum(part.points == 1 and part.is_played for part in own)),
            "PS": sum(running, Fraction(0)),
            **special,
        }
    return found


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


def _parts(event: Event) -> dict[Entrant, list[_Part]]:
    """The rounds of each entrant, in order."""
    found: dict[Entrant, dict[int, _Part]] = {entrant: {} for entrant in range(1, event.entrants + 1)}
    for game in event.games:
        found[game.one][game.round] = _Part(game.of_one, game.other, game.forfeited)
        found[game.other][game.round] = _Part(game.of_other, game.one, game.forfeited)
    for bye in event.byes:
        found[bye.entrant][bye.round] = _Part(BYES[bye.kind], bye=bye.kind)
    return {entrant: [own[number] for number in sorted(own)] for entrant, own in found.items()}


def _more(own: Sequence[_Part]) -> Fraction:
    """What half and zero byes at the end, after which they were never there again, count for their opponents."""
    more = Fraction(0)
    for part in reversed(own):
        if part.is_available:
            break
        if part.bye:
            more += HALF - part.points
    return more


def _swiss(own: Sequence[_Part], points: Fraction, adjusted: Mapping[Entrant, Fraction], event: Event) -> Figures:
    brought = [(_contribution(part, points, adjusted, event), part) for part in own]
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


def _contribution(part: _Part, points: Fraction, adjusted: Mapping[Entrant, Fraction], event: Event) -> Fraction:
    if part.is_played and part.opponent is not None:
        return adjusted[part.opponent]
    if event.version < 2026:
        return points
    if part.opponent is not None:
        return min(points, adjusted[part.opponent])
    return min(points, HALF * event.rounds)


def _round_robin(own: Sequence[_Part], points: Mapping[Entrant, Fraction], rounds: int) -> Figures:
    """The scheduled opponents count, played or not."""
    met = [(points[part.opponent], part.points) for part in own if part.opponent is not None]
    return {
        "SB": sum((theirs * mine for theirs, mine in met), Fraction(0)),
        "KS": sum((mine for theirs, mine in met if 2 * theirs >= rounds), Fraction(0)),
    }
