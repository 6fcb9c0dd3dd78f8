"""Section 9: envido and flor."""

import pytest

from tests.games.truco.table import (
    ARGENTINE,
    FLOR,
    MINEIRO,
    RULES,
    at,
    codes,
    full,
    judge,
    moved,
    public,
    public_codes,
    refused,
)

TABLE = {
    "e": (2, 1),
    "r": (3, 1),
    "ee": (4, 2),
    "er": (5, 2),
    "eer": (7, 4),
    "f": (30, 1),
    "ef": (30, 2),
    "rf": (30, 3),
    "eef": (30, 4),
    "erf": (30, 5),
    "eerf": (30, 7),
}
WORDS = {"e": "envido", "r": "real", "f": "falta"}


def envido(calls, answer="accept", by="A", **result):
    return {"by": by, "calls": [WORDS[call] for call in calls], "answer": answer, **result}


def bet(rules=ARGENTINE, score=(0, 0), **bets):
    return judge(full("BB", **bets), rules, at(score, rules))


@pytest.mark.parametrize(("calls", "worth"), [(calls, worth) for calls, (worth, _refused) in TABLE.items()])
def test_an_accepted_envido_is_worth_what_was_called(calls, worth):
    outcome = judge(full(*([] if worth == 30 else ["BB"]), envido=envido(calls, winner="A")), ARGENTINE)

    assert [(part.part, part.winner, part.points) for part in outcome.detail.parts] == [("envido", "A", worth)]


@pytest.mark.parametrize(("calls", "worth"), [(calls, refused) for calls, (_worth, refused) in TABLE.items()])
def test_a_refused_envido_pays_the_last_caller_what_stood_before(calls, worth):
    outcome = bet(envido=envido(calls, "decline"))

    last = "A" if len(calls) % 2 else "B"
    assert [(part.winner, part.points) for part in outcome.detail.parts] == [(last, worth)]


def test_envido_is_counted_before_the_hand():
    outcome = bet(envido=envido("e", points={"A": 28, "B": 27}))

    assert outcome.detail.points == (2, 1)
    assert outcome.detail.value == 1
    assert moved(outcome, "points") == {0: 2, 2: 2, 1: 1, 3: 1}
    assert str(outcome.sentence) == "Envido: 2 to seat 1 and seat 3. Played: 1 to seat 2 and seat 4, 2–1"


def test_equal_envido_points_are_of_the_side_that_leads():
    tied = envido("e", points={"A": 30, "B": 30})

    assert judge(full("BB", envido=tied, dealer=0), ARGENTINE).detail.parts[0].winner == "B"
    assert judge(full("BB", envido=tied, dealer=1), ARGENTINE).detail.parts[0].winner == "A"


def test_a_bet_may_end_the_game_before_the_first_round():
    near = at((28, 3), ARGENTINE)

    outcome = judge(full(envido=envido("e", winner="A")), ARGENTINE, near)

    assert (outcome.detail.decided_by, outcome.detail.winner, outcome.detail.game) == ("side_bet", None, "A")
    assert str(outcome.sentence).startswith("Envido: 2 to seat 1 and seat 3. The game was over before the first round")
    assert codes(full("BB", envido=envido("e", winner="A")), ARGENTINE, near) == ["event_after_game_over"]


def test_a_bet_before_a_hand_of_ten_may_end_the_game():
    rules = MINEIRO.model_copy(update={"envido": True})

    outcome = judge(full(envido=envido("e", winner="A")), rules, at((10, 3), rules))

    assert str(outcome.sentence).startswith("Envido: 2 to seat 1 and seat 3. Hand of ten, not played, 12–3")


@pytest.mark.parametrize(
    ("falta", "score", "worth"),
    [
        ("leader_to_target", (9, 4), 21),
        ("leader_half", (9, 4), 6),
        ("leader_half", (15, 4), 15),
        ("leader_half", (22, 4), 8),
        ("malas_half", (9, 4), 11),
        ("malas_half", (15, 4), 15),
    ],
)
def test_falta_envido_by_custom(falta, score, worth):
    rules = ARGENTINE.model_copy(update={"falta": falta})
    events = ["BB"] if max(score[0], score[1] + worth) < 30 else []

    outcome = judge(full(*events, envido=envido("f", winner="B")), rules, at(score, rules))

    assert outcome.detail.parts[0].points == worth


