"""Who has won, drawn and lost a deal, what it counts, and who deals next (rules file, sections 2 and 5)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.svoi_kozyri.hand import SvoiDeal
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.values import COUNTED_LOSS


class Settled(NamedTuple):
    """What a deal means for its seats.

    `winners` and `drawn` stand in the order they went out, the one who was left last. `points` follow the order of
    the seats. `cards_left` are those of the loser.
    """

    winners: tuple[int, ...]
    drawn: tuple[int, ...]
    loser: int | None
    points: tuple[int, ...]
    cards_left: int | None


def settle(hand: SvoiDeal, rules: SvoiRules, seats: Sequence[int]) -> Settled:
    """A deal to these seats that was let through."""
    finished = hand.finished
    (left,) = (seat for seat in seats if seat not in finished)
    win, draw, loss = _points(hand, rules)
    if hand.result == "draw":
        drawn = (finished[-1], left)
        points = tuple(draw if seat in drawn else win for seat in seats)
        return Settled(finished[:-1], drawn, None, points, None)
    points = tuple(loss if seat == left else win for seat in seats)
    return Settled(finished, (), left, points, hand.cards_left)


def _points(hand: SvoiDeal, rules: SvoiRules) -> tuple[int, int, int]:
    """What a win, a draw and a loss count."""
    if rules.mode == "wdl":
        return rules.win, rules.draw, rules.loss
    return 0, 0, COUNTED_LOSS if rules.mode == "losses" else hand.cards_left or 0


def counters_of(settled: Settled) -> tuple[tuple[int, str, int], ...]:
    """The (seat, measure, amount) a result counts, besides points and the number of deals."""
    won = tuple((seat, "won", 1) for seat in settled.winners)
    drawn = tuple((seat, "drawn", 1) for seat in settled.drawn)
    if settled.loser is None:
        return won + drawn
    lost = ((settled.loser, "lost", 1),)
    cards = ((settled.loser, "cards_left", settled.cards_left),) if settled.cards_left else ()
    return won + lost + cards


def next_dealer(settled: Settled, seats: Sequence[int], dealer: int | None) -> int | None:
    """The loser; after a draw the seat after the one who dealt, if that is known."""
    if settled.loser is not None or dealer is None:
        return settled.loser
    return seats[(seats.index(dealer) + 1) % len(seats)]
