"""What cannot be chosen now, what to ask next, and which cards cannot be tapped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tonk import deck
from games.tonk.grid import impossible_cards
from games.tonk.guide import catch_examples
from games.tonk.hand import CARDS
from games.tonk.sheet import Move
from tests.games.tonk.table import (
    CARDS_DROP,
    DEALT,
    DROP,
    FOUR,
    HOUSE,
    OUT,
    STOCK,
    THREE,
    TONK,
    TONK_OUT,
    TWO,
    at,
    played,
    rules,
)
from tests.strategies import any_json


def impossible(draft, chosen=HOUSE, table=THREE):
    """{field: [values that cannot be chosen]}."""
    return {field: list(reasons) for field, reasons in TONK.choices(draft, chosen, table).items()}


def test_empty_entry_offers_everything():
    assert impossible({}) == {}
    assert impossible({"kind": ["drop"]}) == {}


def test_no_tonk_can_be_dealt_where_no_limit_is_set():
    reasons = TONK.choices({}, rules(initial_high_min=None), THREE)["kind"]

    assert {kind: str(reason) for kind, reason in reasons.items()} == {
        "initial_tonk": "The rules of this table have no dealt tonk."
    }
    assert impossible({}, rules(initial_high_min=None, initial_low_max=15)) == {}


def test_nobody_ends_a_hand_when_the_stock_runs_out():
    assert impossible({"kind": "stock_out"})["by"] == ["0", "1", "2"]


def test_only_a_tonk_out_is_made_in_two_ways():
    assert impossible({"kind": "drop"})["out_by"] == ["hits", "spread"]
    assert "out_by" not in impossible({"kind": "tonk_out"})


def test_counts_no_hand_can_have():
    assert impossible({"kind": "drop"}, HOUSE, TWO)["totals.1"] == ["0"]
    assert impossible({"kind": "stock_out"}, rules(face_values="11_12_13"))["totals.0"] == ["0", "65"]
    assert "totals.0" not in impossible({"kind": "stock_out"}, rules(count="unmatched"))


def test_one_who_is_out_counts_nothing():
    found = impossible(OUT)

    assert found["totals.2"] == [str(total) for total in range(1, 51)]
    assert found["totals.0"] == ["0"]


def test_declarers_count_a_tonk_and_others_do_not():
    found = impossible(DEALT)

    assert found["totals.1"] == [str(total) for total in range(49)]
    assert found["totals.0"] == ["0", "1", "2", "3", "4", "5", "49", "50"]
    assert impossible({"kind": "initial_tonk"})["totals.0"] == ["0", "1", "2", "3", "4", "5"]


def test_counts_to_choose_from_are_told_without_listing_every_hand():
    deck._hands.cache_clear()

    impossible({"kind": "drop"}, rules(hand_size=7, face_values="11_12_13", initial_high_min=None))

    assert deck._hands.cache_info().currsize == 0


def test_counts_no_dealt_hand_can_have_name_its_size():
    reasons = TONK.choices(DEALT, HOUSE, THREE)

    assert str(reasons["totals.0"]["3"]) == "No hand of 5 cards counts 3: count the cards again."
    assert str(TONK.choices(STOCK, HOUSE, THREE)["totals.0"]["0"]) == "No hand can count 0: count the cards again."


def test_counts_are_not_asked_where_cards_are_given():
    assert "totals.0" not in impossible(CARDS_DROP)


@given(st.integers(2, 8).flatmap(lambda size: st.tuples(played(HOUSE, size), st.just(size))))
def test_what_was_played_can_be_chosen(case):
    hand, size = case
    found = impossible(hand, rules(max_players=8), at(*range(size)))

    assert hand["kind"] not in found.get("kind", [])
    assert str(hand["by"]) not in found.get("by", [])
    for place, total in enumerate(hand.get("totals", [])):
        assert str(total) not in found.get(f"totals.{place}", [])


def test_guide_to_nothing_asks_how_it_ended():
    found = TONK.guide({}, HOUSE, TWO)

    assert (found.kind, found.by, found.asks_by, found.asks_out_by) == (None, (), "one", False)
    assert (found.needed, found.missing, found.counts, found.lowest) == ((), (), (None, None), ())
    assert (found.gone, found.laid, found.lacking, found.has_cards) == ({}, 0, None, False)
    assert found.moves == (Move(0), Move(1))


@pytest.mark.parametrize(
    ("draft", "asks", "needed", "missing", "lowest"),
    [
        ({"kind": "drop"}, "one", (0, 1, 2), (0, 1, 2), ()),
        (DROP, "one", (0, 1, 2), (), (0,)),
        ({**STOCK, "totals": [9, None, 9]}, "none", (0, 1, 2), (1,), (0, 2)),
        ({"kind": "initial_tonk", "by": [2, 1]}, "several", (1, 2), (1, 2), ()),
        (DEALT, "several", (1,), (), ()),
        (TONK_OUT, "one", (), (), ()),
        ({**DROP, "totals": [5, "x", 51]}, "one", (0, 1, 2), (1, 2), (0,)),
        ({**DROP, "totals": 7}, "one", (0, 1, 2), (0, 1, 2), ()),
        ({**DROP, "totals": [5, 6, 30, 4, 4]}, "one", (0, 1, 2), (), (0,)),
    ],
)
def test_guide_says_whose_cards_decide(draft, asks, needed, missing, lowest):
    found = TONK.guide(draft, HOUSE, THREE)

    assert (found.asks_by, found.needed, found.missing, found.lowest) == (asks, needed, missing, lowest)


def test_guide_asks_how_cards_went_out_where_it_matters():
    assert TONK.guide(TONK_OUT, rules(tonk_out_hits_multiplier=1), THREE).asks_out_by
    assert not TONK.guide(TONK_OUT, HOUSE, THREE).asks_out_by


def test_guide_counts_the_cards_tapped_so_far():
    found = TONK.guide({**CARDS_DROP, "spreads": [["7c", "7d", "7h"]]}, HOUSE, THREE)

    assert found.counts == (3, 19, 15)
    assert (found.laid, found.lacking) == (3, 7)
    assert str(found.gone["Kh"]) == "seat 2 holds this card."
    assert str(found.gone["7d"]) == "This card lies on the table."
    assert len(found.gone) == 11


def test_hand_that_is_too_long_is_counted_without_looking_for_spreads():
    """Sixteen cards of a suit hold more ways to take spreads out than anybody can wait for."""
    seven = rules(count="unmatched", hand_size=7, initial_high_min=None)
    long = {"kind": "drop", "hands": [[*CARDS[:13], *CARDS[13:26]]]}

    assert TONK.guide(long, seven, THREE).counts[0] == 2 * 85
    spot = TONK.guide(long, seven, THREE).grids.get("hands.0").spots[0]
    assert (spot.count, spot.step) == (2 * 85, {"at": "hands.0"})
    assert TONK.guide({"kind": "drop", "hands": [list(CARDS[:7])]}, seven, THREE).counts[0] == 0


def free(draft, field, chosen=HOUSE, table=THREE):
    """The cards that can be tapped."""
    gone = impossible_cards(draft, chosen, table, field)
    return [card for card in CARDS if card not in gone]


def test_card_that_is_elsewhere_cannot_be_tapped():
    gone = impossible_cards({**CARDS_DROP, "spreads": [["7c", "7d", "7h"]]}, HOUSE, THREE, "hands.0")

    assert set(gone) == {"Kh", "9s", "5c", "5d", "3h", "2h", "7c", "7d", "7h"}
    assert str(gone["5c"]) == "seat 3 holds this card."


def test_full_hand_takes_no_more_and_gives_back_its_own():
    five = {"kind": "drop", "by": 0, "hands": [None, ["2c", "3c", "4c", "5c", "6c"]]}

    assert free(five, "hands.1") == ["2c", "3c", "4c", "5c", "6c"]
    assert str(impossible_cards(five, HOUSE, THREE, "hands.1")["Ah"]) == "A hand has at most 5 cards."


def test_one_who_is_out_takes_no_card():
    gone = impossible_cards(OUT, HOUSE, THREE, "hands.2")

    assert set(gone) == set(CARDS)
    assert str(gone["Ah"]) == "seat 3 went out and holds no cards."


def test_spread_takes_only_what_fits_and_is_not_elsewhere():
    draft = {"kind": "drop", "hands": [["9h"]], "spreads": [["7h", "8h"], ["7c"]]}

    assert free(draft, "spreads.0") == [f"{rank}h" for rank in "A2345678"]
    assert free(draft, "spreads.1") == [f"{rank}c" for rank in "A23456789TJQK"] + ["7d", "7s"]
    assert len(free(draft, "spreads.2")) == 52 - 4


def test_table_takes_no_more_than_the_hands_lack():
    full = {**CARDS_DROP, "spreads": [["7c", "7d", "7h"], ["Js", "Qs", "Ks", "Ts"]]}

    assert free(full, "spreads.2") == []
    assert free(full, "spreads.0") == ["7c", "7d", "7h"]


def test_nothing_lies_on_the_table_when_a_tonk_is_dealt():
    assert free(DEALT, "spreads.0") == []


def test_field_that_there_is_not_is_read_as_the_first():
    assert free({}, "nothing") == free({}, "hands.0") == list(CARDS)
    assert free({}, "spreads.99999") == list(CARDS)
    assert free({}, "hands.7") == list(CARDS)


@given(any_json, st.sampled_from(("kind", "by", "hands", "totals", "spreads", "out_by")), st.text(max_size=9))
def test_any_draft_is_guided(noise, field, wanted):
    for draft in ({**CARDS_DROP, field: noise}, {field: noise}, {**DEALT, field: [noise, [noise]]}):
        assert TONK.guide(draft, HOUSE, FOUR).asks_by
        assert isinstance(impossible_cards(draft, HOUSE, FOUR, wanted), dict)
        assert isinstance(TONK.choices(draft, HOUSE, FOUR), dict)


def test_example_is_counted_by_the_rules():
    found = {example.option: (example.detail.net, str(example.two_players)) for example in catch_examples()}

    assert found == {
        "all": ((10, 50, -10, -50), "With two players, a caught knocker pays 3 stakes."),
        "others": ((10, 40, -10, -40), "With two players, a caught knocker pays 2 stakes."),
        "none": ((20, 20, 0, -40), "With two players, a caught knocker pays 2 stakes."),
    }
    assert all(str(example.title) and str(example.sentence) for example in catch_examples())
    assert catch_examples()[0].option == HOUSE.catch_extra
