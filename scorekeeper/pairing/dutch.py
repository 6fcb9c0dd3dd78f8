"""The next round by the Dutch system of FIDE, as the library py4swiss has it (the rules in force until January 2026).

For up to 200 entrants, and only where the library is installed: it is not made for every processor.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from random import Random
from typing import Any, Final, Literal

from scorekeeper.pairing.keys import HALF, Bye, Entrant, Game
from scorekeeper.pairing.records import records
from scorekeeper.pairing.swiss import Draw, Match, Unpairable, by_rank, explained, ideals, sits_out

MOST: Final = 200
PAIR: Final = 2
NOBODY: Final = 0
NOT_PLAYED: Final = "Z"
OF_BYE: Final = {"pab": "U", "full": "F", "half": "H", "zero": NOT_PLAYED}
TENTHS: Final = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0, "U": 10, "F": 10, "H": 5, NOT_PLAYED: 0}


Turn = tuple[int, str, str]
"""(number of the opponent, color, what came of it), as the library reads them"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a draw starts from: the ranks of all who ever entered (lower is better) and who of them is `there`, all
    games and byes of the rounds before (the first side was at home), how many rounds there have been and how many
    are planned. Pairs that are never to meet; the seed says who is at home on the first board of the first round."""

    ranks: Mapping[Entrant, int]
    there: Collection[Entrant]
    games: Sequence[Game] = ()
    byes: Sequence[Bye] = ()
    rounds: int
    planned: int
    seed: int
    apart: Collection[frozenset[Entrant]] = ()


class NoDutch(ValueError):
    """This system is not to be had: the library is "missing", or there are too "many" entrants for it."""

    def __init__(self, reason: Literal["missing", "many"]) -> None:
        self.reason = reason
        super().__init__(
            "The Dutch system is not installed here." if reason == "missing" else f"It pairs {MOST} entrants at most."
        )


def draw(entry: Entry) -> Draw:
    """The matches of the next round, in the order of the boards.

    Raises:
        NoDutch
        Unpairable: the system never lets two meet twice, nobody have a second bye and nobody be at home much more
            often than away; with few entrants or after many rounds that leaves no way.
        KeyError: somebody without a rank.
    """
    if len(entry.there) > MOST:
        raise NoDutch("many")
    found = records(entry.ranks, entry.games, entry.byes, rounds=entry.rounds)
    there = {entrant: found[entrant] for entrant in entry.there}
    in_order = sorted(entry.ranks, key=lambda entrant: (entry.ranks[entrant], entrant))
    numbers = {entrant: number for number, entrant in enumerate(in_order, 1)}
    pairs = _paired(_written(entry, numbers)) if there else []
    taker = next((in_order[home - 1] for home, away in pairs if away == NOBODY), None)
    ranked = sorted(there.values(), key=by_rank)
    bye = None
    if taker is not None:
        bye = sits_out(ranked, ranked.index(there[taker]))
        ranked.remove(there[taker])
    ideal = {ranked[one].entrant: ranked[other].entrant for one, other in enumerate(ideals(ranked))}
    place = {record.entrant: number for number, record in enumerate(ranked)}

    def match(home: Entrant, away: Entrant) -> Match:
        high, low = sorted((home, away), key=place.__getitem__)
        return explained(there[home], there[away], abs(place[low] - place[ideal[high]]), "rules")

    return Draw(
        tuple(match(in_order[home - 1], in_order[away - 1]) for home, away in pairs if away != NOBODY),
        bye,
        engine=f"py4swiss {version('py4swiss')} dutch",
    )


def facts(entry: Entry) -> dict[str, object]:
    """All that a draw depends on, as plain values in one order: what its hash is made of."""
    return {
        "ranks": sorted(map(list, entry.ranks.items())),
        "there": sorted(entry.there),
        "turns": sorted(map(list, _turns(entry, {entrant: entrant for entrant in entry.ranks}).items())),
        "planned": entry.planned,
        "seed": entry.seed,
        "apart": sorted(sorted(pair) for pair in entry.apart),
    }


def _paired(written: Mapping[str, Any]) -> list[tuple[int, int]]:
    """(at home, away) by their numbers; NOBODY is away where somebody has the bye."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
    except ImportError:
        raise NoDutch("missing") from None
    try:
        found = DutchEngine.generate_pairings(ParsedTrf.model_validate(written))
    except PairingError:
        raise Unpairable from None
    return [(pairing.white, pairing.black) for pairing in found]


def _written(entry: Entry, numbers: Mapping[Entrant, int]) -> dict[str, Any]:
    """The event in the form that the library reads."""
    turns = _turns(entry, numbers)
    apart = [
        tuple(numbers[who] for who in pair) for pair in entry.apart if len(pair) == PAIR and pair <= numbers.keys()
    ]
    return {
        "player_sections": [_section(number, turns[number]) for number in sorted(turns)],
        "x_section": {
            "number_of_rounds": max(entry.planned, entry.rounds + 1),
            "zeroed_ids": {number for entrant, number in numbers.items() if entrant not in set(entry.there)},
            "forbidden_pairs": set(apart),
            "configuration": {"first_round_color": Random(f"{entry.seed}:home").random() < HALF},  # noqa: S311
        },
    }


def _section(number: int, turns: Sequence[Turn]) -> dict[str, Any]:
    return {
        "code": "001",
        "starting_number": number,
        "points_times_ten": sum(TENTHS[result] for _opponent, _color, result in turns),
        "rank": number,
        "results": [{"id": opponent, "color": color, "result": result} for opponent, color, result in turns],
    }


def _turns(entry: Entry, numbers: Mapping[Entrant, int]) -> dict[int, list[Turn]]:
    """Every round of everybody; a round that somebody missed is a bye without points."""
    found: dict[int, list[Turn]] = {number: [(0, "-", NOT_PLAYED)] * entry.rounds for number in numbers.values()}
    for game in entry.games:
        one, other = numbers[game.one], numbers[game.other]
        found[one][game.round - 1] = (other, "w", _token(game, game.of_one))
        found[other][game.round - 1] = (one, "b", _token(game, game.of_other))
    for bye in entry.byes:
        found[numbers[bye.entrant]][bye.round - 1] = (0, "-", OF_BYE[bye.kind])
    return found


def _token(game: Game, points: Fraction) -> str:
    if game.forfeited:
        return "+" if points else "-"
    return "=" if points == HALF else str(points)
