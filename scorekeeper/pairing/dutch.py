"""The next round by the Dutch system of FIDE, as the library py4swiss has it (the rules in force until January 2026).

For up to 200 entrants, and only where the library is installed: it is not made for every processor.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.metadata import version
from itertools import combinations
from random import Random
from typing import Any, Final, Literal

from scorekeeper.pairing import swiss
from scorekeeper.pairing.keys import HALF, Bye, Entrant, Game
from scorekeeper.pairing.records import STANDARD, Counts, Record, records

MOST: Final = 200
PAIR: Final = 2
NOBODY: Final = 0
NOT_PLAYED: Final = "Z"
OF_BYE: Final = {"pab": "U", "full": "F", "half": "H", "zero": NOT_PLAYED}
IN_TENTHS: Final = 5  # of a point, a half one


Turn = tuple[int, str, str]
"""(number of the opponent, color, what came of it), as the library reads them"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a draw starts from: the ranks of all who ever entered (lower is better) and who of them is `there`, all
    games and byes of the rounds before (the first side was at home), how many rounds there have been and how many
    are planned. Pairs that are never to meet; the seed says who is at home on the first board of the first round.
    `fixed` are matches set by hand, (at home, away): the system pairs the others as if those two were away. `counts`
    says what everything counts for the score. Those with the same word in `clubs` never meet, unless that leaves no
    way: the system knows nothing between that and not to ask."""

    ranks: Mapping[Entrant, int]
    there: Collection[Entrant]
    games: Sequence[Game] = ()
    byes: Sequence[Bye] = ()
    rounds: int
    planned: int
    seed: int
    apart: Collection[frozenset[Entrant]] = ()
    fixed: Collection[tuple[Entrant, Entrant]] = ()
    counts: Counts = field(default=STANDARD)
    clubs: Mapping[Entrant, str] = field(default_factory=dict)


class NoDutch(ValueError):
    """This system is not to be had: the library is "missing", or there are too "many" entrants for it."""

    def __init__(self, reason: Literal["missing", "many"]) -> None:
        self.reason = reason
        super().__init__(
            "The Dutch system is not installed here." if reason == "missing" else f"It pairs {MOST} entrants at most."
        )


def draw(entry: Entry) -> swiss.Draw:
    """The matches of the next round, in the order of the boards.

    Raises:
        NoDutch
        Unpairable: the system never lets two meet twice, nobody have a second bye and nobody be at home much more
            often than away; with few entrants or after many rounds that leaves no way.
        KeyError: somebody without a rank.
    """
    try:
        return _drawn(entry)
    except swiss.Unpairable:
        if not entry.clubs:
            raise
        return replace(_drawn(replace(entry, clubs={})), fell_back=True)


def _drawn(entry: Entry) -> swiss.Draw:
    """Raises what "draw" does, also where clubs that never meet leave no way."""
    if len(entry.there) > MOST:
        raise NoDutch("many")
    found = records(entry.ranks, entry.games, entry.byes, rounds=entry.rounds, counts=entry.counts)
    set_already = {who for match in entry.fixed for who in match}
    if len(set_already) < 2 * len(entry.fixed) or not set_already <= set(entry.there):
        raise ValueError("a match that was set has somebody twice, or who is not there")
    in_order = sorted(entry.ranks, key=lambda entrant: (entry.ranks[entrant], entrant))
    numbers = {entrant: number for number, entrant in enumerate(in_order, 1)}
    free = set(entry.there) - set_already
    scores = {numbers[entrant]: record.score for entrant, record in found.items()}
    pairs = _paired(_written(entry, numbers, free, scores), entry.counts) if free else []
    taker = next((in_order[home - 1] for home, away in pairs if away == NOBODY), None)
    ranked = sorted((found[entrant] for entrant in entry.there), key=swiss.by_rank)
    bye = None
    if taker is not None:
        bye = swiss.sits_out(ranked, ranked.index(found[taker]))
        ranked.remove(found[taker])
    met = [(in_order[home - 1], in_order[away - 1]) for home, away in pairs if away != NOBODY]
    return swiss.Draw(_matches(ranked, met, entry.fixed), bye, engine=f"py4swiss {version('py4swiss')} dutch")


def _matches(
    ranked: Sequence[Record], pairs: Sequence[tuple[Entrant, Entrant]], fixed: Collection[tuple[Entrant, Entrant]]
) -> tuple[swiss.Match, ...]:
    """In the order that the system has given, or, with matches that were set by hand, in that of their boards."""
    place = {record.entrant: number for number, record in enumerate(ranked)}
    ideal = swiss.ideals(ranked)

    def match(home: Entrant, away: Entrant, by: swiss.HomeBy) -> swiss.Match:
        high, low = sorted((place[home], place[away]))
        return swiss.explained(ranked[place[home]], ranked[place[away]], abs(low - ideal[high]), by)

    found = [*(match(*pair, "rules") for pair in pairs), *(match(*pair, "hand") for pair in fixed)]
    return tuple(swiss.boarded(found, ranked) if fixed else found)


def facts(entry: Entry) -> dict[str, object]:
    """All that a draw depends on, as plain values in one order: what its hash is made of."""
    return {
        "ranks": sorted(map(list, entry.ranks.items())),
        "there": sorted(entry.there),
        "turns": sorted(map(list, _turns(entry, {entrant: entrant for entrant in entry.ranks}).items())),
        "planned": entry.planned,
        "seed": entry.seed,
        "apart": sorted(sorted(pair) for pair in entry.apart),
        **_unusual(entry),
    }


def _unusual(entry: Entry) -> dict[str, object]:
    """What is left out of the facts where it is as usual: matches set by hand, and what counts."""
    counts = entry.counts
    found: dict[str, object] = {"fixed": sorted(map(list, entry.fixed))} if entry.fixed else {}
    found |= swiss.club_facts(entry.clubs, "hard")
    if counts != STANDARD:
        given = [[number, *amount] for number, amounts in counts.given.items() for amount in amounts.items()]
        found["counts"] = [[*counts.pay, counts.bye], sorted(given)]
    return found


def _paired(written: Mapping[str, Any], counts: Counts) -> list[tuple[int, int]]:
    """(at home, away) by their numbers; NOBODY is away where somebody has the bye."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.results import ScoringPointSystemCode
    except ImportError:
        raise NoDutch("missing") from None
    event = ParsedTrf.model_validate(written)
    for code, amount in _paying(counts).items():
        event.x_section.scoring_point_system.apply_code(ScoringPointSystemCode(code), IN_TENTHS * amount)
    try:
        found = DutchEngine.generate_pairings(event)
    except PairingError:
        raise swiss.Unpairable from None
    return [(pairing.white, pairing.black) for pairing in found]


