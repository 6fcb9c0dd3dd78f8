"""Where an unfinished entry stands, and which buttons the screen has."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.truco.hand import HANDS
from games.truco.steps import stepped
from tests.games.truco.table import (
    ARGENTINE,
    COPAG,
    FLOR,
    MINEIRO,
    PAULISTA,
    RULES,
    SIX,
    TRUCO,
    at,
    call,
    decide,
    full,
    quick,
    say,
)
from tests.strategies import any_json


def guide(draft, rules=MINEIRO, table=None):
    return TRUCO.guide(draft, rules, table or at(rules=rules))


def offered(found, group=None):
    """{label and side: why not} of the buttons."""
    return {
        (str(button.label), button.side): button.reason and str(button.reason)
        for button in found.buttons
        if group in (None, button.group)
    }


def possible(found, group=None):
    return [key for key, reason in offered(found, group).items() if reason is None]


def pressed(draft, label, side=None, rules=MINEIRO, table=None):
    """The draft after a button that may be pressed."""
    (button,) = (
        button for button in guide(draft, rules, table).buttons if str(button.label) == label and button.side == side
    )
    assert button.reason is None
    return stepped(draft, json.loads(button.json))


def test_a_fresh_hand_may_begin_with_a_raise_or_a_round():
    found = guide({"kind": "full"})

    assert (found.hand_kind, found.name, found.step, found.worth) == ("normal", None, 0, (2, 2))
    assert found.may_raise == ("A", "B")
    assert possible(found) == [
        ("seat 1 and seat 3", "A"),
        ("seat 2 and seat 4", "B"),
        ("Drawn", None),
        ("Truco: 4", "A"),
        ("Truco: 4", "B"),
    ]
    assert not found.can_go_back
    assert not found.over


def test_a_raise_waits_for_the_other_side():
    found = guide(full("A", call("A")))

    assert (found.pending, found.asked, found.step, found.raiser, found.may_raise) == ("A", 4, 0, "A", ("B",))
    assert possible(found) == [("Accept: 4", "B"), ("Run: 2 to the others", "B"), ("Raise to 6", "B")]
    assert offered(found, "call")["Raise to 6", "A"] == (
        "seat 1 and seat 3 raised last: only the other side may raise now."
    )
    assert offered(found, "round")["Drawn", None] == (
        "The raise of seat 1 and seat 3 must be answered before the next round."
    )
    assert [str(text) for text in found.said] == ["Round 1: seat 1 and seat 3", "seat 1 and seat 3: truco, for 4"]
    assert found.can_go_back


def test_after_a_raise_only_who_accepted_may_raise():
    found = guide(full(call("A"), say("accept", "B"), "-"))

    assert (found.step, found.pending, found.asked, found.worth, found.rounds) == (1, None, None, (4, 4), ("draw",))
    assert possible(found, "call") == [("Raise to 6", "B")]


def test_at_the_top_nobody_may_raise():
    found = guide(full(*[call(side) for side in "ABAB"], say("accept", "A")))

    assert found.may_raise == ()
    assert offered(found, "call")["Raise to 12", "A"] == "The hand cannot be worth more than 12."


def test_a_hand_that_is_over_goes_no_further():
    found = guide(full(call("A"), say("run", "B")))

    assert (found.over, found.winner) == (True, "A")
    assert possible(found) == []
    assert offered(found, "round")["Drawn", None] == "The hand was decided before this round. Remove the round."


def test_a_hand_of_ten_begins_with_its_decision():
    table = at((10, 4))

    found = guide({"kind": "full"}, table=table)

    assert (found.hand_kind, str(found.name), found.decider, found.playing) == ("special", "Hand of ten", "A", None)
    assert possible(found) == [("Play, for 4", "A"), ("Decline: 2 to the others", "A")]
    assert offered(found, "call") == {}
    assert guide(full(decide("A")), table=table).playing
    assert [str(text) for text in guide(full(decide("A", play=False)), table=table).said] == [
        "seat 1 and seat 3: the hand is declined"
    ]


def test_an_iron_hand_is_worth_what_is_missing():
    far = PAULISTA.model_copy(update={"target": 15})

    found = guide({"kind": "full"}, far, at((11, 13), far))

    assert (found.hand_kind, str(found.name), found.worth) == ("iron", "Iron hand", (4, 2))


def test_everything_said_is_written_down():
    events = [call("A"), call("B"), say("accept", "A"), "-A", say("fold", "B")]

    assert [str(text) for text in guide(full(*events), ARGENTINE).said] == [
        "seat 1 and seat 3: truco, for 2",
        "seat 2 and seat 4: raise to 3",
        "seat 1 and seat 3: accepted, for 3",
        "Round 1: drawn",
        "Round 2: seat 1 and seat 3",
    ]
    assert str(guide(full(say("fold", "B")), ARGENTINE).said[0]) == "seat 2 and seat 4: cards thrown in"
    assert str(guide(full(decide("A")), table=at((10, 0))).said[0]) == "seat 1 and seat 3: the hand is played"
    assert str(guide(full(call("A"), say("run", "B"))).said[1]) == "seat 2 and seat 4: ran"


def test_an_event_that_cannot_be_stops_everything_behind_it():
    found = guide(full("A", say("run", "B"), "A"))

    assert found.problem.field == "events.1"
    assert found.rounds == ("A",)
    assert len(found.said) == 1
    assert set(offered(found).values()) == {"There is no raise to run from."}
    assert found.can_go_back


def test_the_dealer_of_the_draft_counts():
    found = guide({**full("---"), "dealer": 1})

    assert found.winner == "B"
    assert guide({**full("---"), "dealer": 9}).winner == "A"


def test_nothing_can_be_recorded_when_the_match_is_decided():
    found = guide(SIX, table=at(winner="A", hand_kind=None))

    assert found.problem.code == "match_already_over"
    assert found.buttons == ()
    assert guide({}, table=at(seats=(0, 1, 2))).problem.code == "bad_player_count"


def test_envido_is_called_step_by_step():
    draft = {"kind": "full"}
    assert ("Falta envido", "B") in possible(guide(draft, ARGENTINE), "envido")

    draft = pressed(draft, "Envido", "B", ARGENTINE)
    assert draft["envido"] == {"by": "B", "calls": ["envido"]}
    draft = pressed(draft, "Real envido", "A", ARGENTINE)
    found = guide(draft, ARGENTINE)
    assert offered(found, "envido")["Envido", "B"] == (
        "Envido is called at most twice and before real envido, real envido once."
    )
    assert possible(found, "envido") == [("Falta envido", "B")]
    draft = pressed(draft, "Quiero", "B", ARGENTINE)
    assert possible(guide(draft, ARGENTINE), "envido") == []
    draft = stepped(draft, {"set": {"envido.winner": "A"}})
    found = guide(draft, ARGENTINE)
    assert [(bet.winner, bet.points) for bet in found.bets] == [("A", 5)]
    assert [button.chosen for button in found.buttons if button.group == "envido_winner"] == [True, False]
    shown = stepped(stepped(draft, {"back": True}), {"set": {"envido.points.A": 30, "envido.points.B": 31}})
    assert [(bet.winner, bet.points) for bet in guide(shown, ARGENTINE).bets] == [("B", 5)]


def test_bets_are_told_as_they_are_called_and_hold_the_cards_until_they_are_answered():
    draft = {"kind": "full", "envido": {"by": "B", "calls": ["envido", "real"]}}
    waiting = guide(draft, ARGENTINE)
    accepted = guide({**draft, "envido": {**draft["envido"], "answer": "accept"}}, ARGENTINE)
    flor = guide({"kind": "full", "flor": {"by": "A", "seq": ["contraflor", "no", "?", []]}}, FLOR)

    assert [str(text) for text in waiting.called] == ["seat 2 and seat 4: Envido", "seat 1 and seat 3: Real envido"]
    assert set(offered(waiting, "round").values()) == {"Was the envido accepted or declined?"}
    assert str(accepted.called[-1]) == "seat 2 and seat 4: Quiero"
    assert len(possible(accepted, "round")) == 3
    assert [str(text) for text in flor.called] == [
        "seat 1 and seat 3: Flor",
        "seat 2 and seat 4: Contraflor",
        "seat 1 and seat 3: No quiero",
    ]


def test_a_declined_envido_asks_no_more():
    draft = {"kind": "full", "envido": {"by": "A", "calls": ["envido"], "answer": "decline"}}

    assert possible(guide(draft, ARGENTINE), "envido_winner") == []
    assert guide(draft, ARGENTINE).bets[0].points == 1


def test_calls_that_cannot_be_stop_the_next_ones():
    draft = {"kind": "full", "envido": {"by": "A", "calls": ["falta", "real"]}}

    assert set(offered(guide(draft, ARGENTINE), "envido").values()) == {"Nothing can be called after falta envido."}


def test_flor_is_answered_step_by_step():
    draft = pressed({"kind": "full"}, "Flor", "A", FLOR)
    assert set(possible(guide(draft, FLOR), "flor_answer")) == {
        ("Achico", "B"),
        ("Con flor quiero", "B"),
        ("Contraflor", "B"),
        ("Contraflor al resto", "B"),
    }
    assert guide(draft, FLOR).bets[0].points == 3

    draft = pressed(draft, "Contraflor", "B", FLOR)
    assert guide(draft, FLOR).bets == ()
    draft = pressed(draft, "Con flor quiero", "A", FLOR)
    assert possible(guide(draft, FLOR), "flor_winner") == [("seat 1 and seat 3", "A"), ("seat 2 and seat 4", "B")]
    draft = stepped(draft, {"set": {"flor.winner": "B"}})
    assert [(bet.winner, bet.points) for bet in guide(draft, FLOR).bets] == [("B", 6)]
    taken = "A flor cancels the envido: enter only one of them."
    assert set(offered(guide(draft, FLOR), "envido").values()) == {taken}


def test_an_envido_takes_the_flor_away():
    draft = {"kind": "full", "envido": {"by": "A", "calls": ["envido"]}}

    assert possible(guide(draft, FLOR), "flor") == []


def test_a_bet_that_ends_the_game_leaves_no_event():
    draft = {"kind": "full", "envido": {"by": "A", "calls": ["envido"], "answer": "accept", "winner": "A"}}

    found = guide(draft, ARGENTINE, at((28, 0), ARGENTINE))

    assert (found.over, found.winner) == (True, None)
    assert possible(found, "round") == possible(found, "call") == []
    assert set(offered(found, "call").values()) == {
        "The bet ended the game, so no round follows. Remove the rounds and raises."
    }


def test_a_result_takes_two_taps():
    draft = pressed({"kind": "quick"}, "seat 2 and seat 4", "B")
    draft = pressed(draft, "Ran: 6")

    assert TRUCO.problems(draft, MINEIRO, at()) == []
    assert draft == {"kind": "quick", "winner": "B", "how": "ran", "value": 6}
    found = guide(draft)
    assert [str(button.label) for button in found.buttons if button.chosen] == ["seat 2 and seat 4", "Ran: 6"]
    assert found.can_go_back


def test_results_are_those_of_the_hand():
    assert [label for label, _side in offered(guide({"kind": "quick"}), "played")] == [
        f"Played for {value}" for value in (2, 4, 6, 10, 12)
    ]
    assert len(offered(guide({"kind": "quick"}), "ran")) == 4
    assert offered(guide({"kind": "quick"}), "nobody") == {}
    special = guide({}, COPAG, at((4, 10), COPAG))
    assert [label for label, side in offered(special) if side is None] == [
        "Played for 4",
        "Declined: 2",
        "Nobody: all rounds drawn",
    ]
    iron = guide({}, table=at((10, 10)))
    assert [label for label, side in offered(iron) if side is None] == ["Played for the game"]
    whole = guide({}, RULES["venezolano24"])
    assert ("Played for the whole game", None) in offered(whole)


def test_one_tap_declines_a_hand():
    draft = pressed({"kind": "quick"}, "Declined: 2", table=at((4, 10)))

    assert TRUCO.problems(draft, MINEIRO, at((4, 10))) == []
    assert draft["winner"] == "A"


def test_a_winner_takes_nobody_back():
    draft = pressed(quick("A", 2), "Nobody: all rounds drawn", rules=COPAG)
    assert draft == {"kind": "quick", "how": "nobody"}

    assert pressed(draft, "seat 1 and seat 3", "A", COPAG) == {"kind": "quick", "winner": "A"}


def test_penalty_and_forfeit_ask_for_a_side():
    draft = pressed({"kind": "penalty", "points": 1}, "seat 1 and seat 3", "A")
    assert draft == {"kind": "penalty", "points": 1, "to": "A"}
    draft = pressed({"kind": "forfeit"}, "seat 2 and seat 4", "B")
    assert draft == {"kind": "forfeit", "side": "B"}
    assert guide({"kind": "misdeal"}).buttons == guide({"kind": ["quick"]}).buttons == ()


STEPS = [
    ({}, {"add": call("A")}, {"kind": "full", "events": [call("A")]}),
    ({"events": "AA"}, {"add": call("A")}, {"kind": "full", "events": [call("A")]}),
    ({}, {"add": {"flor": "achico"}}, {"kind": "full", "flor": {"seq": ["achico"]}}),
    ({}, {"add": {"card": 7}}, {}),
    ({}, {"add": 7}, {}),
    ({"flor": 7}, {"set": {"flor.by": "A"}}, {"flor": {"by": "A"}}),
    ({"dealer": 1}, {"set": {"dealer": None}}, {}),
    ({"flor": {"by": "A"}}, {"set": {"flor.by": None}}, {}),
    ({"how": "ran"}, {"set": {"how.a.b.c.d": 7}}, {"how": "ran"}),
    ({}, {"set": 7}, {}),
    ({"kind": "quick", "how": "ran", "dealer": 2}, {"set": {"kind": "full"}}, {"dealer": 2, "kind": "full"}),
    ({"kind": "quick", "how": "ran"}, {"set": {"kind": "quick"}}, {"kind": "quick", "how": "ran"}),
    (quick("A", 4), {"back": True}, {"kind": "quick", "how": "played", "winner": "A"}),
    (quick("A", 4), {"back": 1}, quick("A", 4)),
    ({"how": "ran"}, {"back": True}, {"how": "ran"}),
    (full("AB"), {"back": True}, full("A")),
    ({"kind": "full", "events": 7}, {"back": True}, {"kind": "full", "events": []}),
    ({"kind": "full"}, {"back": True}, {"kind": "full"}),
    (
        {"kind": "full", "envido": {"by": "A", "calls": ["envido", "real"], "answer": "accept"}},
        {"back": True},
        {"kind": "full", "envido": {"by": "A", "calls": ["envido", "real"]}},
    ),
    (
        {"kind": "full", "envido": {"by": "A", "calls": ["envido", "real"]}},
        {"back": True},
        {"kind": "full", "envido": {"by": "A", "calls": ["envido"]}},
    ),
    ({"kind": "full", "envido": {"by": "A", "calls": ["envido"]}}, {"back": True}, {"kind": "full"}),
    (
        {"kind": "full", "flor": {"by": "A", "seq": ["quiero"], "winner": "A"}},
        {"back": True},
        {"kind": "full", "flor": {"by": "A", "seq": ["quiero"]}},
    ),
    (
        {"kind": "full", "flor": {"by": "A", "seq": ["quiero"]}},
        {"back": True},
        {"kind": "full", "flor": {"by": "A", "seq": []}},
    ),
    ({"kind": "full", "flor": {"by": "A", "seq": []}}, {"back": True}, {"kind": "full"}),
    ({"kind": "full", "envido": "x", "flor": {"by": "A"}}, {"back": True}, {"kind": "full", "envido": "x"}),
    (SIX, {"again": True}, SIX),
    (SIX, {"add": call("A"), "back": True}, SIX),
    (SIX, "back", SIX),
]


@pytest.mark.parametrize(("draft", "step", "found"), STEPS)
def test_step_of_the_screen(draft, step, found):
    before = json.dumps(draft)

    assert stepped(draft, step) == found
    assert json.dumps(draft) == before


def test_lists_end_where_a_record_would():
    assert len(stepped(full("A" * 40), {"add": call("A")})["events"]) == 40


@given(draft=any_json, step=any_json, name=st.sampled_from(["add", "set", "back"]), field=st.sampled_from([*HANDS]))
def test_any_step_of_any_draft_is_a_draft_that_can_be_told(draft, step, name, field):
    for before in (
        draft if isinstance(draft, dict) else {},
        {"kind": field, "events": draft, "envido": draft, "flor": draft},
    ):
        for made in (step, {name: step}, {name: {"t": step, "call": step, "flor": step}}):
            after = stepped(before, made)
            assert isinstance(after, dict)
            for rules in (FLOR, MINEIRO):
                guide(after, rules)


@given(st.data())
def test_buttons_that_may_be_pressed_lead_to_a_hand(data):
    rules = RULES[data.draw(st.sampled_from(sorted(RULES)))]
    table = at(data.draw(st.sampled_from([(0, 0), (10, 3), (11, 11)])), rules)
    draft = {"kind": "full"}
    for _step in range(30):
        found = guide(draft, rules, table)
        assert found.problem is None
        buttons = [button for button in found.buttons if button.reason is None and not button.group.endswith("_winner")]
        if found.over or not buttons:
            break
        rounds = [button for button in buttons if button.group in ("round", "answer", "decide")]
        draft = stepped(draft, json.loads(data.draw(st.sampled_from(rounds or buttons)).json))
    for bet in ("envido", "flor"):
        if bet in draft:
            draft = {name: value for name, value in draft.items() if name != bet}
    assert TRUCO.problems(draft, rules, table) == []


def test_a_result_asks_for_the_envido_first_and_who_got_it():
    called = pressed({"kind": "quick"}, "Envido", rules=ARGENTINE)
    waiting = guide(called, ARGENTINE)
    (button,) = (one for one in waiting.buttons if (one.group, one.side) == ("envido_accept", "B"))
    won = stepped(called, json.loads(button.json))

    assert button.points == 2
    assert {str(end.reason) for rung in waiting.rungs for end in rung.ends if end.how == "played"} == {
        "Was the envido accepted or declined?"
    }
    assert won["envido"] == {"calls": ["envido"], "answer": "accept", "winner": "B"}
    ends = {(end.how, end.side): str(end.then) for end in guide(won, ARGENTINE).rungs[0].ends}
    assert ends["played", "A"] == "1–2"
    assert pressed(won, "Real envido", rules=ARGENTINE)["envido"]["winner"] == "B"


def test_a_refused_envido_keeps_who_gets_it_when_more_was_called():
    refused = {"kind": "quick", "envido": {"calls": ["envido"], "answer": "decline", "by": "A"}}

    more = pressed(refused, "Real envido", rules=ARGENTINE)

    assert guide(refused, ARGENTINE).bets[0][1:] == ("A", 1)
    assert guide(more, ARGENTINE).bets[0][1:] == ("A", 2)


def test_a_bet_that_ends_the_game_leaves_one_ending():
    draft = {"kind": "quick", "envido": {"calls": ["real"], "answer": "accept", "winner": "A"}}

    found = guide(draft, ARGENTINE, at((28, 3), ARGENTINE))

    assert found.rungs == ()
    assert (found.bet_alone.side, found.bet_alone.fields) == ("A", "kind=full")


def test_flor_of_a_result_is_one_tap_and_takes_the_envido_away():
    got = pressed({"kind": "quick"}, "Flor", "B", FLOR)

    assert got["flor"] == {"by": "B"}
    assert not offered(guide(got, FLOR), "envido_called")
    assert guide(got, FLOR).rungs[0].ends[1].then.values["b"] == 4
