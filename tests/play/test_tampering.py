"""A hundred ways to change what was recorded, past every trigger: each is found, and its first bad place is named."""

import random
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from scorekeeper.chains.models import with_salts
from scorekeeper.common.append_only import unprotect
from scorekeeper.play.models import APPEND_ONLY, Hand, LedgerEntry, Sitting
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.hands import next_deal
from tests.play.verifying.tampering import hand_at
from tests.rows import undone

pytestmark = pytest.mark.django_db

HANDS = 12  # of each list
TURNS = 12  # for each of these, the ways are tried in another place; with --long enough for a hundred
CHANGES: Mapping[str, Callable[[Hand], Any]] = {
    "number": lambda hand: hand.number + 40,
    "version": lambda hand: hand.version + 7,
    "kind": lambda hand: "voided" if hand.kind != "voided" else "recorded",
    "key": lambda hand: uuid4(),
    "facts": lambda hand: "0" * 64,
    "record": lambda hand: {**hand.record, "declarer_points": 119},
    "table": lambda hand: {**hand.table, "dealer": (hand.table["dealer"] + 1) % 3},
    "outcome": lambda hand: {**hand.outcome, "lines": [[0, "points", 240, {"text": ""}]]},
    "rules_version": lambda hand: "0",
    "reason": lambda hand: hand.reason + " ",
    "at": lambda hand: hand.at + timedelta(microseconds=1),
    "previous": lambda hand: "f" * 64,
    "hash": lambda hand: "f" * 64,
}
Way = Callable[[random.Random, Sitting], int]  # the first bad seq it leaves


@pytest.fixture
def sealed() -> Sitting:
    """A closed list with corrections and strokes; no trigger stands."""
    club, chance = factories.make_club(), random.Random(3)
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    hands = [factories.record(sitting, next_deal(chance, sitting)).hand for _hand in range(HANDS)]
    factories.correct(hands[2], factories.played(hands[2].table["seats"][1]))
    factories.correct(hands[5], None)
    factories.finish(sitting)
    assert list(verify(Count())) == []
    unprotect(connection, APPEND_ONLY)
    return sitting


def any_seq(chance: random.Random, sitting: Sitting) -> int:
    """Any place of the chain; the last one as often as all others together."""
    last = Hand.objects.filter(sitting=sitting).count()
    return chance.choice([last, chance.randint(1, last - 1)])


def change(chance: random.Random, sitting: Sitting) -> int:
    seq = any_seq(chance, sitting)
    field = chance.choice(list(CHANGES))
    hand_at(sitting, seq).update(**{field: CHANGES[field](hand_at(sitting, seq).get())})
    return seq


def drop(chance: random.Random, sitting: Sitting) -> int:
    seq = any_seq(chance, sitting)
    LedgerEntry.objects.filter(hand__in=hand_at(sitting, seq))._raw_delete("default")
    hand_at(sitting, seq)._raw_delete("default")
    return seq


def swap(chance: random.Random, sitting: Sitting) -> int:
    one, other = sorted(chance.sample(range(1, Hand.objects.filter(sitting=sitting).count() + 1), 2))
    first, second = hand_at(sitting, one).get(), hand_at(sitting, other).get()
    for hand, seq in ((first, 99), (second, one), (first, other)):
        Hand.objects.filter(pk=hand.pk).update(seq=seq)
    return one


def add(chance: random.Random, sitting: Sitting) -> int:
    """One more at the end, hashed as it should be."""
    hand = Hand.objects.filter(sitting=sitting).order_by("-seq")[0]
    hand.previous, hand.seq, hand.number, hand.version = hand.hash, hand.seq + 1, HANDS + 1, 1
    hand.pk, hand.key = uuid4(), uuid4()
    hand.hash = hand.content_hash()
    hand.save(force_insert=True)
    return hand.seq


def make_anew(chance: random.Random, sitting: Sitting) -> int:
    """Somebody who knows the program changes a hand and makes every hash after it anew, up to the sitting's head."""
    change_at, previous = any_seq(chance, sitting), ""
    hand_at(sitting, change_at).update(reason=f"as if it had always stood here {chance.random()}")
    for hand in with_salts(Hand.objects.filter(sitting=sitting).order_by("seq")):
        hand.previous = previous
        hand.hash = previous = hand.content_hash()
        Hand.objects.filter(pk=hand.pk).update(previous=hand.previous, hash=hand.hash)
    Sitting.objects.filter(pk=sitting.pk).update(head=previous)
    return Hand.objects.filter(sitting=sitting).count()  # what was sealed, and is no more


WAYS: tuple[Way, ...] = (change, drop, swap, add, make_anew)


def named(found: list[str]) -> int:
    """The first place that a difference in the chain names: of a chain too long or too short, that after its end."""
    for what in found:
        if ends := re.search(r"chain ends at seq (\d+), the sitting says (\d+)", what):
            return min(map(int, ends.groups())) + 1
        if place := re.search(r"(?:chain breaks at|^sitting [^:]*:|sealed at) seq (\d+)", what):
            return int(place[1])
    raise AssertionError(found)


def test_every_change_is_found_and_its_first_bad_place_is_named(sealed, request):
    turns = 20 * len(WAYS) if request.config.getoption("--long") else TURNS
    wrong = []

    for turn in range(turns):
        chance, way = random.Random(turn), WAYS[turn % len(WAYS)]
        with undone():
            bad = way(chance, sealed)
            found = [str(one) for one in verify(Count()) if "trigger" not in str(one)]
            if not found or named(found) != bad:
                wrong.append(f"turn {turn}, {way.__name__} at {bad}: {found}")

    assert wrong == [], f"{len(wrong)} of {turns}"