def _paying(counts: Counts) -> dict[str, int]:
    """What everything counts, in half points, by the codes of the library."""
    win, draw, loss = counts.pay
    return {"W": win, "D": draw, "WL": loss, "BL": loss, "PAB": counts.bye}


def _written(
    entry: Entry, numbers: Mapping[Entrant, int], free: Collection[Entrant], scores: Mapping[int, int]
) -> dict[str, Any]:
    """The event in the form that the library reads; only those who are `free` are paired. What was given beside the
    rounds is told as an accelerated start: the library knows no other points without a round."""
    turns = _turns(entry, numbers)
    bars = {frozenset(pair) for pair in combinations(entry.clubs, PAIR) if _are_mates(entry, *pair)} | {*entry.apart}
    apart = [tuple(numbers[who] for who in pair) for pair in bars if len(pair) == PAIR and pair <= numbers.keys()]
    return {
        "player_sections": [_section(number, turns[number], scores[number]) for number in sorted(turns)],
        "x_section": {
            "number_of_rounds": max(entry.planned, entry.rounds + 1),
            "zeroed_ids": {number for entrant, number in numbers.items() if entrant not in free},
            "forbidden_pairs": set(apart),
            "accelerations": _given(entry, numbers),
            "configuration": {"first_round_color": Random(f"{entry.seed}:home").random() < HALF},  # noqa: S311
        },
    }


def _are_mates(entry: Entry, entrant: Entrant, other: Entrant) -> bool:
    return entry.clubs[entrant] == entry.clubs[other]


def _given(entry: Entry, numbers: Mapping[Entrant, int]) -> dict[int, list[int]]:
    """What each was given beside the rounds by the time of each round, the next one the last, in tenths of a point."""
    found: dict[int, list[int]] = {}
    for after, amounts in entry.counts.given.items():
        for entrant, amount in amounts.items():
            own = found.setdefault(numbers[entrant], [0] * (entry.rounds + 1))
            for number in range(after, entry.rounds + 1):
                own[number] += IN_TENTHS * amount
    return found


def _section(number: int, turns: Sequence[Turn], score: int) -> dict[str, Any]:
    return {
        "code": "001",
        "starting_number": number,
        "points_times_ten": IN_TENTHS * score,
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
