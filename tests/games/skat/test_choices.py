"""What cannot be chosen now, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat.choices import ORDER
from games.skat.rules import SkatRules
from tests.games.skat.table import FOUR, NULL, OFFICIAL, SKAT, SPADES, THREE, judge, played_games

REFUSED_MATADORS = [str(number) for number in range(5, 12)]


def impossible(draft, rules=OFFICIAL, table=THREE):
    """{field: [values that cannot be chosen]}."""
    return {field: list(reasons) for field, reasons in SKAT.choices(draft, rules, table).items()}


def test_empty_entry_offers_everything_but_what_needs_more():
    assert impossible({}) == {
        "re": ["true"],
    }


def test_dealer_at_four_sits_out_and_says_why():
    found = SKAT.choices({}, OFFICIAL, FOUR)

    assert {value: str(reason) for value, reason in found["declarer"].items()} == {
        "0": "At a table of four the dealer sits out."
    }
    assert impossible({"dealer": 2}, table=FOUR)["declarer"] == ["2"]


def test_grand_has_four_matadors():
    assert impossible({"contract": "grand"})["matadors"] == REFUSED_MATADORS
    assert "matadors" not in impossible({"contract": "clubs"})


def test_result_is_counted_whatever_else_is_wrong():
    """A direction of the matadors that is none is refused for itself, and leaves the result as it is."""
    found = impossible({"contract": "clubs", "with": "neither", "declarer_points": 61, "declarer_tricks": 5})

    assert found["outcome.won"] == ["false"]


def test_null_has_no_matadors_and_no_levels():
    found = impossible({"contract": "null"})

    assert len(found["matadors"]) == 11
    assert found["with"] == ["false", "true"]
    assert found["schneider_announced"] == found["schwarz_announced"] == ["true"]
    assert found["outcome.schneider"] == found["outcome.schwarz"] == ["true"]
    assert "ouvert" not in found


def test_earlier_answer_can_always_be_changed():
    seven = {"contract": "hearts", "matadors": 7, "hand": True, "ouvert": True}

    found = impossible(seven)

    assert "contract" not in found
    assert "hand" not in found


def test_announcements_need_hand():
    found = impossible({"contract": "spades"})

    assert found["schneider_announced"] == found["schwarz_announced"] == found["ouvert"] == ["true"]
    assert "ouvert" not in impossible({"contract": "spades", "hand": True})
    assert "ouvert" not in impossible({"contract": "spades"}, SkatRules(announce_without_hand=True))


def test_null_below_the_bid_is_not_offered_where_the_club_refuses_it():
    reject = SkatRules(null_overbid="reject")

    assert impossible({"bid": 24}, reject)["contract"] == ["null"]
    assert "contract" not in impossible({"bid": 24})


def test_re_needs_kontra():
    assert "re" not in impossible({"kontra": True})


def test_tricks_must_suit_the_points():
    found = impossible({"contract": "spades", "matadors": 1, "with": True, "declarer_points": 100})

    assert found["declarer_tricks"] == ["0", "1", "2", "3", "10"]


@pytest.mark.parametrize(
    ("draft", "found"),
    [
        ({**SPADES}, {"won": ["false"], "schneider": ["true"], "schwarz": ["true"]}),
        (
            {"contract": "spades", "declarer_points": 95},
            {"won": ["false"], "schneider": ["false"], "schwarz": ["true"]},
        ),
        (
            {**SPADES, "schwarz_announced": True, "declarer_points": 110},
            {"won": ["true"], "schneider": ["false"], "schwarz": ["true"]},
        ),
        (NULL, {"won": ["false"], "schneider": ["true"], "schwarz": ["true"]}),
    ],
)
def test_outcome_follows_from_points(draft, found):
    outcome = {field.removeprefix("outcome."): values for field, values in impossible(draft).items() if "." in field}

    assert outcome == found


def test_outcome_waits_while_the_points_are_not_enough():
    found = impossible({"contract": "spades", "declarer_points": 120})

    assert found["outcome.won"] == ["false", "true"]


def test_announced_level_that_was_missed_cannot_be_won():
    announced = {"contract": "spades", "hand": True, "schwarz_announced": True}

    missed = impossible({**announced, "outcome": {"schwarz": False}})
    won = impossible({**announced, "outcome": {"won": True}})
    open_ = impossible({"contract": "spades", "hand": True, "ouvert": True, "outcome": {"schneider": False}})

    assert missed["outcome.won"] == ["true"]
    assert won["outcome.schneider"] == won["outcome.schwarz"] == ["false"]
    assert open_["outcome.won"] == ["true"]


def test_schwarz_is_schneider():
    assert impossible({"contract": "spades", "outcome": {"schwarz": True}})["outcome.schneider"] == ["false"]


def test_malformed_outcome_is_looked_past():
    assert "outcome.won" not in impossible({"contract": "spades", "outcome": "won"})


def test_other_kinds_have_no_choices():
    assert impossible({"kind": "passed"}) == {}


@given(played_games, st.sampled_from([THREE, FOUR]))
def test_what_can_be_played_was_never_greyed_out(data, table):
    judge(data, table=table)

    found = SKAT.choices({name: data[name] for name in ORDER if name in data}, OFFICIAL, table)

    for field, value in data.items():
        if field != "outcome":
            assert str(value).lower() not in found.get(field, {})
