"""What the quick entry of truco asks, and what it says cannot be."""

from typing import Any

import pytest

from games import game
from games.core.record import dump
from games.truco.rules import TrucoRules
from tests.agreement.conftest import Ask
from tests.agreement.test_agreement import plain_table
from tests.agreement.test_screens import items, tapped
from tests.games.truco.table import MINEIRO, RULES, at

pytestmark = pytest.mark.journey

TRUCO = game("truco")
FOUR = {"kind": "quick", "value": 4}


@pytest.fixture
def drawn(ask: Ask):
    """The screen of a draft; what it shows by the words of the labels."""

    def draw(draft: dict[str, Any], rules: TrucoRules = MINEIRO, table: Any = None) -> dict[str, dict[str, Any]]:
        call = (draft, dump(rules), plain_table(table or at(rules=rules)))
        return {told(item["label"]): item for item in items(ask("truco", "screen", [call])[0])}

    return draw


def told(label: Any) -> str:
    """A label in English, seats by their numbers."""
    if isinstance(label, dict) and "text" in label:
        values = {name: told(value) for name, value in label.get("values", {}).items()}
        return str(label["text"]).format(**values)
    return f"S{label['seat']}" if isinstance(label, dict) else str(label)


def test_what_nobody_has_raised_is_worth_the_first_step(drawn):
    shown = drawn({})

    assert list(shown)[:5] == ["2 plain", "4 truco", "6 seis", "10 dez", "12 doze"]
    assert shown["S0 and S2 won"]["set"] == {"kind": "quick", "how": "played", "winner": "A", "value": 2}
    assert not any(item["chosen"] for item in shown.values() if item["kind"] == "box")


def test_what_is_asked_has_a_title_each(ask):
    table = plain_table(at())

    (screen,) = ask("truco", "screen", [(FOUR, dump(MINEIRO), table)])

    assert [told(group["title"]) for group in screen] == [
        "What was the hand worth?",
        "How did it end?",
        "Penalty",
        "Game given up",
    ]


def test_each_ending_of_a_worth_is_saved_by_one_tap(drawn):
    shown = drawn(FOUR)

    ends = {name: item["set"] for name, item in shown.items() if item.get("save")}
    assert shown["4 truco"]["chosen"]
    assert ends == {
        "S0 and S2 won": {"kind": "quick", "how": "played", "winner": "A", "value": 4},
        "S1 and S3 won": {"kind": "quick", "how": "played", "winner": "B", "value": 4},
        "S1 and S3 ran from seis": {"kind": "quick", "how": "ran", "winner": "A", "value": 4},
        "S0 and S2 ran from seis": {"kind": "quick", "how": "ran", "winner": "B", "value": 4},
    }


def test_nobody_runs_from_the_highest_value(drawn):
    shown = drawn({"kind": "quick", "value": 12})

    assert told(shown["S0 and S2 ran"]["why"]).startswith("Nobody can ask for more than 12")
    assert "save" not in shown["S0 and S2 ran"]


def test_another_worth_keeps_who_won_unless_that_cannot_be(drawn):
    ran = {**FOUR, "how": "ran", "winner": "A"}
    shown = drawn(ran)

    assert tapped(ran, shown["6 seis"]) == {**ran, "value": 6}
    assert tapped(ran, shown["12 doze"]) == {"kind": "quick", "value": 12}


def test_nobody_may_win_where_the_rules_say_so(drawn):
    nobody = tapped(FOUR, drawn(FOUR, RULES["mineiro_copag"])["Nobody: all three rounds drawn"])

    assert nobody == {"kind": "quick", "how": "nobody"}
    assert tapped(nobody, drawn(nobody, RULES["mineiro_copag"])["4 truco"]) == FOUR


def test_hand_of_ten_is_won_or_declined(drawn):
    shown = drawn({}, table=at((10, 4)))

    assert list(shown)[5:8] == ["S0 and S2 won", "S1 and S3 won", "S0 and S2 declined"]
    assert all("raises" in told(shown[rung]["why"]) for rung in list(shown)[:5])
    assert shown["S0 and S2 declined"]["set"] == {"kind": "quick", "how": "declined", "winner": "B", "value": 2}


def test_iron_hand_is_only_won(drawn):
    assert list(drawn({}, table=at((11, 10))))[5:7] == ["S0 and S2 won", "S1 and S3 won"]


def test_last_step_may_be_the_whole_game(drawn):
    assert "game juego" in drawn({}, RULES["venezolano24"])


def test_names_of_the_raises_are_those_of_the_country(drawn):
    assert list(drawn({}, RULES["argentino30"]))[3:7] == ["1 plain", "2 truco", "3 retruco", "4 vale cuatro"]
    assert list(drawn({}, TrucoRules(ladder=(1, 5, 7))))[:3] == ["1 plain", "5 truco", "7 to 7"]


def test_penalty_keeps_its_points_and_a_hand_takes_them_away(drawn):
    penalty = tapped({**FOUR, "points": 2}, drawn({**FOUR, "points": 2})["Penalty points to S1 and S3"])

    assert penalty == {"kind": "penalty", "to": "B", "points": 2}
    assert tapped(penalty, drawn(penalty)["4 truco"]) == FOUR


def test_nothing_can_be_chosen_when_the_match_is_decided(drawn):
    shown = drawn(FOUR, table=at(winner="A"))

    assert {told(item["why"]) for item in shown.values()} == {"The match is decided: nothing can be added to it."}


def test_envido_is_told_by_what_was_called_and_who_got_it(drawn):
    rules = RULES["argentino30"]
    called = tapped({"kind": "quick", "value": 2}, drawn({}, rules)["Envido"])
    waiting = drawn(called, rules)
    won = tapped(called, waiting["Envido won by S1 and S3"])
    real = tapped(won, drawn(won, rules)["Real envido"])

    assert told(waiting["S0 and S2 won"]["why"]) == "Was the envido accepted or declined?"
    assert real == {
        "kind": "quick",
        "value": 2,
        "envido": {"calls": ["envido", "real"], "answer": "accept", "winner": "B"},
    }
    assert drawn(real, rules)["S0 and S2 won"]["why"] is None
    assert tapped(real, drawn(real, rules)["Envido refused to S0 and S2"])["envido"]["by"] == "B"
    assert tapped(real, drawn(real, rules)["Neither envido nor flor"]) == {"kind": "quick", "value": 2}


def test_bet_that_ends_the_game_is_saved_alone(drawn):
    rules = RULES["argentino30"]
    near = at((29, 3), rules)
    draft = {"kind": "quick", "envido": {"calls": ["envido"], "answer": "accept", "winner": "A"}}

    shown = drawn(draft, rules, near)

    assert "S0 and S2 won" not in shown
    assert tapped(draft, shown["The bet ends the game"]) == {"kind": "full", "envido": draft["envido"]}
