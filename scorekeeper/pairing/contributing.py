"""What each round of an entrant brought to a key, so that a place can be followed back to the games behind it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.pairing.keys import Entrant, Event, Part, Term, paid, rounds_of, terms_of


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
