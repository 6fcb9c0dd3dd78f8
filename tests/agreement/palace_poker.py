"""Hands of Palace Poker that the dealer of the demo club never makes: logs of all lengths with stacks, raises, named
cards and showdowns, quick hands with all-ins; and what the shared vectors mean at a table.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

from games import game
from games.core.cases import answer
from games.core.values import Table
from games.palace_poker import interchange
from games.palace_poker.judging import ENDS
from games.palace_poker.pots import Stakes, could_claim
from games.palace_poker.reading import tiers_by
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.values import LARGEST_AMOUNT
from tests.agreement.cases import Case
from tests.agreement.palace_poker_logs import DECK, Plain, a_log, banners_of, places_of

DEALT: Final = 2  # per cent of the hands: the dealer of the demo club is slow, and plays a careful game
LOGGED: Final = 50  # per cent of the other hands
MOST_TAPS: Final = 25  # on the quick entry, for a hand that is tapped there


def variants(chance: Random) -> Plain:
    """Any rules, the largest stakes too."""
    small = chance.choice((1, 2, 3, 5, 5, 7, 10, 250, 999_999_937, 10**9))
    large = min(10**9, small + chance.choice((0, 1, 2, 5, small, 3 * small)))
    return {
        "unit": chance.choice(("", "€")),
        "decimals": chance.choice((0, 2)),
        "small_bet": small,
        "big_bet": chance.choice((None, large)),
        "ante": chance.choice((None, 0, 1, small)),
        "limit": chance.choice(("limit", "no_limit")),
        "max_raises": chance.choice((None, 1, 2, 3, 10)),
        "foreign_suit": chance.choice(("void", "off")),
        "captured_banner": chance.choice(("soldier", "discard")),
        "uncalled_bet": chance.choice(("stays", "returned")),
        "odd_chips": chance.choice(("left_of_dealer", "carry")),
        "rake_bp": chance.choice((0, 0, 1, 250, 1999, 2000)),
        "rake_cap": chance.choice((None, None, 0, 3, small)),
        "wheel": bool(chance.randrange(2)),
    }


def reached(vector: Mapping[str, Any]) -> Iterator[Case]:
    """The hand that is checked, where the names and options of the vector are right."""
    checked: list[Case] = []
    problems = interchange.problems

    def noted(data: object, rules: PalacePokerRules, table: Table[Any]) -> Any:
        checked.append(Case(data, rules, table))
        return problems(data, rules, table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interchange, "problems", noted)
        answer(game("palace_poker"), vector)
    yield from (case for case in checked if not _holds_floats(case.data))


def _holds_floats(value: Any) -> bool:
    """Whether there is a number like 2.0 in this: a browser reads and writes it as 2."""
    if isinstance(value, Mapping):
        return any(map(_holds_floats, value.values()))
    return any(map(_holds_floats, value)) if isinstance(value, list) else isinstance(value, float)


def offered(record: Mapping[str, Any], rules: PalacePokerRules) -> bool:
    """Whether the quick entry asks for all that this record says: no banners, no dealer, no claim without need, no
    list that stops before the last player.
    """
    if record["kind"] == "log" or record["banners"] or record["dealer"] is not None or _taps(record) > MOST_TAPS:
        return False
    ranking, all_in = record["ranking"], record["all_in"]
    if all_in is not None and (True not in all_in or False in all_in):
        return False
    if any(len(each) < len(record["contributions"]) for each in (ranking, all_in) if each is not None):
        return False
    places = sorted({place for place in ranking if place})
    return places == [*range(1, len(places) + 1)] and all(_is_asked(record, place) for place in places[1:])


def _taps(record: Mapping[str, Any]) -> int:
    return sum(value is not None for name in ("contributions", "ranking", "all_in") for value in record[name] or ())


def _is_asked(record: Mapping[str, Any], place: int) -> bool:
    """Whether somebody without a better place can claim what nobody with one can."""
    before = [own if own and own < place else None for own in record["ranking"]]
    others = [nth for nth, own in enumerate(before) if own is None]
    all_in = [nth for nth, flag in enumerate(record["all_in"] or ()) if flag]
    paid = dict(enumerate(record["contributions"]))
    return bool(all_in) and could_claim(Stakes(paid, all_in, tiers_by(before, range(len(paid)))), others)


def more(chance: Random, rules: PalacePokerRules, table: Table[Any]) -> Plain:
    """A log or a quick hand; most can be recorded."""
    told = a_log(chance, rules, table) if chance.randrange(100) < LOGGED else _quick(chance, rules, table)
    if not chance.randrange(12):
        told["dealer"] = chance.choice((None, *table.seats))
    return told


def _quick(chance: Random, rules: PalacePokerRules, table: Table[Any]) -> Plain:
    size = len(table.seats)
    all_in = [bool(chance.randrange(2)) or None for _ in table.seats] if chance.randrange(2) else None
    told: Plain = {
        "kind": "quick",
        "contributions": [_paid(chance, rules, bool(all_in and all_in[nth])) for nth in range(size)],
        "ranking": places_of(chance, range(size), size),
    }
    if all_in or chance.randrange(2):
        told["all_in"] = all_in
    if chance.randrange(2):
        told["end"] = chance.choice(ENDS)
    if not chance.randrange(3):
        told["banners"] = banners_of(chance, table.seats, table.dealer, chance.sample(DECK, len(DECK)))
    return told


def _paid(chance: Random, rules: PalacePokerRules, all_in: bool) -> int:
    """The ante and some bets; an all-in may be any amount, and without a limit the others too."""
    if all_in or (not rules.is_limit and chance.randrange(2)):
        return max(0 if all_in else rules.to_enter, chance.choice((1, 2, 7, 13, 30, 101, LARGEST_AMOUNT, 999_999_999)))
    small = chance.choice((0, 1, 1, 2, 3, 6, 100))
    paid = rules.to_enter + small * rules.small_bet + (chance.randrange(4) * rules.big if small else 0)
    return min(LARGEST_AMOUNT, paid if chance.randrange(40) else paid + chance.choice((1, 2, rules.big)))
