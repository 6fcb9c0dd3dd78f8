"""What cannot be chosen now in an entry by its result, and why."""

from games.truco.hand import HANDS
from tests.games.truco.table import ARGENTINE, COPAG, MINEIRO, RULES, TRUCO, at


def impossible(draft, rules=MINEIRO, table=None):
    """{field: [values that cannot be chosen]}."""
    found = TRUCO.choices(draft, rules, table or at(rules=rules))
    assert all(str(reason) for reasons in found.values() for reason in reasons.values())
    return {field: list(reasons) for field, reasons in found.items()}


def test_fresh_entry_offers_what_a_plain_hand_can_be():
    assert impossible({}) == {"how": ["declined", "nobody"]}
    assert impossible({}, COPAG) == {"how": ["declined"]}


def test_values_follow_from_how_it_ended():
    assert "value" not in impossible({"how": "played", "winner": "A"})
    assert impossible({"how": "ran", "winner": "A"})["value"] == ["12"]
    assert impossible({"how": "ran", "winner": "A"}, RULES["venezolano24"])["value"] == ["game", "4", "2"]


def test_hand_of_ten_is_played_or_declined():
    table = at((10, 4))

    assert impossible({}, table=table)["how"] == ["ran", "nobody"]
    played = impossible({"how": "played", "winner": "A"}, table=table)
    assert played["value"] == ["2", "6", "10", "12"]
    assert impossible({"how": "declined"}, table=table)["winner"] == ["A"]


def test_iron_hand_is_only_played():
    assert impossible({"kind": "quick"}, table=at((10, 10)))["how"] == ["ran", "declined", "nobody"]


def test_nobody_has_no_winner():
    assert impossible({"how": "nobody"}, COPAG)["winner"] == ["A", "B"]


def test_earlier_answer_can_always_be_changed():
    assert impossible({"value": 12, "winner": "A", "how": "ran"})["how"] == ["declined", "nobody"]


def test_the_entry_by_events_has_a_guide_instead():
    assert impossible({"kind": "full"}, ARGENTINE) == {}


def test_nothing_can_be_chosen_when_the_match_is_decided():
    assert impossible({}, table=at(winner="B", hand_kind=None)) == {"kind": list(HANDS)}
