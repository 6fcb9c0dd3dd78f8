"""What a hand moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

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

MEASURES: Final = (
    "points",
    "hands",
    "won",
    "lost",
    "others_lost_3",
    "others_lost_4",
    "passed",
    "minus",
)
DEALER_BONUS: Final = 30

_HAND = Text(gettext_noop("One hand of the list"))
_WON = Text(gettext_noop("Game won"))
_LOST = Text(gettext_noop("Game lost"))
_OTHER_LOST = gettext_noop("Game lost by {declarer}")
_DEALT_PASSED = Text(gettext_noop("Dealt a hand that was passed"))
_NULL_CREDITED = Text(gettext_noop("Credited with a won null game"))

SkatOutcome: TypeAlias = Outcome[ListState, AnyDetail]
Lines: TypeAlias = tuple[Line, ...]


class _Told(NamedTuple):
    detail: HandDetail
    said: Text
    warnings: tuple[Notice, ...]


class _Scored(NamedTuple):
    """One hand, before it takes its place in the list."""

    lines: Lines
    detail: AnyDetail
    said: Text
    warnings: tuple[Notice, ...] = ()
    minus: Mapping[int, int] = MappingProxyType({})
    bock_rounds: int = 0


def score(hand: AnyHand, rules: SkatRules, table: SkatTable) -> SkatOutcome:
    """The outcome of a hand that `problems` let through."""
    dealer = table.dealer if hand.dealer is None else hand.dealer
    scored = _scored(hand, rules, table, dealer)
    warnings = scored.warnings
    if dealer != table.dealer:
        warnings = (telling.DEALER_OUT_OF_TURN, *warnings)
    if isinstance(scored.detail, PassedDetail) and not scored.detail.counted:
        return Outcome((), scored.detail, table.state, scored.said, dealer, warnings=warnings)
    state = state_after(table, rules, scored.bock_rounds, scored.minus)
    lines = scored.lines + _minus_lines(scored) + hand_lines(table.seats)
    dealer = dealer_after(table, dealer)
    return Outcome(lines, scored.detail, state, scored.said, dealer, state.over, warnings)


def _scored(hand: AnyHand, rules: SkatRules, table: SkatTable, dealer: int) -> _Scored:
    if isinstance(hand, SkatHand):
        return _played(hand, rules, table, dealer)
    if isinstance(hand, RamschHand):
        return _ramsch(hand, rules, table, dealer)
    return _passed(rules, dealer)


def _played(hand: SkatHand, rules: SkatRules, table: SkatTable, dealer: int) -> _Scored:
    detail, said, warnings = tell(facts_of(hand, rules))
    score = detail.declarer_score
    lines = (
        Line(hand.declarer, "points", score, said),
        *result_lines(table.seats, hand.declarer, detail.won),
    )
    minus: Mapping[int, int] = {}
    if rules.system == "bierlachs":
        minus = bierlachs_charges(hand.declarer, score, active_seats(table, dealer))
    return _Scored(lines, detail, said, warnings, minus, hand.bock_rounds)


@lru_cache(maxsize=4096)
def tell(facts: Facts) -> _Told:
    """Detail, sentence and warnings of a played hand: the same few facts come again and again."""
    worth = worth_of(facts)
    values = {"contract": facts.contract, "declarer": facts.declarer}
    detail = HandDetail.model_validate(values | worth._asdict())
    return _Told(detail, telling.said_of(facts, worth), telling.warnings_of(facts, worth))


@lru_cache(maxsize=1024)
def hand_lines(seats: tuple[int, ...]) -> Lines:
    """Each seat at the table has one hand more, the dealer who sits out too."""
    return tuple(Line(seat, "hands", 1, _HAND) for seat in seats)


@lru_cache(maxsize=1024)
def result_lines(seats: tuple[int, ...], declarer: int, won: bool) -> Lines:
    """Who counts a game won, lost, or lost by another."""
    other = Text(_OTHER_LOST, {"declarer": SeatName(declarer)})
    reasons = {"won": _WON, "lost": _LOST}
    return tuple(
        Line(seat, measure, 1, reasons.get(measure, other))
        for seat, measure in counters_of(seats, declarer, won=won)
    )


def _minus_lines(scored: _Scored) -> Lines:
    return tuple(Line(seat, "minus", moved, scored.said) for seat, moved in scored.minus.items())


def _passed(rules: SkatRules, dealer: int) -> _Scored:
    if rules.passed == "redeal_same_dealer":
        return _Scored((), PassedDetail(dealer=dealer, counted=False), telling.PASSED_AGAIN)
    lines: Lines = (Line(dealer, "passed", 1, _DEALT_PASSED),)
    if rules.passed != "dealer_bonus_30":
        return _Scored(lines, PassedDetail(dealer=dealer), telling.PASSED)
    said = telling.said_of_bonus(dealer, DEALER_BONUS)
    detail = PassedDetail(dealer=dealer, bonus=DEALER_BONUS)
    return _Scored((Line(dealer, "points", DEALER_BONUS, said), *lines), detail, said)


def _ramsch(hand: RamschHand, rules: SkatRules, table: SkatTable, dealer: int) -> _Scored:
    seats = active_seats(table, dealer)
    settled = settle(count_of(hand, seats), rules)
    said = telling.said_of_ramsch(settled, seats)
    detail = RamschDetail(seats=seats, **settled._asdict())
    moved = {seat: own for seat, own in zip(seats, settled.scores, strict=True) if own}
    lines = tuple(Line(seat, "points", own, said) for seat, own in moved.items())
    if settled.lowest_wins:
        lines += tuple(Line(seat, "won", 1, _NULL_CREDITED) for seat in moved)
    minus: dict[int, int] = {}
    if rules.system == "bierlachs":
        for seat, own in moved.items():
            for charged, amount in bierlachs_charges(seat, own, seats).items():
                minus[charged] = minus.get(charged, 0) + amount
    return _Scored(lines, detail, said, minus=minus)
