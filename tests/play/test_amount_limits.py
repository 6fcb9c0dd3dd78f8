"""Amounts at the edge of what is counted: taken whole and summed exactly, or refused in words; never a 500."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.play.models import LedgerEntry
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import bearer, open_table, send
from tests.rows import everything, undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

LARGEST = 10**12  # what one player can put in
STAKES = {"small_bet": 1}  # bets of any size add up
# As they are written in a body: JSON has spellings that Python's own writer does not use.
SPELLED = [
    *("1000000000001", "-1", "-1000000000000", "1000000000000000000", "-1000000000000000000", "9223372036854775808"),
    *("NaN", "Infinity", "-Infinity", "1e400", "1e3", "0.1", "1.0", "-0.0", "7.000000000000000001", "9" * 400),
    *('"\u0663"', '"\uff11\uff12"', '"7"', '"1_000"', '"0x10"', '" 7 "', '"7.0"', '""', "null", "true", "[7]", "{}"),
]
wild = st.one_of(
    st.integers(0, LARGEST).map(str),
    st.sampled_from(SPELLED),
    st.integers(-(10**30), 10**30).map(str),
    st.floats().map(repr),
    st.text(max_size=5).map(json.dumps),
    st.sampled_from([0, 1, LARGEST - 1, LARGEST, LARGEST + 1, 2**53 + 1, 2**63 - 1, 2**63]).map(str),
)


def record_of(amounts: list[Any], winner: int = 0) -> dict[str, Any]:
    ranking = [1 if seat == winner else None for seat in range(len(amounts))]
    return {"kind": "quick", "contributions": amounts, "ranking": ranking}


def sent(sitting: Any, by: Any, spelled: list[str]) -> Any:
    """A hand of Palace Poker whose contributions are spelled like this."""
    raw = json.dumps({"record": record_of(["?"] * len(spelled))})
    for text in spelled:
        raw = raw.replace('"?"', text, 1)
    return send(f"sittings/{sitting.pk}/hands", None, by, raw=raw.encode("utf-8", "surrogatepass"))


def is_whole(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and 0 <= int(text) <= LARGEST


@pytest.mark.parametrize("spelled", SPELLED)
def test_what_is_no_whole_amount_within_the_limit_is_refused(spelled):
    sitting, by = open_table(game="palace_poker", rules=STAKES)
    before = everything()

    answer = sent(sitting, by, ["7", spelled, "7"])

    assert answer.status_code in {400, 422}, answer.content
    assert answer.json()["detail"]
    assert everything() == before


@settings(max_examples=examples(10, part=10))
@given(st.lists(wild, min_size=3, max_size=3))
def test_any_amounts_are_kept_to_the_last_unit_or_refused(spelled):
    with undone():
        sitting, by = open_table(game="palace_poker", rules=STAKES)
        before = everything()

        answer = sent(sitting, by, spelled)

        if answer.status_code == 201:
            assert all(map(is_whole, spelled))
            net = {seat.number: seat.tally.get("net", 0) for seat in factories.seats_of(sitting)}
            ours = [int(text) for text in spelled]
            assert sum(net.values()) == 0
            assert net == {0: ours[1] + ours[2], 1: -ours[1], 2: -ours[2]}
        else:
            assert answer.status_code in {400, 422}
            assert everything() == before


@settings(max_examples=examples(5, part=10))
@given(st.lists(st.tuples(st.integers(LARGEST - 9, LARGEST), st.integers(0, 2)), min_size=1, max_size=6))
def test_sums_of_the_largest_amounts_are_exact(hands):
    with undone():
        club = factories.make_club()
        season = factories.make_season(club, game="palace_poker", system="net")
        sitting = factories.make_sitting(club, game="palace_poker", seasons=[season], rules=STAKES)
        won = [0, 0, 0]
        for amount, winner in hands:
            factories.record(sitting, record_of([amount] * 3, winner))
            won = [total + (2 * amount if seat == winner else -amount) for seat, total in enumerate(won)]

        assert [seat.tally.get("net", 0) for seat in factories.seats_of(sitting)] == won
        entries = LedgerEntry.objects.filter(measure="net").values_list("seat__number", "amount")
        assert [sum(amount for seat, amount in entries if seat == number) for number in range(3)] == won
        assert sorted(standing.points for standing in season.standings.all()) == sorted(won)
        assert list(verify(Count())) == []


@pytest.mark.parametrize("points", ["10000001", "-10000001", *(text for text in SPELLED if text != "-1")])
def test_penalties_beyond_the_limit_are_refused(points):
    sitting = factories.make_sitting()
    by = bearer(sitting.opened_by_user)
    before = everything()
    body = json.dumps({"kind": "adjusted", "seat": 0, "points": "?", "reason": "because"}).replace('"?"', points)

    answer = send(f"sittings/{sitting.pk}/adjustments", None, by, raw=body.encode())

    assert answer.status_code in {400, 422}, answer.content
    assert answer.json()["detail"]
    assert everything() == before


@pytest.mark.parametrize("points", [-10_000_000, 10_000_000])
def test_penalties_up_to_the_limit_are_taken_whole(points):
    sitting = factories.make_sitting()
    body = {"kind": "adjusted", "seat": 0, "points": points, "reason": "because"}

    answer = send(f"sittings/{sitting.pk}/adjustments", body, bearer(sitting.opened_by_user))

    assert answer.status_code == 201
    assert factories.seats_of(sitting)[0].tally["points"] == points
