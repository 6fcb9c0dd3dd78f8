"""What a hand moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

from games.core.text import AND_LAST, AND_MORE, SeatName, Text, Value, pgettext
from games.core.values import Line, Notice, Outcome, Words
from games.skat.hand import AnyDetail, AnyHand, HandDetail, PassedDetail, RamschDetail, RamschHand, SkatHand
from games.skat.reading import Count, Settled, count_of, factor_of, settle
from games.skat.rules import SkatRules
from games.skat.state import (
    ListState,
    SkatTable,
    active_seats,
    bierlachs_charges,
    bierlachs_losers,
    counters_of,
    dealer_after,
    state_after,
)
from games.skat.worth import Facts, Worth, facts_of, worth_of

# The sentences a scorer says aloud.

WORDS: Final = Words(
    piece=Text(pgettext("skat", "list")),
    total=Text(pgettext("skat", "List total")),
    chart=Text(pgettext("skat", "List total after each hand")),
    complete=Text(pgettext("skat", "The list is complete")),
    ended=Text(pgettext("skat", "Ended early")),
)

LARGE_VALUE: Final = 150

PASSED: Final = Text(pgettext("skat", "Passed"))
PASSED_AGAIN: Final = Text(pgettext("skat", "Passed: the same dealer deals again"))
_PASSED_BONUS = pgettext("skat", "Passed: {score} to {seat}")

_WITH = pgettext("skat", "With {matadors}, game {times}")
_WITHOUT = pgettext("skat", "Without {matadors}, game {times}")
_LEVELS: Final = {
    "hand": pgettext("skat", "{before}, hand {times}"),
    "schneider": pgettext("skat", "{before}, schneider {times}"),
    "schneider_announced": pgettext("skat", "{before}, schneider announced {times}"),
    "schwarz": pgettext("skat", "{before}, schwarz {times}"),
    "schwarz_announced": pgettext("skat", "{before}, schwarz announced {times}"),
    "ouvert": pgettext("skat", "{before}, ouvert {times}"),
}
_NULLS: Final = {
    ("null",): Text(pgettext("skat", "Null")),
    ("null", "hand"): Text(pgettext("skat", "Null hand")),
    ("null", "ouvert"): Text(pgettext("skat", "Null ouvert")),
    ("null", "hand", "ouvert"): Text(pgettext("skat", "Null ouvert hand")),
}
_TIMES = pgettext("skat", "{count}, times {base}")
_VALUE = pgettext("skat", "{play}: {value}")
_OVERBID = pgettext("skat", "{play}: {made}, overbid at {bid}: {value}")
_LOST = pgettext("skat", "{before}, lost")
_LOST_DOUBLED = pgettext("skat", "{before}, lost, doubled")
_FACTORS: Final = (
    pgettext("skat", "{before}, kontra"),
    pgettext("skat", "{before}, re"),
    pgettext("skat", "{before}, Bock"),
)
_RESULT = pgettext("skat", "{play}: {score} to {declarer}")
_CHARGED = pgettext("skat", "{play}: {amount} against {seats}")
_PAYS = pgettext("skat", "{seats} has reached {limit} and pays")
_PAY = pgettext("skat", "{seats} have reached {limit} and pay")

_RAMSCH = Text(pgettext("skat", "Ramsch"))
_JUNGFRAU = Text(pgettext("skat", "Ramsch with a player without a trick"))
_DURCHMARSCH = Text(pgettext("skat", "Ramsch, all ten tricks"))
_FEWEST = Text(pgettext("skat", "Ramsch, the fewest points win a null"))
_FIRST_SCORE = pgettext("skat", "{play}: {score} to {seat}")
_NEXT_SCORE = pgettext("skat", "{play}, {score} to {seat}")
_CARD_POINTS = pgettext("skat", "{points} card points")
_AND_SKAT = pgettext("skat", "{points} card points + {skat} in the skat")
_PUSHED_ONCE = pgettext("skat", "{before}, pushed once")
_PUSHED = pgettext("skat", "{before}, pushed {pushes} times")
_NO_TRICK = pgettext("skat", "{before}, a player without a trick")
_FACTOR = pgettext("skat", "{before}: times {factor}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(pgettext("skat", "Somebody else should have dealt this hand."))
)
BID_MISSING: Final = Notice(
    "bid_missing", Text(pgettext("skat", "Without the bid nobody knows whether this was overbid.")), habit="bid"
)
VALUE_ABOVE_150: Final = Notice(
    "value_above_150", Text(pgettext("skat", "So high a value is rare. Is everything right?"))
)
NULL_BELOW_BID: Final = Notice(
    "null_below_bid", Text(pgettext("skat", "The null game is worth less than the bid: it is lost."))
)
_OVERBID_NOTICE = pgettext("skat", "The game made {made}, but {bid} was bid: it is lost.")


def sentence_of(facts: Facts, worth: Worth) -> Text:
    """ "With 2, game 3, hand 4, times 11: 44 to Anna"."""
    play = _played(facts, worth)
    if worth.overbid:
        bid = facts.bid or 0
        value = worth.game_value
        play = Text(_OVERBID, {"play": play, "made": worth.made, "bid": bid, "value": value})
    elif not worth.won or worth.factor > 1:
        play = Text(_VALUE, {"play": play, "value": worth.game_value})
    if not worth.won:
        doubled = -worth.declarer_score == 2 * worth.factor * worth.game_value
        play = Text(_LOST_DOUBLED if doubled else _LOST, {"before": play})
    for template, present in zip(_FACTORS, facts.doubled, strict=True):
        if present:
            play = Text(template, {"before": play})
    who = SeatName(facts.declarer)
    return Text(_RESULT, {"play": play, "score": worth.declarer_score, "declarer": who})


def _played(facts: Facts, worth: Worth) -> Text:
    if facts.contract == "null":
        return _NULLS[worth.levels]
    return _times(bool(facts.with_), worth.levels, worth.base)


@lru_cache(maxsize=4096)
def _times(with_: bool, levels: tuple[str, ...], base: int) -> Text:
    """ "With 2, game 3, hand 4, times 11"."""
    matadors = int(levels[0].removeprefix("matadors:"))
    times = matadors + 1
    count = Text(_WITH if with_ else _WITHOUT, {"matadors": matadors, "times": times})
    for level in levels[2:]:
        times += 1
        count = Text(_LEVELS[level], {"before": count, "times": times})
    return Text(_TIMES, {"count": count, "base": base})


def warnings_of(facts: Facts, worth: Worth) -> tuple[Notice, ...]:
    """What the scorer should look at again."""
    found = []
    if not worth.won and facts.bid is None:
        found.append(BID_MISSING)
    if worth.overbid and facts.contract == "null":
        found.append(NULL_BELOW_BID)
    elif worth.overbid:
        values = {"made": worth.made, "bid": facts.bid or 0}
        found.append(Notice("overbid", Text(_OVERBID_NOTICE, values)))
    if worth.game_value > LARGE_VALUE:
        found.append(VALUE_ABOVE_150)
    return tuple(found)


def sentence_of_bonus(seat: int, score: int) -> Text:
    """The passed hand whose dealer is credited something."""
    return Text(_PASSED_BONUS, {"score": score, "seat": SeatName(seat)})


def sentence_of_charges(sentence: Text, charged: Mapping[int, int]) -> Text:
    """Bierlachs, where nobody gets anything: "Grand with 1, ...: 48 against Bernd and Clara"."""
    amounts = set(charged.values())
    play = sentence.values["play"]
    while isinstance(play, Text) and play.template in {_FIRST_SCORE, _NEXT_SCORE}:
        play = play.values["play"]
    if len(charged) > 1 and len(amounts) == 1:
        return Text(_CHARGED, {"play": play, "amount": -amounts.pop(), "seats": _all_of(list(charged))})
    return _scores(play, charged)


def _all_of(seats: Sequence[int]) -> Value:
    """ "Anna, Bernd and Clara"."""
    names: Value = SeatName(seats[0])
    for seat in seats[1:]:
        names = Text(AND_LAST if seat == seats[-1] else AND_MORE, {"seats": names, "seat": SeatName(seat)})
    return names


def verdict(totals: Mapping[int, Mapping[str, int]], rules: SkatRules) -> Text | None:
    """Bierlachs: who has reached the limit and pays."""
    if rules.system != "bierlachs":
        return None
    minus = {seat: own.get("minus", 0) for seat, own in totals.items()}
    losers = bierlachs_losers(minus, rules.bierlachs_limit)
    if not losers:
        return None
    return Text(_PAY if len(losers) > 1 else _PAYS, {"seats": _all_of(losers), "limit": rules.bierlachs_limit})


def sentence_of_ramsch(settled: Settled, seats: Iterable[int]) -> Text:
    """ "Ramsch: -60 to Anna"."""
    return _scores(_ramsch(settled), dict(zip(seats, settled.scores, strict=True)))


def reason_of_ramsch(count: Count, settled: Settled, place: int) -> Text:
    """ "55 card points + 10 in the skat, pushed once: times 2"."""
    if settled.lowest_wins:
        return _FEWEST
    factor, points = factor_of(count), count.points[place]
    skat = 0 if settled.durchmarsch else -settled.scores[place] // factor - points
    sentence = Text(_CARD_POINTS, {"points": points})
    if settled.durchmarsch:
        sentence = _DURCHMARSCH
    elif skat > 0:
        sentence = Text(_AND_SKAT, {"points": points, "skat": skat})
    if count.pushes:
        sentence = Text(_PUSHED if count.pushes > 1 else _PUSHED_ONCE, {"before": sentence, "pushes": count.pushes})
    if settled.jungfrau:
        sentence = Text(_NO_TRICK, {"before": sentence})
    return Text(_FACTOR, {"before": sentence, "factor": factor}) if factor > 1 else sentence


def _scores(play: Value, scores: Mapping[int, int]) -> Text:
    """Each score that moves something, one after the other."""
    sentence = play
    first = True
    for seat, score in scores.items():
        if score:
            values: dict[str, Value] = {"play": sentence, "score": score, "seat": SeatName(seat)}
            sentence, first = Text(_FIRST_SCORE if first else _NEXT_SCORE, values), False
    return cast("Text", sentence)


def _ramsch(settled: Settled) -> Text:
    if settled.lowest_wins:
        return _FEWEST
    if settled.durchmarsch:
        return _DURCHMARSCH
    return _JUNGFRAU if settled.jungfrau else _RAMSCH


D_co = TypeVar("D_co", covariant=True)

MEASURE_TITLES: Final = {
    "points": Text(pgettext("skat", "Game points")),
    "hands": Text(pgettext("skat", "Hands")),
    "won": Text(pgettext("skat", "Games won")),
    "lost": Text(pgettext("skat", "Games lost")),
    "others_lost_3": Text(pgettext("skat", "Lost by others at three")),
    "others_lost_4": Text(pgettext("skat", "Lost by others at four")),
    "passed": Text(pgettext("skat", "Passed")),
    "minus": Text(pgettext("skat", "Minus points")),
}
MEASURES: Final = tuple(MEASURE_TITLES)
DEALER_BONUS: Final = 30

_HAND = Text(pgettext("skat", "One hand of the list"))
_WON = Text(pgettext("skat", "Game won"))
_GAME_LOST = Text(pgettext("skat", "Game lost"))
_OTHER_LOST = pgettext("skat", "Game lost by {declarer}")
_DEALT_PASSED = Text(pgettext("skat", "Dealt a hand that was passed"))
_NULL_CREDITED = Text(pgettext("skat", "Credited with a won null game"))

SkatOutcome: TypeAlias = Outcome[ListState, AnyDetail]
Lines: TypeAlias = tuple[Line, ...]


class Scored(NamedTuple, Generic[D_co]):
    """What a hand says and moves, wherever it stands in a list."""

    lines: Lines
    detail: D_co
    sentence: Text
    warnings: tuple[Notice, ...] = ()


def score(hand: AnyHand, rules: SkatRules, table: SkatTable) -> SkatOutcome:
    """The outcome of a hand that `problems` let through."""
    dealer = table.dealer if hand.dealer is None else hand.dealer
    scored = _scored(hand, rules, table, dealer)
    lines, detail, sentence, warnings = scored
    if dealer != table.dealer:
        warnings = (DEALER_OUT_OF_TURN, *warnings)
    if isinstance(detail, PassedDetail) and not detail.counted:
        return Outcome((), detail, table.state, sentence, dealer, warnings=warnings)
    minus: Mapping[int, int] = {}
    if rules.system == "bierlachs" and not isinstance(detail, PassedDetail):
        minus = _minus(lines, active_seats(table, dealer))
        sentence = sentence_of_charges(sentence, minus) if minus else sentence
        counted = {line.seat: line.reason for line in lines if line.measure == "points"}
        reasons = counted if isinstance(detail, RamschDetail) else {}
        lines += tuple(Line(seat, "minus", amount, reasons.get(seat, sentence)) for seat, amount in minus.items())
    bock_rounds = hand.bock_rounds if isinstance(hand, SkatHand) else 0
    state = state_after(table, rules, bock_rounds, minus)
    next_dealer = dealer_after(table, dealer)
    return Outcome(lines, detail, state, sentence, next_dealer, state.over, warnings)


def _scored(hand: AnyHand, rules: SkatRules, table: SkatTable, dealer: int) -> Scored[AnyDetail]:
    if isinstance(hand, SkatHand):
        return score_game(hand, rules, table.seats)
    if isinstance(hand, RamschHand):
        return _score_ramsch(hand, rules, table, dealer)
    return _score_passed(rules, table, dealer)


def _minus(lines: Lines, active: tuple[int, ...]) -> dict[int, int]:
    """Bierlachs: what the game points of a hand charge."""
    charged: dict[int, int] = {}
    for line in lines:
        if line.measure == "points":
            for seat, amount in bierlachs_charges(line.seat, line.amount, active).items():
                charged[seat] = charged.get(seat, 0) + amount
    return charged


def score_game(hand: SkatHand, rules: SkatRules, seats: tuple[int, ...]) -> Scored[HandDetail]:
    """A hand with a declarer."""
    facts = facts_of(hand, rules)
    scored = _score_game(facts, seats)
    if hand.bid is not None and hand.bid > scored.detail.made:
        return _score_game(facts._replace(bid=hand.bid), seats)
    return scored


@lru_cache(maxsize=4096)
def _score_game(facts: Facts, seats: tuple[int, ...]) -> Scored[HandDetail]:
    """The same few facts come again and again, so what they tell is kept."""
    worth = worth_of(facts)
    values = {"contract": facts.contract, "declarer": facts.declarer}
    detail = HandDetail.model_validate(values | worth._asdict())
    sentence = sentence_of(facts, worth)
    points = Line(facts.declarer, "points", worth.declarer_score, sentence)
    lines = (points, *_result_lines(seats, facts.declarer, won=worth.won), *_hand_lines(seats))
    return Scored(lines, detail, sentence, warnings_of(facts, worth))


def _hand_lines(seats: tuple[int, ...]) -> Lines:
    """Each seat at the table has one hand more, the dealer who sits out too."""
    return tuple(Line(seat, "hands", 1, _HAND) for seat in seats)


def _result_lines(seats: tuple[int, ...], declarer: int, *, won: bool) -> Lines:
    """Who counts a game won, lost, or lost by another."""
    other = Text(_OTHER_LOST, {"declarer": SeatName(declarer)})
    reasons = {"won": _WON, "lost": _GAME_LOST}
    return tuple(
        Line(seat, measure, 1, reasons.get(measure, other)) for seat, measure in counters_of(seats, declarer, won=won)
    )


def _score_passed(rules: SkatRules, table: SkatTable, dealer: int) -> Scored[PassedDetail]:
    if rules.passed == "redeal_same_dealer":
        return Scored((), PassedDetail(dealer=dealer, counted=False), PASSED_AGAIN)
    lines = (Line(dealer, "passed", 1, _DEALT_PASSED), *_hand_lines(table.seats))
    if rules.passed != "dealer_bonus_30":
        return Scored(lines, PassedDetail(dealer=dealer), PASSED)
    sentence = sentence_of_bonus(dealer, DEALER_BONUS)
    detail = PassedDetail(dealer=dealer, bonus=DEALER_BONUS)
    return Scored((Line(dealer, "points", DEALER_BONUS, sentence), *lines), detail, sentence)


def _score_ramsch(hand: RamschHand, rules: SkatRules, table: SkatTable, dealer: int) -> Scored[RamschDetail]:
    seats = active_seats(table, dealer)
    count = count_of(hand, seats)
    settled = settle(count, rules)
    sentence = sentence_of_ramsch(settled, seats)
    detail = RamschDetail(seats=seats, **settled._asdict())
    moved = {seat: own for seat, own in zip(seats, settled.scores, strict=True) if own}
    reasons = {seat: reason_of_ramsch(count, settled, place) for place, seat in enumerate(seats)}
    lines = tuple(Line(seat, "points", own, reasons[seat]) for seat, own in moved.items())
    if settled.lowest_wins:
        lines += tuple(Line(seat, "won", 1, _NULL_CREDITED) for seat in moved)
    return Scored(lines + _hand_lines(table.seats), detail, sentence)
