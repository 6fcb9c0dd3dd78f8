"""What a hand moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from games.core.text import SeatName, Text, gettext_noop
from games.core.values import Line, Notice, Outcome
from games.skat import telling
from games.skat.detail import AnyDetail, HandDetail, PassedDetail, RamschDetail
from games.skat.facts import Facts, facts_of
from games.skat.hand import AnyHand, RamschHand, SkatHand
from games.skat.ramsch import count_of, settle
from games.skat.rules import SkatRules
from games.skat.series import bierlachs_charges, counters_of
from games.skat.state import ListState, SkatTable, active_seats, dealer_after, state_after
from games.skat.worth import worth_of

D_co = TypeVar("D_co", covariant=True)

MEASURE_TITLES: Final = {
    "points": Text(gettext_noop("Game points")),
    "hands": Text(gettext_noop("Hands")),
    "won": Text(gettext_noop("Games won")),
    "lost": Text(gettext_noop("Games lost")),
    "others_lost_3": Text(gettext_noop("Lost by others at three")),
    "others_lost_4": Text(gettext_noop("Lost by others at four")),
    "passed": Text(gettext_noop("Passed")),
    "minus": Text(gettext_noop("Minus points")),
}
MEASURES: Final = tuple(MEASURE_TITLES)
DEALER_BONUS: Final = 30

_HAND = Text(gettext_noop("One hand of the list"))
_WON = Text(gettext_noop("Game won"))
_LOST = Text(gettext_noop("Game lost"))
_OTHER_LOST = gettext_noop("Game lost by {declarer}")
_DEALT_PASSED = Text(gettext_noop("Dealt a hand that was passed"))
_NULL_CREDITED = Text(gettext_noop("Credited with a won null game"))

SkatOutcome: TypeAlias = Outcome[ListState, AnyDetail]
Lines: TypeAlias = tuple[Line, ...]


class Told(NamedTuple, Generic[D_co]):
    """What a hand says and moves, wherever it stands in a list."""

    lines: Lines
    detail: D_co
    said: Text
    warnings: tuple[Notice, ...] = ()


def score(hand: AnyHand, rules: SkatRules, table: SkatTable) -> SkatOutcome:
    """The outcome of a hand that `problems` let through."""
    dealer = table.dealer if hand.dealer is None else hand.dealer
    told = _told(hand, rules, table, dealer)
    lines, detail, said, warnings = told
    if dealer != table.dealer:
        warnings = (telling.DEALER_OUT_OF_TURN, *warnings)
    if isinstance(detail, PassedDetail) and not detail.counted:
        return Outcome((), detail, table.state, said, dealer, warnings=warnings)
    minus: Mapping[int, int] = {}
    if rules.system == "bierlachs" and not isinstance(detail, PassedDetail):
        minus = _minus(lines, active_seats(table, dealer))
        said = telling.said_of_charges(said, minus) if minus else said
        counted = {line.seat: line.reason for line in lines if line.measure == "points"}
        reasons = counted if isinstance(detail, RamschDetail) else {}
        lines += tuple(Line(seat, "minus", amount, reasons.get(seat, said)) for seat, amount in minus.items())
    bock_rounds = hand.bock_rounds if isinstance(hand, SkatHand) else 0
    state = state_after(table, rules, bock_rounds, minus)
    next_dealer = dealer_after(table, dealer)
    return Outcome(lines, detail, state, said, next_dealer, state.over, warnings)


def _told(hand: AnyHand, rules: SkatRules, table: SkatTable, dealer: int) -> Told[AnyDetail]:
    if isinstance(hand, SkatHand):
        return tell_game(hand, rules, table.seats)
    if isinstance(hand, RamschHand):
        return _tell_ramsch(hand, rules, table, dealer)
    return _tell_passed(rules, table, dealer)


def _minus(lines: Lines, active: tuple[int, ...]) -> dict[int, int]:
    """Bierlachs: what the game points of a hand charge."""
    charged: dict[int, int] = {}
    for line in lines:
        if line.measure == "points":
            for seat, amount in bierlachs_charges(line.seat, line.amount, active).items():
                charged[seat] = charged.get(seat, 0) + amount
    return charged


def tell_game(hand: SkatHand, rules: SkatRules, seats: tuple[int, ...]) -> Told[HandDetail]:
    """A hand with a declarer."""
    facts = facts_of(hand, rules)
    told = _tell_game(facts, seats)
    if hand.bid is not None and hand.bid > told.detail.made:
        return _tell_game(facts._replace(bid=hand.bid), seats)
    return told


@lru_cache(maxsize=4096)
def _tell_game(facts: Facts, seats: tuple[int, ...]) -> Told[HandDetail]:
    """The same few facts come again and again, so what they tell is kept."""
    worth = worth_of(facts)
    values = {"contract": facts.contract, "declarer": facts.declarer}
    detail = HandDetail.model_validate(values | worth._asdict())
    said = telling.said_of(facts, worth)
    points = Line(facts.declarer, "points", worth.declarer_score, said)
    lines = (points, *_result_lines(seats, facts.declarer, won=worth.won), *_hand_lines(seats))
    return Told(lines, detail, said, telling.warnings_of(facts, worth))


def _hand_lines(seats: tuple[int, ...]) -> Lines:
    """Each seat at the table has one hand more, the dealer who sits out too."""
    return tuple(Line(seat, "hands", 1, _HAND) for seat in seats)


def _result_lines(seats: tuple[int, ...], declarer: int, *, won: bool) -> Lines:
    """Who counts a game won, lost, or lost by another."""
    other = Text(_OTHER_LOST, {"declarer": SeatName(declarer)})
    reasons = {"won": _WON, "lost": _LOST}
    return tuple(
        Line(seat, measure, 1, reasons.get(measure, other)) for seat, measure in counters_of(seats, declarer, won=won)
    )


def _tell_passed(rules: SkatRules, table: SkatTable, dealer: int) -> Told[PassedDetail]:
    if rules.passed == "redeal_same_dealer":
        return Told((), PassedDetail(dealer=dealer, counted=False), telling.PASSED_AGAIN)
    lines = (Line(dealer, "passed", 1, _DEALT_PASSED), *_hand_lines(table.seats))
    if rules.passed != "dealer_bonus_30":
        return Told(lines, PassedDetail(dealer=dealer), telling.PASSED)
    said = telling.said_of_bonus(dealer, DEALER_BONUS)
    detail = PassedDetail(dealer=dealer, bonus=DEALER_BONUS)
    return Told((Line(dealer, "points", DEALER_BONUS, said), *lines), detail, said)


def _tell_ramsch(hand: RamschHand, rules: SkatRules, table: SkatTable, dealer: int) -> Told[RamschDetail]:
    seats = active_seats(table, dealer)
    count = count_of(hand, seats)
    settled = settle(count, rules)
    said = telling.said_of_ramsch(settled, seats)
    detail = RamschDetail(seats=seats, **settled._asdict())
    moved = {seat: own for seat, own in zip(seats, settled.scores, strict=True) if own}
    reasons = {seat: telling.reason_of_ramsch(count, settled, place) for place, seat in enumerate(seats)}
    lines = tuple(Line(seat, "points", own, reasons[seat]) for seat, own in moved.items())
    if settled.lowest_wins:
        lines += tuple(Line(seat, "won", 1, _NULL_CREDITED) for seat in moved)
    return Told(lines + _hand_lines(table.seats), detail, said)
