"""What single hands say of those who played them, game by game, against facts worked out by hand."""

import pytest

from games.core.facets import Facet, Peak
from tests.games.palace_poker import table as palace
from tests.games.skat import table as skat
from tests.games.svoi_kozyri import table as svoi
from tests.games.tonk import table as tonk
from tests.games.truco import table as truco
from tests.games.truco.test_bets import envido


def told(game, data, rules, table):
    """The facts as (seat, group, name, won, brought), and the figures as (seat, name, figure), each sorted."""
    hand, outcome = game.judge(data, rules, table)
    all_of_them = list(game.facets.of(hand, outcome.detail, table.seats, table.dealer))
    facets = [(f.seat, f.group, f.name, f.won, f.brought) for f in all_of_them if isinstance(f, Facet)]
    peaks = [(p.seat, p.name, p.figure) for p in all_of_them if isinstance(p, Peak)]
    return sorted(facets, key=repr), sorted(peaks)


def of_group(facets, group):
    """{seat: (name, won)} of one group."""
    return {seat: (name, won) for seat, of, name, won, _ in facets if of == group}


def test_skat_tells_role_contract_and_how_it_was_announced():
    facets, peaks = told(skat.SKAT, skat.SPADES, skat.OFFICIAL, skat.THREE)

    assert of_group(facets, "contract") == {1: ("spades", True)}
    assert of_group(facets, "role") == {0: ("defender", False), 1: ("declarer", True), 2: ("defender", False)}
    assert of_group(facets, "announced") == {1: ("hand", True)}
    assert {brought for seat, _, _, _, brought in facets if seat == 1} == {44}  # with 2, game 3, hand 4: 4 x 11
    assert peaks == [(1, "matadors", 2), (1, "value", 44)]


def test_skat_tells_no_record_of_a_lost_game_and_no_run_of_a_null():
    assert told(skat.SKAT, skat.LOST, skat.OFFICIAL, skat.THREE)[1] == []
    assert told(skat.SKAT, skat.NULL | {"bid": 18}, skat.OFFICIAL, skat.THREE)[1] == [(1, "value", 23)]


@pytest.mark.parametrize(("dealer", "own"), [(0, None), (2, 0)])
def test_skat_counts_who_sat_out_as_no_defender(dealer, own):
    hand = skat.SPADES if own is None else skat.SPADES | {"dealer": own}

    facets, _ = told(skat.SKAT, hand, skat.OFFICIAL, skat.at(0, 1, 2, 3, dealer=dealer))

    assert set(of_group(facets, "role")) == {1, 2, 3}


def test_skat_tells_of_a_passed_hand_for_its_dealer_and_of_a_ramsch_for_all():
    facets, peaks = told(skat.SKAT, skat.PASSED, skat.OFFICIAL, skat.at(0, 1, 2, dealer=2))
    assert (facets, peaks) == ([(2, "contract", "passed", None, 0)], [])

    house = skat.OFFICIAL.model_copy(update={"passed": "ramsch"})
    facets, peaks = told(skat.SKAT, skat.RAMSCH, house, skat.THREE)
    assert {(seat, name, won) for seat, _, name, won, _ in facets} == {(seat, "ramsch", None) for seat in (0, 1, 2)}
    assert [brought for *_, brought in facets] == [
        -60,
        0,
        0,
    ]  # 50 card points and the 10 of the skat, for the last trick
    assert peaks == []


def test_truco_tells_the_same_of_both_partners():
    facets, peaks = told(truco.TRUCO, truco.SIX, truco.MINEIRO, truco.at())

    assert of_group(facets, "raise") == {0: ("6", True), 1: ("6", False), 2: ("6", True), 3: ("6", False)}
    assert {name for name, _ in of_group(facets, "kind").values()} == {"normal"}
    assert {brought for seat, *_, brought in facets if seat in (1, 3)} == {0}
    assert {brought for seat, *_, brought in facets if seat in (0, 2)} == {6}
    assert peaks == [(0, "points", 6), (2, "points", 6)]


def test_truco_tells_bets_beside_the_hand():
    facets, _ = told(
        truco.TRUCO,
        truco.full("BB", envido=envido("e", winner="A")),
        truco.ARGENTINE,
        truco.at(rules=truco.ARGENTINE, seats=(0, 1)),
    )

    assert of_group(facets, "part") == {0: ("envido", True), 1: ("envido", False)}
    assert {brought for seat, of, *_, brought in facets if (seat, of) == (0, "part")} == {2}
    assert of_group(facets, "ended") == {0: ("rounds", False), 1: ("rounds", True)}


