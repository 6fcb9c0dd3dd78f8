"""Round robin by the tables of Berger (FIDE C.05, annex 1; the shared specification of pairing, section 8.2)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeVar

from scorekeeper.pairing.drawing import shuffled
from scorekeeper.pairing.keys import Entrant, Game

T = TypeVar("T")
WIN, LOSS = Fraction(1), Fraction(0)

Games = list[tuple[int, int]]
"""(at home, away), entrants counted from 1"""


def berger(entrants: int, *, double: bool = False) -> list[Games]:
    """The rounds, in each the games; with an odd number one entrant of each round has none.

    Everybody meets everybody once, and how often somebody is at home differs by one at most (not at all with an odd
    number). `double`: once more with home and away changed; the last two rounds of the first half are swapped then, so
    that nobody is at home three times running where the halves meet.

    Raises:
        ValueError: fewer than two entrants.
    """
    if entrants < 2:
        raise ValueError("a round robin needs two entrants")
    even = entrants + entrants % 2
    rounds = [_round(number, even, entrants) for number in range(1, even)]
    if not double:
        return rounds
    first = [*rounds[:-2], *reversed(rounds[-2:])]
    return [*first, *([(away, home) for home, away in games] for games in rounds)]


def numbered(entrants: Sequence[T], seed: int) -> list[T]:
    """Who gets which number, drawn: the first one is 1."""
    return shuffled(entrants, Random(f"{seed}:numbers"))  # noqa: S311 a draw is to be drawn again


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts after withdrawals: `games` with those that are `forfeited` among them. Of those who withdrew,
    `shares` says how many of how many games they played; those `removed` played fewer than half, and stand nowhere."""

    games: tuple[Game, ...]
    forfeited: tuple[Game, ...]
    removed: frozenset[Entrant]
    shares: Mapping[Entrant, tuple[int, int]]


def counted(rounds: Sequence[Games], games: Sequence[Game], withdrawn: Collection[Entrant]) -> Counted:
    """Which results of a schedule count when these have left: of those who played fewer than half of their games none,
    for nobody; else all, and the rest as lost without playing. Where both sides have left, both lose."""
    schedule = [(number, *game) for number, round_games in enumerate(rounds, 1) for game in round_games]
    shares = {}
    for who in withdrawn:
        played = sum(who in (game.one, game.other) and not game.forfeited for game in games)
        shares[who] = played, sum(who in sides for _number, *sides in schedule)
    removed = frozenset(who for who, (played, of) in shares.items() if 2 * played < of)
    kept = [game for game in games if not {game.one, game.other} & removed]
    have = {(game.round, game.one, game.other) for game in games}
    left = set(withdrawn) - removed
    forfeited = tuple(
        Game(number, home, away, _unless(home, left), _unless(away, left), forfeited=True)
        for number, home, away in schedule
        if (number, home, away) not in have and {home, away} & left and not {home, away} & removed
    )
    return Counted(tuple(sorted([*kept, *forfeited], key=lambda game: game.round)), forfeited, removed, shares)


def _unless(who: Entrant, left: Collection[Entrant]) -> Fraction:
    return LOSS if who in left else WIN


def _round(number: int, even: int, entrants: int) -> Games:
    turn = even - 1
    top = ((number - 1) * even // 2) % turn + 1
    games = [(top, even) if number % 2 else (even, top)]
    games += [((top + j - 1) % turn + 1, (top - j - 1) % turn + 1) for j in range(1, even // 2)]
    return [game for game in games if max(game) <= entrants]


def homes(rounds: Sequence[Games]) -> dict[int, int]:
    """How often each is at home."""
    found: dict[int, int] = {}
    for games in rounds:
        for home, away in games:
            found[home] = found.get(home, 0) + 1
            found.setdefault(away, 0)
    return found
