"""What a hand moves: the lines of the ledger, the sentence, the state after it."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from games.core.text import SeatName, Text, gettext_noop
from games.core.values import Line, Outcome
from games.palace_poker import telling
from games.palace_poker.detail import HandDetail
from games.palace_poker.hand import AnyHand
from games.palace_poker.judging import detail_of
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import CarryState, PalaceTable, from_left_of

MEASURE_TITLES: Final = {
    "net": Text(gettext_noop("Net")),
    "hands": Text(gettext_noop("Hands")),
    "won": Text(gettext_noop("Hands won")),
    "battles_won": Text(gettext_noop("Battles won")),
    "battles_lost": Text(gettext_noop("Battles lost")),
}
MEASURES: Final = tuple(MEASURE_TITLES)
IN_UNITS: Final = frozenset({"net"})

PalaceOutcome: TypeAlias = Outcome[CarryState, HandDetail]


def score(hand: AnyHand, rules: PalacePokerRules, table: PalaceTable) -> PalaceOutcome:
    """The outcome of a hand that `problems` let through."""
    detail = detail_of(hand, rules, table)
    return Outcome(
        lines=(*_money(detail), *_counts(detail), *_battles(detail)),
        detail=detail,
        state=CarryState(hands=table.state.hands + 1, carry=detail.carry_out),
        said=telling.said_of(detail),
        dealer=from_left_of(detail.dealer, table.seats)[0],
        warnings=() if detail.dealer == table.dealer else (telling.DEALER_OUT_OF_TURN,),
    )


def _money(detail: HandDetail) -> Iterator[Line]:
    """What each seat paid and got, one line for each reason; together they are its net."""
    moved: dict[tuple[int, str], int] = {}
    for row in detail.ledger:
        moved[row.seat, row.reason] = moved.get((row.seat, row.reason), 0) - row.amount
    for (seat, reason), amount in moved.items():
        yield Line(seat, "net", amount, telling.REASONS[reason])
    for pot in detail.pots:
        for share in pot.shares:
            if share.amount:
                yield Line(share.seat, "net", share.amount, telling.FROM_THE_POT)


def _counts(detail: HandDetail) -> Iterator[Line]:
    for seat in detail.seats:
        yield Line(seat, "hands", 1, telling.ONE_HAND)
    for seat in detail.winners:
        yield Line(seat, "won", 1, telling.HAND_WON)


def _battles(detail: HandDetail) -> Iterator[Line]:
    """Who won and lost a battle; a tie is neither."""
    for battle in detail.battles:
        if battle.winner is not None:
            loser = battle.attacker + battle.defender - battle.winner
            yield Line(battle.winner, "battles_won", 1, Text(telling.BATTLE_WON, {"seat": SeatName(loser)}))
            yield Line(loser, "battles_lost", 1, Text(telling.BATTLE_LOST, {"seat": SeatName(battle.winner)}))
