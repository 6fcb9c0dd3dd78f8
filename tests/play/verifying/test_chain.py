"""Whatever is done to the chain of a sitting, its hands, is found and named."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.chains.models import with_salts
from scorekeeper.play.models import Hand, LedgerEntry, Sitting
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.play.verifying.tampering import UNSEALED, hand_at, tampered

pytestmark = pytest.mark.django_db

NOW = factories.NOW


def rebuild_chain(sitting: Sitting) -> None:
    """Somebody who knows the program makes every hash anew."""
    previous = ""
    for hand in with_salts(Hand.objects.filter(sitting=sitting).order_by("seq")):
        hand.previous = previous
        hand.hash = previous = hand.content_hash()
        Hand.objects.filter(pk=hand.pk).update(previous=hand.previous, hash=hand.hash)
    Sitting.objects.filter(pk=sitting.pk).update(head=previous)


FIELDS = {
    "number": 9,
    "version": 7,
    "kind": "corrected",
    "facts": "0" * 64,
    "record": {"kind": "passed", "dealer": None},
    "table": {"seats": [0, 1, 2], "dealer": 1},
    "outcome": {"lines": [], "detail": None, "said": {"text": ""}, "warnings": [], "over": False},
    "rules_version": "0",
    "reason": "other",
    "at": NOW + timedelta(days=1),
    "by_user": None,
}


@pytest.mark.parametrize("field", FIELDS)
def test_changed_version_is_found_and_named(evening, field):
    hand = hand_at(evening, 3)
    number = 9 if field == "number" else 3
    version = 7 if field == "version" else 1

    hand.update(**{field: FIELDS[field]})

    assert tampered()[0] == f"seq 3 (hand {number}, version {version}) was changed after it was recorded"


def test_changed_last_version_is_found(evening):
    seq = evening.hands.count()

    hand_at(evening, seq).update(reason="other")

    assert tampered()[0].startswith(f"seq {seq} (hand 2, version 2) was changed")


@pytest.mark.parametrize(
    "garbage", [None, 7, "x", [], {}, {"seats": 3}, {"lines": [1]}, {"lines": [[0, "points", "x", {}]]}]
)
@pytest.mark.parametrize("field", ["record", "table", "outcome"])
def test_garbage_is_found_and_verify_goes_on(evening, field, garbage):
    from django.db.models import JSONField, Value

    hand_at(evening, 3).update(**{field: Value(garbage, JSONField())})
    other = Hand.objects.exclude(sitting=evening).get(seq=2)
    Hand.objects.filter(pk=other.pk).update(reason="other")

    found = [str(difference) for difference in verify(Count())]

    assert any(str(evening.pk) in line and "seq 3" in line for line in found)
    assert any(str(other.sitting_id) in line and "seq 2" in line for line in found)


def test_swapped_versions_are_found(evening):
    one, other = hand_at(evening, 3).get(), hand_at(evening, 4).get()

    Hand.objects.filter(pk=one.pk).update(seq=99)
    Hand.objects.filter(pk=other.pk).update(seq=3)
    Hand.objects.filter(pk=one.pk).update(seq=4)

    assert tampered()[0] == "the chain breaks at seq 3 (hand 4, version 1)"


def delete(hands: Any) -> None:
    LedgerEntry.objects.filter(hand__in=hands)._raw_delete("default")
    hands._raw_delete("default")


@pytest.mark.parametrize("seq", [1, 4])
def test_deleted_version_is_found(evening, seq):
    delete(hand_at(evening, seq))

    assert tampered()[0].startswith(f"the chain breaks at seq {seq}")


def test_deleted_last_version_is_found(evening):
    seq = evening.hands.count()

    delete(hand_at(evening, seq))

    assert tampered()[0] == f"the chain ends at seq {seq - 1}, the sitting says {seq}"


def test_version_put_in_is_found(evening):
    hand = hand_at(evening, 8).get()
    hand.pk, hand.key, hand.seq, hand.version = None, uuid4(), 9, 3
    hand.pk = uuid4()
    hand.save(force_insert=True)

    assert tampered()[0] == "the chain breaks at seq 9 (hand 2, version 3)"


def test_outcome_with_a_chain_made_anew_is_found(evening):
    hand = hand_at(evening, 4).get()
    outcome = {**hand.outcome, "over": True}

    hand_at(evening, 4).update(outcome=outcome)
    rebuild_chain(evening)

    assert tampered() == [
        UNSEALED,
        "hand 4 is stored with another outcome than the rules give",
        f"sitting {evening.pk} no longer has what was sealed at seq 8",
    ]


def test_history_made_anew_from_end_to_end_is_found_by_its_anchor(evening):
    hand_at(evening, 4).update(reason="as if it had always stood here")
    rebuild_chain(evening)

    assert tampered() == [UNSEALED, f"sitting {evening.pk} no longer has what was sealed at seq 8"]