def test_falta_envido_to_fifteen_has_one_half():
    for falta in ("leader_half", "malas_half"):
        rules = RULES["argentino15"].model_copy(update={"falta": falta})

        assert judge(full(envido=envido("f", winner="A")), rules).detail.parts[0].points == 15


@pytest.mark.parametrize(
    ("seq", "winner", "found"),
    [
        ([], None, ("A", 3)),
        (["achico"], None, ("A", 3)),
        (["quiero"], "B", ("B", 4)),
        (["contraflor", "no"], None, ("B", 4)),
        (["contraflor", "quiero"], "A", ("A", 6)),
        (["resto", "no"], None, ("B", 4)),
        (["resto", "quiero"], "B", ("B", 20)),
        (["contraflor", "resto", "no"], None, ("A", 6)),
        (["contraflor", "resto", "quiero"], "B", ("B", 20)),
    ],
)
def test_flor_by_its_answers(seq, winner, found):
    outcome = judge(full("BB", flor={"by": "A", "seq": seq, "winner": winner}), FLOR, at((10, 5), FLOR))

    assert [(part.part, part.winner, part.points) for part in outcome.detail.parts] == [("flor", *found)]


def test_both_flors_may_count_three_each():
    rules = FLOR.model_copy(update={"flor_both": 6})

    assert bet(rules, flor={"by": "A", "seq": ["quiero"], "winner": "A"}).detail.points == (6, 1)


def test_events_are_judged_by_the_score_after_the_bets():
    rules = ARGENTINE.model_copy(update={"raise_cap": "own_win"})
    events = [{"t": "call", "by": "B"}, {"t": "call", "by": "A"}]

    assert codes(full(*events, envido=envido("e", winner="A")), rules, at((26, 0), rules)) == ["raise_beyond_need"]
    assert codes(full(*events), rules, at((26, 0), rules)) == ["raise_unanswered"]


REFUSED = [
    ({"envido": "yes"}, ["envido_no_call"]),
    ({"envido": {"by": "A", "calls": [], "answer": "accept"}}, ["envido_no_call"]),
    ({"envido": {**envido("e", winner="A"), "by": "C"}}, ["unknown_side"]),
    ({"envido": {**envido("e", winner="A"), "calls": ["louder"]}}, ["envido_unknown_call"]),
    ({"envido": {**envido("e", winner="A"), "calls": [["envido"]]}}, ["envido_unknown_call"]),
    ({"envido": envido("fr", winner="A")}, ["envido_after_falta"]),
    ({"envido": envido("ff", winner="A")}, ["envido_after_falta"]),
    ({"envido": envido("eee", winner="A")}, ["envido_bad_order"]),
    ({"envido": envido("re", winner="A")}, ["envido_bad_order"]),
    ({"envido": envido("rr", winner="A")}, ["envido_bad_order"]),
    ({"envido": {**envido("e"), "answer": None}}, ["envido_unanswered"]),
    ({"envido": {**envido("e"), "answer": ["accept"]}}, ["envido_unanswered"]),
    ({"envido": envido("e", "decline", winner="A")}, ["envido_declined_has_result"]),
    ({"envido": envido("e", "decline", points={"A": 1, "B": 2})}, ["envido_declined_has_result"]),
    ({"envido": envido("e")}, ["envido_no_result"]),
    ({"envido": envido("e", winner="draw")}, ["unknown_side"]),
    ({"envido": envido("e", points={"A": 8, "B": 2})}, ["envido_bad_points"]),
    ({"envido": envido("e", points={"A": 34, "B": 2})}, ["envido_bad_points"]),
    ({"envido": envido("e", points={"A": True, "B": 2})}, ["envido_bad_points"]),
    ({"envido": envido("e", points={"A": 7})}, ["envido_bad_points"]),
    ({"envido": envido("e", points=[7, 6])}, ["envido_bad_points"]),
    ({"envido": envido("e", points={"A": 7, "B": 6, "C": 1})}, ["field_unknown"]),
    ({"envido": envido("e", points={"A": 7, "B": 6}, winner="B")}, ["envido_winner_contradicts_points"]),
    ({"envido": envido("e", winner="A", loud=True)}, ["field_unknown"]),
    ({"flor": "yes"}, ["flor_bad_sequence"]),
    ({"flor": {"seq": []}}, ["unknown_side"]),
    ({"flor": {"by": "A", "seq": ["no"]}}, ["flor_bad_sequence"]),
    ({"flor": {"by": "A", "seq": "no"}}, ["flor_bad_sequence"]),
    ({"flor": {"by": "A", "seq": [["no"]]}}, ["flor_bad_sequence"]),
    ({"flor": {"by": "A", "seq": 3}}, ["flor_bad_sequence"]),
    ({"flor": {"by": "A", "seq": ["quiero"]}}, ["flor_no_result"]),
    ({"flor": {"by": "A", "seq": ["quiero"], "winner": 1}}, ["unknown_side"]),
    ({"flor": {"by": "A", "seq": ["achico"], "winner": "A"}}, ["flor_has_result"]),
    ({"flor": {"by": "A", "loud": True}}, ["field_unknown"]),
    ({"flor": {"by": "A"}, "envido": envido("e", "decline")}, ["envido_and_flor_both_scored"]),
]


