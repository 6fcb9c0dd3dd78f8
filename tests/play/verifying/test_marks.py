"""Whatever is done to what was said of the hands is found."""

from typing import Any

import pytest

from scorekeeper.chains.models import with_salts
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import Hand, HandMark, Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.models import Competition
from tests import factories
from tests.play.verifying.tampering import tampered

pytestmark = pytest.mark.django_db

NOW = factories.NOW


def rebuild() -> None:
    """Make the chain of what was said anew, as somebody would who wants to hide a change."""
    previous, count = "", 0
    sitting = Sitting.objects.get()
    for count, mark in enumerate(with_salts(HandMark.objects.order_by("seq")), start=1):
        mark.seq, mark.previous = count, previous
        mark.hash = previous = mark.content_hash()
        mark.save()
    sitting.marks_head, sitting.marked = previous, count
    sitting.save()


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "disputed"},
        {"reason": "something else"},
        {"seat": None},
        {"after": 2},
        {"at": factories.at(5)},
        {"by_device": None},
        {"hash": "0" * 64},
    ],
)
@pytest.mark.parametrize("seq", [1, 5])
def test_a_changed_mark_is_found_and_named(marked, seq, changed):
    mark = HandMark.objects.filter(seq=seq)
    if all(getattr(mark.get(), name) == value for name, value in changed.items()):
        changed = {"reason": "x"}

    mark.update(**changed)

    assert f"what was said as number {seq} was changed afterwards" in tampered()


def test_a_mark_that_was_taken_away_is_found(marked):
    HandMark.objects.filter(seq=2).delete()

    assert "the chain of what was said of hands breaks at 2" in tampered()


def test_the_last_mark_is_missed_too(marked):
    HandMark.objects.filter(seq=5).delete()

    assert "what was said of hands ends at 4, the sitting says 5" in tampered()


def test_a_history_made_anew_is_found_by_its_anchor(marked):
    HandMark.objects.filter(seq__in=[2, 3]).delete()
    rebuild()

    assert tampered() == ["what was said of hands when it was sealed is no longer there"]


def test_an_anchor_says_what_was_sealed(marked):
    marked.anchors.update(marks_head="")

    assert f"the anchor of sitting {marked.pk} was changed" in tampered()


def test_a_mark_of_a_version_that_did_not_stand_is_found(marked):
    factories.correct(Hand.objects.get(number=1), factories.played(2))
    later = Hand.objects.get(number=1, version=2)
    HandMark.objects.filter(seq=1).update(hand=later)
    rebuild()

    assert "what was said as number 1 is of a version that did not stand" in tampered()


def test_an_end_without_a_dispute_is_found(marked):
    HandMark.objects.filter(seq=4).update(kind="confirmed")
    rebuild()

    assert "what was said as number 5 ends a dispute that was none" in tampered()


def test_a_hand_that_was_changed_while_it_was_disputed_is_found(marked):
    factories.correct(Hand.objects.get(number=3), factories.played(1))
    HandMark.objects.filter(seq=5).update(after=4)
    rebuild()

    assert "hand 3 was changed while it was disputed (seq 4)" in tampered()


def test_a_wrong_count_of_disputed_hands_is_found(marked):
    Sitting.objects.update(disputed=1)

    assert tampered() == [
        "0 hands are disputed, the sitting says 1",
        "1 hands of its sittings are disputed, it says 0",
    ]


def test_a_season_that_counts_wrongly_is_found(marked):
    Competition.objects.update(disputed=2)

    assert tampered() == ["0 hands of its sittings are disputed, it says 2"]


def test_a_closed_sheet_with_a_disputed_hand_is_found(marked):
    named: dict[str, Any] = {"sitting_id": marked.pk, "now": NOW}
    one = Actor(device=factories.make_device(marked, 1, let_in=True))
    dispute_hand(Reasoned(reason="no"), **named, by=one, hand_id=Hand.objects.get(number=1).pk)
    Sitting.objects.update(closed_at=NOW)

    assert "it is closed, but a hand is disputed" in tampered()
    assert "it is closed, but no anchor seals what was said of its hands" in tampered()
