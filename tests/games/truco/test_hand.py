"""A hand by its events: the ladder, who may raise, what a refusal costs."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.truco.machine import after, refusal
from games.truco.reading import Before, replay
from tests.games.truco.table import (
    ARGENTINE,
    DRAWS,
    MINEIRO,
    PAULISTA,
    RULES,
    TRUCO,
    at,
    call,
    codes,
    decide,
    full,
    judge,
    moved,
    refused,
    say,
)

CLIMB = [call("A"), call("B"), call("A"), call("B")]


@pytest.mark.parametrize(("calls", "paid"), [(1, 2), (2, 4), (3, 6), (4, 10)])
def test_running_pays_the_value_accepted_last(calls, paid):
    runs = "A" if calls % 2 == 0 else "B"

    outcome = judge(full(*CLIMB[:calls], say("run", runs)))

    assert outcome.detail.decided_by == "run"
    assert sorted(outcome.detail.points) == [0, paid]
    assert str(outcome.sentence).startswith(f"Run from the raise: {paid} to ")


@pytest.mark.parametrize(("calls", "worth"), [(1, 4), (2, 6), (3, 10), (4, 12)])
def test_accepted_raises_climb_the_ladder(calls, worth):
    answers = "A" if calls % 2 == 0 else "B"

    assert judge(full(*CLIMB[:calls], say("accept", answers), "AA")).detail.value == worth


def test_a_call_may_name_what_it_asks_for():
    assert judge(full(call("A", 4), call("B", 6), say("accept", "A"), "BB")).detail.value == 6
    assert codes(full(call("A", 6))) == ["raise_skips_step"]
    assert codes(full(call("A", 5))) == ["raise_not_in_ladder"]
    assert codes(full(call("A", to=True)), ARGENTINE) == ["raise_not_in_ladder"]


def test_the_last_step_may_be_the_whole_game():
    rules = RULES["venezolano24"]
    raised = [call("A"), call("B"), call("A"), call("B", "game"), say("accept", "A")]

    outcome = judge(full(*raised, "AA"), rules, at((5, 20), rules))

    assert outcome.detail.points == (19, 0)
    assert outcome.state.games == (1, 0)
    assert codes(full(call("A", "game")), rules) == ["raise_skips_step"]


def test_only_who_accepted_may_raise_again():
    accepted = [call("A"), say("accept", "B"), "A"]

    assert codes(full(*accepted, call("A"))) == ["raise_twice_in_a_row"]
    assert judge(full(*accepted, call("B"), say("run", "A"))).detail.points == (0, 4)


def test_a_refused_raise_says_who_raised_last():
    (problem,) = refused(full(call("B"), say("accept", "A"), call("B")))

    assert problem.field == "events.2"
    assert str(problem.message) == ("seat 2 and seat 4 raised last: only the other side may raise now.")


@pytest.mark.parametrize(
    ("score", "cap", "events", "found"),
    [
        ((10, 0), "own_win", [call("B"), call("A")], "raise_beyond_need"),
        ((8, 0), "own_win", [call("B"), call("A")], "raise_unanswered"),
        ((10, 0), "own_win", [call("A")], "raise_unanswered"),
        ((10, 10), "both_can_win", [call("A"), call("B")], "raise_beyond_need"),
        ((10, 10), "both_can_win", [call("A")], "raise_unanswered"),
        ((10, 8), "both_can_win", [call("A"), call("B")], "raise_unanswered"),
        ((10, 10), "none", [call("A"), call("B")], "raise_unanswered"),
    ],
)
def test_a_club_may_forbid_raises_that_nobody_needs(score, cap, events, found):
    rules = PAULISTA.model_copy(update={"raise_cap": cap})

    assert codes(full(*events), rules, at(score, rules)) == [found]


def test_hand_of_ten_is_played_for_four_or_declined_for_two():
    table = at((10, 6))

    assert judge(full(decide("A"), "AB-"), table=table).detail.points == (4, 0)
    assert judge(full(decide("A"), "BB"), table=table).detail.points == (0, 4)
    assert judge(full(decide("A"), DRAWS), table=table).detail.points == (4, 0)
    declined = judge(full(decide("A", play=False)), table=table)
    assert declined.detail.points == (0, 2)
    assert str(declined.sentence) == "Hand of ten, declined: 2 to seat 2 and seat 4, 10–8"


def test_hand_of_eleven_has_its_own_name():
    outcome = judge(full(decide("B"), "BB"), PAULISTA, at((3, 11), PAULISTA))

    assert str(outcome.sentence).startswith("Hand of eleven, played: 3 to seat 2 and seat 4, 3–14, and the game to ")


def test_hand_of_another_score_is_called_by_it():
    rules = MINEIRO.model_copy(update={"special_at": 9})

    assert str(judge(full(decide("A"), "AA"), rules, at((9, 0), rules)).sentence).startswith("Hand of 9, played")


def test_iron_hand_wins_the_game_whatever_is_missing():
    far = MINEIRO.model_copy(update={"target": 15})

    assert judge(full("BB"), table=at((10, 11))).detail.points == (0, 2)
    assert judge(full("BB"), far, at((10, 11), far)).detail.points == (0, 4)


def test_iron_hand_nobody_wins_is_dealt_again():
    rules = RULES["mineiro_copag"]

    outcome = judge(full(DRAWS), rules, at((10, 10), rules))

    assert (outcome.detail.points, outcome.state.hand_kind, outcome.dealer) == ((0, 0), "iron", 1)
    assert moved(outcome, "hands") == {0: 1, 1: 1, 2: 1, 3: 1}
    assert str(outcome.sentence) == "Iron hand, all rounds drawn: nobody scores, 10–10"


def test_folding_pays_what_was_accepted():
    assert judge(full(say("fold", "A")), ARGENTINE).detail.points == (0, 1)
    raised = full(call("A"), say("accept", "B"), "A", say("fold", "B"))
    assert judge(raised, ARGENTINE).detail.points == (2, 0)
    assert judge(full(call("A"), say("fold", "B")), ARGENTINE).detail.points == (1, 0)


EVENTS = st.one_of(
    st.builds(call, st.sampled_from("AB")),
    st.builds(say, st.sampled_from(["accept", "run", "fold"]), st.sampled_from("AB")),
    st.builds(decide, st.sampled_from("AB"), st.booleans()),
    st.builds(lambda winner: {"t": "round", "winner": winner}, st.sampled_from(["A", "B", "draw"])),
)


@given(
    st.lists(EVENTS, max_size=12),
    st.sampled_from(sorted(RULES)),
    st.sampled_from([(0, 0), (10, 4), (3, 11), (11, 11)]),
)
def test_a_hand_is_worth_a_step_of_its_ladder_and_ends_once(events, name, score):
    rules = RULES[name]
    play, _fault = replay(events, Before(score, "A", (0, 1)).play(rules))

    assert play.step <= rules.top
    assert play.pending is None or play.pending == play.raiser
    if play.end is not None:
        assert all(refusal(play, event) for event in events)
    elif not play.undecided and play.pending is None:
        raising = [side for side in "AB" if refusal(play, call(side)) is None]
        assert len(raising) <= (2 if play.raiser is None else 1)
        assert play.raiser not in raising


def told(events, rules):
    """Those of the events that can follow each other."""
    play, kept = Before((0, 0), "A", (0, 1)).play(rules), []
    for event in events:
        if refusal(play, event) is None:
            play, kept = after(play, event), [*kept, event]
    return kept


@given(st.lists(EVENTS, min_size=4, max_size=30), st.booleans())
def test_a_fold_gives_a_refused_envido_while_one_could_be_called(events, has_envido):
    usual = ARGENTINE.model_copy(update={"envido": has_envido})
    house = usual.model_copy(update={"fold_gives_envido": True})
    hand = full(*told(events, usual))
    assume(not TRUCO.problems(hand, usual, at(rules=usual)))

    before, now = judge(hand, usual), judge(hand, house)
    words = [event["t"] for event in hand["events"]]
    is_open = has_envido and words[-1] == "fold" and "round" not in words and "accept" not in words
    is_open = is_open and words.count("call") < 2  # to raise over a raise accepts that

    gained = [mine - theirs for mine, theirs in zip(now.detail.points, before.detail.points, strict=True)]
    assert sorted(gained) == [0, 1 if is_open else 0]
    assert now.detail.value == before.detail.value
    if is_open:
        assert gained["AB".index(now.detail.winner)] == 1


def test_a_refused_envido_is_told_before_the_cards_that_were_thrown_in():
    rules = ARGENTINE.model_copy(update={"fold_gives_envido": True})
    hand = full(say("fold", "B"))

    outcome = judge(hand, rules)

    assert str(outcome.sentence) == "Envido: 1 to seat 1 and seat 3. Cards thrown in: 1 to seat 1 and seat 3, 2–0"
    assert [bet.points for bet in TRUCO.guide(hand, rules, at(rules=rules)).bets] == [1]
    assert TRUCO.guide(hand, ARGENTINE, at(rules=ARGENTINE)).bets == ()
