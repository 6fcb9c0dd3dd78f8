"""Sittings built once for all who tamper with them: each test's changes are taken back after it, the sitting at the
end of its module."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from scorekeeper.common.append_only import unprotect
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.correcting.services import Adjustment, adjust
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import APPEND_ONLY, HandMark, Sitting
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.factories.hands import next_deal
from tests.play.folding import standing_hands
from tests.play.verifying.tampering import differences
from tests.rows import undone

KINDS = ["confirmed", "disputed", "withdrawn", "disputed", "decided"]


@contextmanager
def built(blocker: Any, build: Callable[[], Sitting]) -> Iterator[UUID]:
    """A sitting in a transaction of its own, found to be in order; the transactions of the tests lie within it."""
    with blocker.unblock(), undone():
        sitting = build()
        assert differences() == []
        yield sitting.pk


def unguarded(pk: UUID) -> Sitting:
    """The sitting for one test, in whose transaction no trigger stands."""
    unprotect(connection, APPEND_ONLY)
    return Sitting.objects.get(pk=pk)


@pytest.fixture(scope="module")
def closed_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[UUID]:
    with built(django_db_blocker, closed) as pk:
        yield pk


@pytest.fixture(scope="module")
def penalised_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[UUID]:
    with built(django_db_blocker, with_a_penalty) as pk:
        yield pk


@pytest.fixture(scope="module")
def marked_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[UUID]:
    with built(django_db_blocker, spoken_of) as pk:
        yield pk


@pytest.fixture
def evening(closed_once: UUID, db: None) -> Sitting:
    """A closed list of a season with a correction and a void, and another one closed after it; no trigger stands."""
    return unguarded(closed_once)


@pytest.fixture
def penalised(penalised_once: UUID, db: None) -> Sitting:
    """A list with a penalty between its hands; no trigger stands."""
    return unguarded(penalised_once)


@pytest.fixture
def marked(marked_once: UUID, db: None) -> Sitting:
    """An open list of a season whose hands were confirmed, disputed, let be and decided, closed and opened again; no
    trigger stands."""
    return unguarded(marked_once)


def closed() -> Sitting:
    club = factories.make_club()
    season = factories.make_season(club)
    chance = random.Random(1)
    sittings = [factories.make_sitting(club, seasons=[season]) for _sitting in range(2)]
    for sitting in sittings:
        for _hand in range(6):
            factories.record(sitting, next_deal(chance, sitting))
        first, second, *_rest = standing_hands(sitting)
        factories.correct(first, factories.played(2, contract="grand"))
        factories.correct(second, None)
        factories.finish(sitting)
    return sittings[0]


def with_a_penalty() -> Sitting:
    sitting = factories.make_sitting()
    factories.record(sitting)
    named: dict[str, Any] = {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": factories.NOW}
    adjust(Adjustment(kind="penalty", seat=0, points=-50, reason="a fault"), **named, key=uuid4())
    factories.record(sitting)
    return sitting


def spoken_of() -> Sitting:
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    first, second, third = factories.record_list(sitting, [factories.played(seat) for seat in range(3)])
    one, other = (Actor(device=factories.make_device(sitting, seat)) for seat in (1, 2))
    named: dict[str, Any] = {"sitting_id": sitting.pk, "now": factories.NOW}
    confirm_hand(**named, by=one, hand_id=first.pk)
    dispute_hand(Reasoned(reason="twice"), **named, by=other, hand_id=second.pk)
    withdraw_dispute(**named, by=other, hand_id=second.pk)
    dispute_hand(Reasoned(reason="spades"), **named, by=one, hand_id=third.pk)
    decide_dispute(Reasoned(reason="seen"), **named, by=factories.keeper_of(sitting), hand_id=third.pk)
    factories.finish(sitting)
    reopen_sitting(Reasoned(reason="a slip"), **named, by=factories.keeper_of(sitting))
    assert list(HandMark.objects.values_list("kind", flat=True)) == KINDS
    return sitting