@pytest.mark.parametrize(("bets", "found"), REFUSED)
def test_bet_is_refused(bets, found):
    assert codes(full("BB", **bets), FLOR) == found


def test_rules_without_bets_refuse_them():
    both = {"flor": {"by": "A"}, "envido": envido("e", "decline")}

    assert codes(full("BB", **both)) == ["flor_not_in_ruleset", "envido_and_flor_both_scored", "envido_not_in_ruleset"]


def shouted(*calls, **rest):
    """An envido in the public form, calls like "A envido"."""
    told = [dict(zip(("by", "call"), call.split(), strict=True)) for call in calls]
    hand = {"events": [{"t": "round", "winner": "A"}] * 2, "envido": {"calls": told, "answer": "accept", **rest}}
    return public("hand", {"preset": "argentino30"}, score={"A": 0, "B": 0}, hand=hand)


@pytest.mark.parametrize(
    ("calls", "rest", "found"),
    [
        (["A envido", "A real"], {"winner": "A"}, ["envido_twice_in_a_row"]),
        (["A envido", "C real"], {"winner": "A"}, ["unknown_side"]),
        (["C envido"], {"winner": "A"}, ["unknown_side"]),
        (["A envido"], {"winner": "A", "by": "A"}, ["answer_own_raise"]),
        (["A envido"], {"winner": "A", "by": "C"}, ["unknown_side"]),
        (["A real", "A real"], {}, ["envido_twice_in_a_row", "envido_bad_order", "envido_no_result"]),
        (["A envido"], {"points": {"A": 30, "B": 30}}, ["mano_required"]),
        (
            ["A envido", "B falta", "A envido", "B x"],
            {"winner": "A"},
            ["envido_unknown_call", "envido_after_falta"],
        ),
        (
            ["A real", "B real", "A falta", "B real"],
            {"winner": "A"},
            ["envido_after_falta", "envido_bad_order"],
        ),
        (
            ["A falta", "A envido", "B x", "B x", "A real"],
            {"winner": "A"},
            ["envido_unknown_call", "envido_twice_in_a_row", "envido_after_falta"],
        ),
        (["C envido", "D real"], {"winner": "A"}, ["unknown_side"]),
        ([], {}, ["envido_no_call"]),
    ],
)
def test_public_form_of_an_envido_is_refused(calls, rest, found):
    assert public_codes(shouted(*calls, **rest)) == found


def test_equal_envido_points_ask_who_leads():
    (problem,) = shouted("A envido", points={"A": 30, "B": 30})["problems"]

    assert problem["message"] == "The points are equal, so the dealer matters. Choose the dealer."


