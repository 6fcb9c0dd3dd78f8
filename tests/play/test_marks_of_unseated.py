"""What comes from a phone without a seat or an account: nobody knows whose it is, so two sides have to agree."""

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import HandMark, State
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.play.marks import Evening, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table of three whose hand came from a tablet that has no seat."""
    return unseated(Table())


def unseated(table: Table) -> Table:
    table.tablet = Actor(device=factories.make_device(table.sitting))
    table.hand = factories.record(table.sitting, table.hand.record, by=table.tablet).hand
    return table


def test_one_seat_is_not_enough_for_it_may_be_the_writers_own(table):
    table.confirm(table.phones[0])
    assert table.state(2) == State.RECORDED

    table.confirm(table.phones[0])
    assert HandMark.objects.count() == 1
    table.confirm(table.phones[2])

    assert table.state(2) == State.CONFIRMED
    assert list(verify(Count())) == []


def test_partners_are_one_side():
    table = unseated(Table("truco", 4, {"kind": "quick", "how": "played", "winner": "A", "value": 4}))

    table.confirm(table.phones[0])
    table.confirm(table.phones[2])
    assert table.state(2) == State.RECORDED
    table.confirm(table.phones[1])

    assert table.state(2) == State.CONFIRMED


def test_the_tablet_itself_speaks_for_no_seat(table):
    other = Actor(device=factories.make_device(table.sitting))

    for by in (table.tablet, other):
        with pytest.raises(PermissionDenied):
            table.confirm(by)


def test_once_it_has_taken_a_seat_one_other_is_enough_and_its_own_counts_no_more(table):
    table.confirm(table.phones[1])
    tablet = table.tablet.device
    tablet.seat = factories.seats_of(table.sitting)[1]
    tablet.save()
    assert table.state(2) == State.RECORDED

    table.confirm(table.phones[2])

    assert table.state(2) == State.CONFIRMED


def test_a_scorer_who_sits_nowhere_is_known(table):
    table.hand = factories.record(table.sitting, table.hand.record, by=table.scorer).hand

    table.confirm(table.phones[1])

    assert table.state(3) == State.CONFIRMED


def test_the_page_says_that_one_more_has_to_and_asks_no_seat_twice():
    evening = Evening()
    tablet = Actor(device=factories.make_device(evening.sitting, now=evening.now))
    hand = factories.record(evening.sitting, by=tablet, now=evening.now).hand

    told = evening.phones[0].post(evening.url("hand_confirm", hand.pk), headers={"HX-Request": "true"})

    assert "One more player must confirm it" in told.content.decode()
    assert "Confirm hand 1" not in evening.read(evening.phones[0])
    assert "Confirm hand 1" in evening.read(evening.phones[1])
    enough = evening.phones[1].post(evening.url("hand_confirm", hand.pk), headers={"HX-Request": "true"})
    assert "Hand 1 is confirmed." in enough.content.decode()
