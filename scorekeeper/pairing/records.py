"""What a pairing must know of an entrant, from the games and byes of the rounds before."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from scorekeeper.pairing.keys import Bye, Entrant, Game, Pay

DOWN, LEVEL, UP = -1, 0, 1
GIVEN: Final = frozenset({"pab", "full"})
"""Byes with the points of a win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What everything counts for the score that pairs, in half points: a match (`pay`; lost without playing it is
    worth nothing), a `bye` of the pairing; and what was `given` beside the rounds, penalties less than 0: {after which
    round: {to whom: how much}}, 0 where it counts from the start."""

    pay: Pay = (2, 1, 0)
    bye: int = 2
    given: Mapping[int, Mapping[Entrant, int]] = field(default_factory=dict)

    def of_game(self, points: Fraction, *, forfeited: bool) -> int:
        """What a side has of a game, from its points of 1, a half or 0."""
        win, draw, loss = self.pay
        if points == 0:
            return 0 if forfeited else loss
        return win if points == 1 else draw

    def of_bye(self, bye: Bye) -> int:
        """A full bye is worth a win, half of one a draw."""
        return {"pab": self.bye, "full": self.pay[0], "half": self.pay[1], "zero": 0}[bye.kind]


STANDARD: Final = Counts()


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
    ranks: Mapping[Entrant, int],
    games: Iterable[Game],
    byes: Iterable[Bye] = (),
    *,
    rounds: int,
    counts: Counts = STANDARD,
) -> dict[Entrant, Record]:
    """The records of all who ever entered, after so many rounds; `one` of a game was at home. A round in which
    somebody has neither a game nor a bye is one they missed.

    Raises:
        KeyError: a game or bye of somebody who has no rank, or something given to them.
        ValueError: a game or bye of a round that has not been played.
    """
    by_round: dict[int, list[Game | Bye]] = {number: [] for number in range(1, rounds + 1)}
    turns: list[Game | Bye] = [*games, *byes]
    for turn in turns:
        if turn.round not in by_round:
            raise ValueError(f"round {turn.round} has not been played")
        by_round[turn.round].append(turn)
    found = {entrant: _Growing() for entrant in ranks}
    _give(found, counts.given.get(0, {}))
    for number, played in by_round.items():
        _add_round(found, played, counts)
        _give(found, counts.given.get(number, {}))
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


def _give(found: Mapping[Entrant, _Growing], given: Mapping[Entrant, int]) -> None:
    for entrant, amount in given.items():
        found[entrant].score += amount


def _add_round(found: Mapping[Entrant, _Growing], turns: Collection[Game | Bye], counts: Counts) -> None:
    before = {entrant: own.score for entrant, own in found.items()}
    for own in found.values():
        own.floated = DOWN  # who does not play in a round, until a game says otherwise
    for turn in turns:
        if isinstance(turn, Bye):
            found[turn.entrant].score += counts.of_bye(turn)
            found[turn.entrant].byes += turn.kind in GIVEN
            continue
        for who, other, points in ((turn.one, turn.other, turn.of_one), (turn.other, turn.one, turn.of_other)):
            own = found[who]
            own.score += counts.of_game(points, forfeited=turn.forfeited)
            if turn.forfeited:
                own.byes += points > 0
                continue
            own.met[other] = own.met.get(other, 0) + 1
            own.homes.append(who == turn.one)
            own.floated = (before[other] > before[who]) - (before[other] < before[who])