def test_fault_of_a_call_stands_where_it_is_first_made():
    """Each code once, whatever else is wrong before it."""
    found = refused(full("BB", envido=envido("rrfre", winner="A")), ARGENTINE)

    assert [(problem.code, problem.field) for problem in found] == [
        ("envido_after_falta", "envido.calls.3"),
        ("envido_bad_order", "envido.calls.1"),
    ]


def test_unknown_field_of_a_call_is_told_after_what_is_missing():
    calls = [{"by": "A", "call": "envido", "loud": 1}]
    hand = {"events": [{"t": "round", "winner": "A"}] * 2, "envido": {"calls": calls}}

    got = public("hand", {"preset": "argentino30"}, score={"A": 0, "B": 0}, hand=hand)

    assert public_codes(got) == ["envido_unanswered", "field_unknown"]


def test_public_form_of_an_envido_may_say_who_answered():
    assert shouted("A envido", "B real", winner="B", by="A")["parts"] == [
        {"part": "envido", "winner": "B", "points": 5}
    ]


def test_public_form_knows_the_fields_of_a_call():
    loud = {"calls": [{"by": "A", "call": "envido", "loud": 1}, 7], "answer": "decline"}
    hand = {"events": [], "envido": loud}

    got = public("hand", {"preset": "argentino30"}, score={"A": 0, "B": 0}, hand=hand)

    assert {"field_unknown", "unknown_side", "envido_unknown_call"} <= set(public_codes(got))


def result(how="played", winner="A", value=1, **bets):
    return {"kind": "quick", "how": how, "winner": winner, "value": value, **bets}


def test_a_bet_stands_beside_a_hand_that_is_told_by_its_result():
    outcome = judge(result(envido=envido("er", by=None, winner="B")), ARGENTINE, at((3, 3), ARGENTINE))

    assert outcome.detail.points == (1, 5)
    assert str(outcome.sentence) == "Envido: 5 to seat 2 and seat 4. Played: 1 to seat 1 and seat 3, 4–8"
    flor = judge(result(flor={"by": "B"}, value=2), FLOR, at((0, 0), FLOR))
    assert flor.detail.points == (2, 3)


def test_a_hand_that_nobody_won_keeps_its_bet():
    rules = ARGENTINE.model_copy(update={"all_tied": "nobody"})

    outcome = judge(result("nobody", None, None, envido=envido("e", winner="A")), rules, at(rules=rules))

    assert outcome.detail.points == (2, 0)


def test_who_called_an_envido_matters_only_where_it_was_refused():
    assert judge(result(envido=envido("e", by=None, winner="A")), ARGENTINE).detail.points == (3, 0)
    assert codes(result(envido=envido("e", "decline", by=None)), ARGENTINE) == ["unknown_side"]
    assert codes(result(envido=envido("e", by="C", winner="A")), ARGENTINE) == ["unknown_side"]


def test_a_hand_told_by_its_result_does_not_follow_a_bet_that_ended_the_game():
    near = at((28, 3), ARGENTINE)

    assert codes(result(envido=envido("e", winner="A")), ARGENTINE, near) == ["hand_after_game_over"]
    assert judge(result(envido=envido("e", winner="B")), ARGENTINE, near).detail.score == (29, 5)


def test_a_bet_moves_what_the_rest_of_the_game_is():
    rules = RULES["venezolano24"].model_copy(update={"envido": True})

    outcome = judge(result(value="game", envido=envido("r", winner="A")), rules, at((20, 3), rules))

    assert outcome.detail.points == (4, 0)


def test_public_form_of_a_result_has_its_calls_with_their_sides():
    told = {"how": "played", "winner": "A", "value": 1}
    calls = [{"by": "B", "call": "envido"}, {"by": "A", "call": "real"}]

    told["envido"] = {"calls": calls, "answer": "accept", "winner": "B"}
    got = public("quick", {"preset": "argentino30"}, score={"A": 0, "B": 0}, quick=told)

    assert got["points"] == {"A": 1, "B": 5}