def test_truco_tells_of_penalties_and_of_games_given_up():
    penalty = {"kind": "penalty", "to": "B", "points": 2}
    facets, peaks = told(truco.TRUCO, penalty, truco.MINEIRO, truco.at(seats=(0, 1)))
    assert (facets, peaks) == ([(0, "beside", "penalty", False, 0), (1, "beside", "penalty", True, 2)], [])

    forfeit = {"kind": "forfeit", "side": "B"}
    facets, _ = told(truco.TRUCO, forfeit, truco.MINEIRO, truco.at(seats=(0, 1)))
    assert of_group(facets, "beside") == {0: ("forfeit", True), 1: ("forfeit", False)}


def test_tonk_tells_who_ended_it_and_who_was_caught():
    facets, peaks = told(tonk.TONK, tonk.CAUGHT, tonk.HOUSE, tonk.THREE)

    assert of_group(facets, "ending") == {0: ("drop", False), 1: ("drop", True), 2: ("drop", False)}
    assert of_group(facets, "own") == {0: ("drop", False)}
    assert of_group(facets, "caught") == {0: ("knocked", False), 1: ("catcher", True)}
    assert [(seat, name) for seat, name, _ in peaks] == [(1, "net")]


def test_tonk_tells_nothing_won_where_nobody_won():
    hand = {"kind": "initial_tonk", "by": [0, 1], "totals": [50, 50, None]}

    facets, peaks = told(tonk.TONK, hand, tonk.HOUSE, tonk.THREE)

    assert {won for *_, won, _ in facets} == {None}
    assert peaks == []


def test_svoi_kozyri_tells_when_each_went_out():
    facets, peaks = told(svoi.SVOI, svoi.FOUR_LOSS | {"cards_left": 4}, svoi.HOUSE, svoi.FOUR)

    assert of_group(facets, "out") == {
        0: ("second", True),
        1: ("left", False),
        2: ("first", True),
        3: ("third", True),
    }
    assert of_group(facets, "trumps")[3] == ("spades", True)
    assert of_group(facets, "result")[1] == ("loss", False)
    assert peaks == [(1, "cards_left", 4)]


def test_svoi_kozyri_tells_of_a_draw_that_two_neither_won_nor_lost():
    facets, peaks = told(svoi.SVOI, svoi.FOUR_DRAW, svoi.HOUSE, svoi.FOUR)

    assert of_group(facets, "out") == {
        0: ("second", True),
        1: ("drawn", None),
        2: ("first", True),
        3: ("drawn", None),
    }
    assert peaks == []


def test_palace_poker_tells_battles_and_what_was_won():
    data = palace.log(
        palace.attacks(0, 1, winner=0), palace.does(2, "stay"), palace.does(0, "stay"), showdown=palace.places([0], [2])
    )

    facets, peaks = told(palace.PALACE, data, palace.HOUSE, palace.THREE)

    assert of_group(facets, "battle") == {0: ("attack", True), 1: ("defence", False)}
    assert of_group(facets, "end") == {0: ("showdown", True), 1: ("showdown", False), 2: ("showdown", False)}
    assert peaks == [(0, "battles", 1), (0, "net", 2 + 5 + 2)]  # both antes and the call


def test_palace_poker_tells_no_winner_of_a_tied_battle():
    data = palace.log(palace.attacks(0, 1, winner="tie"))

    facets, peaks = told(palace.PALACE, data, palace.HOUSE, palace.THREE)

    assert of_group(facets, "battle") == {0: ("attack", None), 1: ("defence", None)}
    assert peaks == [(2, "net", 2 * (2 + 5))]  # two antes, bet and call


def test_a_hand_is_called_by_the_number_it_was_worth_or_by_what_the_game_calls_that():
    raises = truco.TRUCO.facets.groups["raise"]

    assert [str(raises.called(name)) for name in ("0", "1", "12")] == ["For nothing", "For 1", "For 12"]
    assert raises.in_order(["12", "0", "3"]) == ["3", "12", "0"]
    assert str(skat.SKAT.facets.groups["contract"].called("grand")) == "Grand"
