"""The tables that games show: as wide as their heads for every hand, and what single hands say in them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import all_games
from games.core.record import dump
from games.core.settling import unit_of_rules
from games.core.text import AND_THEN, SeatName, Suited, Text, tells_several
from games.palace_poker.rules import PalacePokerRules
from games.skat.rules import SkatRules
from tests.games.palace_poker import table as palace
from tests.games.skat import table as skat
from tests.games.truco import table as truco
from tests.games.truco.test_hand import CLIMB
from tests.strategies import examples, hands, rules, tables

RAMSCH = SkatRules(passed="ramsch")
every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games())


def listings(game, data, chosen, table):
    """{key: the table} of a hand, by its record and detail as they are kept."""
    hand, outcome = game.judge(data, chosen, table)
    return {listing.key: listing for listing in game.listings(dump(hand), dump(outcome.detail))}


def written(cell):
    """A cell as one would read it; a seat by its number."""
    if isinstance(cell, SeatName):
        return cell.seat
    if isinstance(cell, Suited):
        return str(cell.words)
    if isinstance(cell, tuple):
        return [(text.values["name"].seat, text.values["amount"].units) if text.values else str(text) for text in cell]
    return str(cell) if isinstance(cell, Text) else cell


def rows(listing):
    return [[written(cell) for cell in row] for row in listing.rows]


def heads(listing):
    return [head.key for head in listing.heads]


@every_game
@settings(max_examples=examples(10, part=4), suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_every_table_of_a_hand_is_as_wide_as_its_heads(game, data):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))
    hand = data.draw(hands(game))

    if not game.problems(hand, chosen, table):
        found = listings(game, hand, chosen, table)
        for listing in (*found.values(), *game.values, *game.about):
            assert {len(row) for row in listing.rows} <= {len(listing.heads)}
            assert len(set(heads(listing))) == len(listing.heads)
            assert listing.rows or listing.nothing or listing.key == "battles"


@every_game
def test_a_hand_without_detail_has_no_table(game):
    assert game.listings({"kind": next(iter(game.hands))}, {}) == ()


def test_palace_poker_shows_pots_battles_payments_and_the_ledger():
    hand = palace.log(
        palace.attacks(0, 1, palace.does(1, "fold")),
        palace.does(2, "fold"),
    )

    found = listings(palace.PALACE, hand, palace.HOUSE, palace.THREE)

    assert heads(found["pots"]) == ["pot", "shares"]
    assert rows(found["battles"]) == [[0, 1, 0, "a fold"]]
    assert heads(found["paid"]) == ["player", "ante", "soldiers", "battles", "paid", "got", "net"]
    paid = {seat: dict(zip(heads(found["paid"]), row, strict=True)) for seat, row in enumerate(rows(found["paid"]))}
    assert sum(row["net"] for row in paid.values()) == 0
    for seat, row in paid.items():
        ledger = sum(amount for player, _why, amount in rows(found["ledger"]) if player == seat)
        assert row["paid"] == ledger
        assert row["net"] == (row["got"] or 0) - row["paid"]
    pot = [share for _pot, shares in rows(found["pots"]) for share in shares]
    assert pot == [(0, sum(row["paid"] for row in paid.values()))]


def test_palace_poker_shows_the_rake_of_the_house():
    chosen = PalacePokerRules(rake_bp=1000)
    quick = {**palace.QUICK, "contributions": [22, 22, 2], "ranking": [None, 1, None]}

    found = listings(palace.PALACE, quick, chosen, palace.THREE)

    assert heads(found["pots"]) == ["pot", "shares", "house"]
    assert rows(found["pots"]) == [[46, [(1, 42)], 4]]
    assert heads(found["paid"]) == ["player", "paid", "got", "net"]


def test_palace_poker_shows_that_nobody_won_a_battle():
    hand = palace.log(palace.attacks(0, 1, winner="tie"))

    assert rows(listings(palace.PALACE, hand, palace.HOUSE, palace.THREE)["battles"]) == [
        [0, 1, "nobody", "as entered"]
    ]


def test_skat_shows_who_took_what_in_a_ramsch_and_nothing_of_a_game():
    found = listings(skat.SKAT, skat.RAMSCH, RAMSCH, skat.THREE)

    assert rows(found["counted"]) == [[0, 50, 4], [1, 30, 3], [2, 30, 3]]
    assert listings(skat.SKAT, skat.SPADES, skat.OFFICIAL, skat.THREE) == {}


def test_skat_multiplies_its_base_values():
    values, levels = skat.SKAT.values

    assert rows(values)[3] == ["Clubs", 12, 24, 36, 48, 60, 72]
    assert rows(values)[-1] == ["Null ouvert hand", 59, *[None] * 5]
    assert sum(count for _level, count in rows(levels)) == 8


@every_game
def test_the_page_of_the_rules_begins_with_a_table_of_every_game(game):
    assert game.values
    assert not {listing.key for listing in game.values} & {listing.key for listing in game.about}


def test_truco_pays_for_a_refused_raise_what_its_table_says():
    (pays,) = truco.TRUCO.values

    paid = [
        truco.moved(truco.judge(truco.full(*CLIMB[:calls], truco.say("run", "AB"[calls % 2]))), "tentos")
        for calls in range(1, len(CLIMB) + 1)
    ]

    assert [max(lines.values()) for lines in paid] == [amount for _raise, _asked, amount in rows(pays)[1:]]


def test_a_sentence_of_several_results_is_found_however_deep_it_stands():
    both = Text(AND_THEN, {"before": Text("a"), "after": Text("b")})

    assert tells_several(Text("{name}: {what}", {"name": "Ann", "what": both}))
    assert not tells_several(Text("{name}: {what}", {"name": "Ann", "what": Text("a")}))


def test_the_unit_of_rules_is_points_where_a_game_knows_none():
    assert (unit_of_rules({}).unit, unit_of_rules({}).decimals) == ("", 0)
    assert (unit_of_rules({"unit": "€", "decimals": 2}).unit, unit_of_rules({"unit": "€", "decimals": 2}).decimals) == (
        "€",
        2,
    )
