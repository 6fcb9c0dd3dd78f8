"""The keys by which tournaments tell equal entrants apart, on standard points (1, a half, 0): FIDE C.07.

In force from 1 March 2026; `version` 2024 is for events of before, where an unplayed round counts with what its own
player has.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Final, Literal, Protocol

from scorekeeper.pairing.ties import Key, Lot, Place, by_lot, figure_key, places

Entrant = int
ByeKind = Literal["pab", "full", "half", "zero"]
HALF = Fraction(1, 2)
BYES: Mapping[str, Fraction] = {"pab": Fraction(1), "full": Fraction(1), "half": HALF, "zero": Fraction(0)}
SWISS = ("PTS", "BH_C1", "BH", "SB")
ROUND_ROBIN = ("PTS", "DE", "SB", "WIN")
PAIRS = ("PTS", "DE", "SETS", "DIFF", "FOR")  # where games have sets and points
Pay = tuple[int, int, int]
"""What a win, a draw and a loss are worth, where it is not 1, a half and 0"""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a round; forfeited: scheduled and not played. `sets` and `scored` are what each side has won and
    scored in it, where the game knows that."""

    round: int
    one: Entrant
    other: Entrant
    of_one: Fraction
    of_other: Fraction
    forfeited: bool = False
    sets: tuple[int, int] = (0, 0)
    scored: tuple[int, int] = (0, 0)


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
    """A tournament as played. Entrants are numbered from 1; those `removed` stand nowhere. What counts is `pay`, if it
    is given; by whatever else equal ones are told apart, a win is 1."""

    entrants: int
    rounds: int
    games: Sequence[Game]
    byes: Sequence[Bye] = ()
    round_robin: bool = False
    version: int = 2026
    removed: Collection[Entrant] = ()
    pay: Pay | None = None


FREE: Final = Event(0, 0, ())  # everybody plays whom and as often as they like


@dataclass(frozen=True, slots=True)
class Part:
    """One round of one entrant; of more than one opponent, who play as one side, the mean counts."""

    points: Fraction
    opponents: tuple[Entrant, ...] = ()
    forfeited: bool = False
    bye: str = ""
    sets: tuple[int, int] = (0, 0)
    scored: tuple[int, int] = (0, 0)

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
    parts = {entrant: list(own.values()) for entrant, own in rounds_of(event).items()}
    found = figures_of(parts, event)
    for entrant, own in parts.items():
        found[entrant] |= {"MP": sum((paid(part, event.pay) for part in own), Fraction(0)), **_scores(own)}
    return found


def figures_of(parts: Mapping[Entrant, Sequence[Part]], terms: Terms = FREE) -> dict[Entrant, Figures]:
    """Every key of every entrant, from the rounds of each in order."""
    points, adjusted = _points(parts)
    found = {}
    for entrant, own in parts.items():
        swiss = {} if terms.round_robin else _swiss(own, points[entrant], adjusted, terms)
        found[entrant] = {
            "PTS": points[entrant],
            "ADJ": adjusted[entrant],
            "WIN": Fraction(sum(part.points == 1 for part in own)),
            "WON": Fraction(sum(part.points == 1 and part.is_played for part in own)),
            "PS": sum(accumulate(part.points for part in own), Fraction(0)),
            **_round_robin(own, points, parts, terms),
            **swiss,
        }
    return found


def paid(part: Part, pay: Pay | None) -> Fraction:
    """What a round is worth: of one that was not played a loss is worth nothing."""
    if pay is None:
        return part.points
    win, draw, loss = pay
    if part.points == 0:
        return Fraction(loss if part.is_played else 0)
    return Fraction(win if part.points == 1 else draw)


def _scores(own: Sequence[Part]) -> Figures:
    return {
        "SETS": Fraction(sum(part.sets[0] - part.sets[1] for part in own)),
        "DIFF": Fraction(sum(part.scored[0] - part.scored[1] for part in own)),
        "FOR": Fraction(sum(part.scored[0] for part in own)),
    }


def _points(parts: Mapping[Entrant, Sequence[Part]]) -> tuple[dict[Entrant, Fraction], dict[Entrant, Fraction]]:
    """What each has, and what each counts for their opponents."""
    points = {entrant: sum((part.points for part in own), Fraction(0)) for entrant, own in parts.items()}
    return points, {entrant: points[entrant] + _more(own) for entrant, own in parts.items()}


@dataclass(frozen=True, slots=True)
class Term:
    """What one game brought to a key, and whether the key leaves it out."""

    amount: Fraction
    is_cut: bool = False


