"""What a hand moves: the lines of the ledger, the sentence, the state after it."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from games.core.text import Amount, SeatName, Text, pgettext
from games.core.values import Counterpart, Due, Line, Notice, Outcome, SumLine, Words
from games.palace_poker.hand import AnyHand, HandDetail
from games.palace_poker.judging import detail_of
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import CarryState, PalaceTable, from_left_of

# The sentences of a hand: what a scorer says aloud, and the reasons of its lines.

WORDS: Final = Words(
    piece=Text(pgettext("palace_poker", "evening")),
    total=Text(pgettext("palace_poker", "Net")),
    chart=Text(pgettext("palace_poker", "Net after each hand")),
    complete=Text(pgettext("palace_poker", "The evening is over")),
    ended=Text(pgettext("palace_poker", "The evening has ended")),
)

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(pgettext("palace_poker", "Somebody else should have dealt this hand."))
)

REASONS: Final = {
    "ante": Text(pgettext("palace_poker", "Ante")),
    "buy": Text(pgettext("palace_poker", "Bought soldiers")),
    "bet": Text(pgettext("palace_poker", "Bets in battles")),
    "call": Text(pgettext("palace_poker", "Calls in battles")),
    "raise": Text(pgettext("palace_poker", "Raises in battles")),
    "raise_returned": Text(pgettext("palace_poker", "Raise taken back: nobody called it")),
    "bet_returned": Text(pgettext("palace_poker", "Bet taken back: nobody called it")),
    "uncalled_returned": Text(pgettext("palace_poker", "Returned: nobody could win it")),
    "contribution": Text(pgettext("palace_poker", "Put into the pot")),
}
FROM_THE_POT: Final = Text(pgettext("palace_poker", "From the pot"))
ONE_HAND: Final = Text(pgettext("palace_poker", "One hand of the evening"))
HAND_WON: Final = Text(pgettext("palace_poker", "Won the pot"))
BATTLE_WON: Final = pgettext("palace_poker", "Battle won against {seat}")
BATTLE_LOST: Final = pgettext("palace_poker", "Battle lost to {seat}")

_ENDS: Final = {
    "last_standing": pgettext("palace_poker", "Last one standing: {shares}"),
    "same_suit": pgettext("palace_poker", "All banners are of one suit: {shares}"),
    "tie_last_two": pgettext("palace_poker", "The last two tie: {shares}"),
    "showdown": pgettext("palace_poker", "Showdown: {shares}"),
}
_SHARE = pgettext("palace_poker", "{amount} to {seat}")
_NEXT_SHARE = pgettext("palace_poker", "{before}, {amount} to {seat}")
_NOTHING = Text(pgettext("palace_poker", "nothing was in the pot"))
_NOBODY = Text(pgettext("palace_poker", "nobody wins anything"))
_BACK = pgettext("palace_poker", "{before}; {amount} back to {seat}")
_HOUSE = pgettext("palace_poker", "{before}; {amount} to the house")
_STAYS = pgettext("palace_poker", "{before}; {amount} stays in the pot for the next hand")
_CARRIED = pgettext("palace_poker", "{amount} from the last hand lies in the pot")


def sentence_of(detail: HandDetail) -> Text:
    """ "Last one standing: 63 to Anna"."""
    won: dict[int, int] = {}
    for pot in detail.pots:
        for share in pot.shares:
            won[share.seat] = won.get(share.seat, 0) + share.amount
    sentence = _shares(won) or (_NOBODY if detail.ledger or detail.carry_in else _NOTHING)
    if detail.end in _ENDS:
        sentence = Text(_ENDS[detail.end], {"shares": sentence})
    if detail.rake:
        sentence = Text(_HOUSE, {"before": sentence, "amount": Amount(detail.rake)})
    for row in detail.ledger:
        if row.reason == "uncalled_returned":
            sentence = Text(_BACK, {"before": sentence, "amount": Amount(-row.amount), "seat": SeatName(row.seat)})
    if detail.carry_out:
        sentence = Text(_STAYS, {"before": sentence, "amount": Amount(detail.carry_out)})
    return sentence


def _shares(won: Mapping[int, int]) -> Text | None:
    """Who gets how much, None where nobody gets anything."""
    shares: Text | None = None
    for seat, amount in won.items():
        if amount and shares is None:
            shares = Text(_SHARE, {"amount": Amount(amount), "seat": SeatName(seat)})
        elif amount and shares is not None:
            shares = Text(_NEXT_SHARE, {"before": shares, "amount": Amount(amount), "seat": SeatName(seat)})
    return shares


def stands(rules: PalacePokerRules, table: PalaceTable) -> Text | None:
    """The odd chips of the hand before, where some were left."""
    carry = table.state.carry
    return Text(_CARRIED, {"amount": Amount(carry)}) if carry else None


def verdict(totals: Mapping[int, Mapping[str, int]], rules: PalacePokerRules) -> Text | None:
    """An evening decides nothing: it ends when the players go home."""
    return None


MEASURE_TITLES: Final = {
    "net": Text(pgettext("palace_poker", "Net")),
    "hands": Text(pgettext("palace_poker", "Hands")),
    "won": Text(pgettext("palace_poker", "Hands won")),
    "battles_won": Text(pgettext("palace_poker", "Battles won")),
    "battles_lost": Text(pgettext("palace_poker", "Battles lost")),
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
        sentence=sentence_of(detail),
        dealer=from_left_of(detail.dealer, table.seats)[0],
        warnings=() if detail.dealer == table.dealer else (DEALER_OUT_OF_TURN,),
    )


def _money(detail: HandDetail) -> Iterator[Line]:
    """What each seat paid and got, one line for each reason; together they are its net."""
    moved: dict[tuple[int, str], int] = {}
    for row in detail.ledger:
        moved[row.seat, row.reason] = moved.get((row.seat, row.reason), 0) - row.amount
    for (seat, reason), amount in moved.items():
        yield Line(seat, "net", amount, REASONS[reason])
    for pot in detail.pots:
        for share in pot.shares:
            if share.amount:
                yield Line(share.seat, "net", share.amount, FROM_THE_POT)


def _counts(detail: HandDetail) -> Iterator[Line]:
    for seat in detail.seats:
        yield Line(seat, "hands", 1, ONE_HAND)
    for seat in detail.winners:
        yield Line(seat, "won", 1, HAND_WON)


def _battles(detail: HandDetail) -> Iterator[Line]:
    """Who won and lost a battle; a tie is neither."""
    for battle in detail.battles:
        if battle.winner is not None:
            loser = battle.attacker + battle.defender - battle.winner
            yield Line(battle.winner, "battles_won", 1, Text(BATTLE_WON, {"seat": SeatName(loser)}))
            yield Line(loser, "battles_lost", 1, Text(BATTLE_LOST, {"seat": SeatName(battle.winner)}))


# How hands add up: totals, season systems, ties, and what is due.

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {"net": {"net": 1}, "hands_won": {"won": 1}}
SYSTEM_TITLES: Final = {
    "net": Text(pgettext("palace_poker", "Net")),
    "hands_won": Text(pgettext("palace_poker", "Hands won")),
}
RANKING: Final = (("won", 1), ("battles_won", 1), ("battles_lost", -1))
_TOTAL: Final = Text(pgettext("palace_poker", "Total"))


def weights(rules: PalacePokerRules) -> Mapping[str, int]:
    """The total of a sitting is what everybody won or lost."""
    return SYSTEMS["net"]


def sum_at(rules: PalacePokerRules, state: CarryState) -> int | None:
    """All totals together lack what lies in the pot for the next hand; with a rake nobody can say from the state."""
    return None if rules.rake_bp else -state.carry


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: each measure that counts, and the total."""
    lines = [SumLine(MEASURE_TITLES[name], times * totals.get(name, 0)) for name, times in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def dues(
    tallies: Mapping[int, Mapping[str, int]],
    totals: Mapping[int, int],
    rules: PalacePokerRules,
    state: CarryState,
) -> tuple[Due, ...]:
    """Everybody's net, the chips that lie in the pot for a hand that does not come, and what was raked: the rest, by
    the identity of section 5 of the rules file."""
    nets = {seat: own.get("net", 0) for seat, own in tallies.items()}
    raked = -sum(nets.values()) - state.carry if rules.rake_bp else 0
    against = {Counterpart.POT: state.carry, Counterpart.HOUSE: raked}
    label = SYSTEM_TITLES["net"]
    rests = (Due(who, label, amount) for who, amount in against.items() if amount)
    return (*(Due(seat, label, net) for seat, net in nets.items()), *rests)
