"""Whatever is done to ledger, tallies, results, standings, the sitting's own row and the anchors is found and named."""

import pytest

from scorekeeper.play.models import Anchor, LedgerEntry, Seat, Sitting
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Result, SeasonTally
from tests import factories
from tests.play.verifying.tampering import UNSEALED, tampered

pytestmark = pytest.mark.django_db


def in_order(measures):
    return dict(sorted(measures.items()))


def test_changed_entry_is_found(evening):
    entry = LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3, measure="hands").first()
    tally = in_order(entry.seat.tally)

    LedgerEntry.objects.filter(pk=entry.pk).update(amount=2)

    assert tampered() == [
        "the ledger of seq 3 (hand 3) does not say what the hand is worth",
        f"the tally of seat {entry.seat.number} is {tally}, its entries make "
        f"{ {**tally, 'hands': tally['hands'] + 1} }",
    ]


def test_deleted_entry_is_found(evening):
    LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3)._raw_delete("default")

    assert tampered()[0] == "the ledger of seq 3 (hand 3) does not say what the hand is worth"


def test_entry_for_a_seat_of_another_table_is_found(evening):
    entry = LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3).first()
    elsewhere = Seat.objects.exclude(sitting=evening).first()

    LedgerEntry.objects.filter(pk=entry.pk).update(seat=elsewhere)

    assert "the ledger of seq 3 (hand 3) does not say what the hand is worth" in tampered()


def test_changed_tally_is_found(evening):
    seat = Seat.objects.get(sitting=evening, number=1)
    tally = {**seat.tally, "points": 1000}

    Seat.objects.filter(pk=seat.pk).update(tally=tally)

    assert tampered() == [
        f"the tally of seat 1 is {in_order(tally)}, its entries make {in_order(seat.tally)}",
        f"{evening.competitions.get().pk} has another result for seat 1 than its tally",
    ]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"points": 1}, "{} has another result for seat 0 than its tally"),
        ({"measures": {"hands": 1}}, "{} has another result for seat 0 than its tally"),
        ({"is_sealed": False}, "the result of seat 0 in {} is not official as the sitting is"),
    ],
)
def test_changed_result_is_found(evening, changed, expected):
    player = Seat.objects.get(sitting=evening, number=0).player

    Result.objects.filter(source=evening.pk, player=player).update(**changed)

    found = tampered()
    assert found[0] == expected.format(evening.competitions.get().pk)
    assert f"the standing of {player.pk} is not its results' sum" in found


def test_result_and_standing_out_of_nothing_are_found(evening):
    season, guest = evening.competitions.get(), factories.make_player(evening.club)
    sums = {"measures": {"hands": 9, "points": 500}, "points": 500}
    rows = {"club": evening.club, "competition": season, "player": guest}
    SeasonTally.objects.create(**rows, **sums, sources=1)

    Result.objects.create(**rows, **sums, source=evening.pk, played_on=evening.played_on)

    assert tampered() == [f"player {guest.pk} has a result of sitting {evening.pk}, which does not count for them"]


@pytest.mark.parametrize(
    "changed",
    [
        {"points": 1},
        {"measures": {}},
        {"sources": 5},
        {"official_points": 1},
        {"official_measures": {}},
        {"official_sources": 0},
    ],
)
def test_changed_standing_is_found(evening, changed):
    standing = SeasonTally.objects.first()

    SeasonTally.objects.filter(pk=standing.pk).update(**changed)

    assert tampered() == [f"the standing of {standing.player_id} is not its results' sum"]


def test_deleted_standing_is_found(evening):
    standing = SeasonTally.objects.first()

    SeasonTally.objects.filter(pk=standing.pk)._raw_delete("default")

    assert tampered() == [f"player {standing.player_id} has results and no standing"]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"head": "0" * 64}, "the chain ends at seq 8, the sitting says 8"),
        ({"seq": 9}, "the chain ends at seq 8, the sitting says 9"),
        ({"is_over": True}, "the state kept is not the one after the last hand"),
        ({"next_number": 8}, "hand 8 can't be the next one"),
        ({"next_number": 3}, "hand 3 can't be the next one"),
        ({"rules": {"system": "classic", "list_length": 3}}, "hand 5 can't stand: hand_after_end"),
    ],
)
def test_changed_sitting_is_found(evening, changed, expected):
    Sitting.objects.filter(pk=evening.pk).update(**changed)

    assert tampered()[0] == expected


@pytest.mark.parametrize("field", ["head", "seq", "sitting", "previous", "hash"])
def test_changed_anchor_is_found(evening, field):
    other = Sitting.objects.exclude(pk=evening.pk).get()
    values = {"head": "0" * 64, "seq": 7, "sitting": other, "previous": "0" * 64, "hash": "0" * 64}

    Anchor.objects.filter(sitting=evening).update(**{field: values[field]})

    found = tampered()
    assert found[-1] in {f"the anchor of sitting {sitting.pk} was changed" for sitting in (evening, other)} | {
        "the chain of anchors breaks"
    }
    assert set(found[:-1]) <= {UNSEALED}


@pytest.mark.parametrize("last", [False, True])
def test_deleted_anchor_is_found(evening, last):
    anchors = Anchor.objects.exclude(sitting=evening) if last else Anchor.objects.filter(sitting=evening)

    anchors._raw_delete("default")

    assert "the chain of anchors breaks" in tampered()


def test_anchors_that_their_club_forgot_are_found(evening):
    type(evening.club).objects.update(anchor="")

    assert tampered() == ["the chain of anchors breaks"]


def test_closed_sitting_without_an_anchor_is_found(evening):
    Anchor.objects.all()._raw_delete("default")
    type(evening.club).objects.update(anchor="")

    found = [str(difference) for difference in verify(Count()) if difference.where.startswith("sitting")]

    assert found == [
        f"sitting {sitting.pk}: it is closed, but no anchor seals it as it stands"
        for sitting in Sitting.objects.order_by("pk")
    ]