def terms_of(entrant: Entrant, parts: Mapping[Entrant, Sequence[Part]], key: str, terms: Terms = FREE) -> list[Term]:
    """What each round of an entrant brought to one of BH, BH_C1, BH_M1, SB, KS, WIN, WON, PS, PTS: those that are not
    cut add up to what `figures_of` says."""
    own = parts[entrant]
    if key == "PS":
        return [Term(amount) for amount in accumulate(part.points for part in own)]
    if key in {"PTS", "WIN", "WON"}:
        return [_of_itself(part, key) for part in own]
    points, adjusted = _points(parts)
    if key == "KS":
        return [Term(part.points, is_cut=not _counts_strong(part, points, parts, terms)) for part in own]
    if key == "SB" and terms.round_robin:
        return [Term(_mean(points, part.opponents) * part.points if part.opponents else Fraction(0)) for part in own]
    brought = [_contribution(part, points[entrant], adjusted, terms) for part in own]
    if key == "SB":
        return [Term(amount * part.points) for amount, part in zip(brought, own, strict=True)]
    cut = _cut(brought, own, key)
    return [Term(amount, is_cut=place in cut) for place, amount in enumerate(brought)]


def _of_itself(part: Part, key: str) -> Term:
    is_won = part.points == 1 and (key == "WIN" or part.is_played)
    return Term(part.points if key == "PTS" else Fraction(is_won))


def _cut(amounts: Sequence[Fraction], own: Sequence[Part], key: str) -> set[int]:
    """The places of those that Buchholz leaves out: nothing, the lowest, or the lowest and the highest. The lowest is
    one that was not played by their own doing, if there is any."""
    if key not in {"BH_C1", "BH_M1"} or not own:
        return set()
    in_order = sorted(range(len(own)), key=lambda place: amounts[place])
    lowest = next((place for place in in_order if own[place].is_voluntary), in_order[0])
    rest = [place for place in in_order if place != lowest]
    return {lowest, *(rest[-1:] if key == "BH_M1" else [])}


def order(event: Event, names: Iterable[str] = (), lots: Iterable[Lot[Entrant]] = ()) -> list[Place[Entrant]]:
    """Who shares which place, by these keys; without any, by those that are usual for its kind. Then by lots."""
    found = figures(event)
    wanted = list(names) or list(ROUND_ROBIN if event.round_robin else SWISS)
    keys: list[Key[Entrant]] = [
        Key(name, lambda tied: among(tied, event), again=True)
        if name == "DE"
        else figure_key(name, {entrant: own[_figure(name, event)] for entrant, own in found.items()})
        for name in wanted
    ]
    return places(sorted(found), [*keys, *by_lot(lots)])


def _figure(name: str, event: Event) -> str:
    return "MP" if name == "PTS" and event.pay else name


def among(tied: Sequence[Entrant], event: Event) -> dict[Entrant, Fraction] | None:
    """The points of each from the games of these among themselves; None unless each has met each. Only in a round
    robin a game that was not played is one."""
    found = dict.fromkeys(tied, Fraction(0))
    met = set()
    for game in event.games:
        if game.one in found and game.other in found and (event.round_robin or not game.forfeited):
            met.add(frozenset((game.one, game.other)))
            found[game.one] += game.of_one
            found[game.other] += game.of_other
    return found if 2 * len(met) == len(tied) * (len(tied) - 1) else None


def with_missed(event: Event, played: int) -> Event:
    """The same with a bye without points for every round up to this one that somebody was not there for: who came
    late, was away, or has left."""
    missed = [
        Bye(number, entrant, "zero")
        for entrant, own in rounds_of(event).items()
        for number in range(1, played + 1)
        if number not in own
    ]
    return replace(event, byes=(*event.byes, *missed))


def rounds_of(event: Event) -> dict[Entrant, dict[int, Part]]:
    """The rounds of each entrant, in order."""
    numbers = [entrant for entrant in range(1, event.entrants + 1) if entrant not in event.removed]
    found: dict[Entrant, dict[int, Part]] = {entrant: {} for entrant in numbers}
    for game in event.games:
        if game.one in found and game.other in found:
            found[game.one][game.round] = Part(
                game.of_one, (game.other,), game.forfeited, sets=game.sets, scored=game.scored
            )
            found[game.other][game.round] = Part(
                game.of_other, (game.one,), game.forfeited, sets=game.sets[::-1], scored=game.scored[::-1]
            )
    for bye in event.byes:
        if bye.entrant in found:
            found[bye.entrant][bye.round] = Part(BYES[bye.kind], bye=bye.kind)
    return {entrant: dict(sorted(own.items())) for entrant, own in found.items()}


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
    brought = [_contribution(part, points, adjusted, terms) for part in own]
    found = {}
    for key in ("BH", "BH_C1", "BH_M1"):
        cut = _cut(brought, own, key)
        found[key] = sum((amount for place, amount in enumerate(brought) if place not in cut), Fraction(0))
    return {**found, "SB": sum((amount * part.points for amount, part in zip(brought, own, strict=True)), Fraction(0))}


