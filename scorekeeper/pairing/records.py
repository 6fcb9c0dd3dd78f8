"""What a pairing must know of an entrant, from the games and byes of the rounds before."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.pairing.keys import BYES, Bye, Entrant, Game

DOWN, LEVEL, UP = -1, 0, 1
GIVEN: Final = frozenset({"pab", "full"})
"""Byes with the points of a win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One entrant before a round.

    `rank` orders those of one score, lower first; `score` is in half points; `met` says how often they have played
    whom, `homes` whether they were at home (seat 0) in each game they played, oldest first. `floated` is what became of
    them in the last round: DOWN where they met somebody with fewer points or nobody, UP where somebody with more.
    `byes` counts the wins they were given without a game: byes of the pairing, full byes, wins by forfeit.
    """

    entrant: Entrant
    rank: int
    score: int = 0
    met: Mapping[Entrant, int] = field(default_factory=dict)
    homes: tuple[bool, ...] = ()
    floated: int = LEVEL
    byes: int = 0

    @property
    def balance(self) -> int:
        """How much more often at home than away."""
        return 2 * sum(self.homes) - len(self.homes)


def records(
    ranks: Mapping[Entrant, int], games: Iterable[Game], byes: Iterable[Bye] = (), *, rounds: int
) -> dict[Entrant, Record]:
    """The records of all who ever entered, after so many rounds; `one` of a game was at home, and points count as 1, a
    half, 0. A round in which somebody has neither a game nor a bye is one they missed.

    Raises:
        KeyError: a game or bye of somebody who has no rank.
        ValueError: a game or bye of a round that has not been played.
    """
    by_round: dict[int, list[Game | Bye]] = {number: [] for number in range(1, rounds + 1)}
    turns: list[Game | Bye] = [*games, *byes]
    for turn in turns:
        if turn.round not in by_round:
            raise ValueError(f"round {turn.round} has not been played")
        by_round[turn.round].append(turn)
    found = {entrant: _Growing() for entrant in ranks}
    for played in by_round.values():
        _add_round(found, played)
    return {entrant: own.record(entrant, ranks[entrant]) for entrant, own in found.items()}


def late(entrant: Entrant, first: int, *, has_half: bool) -> list[Bye]:
    """The byes of somebody whose first round is this one: without points, or, where the event gives that, half of a
    win for the last of them and for no other."""
    missed = [Bye(number, entrant, "zero") for number in range(1, first)]
    return [*missed[:-1], Bye(first - 1, entrant, "half")] if has_half and missed else missed


def facts(record: Record) -> dict[str, object]:
    """All that a draw asks of a record, as plain values in one order: for the hash of its entry."""
    return {
        "entrant": record.entrant,
        "rank": record.rank,
        "score": record.score,
        "met": sorted(map(list, record.met.items())),
        "homes": list(record.homes),
        "floated": record.floated,
        "byes": record.byes,
    }


@dataclass(slots=True)
class _Growing:
    """A record, round by round."""

    score: int = 0
    met: dict[Entrant, int] = field(default_factory=dict)
    homes: list[bool] = field(default_factory=list)
    floated: int = LEVEL
    byes: int = 0

    def record(self, entrant: Entrant, rank: int) -> Record:
        return Record(
            entrant=entrant,
            rank=rank,
            score=self.score,
            met=self.met,
            homes=tuple(self.homes),
            floated=self.floated,
            byes=self.byes,
        )


def _add_round(found: Mapping[Entrant, _Growing], turns: Collection[Game | Bye]) -> None:
    before = {entrant: own.score for entrant, own in found.items()}
    for own in found.values():
        own.floated = DOWN  # who does not play in a round, until a game says otherwise
    for turn in turns:
        if isinstance(turn, Bye):
            found[turn.entrant].score += int(2 * BYES[turn.kind])
            found[turn.entrant].byes += turn.kind in GIVEN
            continue
        for who, other, points in ((turn.one, turn.other, turn.of_one), (turn.other, turn.one, turn.of_other)):
            own = found[who]
            own.score += int(2 * points)
            if turn.forfeited:
                own.byes += points > 0
                continue
            own.met[other] = own.met.get(other, 0) + 1
            own.homes.append(who == turn.one)
            own.floated = (before[other] > before[who]) - (before[other] < before[who])
