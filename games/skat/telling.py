"""The sentences a scorer says aloud."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from games.core.text import SeatName, Text, Value, gettext_noop
from games.core.values import Notice, Words
from games.skat.facts import Facts
from games.skat.ramsch import Count, Settled, factor_of
from games.skat.rules import SkatRules
from games.skat.series import bierlachs_losers
from games.skat.worth import Worth

WORDS: Final = Words(
    piece=Text(gettext_noop("list")),
    total=Text(gettext_noop("List total")),
    chart=Text(gettext_noop("List total after each hand")),
    complete=Text(gettext_noop("The list is complete")),
    ended=Text(gettext_noop("Ended early")),
)

LARGE_VALUE: Final = 150

PASSED: Final = Text(gettext_noop("Passed"))
PASSED_AGAIN: Final = Text(gettext_noop("Passed: the same dealer deals again"))
_PASSED_BONUS = gettext_noop("Passed: {score} to {seat}")

_WITH = gettext_noop("With {matadors}, game {times}")
_WITHOUT = gettext_noop("Without {matadors}, game {times}")
_LEVELS: Final = {
    "hand": gettext_noop("{before}, hand {times}"),
    "schneider": gettext_noop("{before}, schneider {times}"),
    "schneider_announced": gettext_noop("{before}, schneider announced {times}"),
    "schwarz": gettext_noop("{before}, schwarz {times}"),
    "schwarz_announced": gettext_noop("{before}, schwarz announced {times}"),
    "ouvert": gettext_noop("{before}, ouvert {times}"),
}
_NULLS: Final = {
    ("null",): Text(gettext_noop("Null")),
    ("null", "hand"): Text(gettext_noop("Null hand")),
    ("null", "ouvert"): Text(gettext_noop("Null ouvert")),
    ("null", "hand", "ouvert"): Text(gettext_noop("Null ouvert hand")),
}
_TIMES = gettext_noop("{count}, times {base}")
_VALUE = gettext_noop("{play}: {value}")
_OVERBID = gettext_noop("{play}: {made}, overbid at {bid}: {value}")
_LOST = gettext_noop("{before}, lost")
_LOST_DOUBLED = gettext_noop("{before}, lost, doubled")
_FACTORS: Final = (
    gettext_noop("{before}, kontra"),
    gettext_noop("{before}, re"),
    gettext_noop("{before}, Bock"),
)
_RESULT = gettext_noop("{play}: {score} to {declarer}")
_CHARGED = gettext_noop("{play}: {amount} against {seats}")
_AND = gettext_noop("{seats} and {seat}")
_COMMA = gettext_noop("{seats}, {seat}")
_PAYS = gettext_noop("{seats} has reached {limit} and pays")
_PAY = gettext_noop("{seats} have reached {limit} and pay")

_RAMSCH = Text(gettext_noop("Ramsch"))
_JUNGFRAU = Text(gettext_noop("Ramsch with a player without a trick"))
_DURCHMARSCH = Text(gettext_noop("Ramsch, all ten tricks"))
_FEWEST = Text(gettext_noop("Ramsch, the fewest points win a null"))
_FIRST_SCORE = gettext_noop("{play}: {score} to {seat}")
_NEXT_SCORE = gettext_noop("{play}, {score} to {seat}")
_CARD_POINTS = gettext_noop("{points} card points")
_AND_SKAT = gettext_noop("{points} card points + {skat} in the skat")
_PUSHED_ONCE = gettext_noop("{before}, pushed once")
_PUSHED = gettext_noop("{before}, pushed {pushes} times")
_NO_TRICK = gettext_noop("{before}, a player without a trick")
_FACTOR = gettext_noop("{before}: times {factor}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(gettext_noop("Somebody else should have dealt this hand."))
)
BID_MISSING: Final = Notice(
    "bid_missing", Text(gettext_noop("Without the bid nobody knows whether this was overbid.")), habit="bid"
)
VALUE_ABOVE_150: Final = Notice("value_above_150", Text(gettext_noop("So high a value is rare. Is everything right?")))
NULL_BELOW_BID: Final = Notice(
    "null_below_bid", Text(gettext_noop("The null game is worth less than the bid: it is lost."))
)
_OVERBID_NOTICE = gettext_noop("The game made {made}, but {bid} was bid: it is lost.")


def said_of(facts: Facts, worth: Worth) -> Text:
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
        told = {"made": worth.made, "bid": facts.bid or 0}
        found.append(Notice("overbid", Text(_OVERBID_NOTICE, told)))
    if worth.game_value > LARGE_VALUE:
        found.append(VALUE_ABOVE_150)
    return tuple(found)


def said_of_bonus(seat: int, score: int) -> Text:
    """The passed hand whose dealer is credited something."""
    return Text(_PASSED_BONUS, {"score": score, "seat": SeatName(seat)})


def said_of_charges(said: Text, charged: Mapping[int, int]) -> Text:
    """Bierlachs, where nobody gets anything: "Grand with 1, ...: 48 against Bernd and Clara"."""
    amounts = set(charged.values())
    play = said.values["play"]
    while isinstance(play, Text) and play.template in {_FIRST_SCORE, _NEXT_SCORE}:
        play = play.values["play"]
    if len(charged) > 1 and len(amounts) == 1:
        return Text(_CHARGED, {"play": play, "amount": -amounts.pop(), "seats": _all_of(list(charged))})
    return _scores(play, charged)


def _all_of(seats: Sequence[int]) -> Value:
    """ "Anna, Bernd and Clara"."""
    told: Value = SeatName(seats[0])
    for seat in seats[1:]:
        told = Text(_AND if seat == seats[-1] else _COMMA, {"seats": told, "seat": SeatName(seat)})
    return told


def verdict(totals: Mapping[int, Mapping[str, int]], rules: SkatRules) -> Text | None:
    """Bierlachs: who has reached the limit and pays."""
    if rules.system != "bierlachs":
        return None
    minus = {seat: own.get("minus", 0) for seat, own in totals.items()}
    losers = bierlachs_losers(minus, rules.bierlachs_limit)
    if not losers:
        return None
    return Text(_PAY if len(losers) > 1 else _PAYS, {"seats": _all_of(losers), "limit": rules.bierlachs_limit})


def said_of_ramsch(settled: Settled, seats: Iterable[int]) -> Text:
    """ "Ramsch: -60 to Anna"."""
    return _scores(_ramsch(settled), dict(zip(seats, settled.scores, strict=True)))


def reason_of_ramsch(count: Count, settled: Settled, place: int) -> Text:
    """ "55 card points + 10 in the skat, pushed once: times 2"."""
    if settled.lowest_wins:
        return _FEWEST
    factor, points = factor_of(count), count.points[place]
    skat = 0 if settled.durchmarsch else -settled.scores[place] // factor - points
    told = Text(_CARD_POINTS, {"points": points})
    if settled.durchmarsch:
        told = _DURCHMARSCH
    elif skat > 0:
        told = Text(_AND_SKAT, {"points": points, "skat": skat})
    if count.pushes:
        told = Text(_PUSHED if count.pushes > 1 else _PUSHED_ONCE, {"before": told, "pushes": count.pushes})
    if settled.jungfrau:
        told = Text(_NO_TRICK, {"before": told})
    return Text(_FACTOR, {"before": told, "factor": factor}) if factor > 1 else told


def _scores(play: Value, scores: Mapping[int, int]) -> Text:
    """Each score that moves something, one after the other."""
    said = play
    first = True
    for seat, score in scores.items():
        if score:
            told: dict[str, Value] = {"play": said, "score": score, "seat": SeatName(seat)}
            said, first = Text(_FIRST_SCORE if first else _NEXT_SCORE, told), False
    return cast("Text", said)


def _ramsch(settled: Settled) -> Text:
    if settled.lowest_wins:
        return _FEWEST
    if settled.durchmarsch:
        return _DURCHMARSCH
    return _JUNGFRAU if settled.jungfrau else _RAMSCH
