"""What 100 kB of input is answered with."""

import pytest

from games.svoi_kozyri.rules import SvoiRules
from tests.games.svoi_kozyri.table import FOUR, SUITS, SVOI, ask, refused

NAMES = [f"p{number:x}" for number in range(8000)]
DEAL = {"players": ["a", "b"], "trumps": {"a": "clubs", "b": "hearts"}, "finished": ["a"], "result": "loss"}
WIDE = SvoiRules(deck=52)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": NAMES, "finished": NAMES}, "bad_player_count"),
        ({"players": NAMES, "trumps": dict.fromkeys(NAMES, "clubs")}, "bad_player_count"),
        ({"finished": NAMES}, "unknown_player"),
        ({"finished": ["a"] * 20_000}, "finished_twice"),
        ({"trumps": dict.fromkeys(NAMES, "clubs")}, "trump_missing"),
        (dict.fromkeys(NAMES, 0), "field_unknown"),
    ],
)
def test_deal_of_thousands_is_refused(change, code):
    assert refused(ask("deal", {"deal": {**DEAL, **change}}))[0] == code


def test_rules_of_thousands_are_refused():
    assert set(refused(ask("deal", {"deal": DEAL}, dict.fromkeys(NAMES, 0)))) == {"unknown_option"}


def met(number, size):
    """A deal to two of the first `size` names; the later the deal, the more of its cards are left."""
    first, second = NAMES[number * 7 % size], NAMES[(number * 13 + 1) % size]
    trumps = {first: "clubs", second: "hearts"}
    lost = {"result": "loss", "cards_left": 1 + number % 35}
    return {"players": [first, second], "trumps": trumps, "finished": [first], **lost}


def test_series_of_a_great_roster_is_added_up():
    size = 2000
    deals = [deal for deal in (met(number, size) for number in range(700)) if len(set(deal["players"])) == 2]
    league = {"players": NAMES[:size], "deals": deals}

    table = ask("series", league, {"first_to": None, "max_deals": 1000})["table"]

    assert len(table) == size
    assert sum(row["won"] for row in table) == len(deals)


def test_roster_of_thousands_who_never_played_is_ranked():
    first, second = NAMES[:2]
    deal = DEAL | {"players": [first, second], "trumps": {first: "clubs", second: "hearts"}, "finished": [first]}

    table = ask("series", {"players": NAMES, "deals": [deal]})["table"]

    assert [row["player"] for row in table[:2]] == [first, second]
    assert len(table) == len(NAMES)


@pytest.mark.parametrize(
    "draft",
    [
        {"trumps": list(SUITS), "finished": list(range(20_000)), "last_card": "9 hearts", "result": "loss"},
        {"trumps": list(SUITS), "finished": [[]] * 30_000, "last_card": "9 hearts", "result": "loss"},
        {"trumps": ["clubs"] * 10_000, "finished": [0] * 30_000, "last_card": "9 hearts"},
    ],
)
def test_entry_of_thousands_is_looked_past(draft):
    assert SVOI.choices(draft, WIDE, FOUR)["trumps.1"]["clubs"]
    assert len(SVOI.guide(draft, WIDE, FOUR).places) == 4