def _contribution(part: Part, points: Fraction, adjusted: Mapping[Entrant, Fraction], terms: Terms) -> Fraction:
    if part.is_played:
        return _mean(adjusted, part.opponents)
    if terms.version < 2026:
        return points
    if part.opponents:
        return min(points, _mean(adjusted, part.opponents))
    return min(points, HALF * terms.rounds)


def _mean(points: Mapping[Entrant, Fraction], of: Sequence[Entrant]) -> Fraction:
    return points[of[0]] if len(of) == 1 else sum((points[player] for player in of), Fraction(0)) / len(of)


def _round_robin(
    own: Sequence[Part], points: Mapping[Entrant, Fraction], parts: Mapping[Entrant, Sequence[Part]], terms: Terms
) -> Figures:
    """The scheduled opponents count, played or not."""
    met = [part for part in own if part.opponents]
    return {
        "SB": sum((_mean(points, part.opponents) * part.points for part in met), Fraction(0)),
        "KS": sum((part.points for part in met if _counts_strong(part, points, parts, terms)), Fraction(0)),
    }


def _counts_strong(
    part: Part,
    points: Mapping[Entrant, Fraction],
    parts: Mapping[Entrant, Sequence[Part]],
    terms: Terms,
) -> bool:
    """Whether the opponents have at least half of what they could have won."""
    of = part.opponents
    return bool(of) and 2 * sum(points[player] for player in of) >= sum(
        _winnable(parts[player], terms) for player in of
    )


def _winnable(own: Sequence[Part], terms: Terms) -> int:
    """In a round robin nobody wins anything in a round without an opponent: one sits out where the field is odd, and
    the games of who was removed are gone."""
    if terms.round_robin:
        return sum(1 for part in own if part.opponents)
    return terms.rounds or len(own)


# What each round of an entrant brought to a key, so that a place can be followed back to the games behind it.


@dataclass(frozen=True, slots=True)
class Contribution:
    """One round: who was met or should have been, whether it was a "game", a "forfeit" or the kind of a bye, the points
    of it, and what it brought to the key, unless that is cut."""

    round: int
    opponents: tuple[Entrant, ...]
    kind: str
    points: Fraction
    amount: Fraction
    is_cut: bool = False


def contributions(event: Event, entrant: Entrant, key: str, among: Collection[Entrant] = ()) -> list[Contribution]:
    """What each round brought: those that are not cut add up to what the key says of this entrant. Of the direct
    encounter ("DE") only games with those `among` whom it was asked.

    Raises:
        KeyError: there is no such entrant, or they stand nowhere.
    """
    rounds = rounds_of(event)
    own = rounds[entrant]
    if key == "DE":
        with_them = {number: part for number, part in own.items() if {*part.opponents} & {*among} - {entrant}}
        own = {number: part for number, part in with_them.items() if event.round_robin or part.is_played}
    alone = _alone(event, key)
    parts = {who: list(theirs.values()) for who, theirs in rounds.items()}
    terms = [Term(alone(part)) for part in own.values()] if alone else terms_of(entrant, parts, key, event)
    return [
        Contribution(number, part.opponents, _kind(part), part.points, term.amount, term.is_cut)
        for (number, part), term in zip(own.items(), terms, strict=True)
    ]


def _alone(event: Event, key: str) -> Callable[[Part], Fraction] | None:
    """What a round brings to a key that asks nothing of the other rounds."""
    found: dict[str, Callable[[Part], Fraction]] = {
        "DE": lambda part: part.points,
        "MP": lambda part: paid(part, event.pay),
        "SETS": lambda part: Fraction(part.sets[0] - part.sets[1]),
        "DIFF": lambda part: Fraction(part.scored[0] - part.scored[1]),
        "FOR": lambda part: Fraction(part.scored[0]),
    }
    return found.get(key)


def _kind(part: Part) -> str:
    if part.opponents:
        return "forfeit" if part.forfeited else "game"
    return part.bye


# The order of a tournament of sums, as in Skat: points, more games won, fewer lost, then a shared place or a lot.


@dataclass(frozen=True, slots=True)
class Total:
    """What somebody has over all rounds; what they paid for lost games is in the points."""

    points: int
    won: int = 0
    lost: int = 0


def order_of_totals(totals: Mapping[Entrant, Total], lots: Iterable[Lot[Entrant]] = ()) -> list[Place[Entrant]]:
    """Who shares which place. "LOST" says how many games below none, so that more is better there too."""
    keys = [
        figure_key("POINTS", {entrant: own.points for entrant, own in totals.items()}),
        figure_key("WON", {entrant: own.won for entrant, own in totals.items()}),
        figure_key("LOST", {entrant: -own.lost for entrant, own in totals.items()}),
    ]
    return places(sorted(totals), [*keys, *by_lot(lots)])
