"""Round robin by the tables of Berger (FIDE C.05, annex 1; the shared specification of pairing, section 8.2)."""

from collections.abc import Sequence

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
