"""The course of a match: lines, score, games, who deals, what is said."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.record import dump, load
from games.core.values import Table
from games.truco.rules import TrucoRules
from games.truco.state import MatchState
from tests.games.truco.table import (
    COPAG,
    MINEIRO,
    PAULISTA,
    RULES,
    SIX,
    TRUCO,
    after,
    at,
    codes,
    endings,
    full,
    judge,
    moved,
    played,
    public,
    quick,
)

TWELVE_A, TWELVE_B = quick("A", 12), quick("B", 12)
PENALTY = {"kind": "penalty", "to": "B", "points": 2}
FORFEIT = {"kind": "forfeit", "side": "B"}


def test_every_partner_gets_what_the_side_gets():
    outcome = judge(SIX, table=at(seats=(4, 1, 7, 2, 9, 0)))

    assert moved(outcome, "points") == moved(outcome, "tentos") == {4: 6, 7: 6, 9: 6}
    assert moved(outcome, "hands_won") == {4: 1, 7: 1, 9: 1}
    assert moved(outcome, "hands") == dict.fromkeys((4, 1, 7, 2, 9, 0), 1)
    assert str(outcome.sentence) == "Played: 6 to seat 5, seat 8 and seat 10, 6–0"


def test_a_last_hand_is_cut_for_the_tentos():
    outcome = judge(SIX, table=at((8, 2)))

    assert moved(outcome, "points") == {0: 6, 2: 6}
    assert moved(outcome, "tentos") == {0: 4, 2: 4}
    assert (outcome.detail.score, outcome.detail.shown) == ((14, 2), (12, 2))
    assert moved(outcome, "games_won") == {0: 1, 2: 1}
    assert moved(outcome, "games_lost") == {1: 1, 3: 1}
    assert str(outcome.sentence) == "Played: 6 to seat 1 and seat 3, 14–2, and the game to seat 1 and seat 3"


def test_a_match_is_two_games_of_three():
    first, second, third = played([TWELVE_A, TWELVE_B, TWELVE_A])

    assert [outcome.state.games for outcome in (first, second, third)] == [(1, 0), (1, 1), (2, 1)]
    assert [outcome.over for outcome in (first, second, third)] == [False, False, True]
    assert (second.state.number, second.state.score, second.state.winner) == (3, (0, 0), None)
    assert (third.state.number, third.state.score, third.state.hand_kind, third.state.winner) == (3, (12, 0), None, "A")
    assert third.state.tentos == (24, 12)
    assert moved(third, "won") == {0: 1, 2: 1}
    assert moved(third, "lost") == {1: 1, 3: 1}
    assert [outcome.detail.number for outcome in (first, second, third)] == [1, 2, 3]
    assert str(third.sentence).endswith("12–0, and the match to seat 1 and seat 3 by 2–1 games")
    assert codes(SIX, table=after(third, at())) == ["match_already_over"]


def test_one_game_may_be_the_match():
    assert judge(TWELVE_B, TrucoRules(best_of=1)).over


def test_a_game_may_begin_at_a_score():
    rules = TrucoRules(start_a=11, start_b=10)

    first, second = played([quick("B"), quick("A")], rules, Table((0, 1, 2, 3), 1, 0, TRUCO.start(rules, 4)))

    assert (first.state.score, first.state.hand_kind) == ((11, 10), "iron")
    assert first.state.tentos == (22, 22)
    assert moved(first, "tentos") == {1: 2, 3: 2}
    assert second.state.games == (1, 1)


def test_deal_passes_from_seat_to_seat_and_goes_on_in_the_next_game():
    outcomes = played([full("---"), full("---"), TWELVE_A, full("---")])

    assert [outcome.dealer for outcome in outcomes] == [1, 2, 3, 0]
    assert [outcome.detail.winner for outcome in outcomes] == ["A", "B", "A", "B"]


def test_an_explicit_dealer_counts_from_there():
    first, second = played([{**full("---"), "dealer": 3}, full("---")])

    assert (first.detail.winner, first.dealer, second.detail.winner) == ("B", 0, "A")
    assert [notice.code for notice in first.warnings] == ["dealer_out_of_turn"]
    assert second.warnings == ()


def test_penalties_and_forfeits_move_no_deal_and_are_no_hands():
    penalty, forfeit = played([PENALTY, FORFEIT])

    assert penalty.dealer == forfeit.dealer == 0
    assert moved(penalty, "points") == moved(penalty, "tentos") == {1: 2, 3: 2}
    assert moved(penalty, "hands") == moved(forfeit, "hands") == moved(penalty, "hands_won") == {}
    assert str(penalty.sentence) == "Penalty: 2 to seat 2 and seat 4, 0–2"
    assert str(forfeit.sentence) == "Game given up by seat 2 and seat 4, 0–2, and the game to seat 1 and seat 3"
    assert (forfeit.detail.score, forfeit.detail.game, forfeit.state.score) == ((0, 2), "A", (0, 0))
    assert moved(forfeit, "games_won") == {0: 1, 2: 1}


def test_a_penalty_may_end_the_match():
    table = at((3, 10), games=(1, 1))

    outcome = judge(PENALTY, table=table)

    assert (outcome.over, outcome.state.winner, outcome.state.games) == (True, "B", (1, 2))
    assert judge(FORFEIT, table=at(games=(1, 0))).over


def test_a_penalty_past_ten_makes_a_hand_of_ten_at_eleven():
    outcome = judge({**PENALTY, "points": 3}, table=at((2, 8)))

    assert (outcome.state.hand_kind, outcome.state.decider) == ("special", "B")


def test_a_corrected_hand_changes_what_later_ones_are():
    declined = quick("B", how="declined")
    first, second = played([quick("A", 10), declined])

    assert (first.state.hand_kind, second.detail.hand_kind) == ("special", "special")
    assert codes(declined, table=after(judge(quick("A", 6)), at())) == ["decision_not_allowed"]


def test_hand_by_its_result_says_how_it_ended():
    assert str(judge(quick("B", 4, "ran")).sentence) == "Run from the raise: 4 to seat 2 and seat 4, 0–4"
    assert str(judge(quick(None, how="nobody"), COPAG).sentence) == "All rounds drawn: nobody scores, 0–0"
    assert judge(quick("A", "game"), RULES["venezolano24"]).detail.points == (24, 0)


@pytest.mark.parametrize(
    ("state", "rules", "stands"),
    [
        ({}, MINEIRO, "0–0 in game 1 of 3, games 0–0"),
        (
            {"score": (4, 10), "games": (1, 0), "number": 2},
            MINEIRO,
            "4–10 in game 2 of 3, games 1–0. Hand of ten: seat 2 and seat 4 to decide",
        ),
        ({"score": (11, 11)}, PAULISTA, "11–11 in game 1 of 3, games 0–0. Iron hand"),
        ({"score": (3, 2)}, TrucoRules(best_of=1), "3–2"),
    ],
)
def test_where_a_match_stands(state, rules, stands):
    table = at(state.pop("score", (0, 0)), rules, **state)

    assert str(TRUCO.stands(rules, table)) == stands


def test_a_decided_match_stands_where_it_ended():
    table = after(judge(TWELVE_A, table=at(games=(1, 0), number=2)), at())

    assert str(TRUCO.stands(MINEIRO, table)) == "12–0 in game 2 of 3, games 2–0"


def test_verdict_names_the_winners_and_the_games():
    lost = {"lost": 1, "games_won": 1, "games_lost": 2}
    won = {"won": 1, "games_won": 2, "games_lost": 1}

    assert TRUCO.verdict({0: {"games_won": 1}, 1: {}}, MINEIRO) is None
    told = TRUCO.verdict({0: lost, 1: won, 2: lost, 3: won}, MINEIRO)
    assert str(told) == "The match goes to seat 2 and seat 4 by 2–1 games"
    swept = TRUCO.verdict({0: {"won": 1, "games_won": 1}, 1: {}}, MINEIRO)
    assert str(swept) == "The match goes to seat 1 by 1–0 games"


def test_sides_sit_alternately():
    assert TRUCO.sides((3, 1, 5, 0)) == ((3, 5), (1, 0))
    assert [str(place) for place in TRUCO.line_up(4)] == ["Side A", "Side B", "Side A", "Side B"]
    assert TRUCO.active(at(seats=(3, 1))) == (3, 1)
    assert TRUCO.progress(judge(SIX).state, MINEIRO, (0, 1)) == (1, None)


@st.composite
def matches(draw):
    rules = RULES[draw(st.sampled_from(sorted(RULES)))]
    size = draw(st.sampled_from((2, 4, 6)))
    table = at(rules=rules, seats=tuple(range(size)), dealer=draw(st.integers(0, size - 1)))
    found = []
    for _number in range(draw(st.integers(1, 40))):
        state = table.state
        if draw(st.integers(0, 9)) == 0:
            entry = {"kind": "penalty", "to": draw(st.sampled_from("AB")), "points": draw(st.integers(1, 3))}
        elif draw(st.integers(0, 19)) == 0:
            entry = {"kind": "forfeit", "side": draw(st.sampled_from("AB"))}
        else:
            entry = draw(endings(state.hand_kind, state.decider, rules))
        outcome = judge(entry, rules, table)
        found.append((entry, outcome))
        table = after(outcome, table)
        if outcome.over:
            break
    return rules, size, found


@given(matches())
def test_identities_of_a_match(match):
    rules, size, found = match
    sums = {}
    for _entry, outcome in found:
        assert load(MatchState, json.loads(json.dumps(dump(outcome.state)))) == outcome.state
        assert max(outcome.detail.shown) <= rules.target
        assert sum(own >= rules.target for own in outcome.detail.score) <= 1
        for line in outcome.lines:
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
        assert outcome.over == (outcome.state.winner is not None)
    state = found[-1][1].state

    def total(seat, measure):
        return sums.get((seat, measure), 0)

    hands = sum(entry["kind"] == "quick" for entry, _outcome in found)
    assert total(0, "hands_won") + total(1, "hands_won") <= hands == state.hands
    for side in (0, 1):
        assert (total(side, "tentos"), total(side, "games_won")) == (state.tentos[side], state.games[side])
        assert total(side, "games_won") == total(1 - side, "games_lost")
        assert total(side, "points") >= total(side, "tentos")
        partners = range(side, size, 2)
        for measure in TRUCO.measures:
            assert len({total(seat, measure) for seat in partners}) == 1
    assert total(0, "won") + total(1, "won") == (state.winner is not None)
    assert max(state.games) <= rules.games_to_win


@given(matches())
def test_public_form_and_table_agree(match):
    rules, _size, found = match
    name = next(name for name, known in RULES.items() if known == rules)
    games, hands = [], []
    for entry, outcome in found:
        told = {field: value for field, value in entry.items() if field != "kind"}
        hands.append({"forfeit": told["side"]} if entry["kind"] == "forfeit" else {entry["kind"]: told})
        if outcome.detail.game:
            games.append({"hands": hands})
            hands = []
    if hands:
        games.append({"hands": hands})

    got = public("match", {"preset": name}, games=games)

    state = found[-1][1].state
    assert tuple(got["games_won"].values()) == state.games
    assert tuple(got["tentos"].values()) == state.tentos
    assert got["match_winner"] == state.winner
    last = got["games"][-1]
    assert tuple(last["score"].values()) == found[-1][1].detail.score
    assert last["points"][-1] == dict(zip("AB", found[-1][1].detail.points, strict=True))
    if not last["game_over"]:
        assert (last["next_kind"], last["next_decider"]) == (state.hand_kind, state.decider)


def test_table_and_state_are_values():
    table = at()

    judge(SIX, table=table)

    assert table == Table((0, 1, 2, 3), 1, 0, at().state)


@pytest.mark.parametrize(
    ("rules", "due"),
    [
        ({}, []),
        ({"stake": 50}, [(0, 50), (1, -50), (2, 50), (3, -50)]),
        ({"stake": 50, "stake_for": "game"}, [(0, 50), (1, -50), (2, 50), (3, -50)]),
    ],
)
def test_each_of_the_losers_owes_a_stake(rules, due):
    winners, losers = {"won": 1, "games_won": 2, "games_lost": 1}, {"lost": 1, "games_won": 1, "games_lost": 2}
    agreed = TrucoRules(**rules)

    dues = TRUCO.dues({0: winners, 1: losers, 2: winners, 3: losers}, {}, agreed, TRUCO.start(agreed, 4))

    assert [(one.who, one.amount) for one in dues] == due


def test_a_stake_a_game_counts_every_game():
    agreed = TrucoRules(stake=50, stake_for="game")
    ahead, behind = {"games_won": 2}, {"games_lost": 2}

    dues = TRUCO.dues({0: ahead, 1: behind}, {}, agreed, TRUCO.start(agreed, 2))

    assert [(one.who, one.amount, str(one.label)) for one in dues] == [
        (0, 100, "Stake: 50 a game"),
        (1, -100, "Stake: 50 a game"),
    ]


LADDERS = [(2,), (2, 4), (1, "game"), (2, 4, 6, 10, 12)]
VALUES = (1, 2, 4, 6, 10, 12, "game")


@given(
    st.sampled_from(LADDERS),
    st.tuples(st.integers(0, 11), st.integers(0, 11)),
    st.sampled_from("AB"),
    st.sampled_from(["played", "ran", "declined"]),
)
def test_value_may_be_left_out_where_it_is_the_only_one(ladder, score, winner, how):
    rules = TrucoRules(ladder=ladder)
    table = at(score, rules)
    possible = [value for value in VALUES if not TRUCO.problems(quick(winner, value, how), rules, table)]
    without = quick(winner, how=how)

    if len(possible) == 1:
        assert judge(without, rules, table).lines == judge(quick(winner, *possible, how), rules, table).lines
    else:
        assert TRUCO.problems(without, rules, table)
