"""What was said of a hand, when people change seats, are played for, or the hand is corrected."""

import pytest

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Hand, Sitting, State
from scorekeeper.play.opening.services import Sitter
from tests import factories
from tests.play.folding import ledger, tallies
from tests.play.marks import NOW, Table, refused
from tests.rows import discrepancies, everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Three hands of a list of three; the first came from the phone of the first seat, and is spoken of."""
    made = Table()
    for seat in (1, 2):
        made.record(seat, factories.played(seat))
    return made


def newest(table: Table, number: int) -> Hand:
    return table.sitting.hands.newest().get(number=number)


def test_confirmed_and_then_corrected_it_is_to_be_confirmed_again(table):
    table.confirm(table.phones[1])
    assert table.state() == State.CONFIRMED

    factories.correct(table.hand, factories.played(0, contract="grand"))

    assert table.state() == State.RECORDED
    table.hand = newest(table, 1)
    table.confirm(table.phones[2])
    assert table.state() == State.CONFIRMED
    assert discrepancies() == []


@pytest.mark.parametrize("first", [1, 2])
def test_confirmed_as_somebody_elses_it_is_to_be_confirmed_again(table, first):
    """What a seat agreed to was said of other people: whole sheet or from a hand on."""
    table.confirm(table.phones[1])
    table.hand = newest(table, 2)
    table.confirm(table.phones[2])

    factories.swap(table.sitting, 0, 1, first=first)

    assert [table.state(number) for number in (1, 2, 3)] == [State.RECORDED] * 3
    assert newest(table, 2).version == 2
    assert tallies(table.sitting) == ledger(table.sitting)
    assert discrepancies() == []


def test_partners_agree_as_one_even_after_they_were_parted():
    """What no seat recorded needs two sides; two of one side that a swap parts had not agreed for both."""
    facts = {"kind": "quick", "how": "played", "winner": "A", "value": 4}
    table = Table("truco", 4, facts)
    tablet = Actor(device=factories.make_device(table.sitting))
    table.hand = factories.record(table.sitting, facts, by=tablet).hand
    table.confirm(table.phones[0])
    table.confirm(table.phones[2])
    assert table.state(2) == State.RECORDED

    factories.swap(table.sitting, 0, 1)

    assert table.state(2) == State.RECORDED
    table.hand = newest(table, 2)
    table.confirm(table.phones[2])
    assert table.state(2) == State.CONFIRMED
    assert discrepancies() == []


def test_what_nobody_said_anything_of_keeps_its_version(table):
    factories.swap(table.sitting, 0, 1)

    assert [newest(table, number).version for number in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.parametrize("first", [1, 2])
def test_disputed_and_then_swapped_it_stays_disputed(table, first):
    table.dispute(table.phones[1])

    factories.swap(table.sitting, 0, 1, first=first, by=table.director)

    assert table.state() == State.DISPUTED
    assert table.fresh.disputed == 1
    table.hand = newest(table, 1)
    table.withdraw(table.phones[1])
    assert table.state() == State.RECORDED
    assert discrepancies() == []


def test_only_a_director_swaps_what_is_held(table):
    """It would go to another person before anybody has decided; hands before the change stay whose they are."""
    table.hand = newest(table, 2)
    table.dispute(table.phones[0])

    assert refused(lambda: factories.swap(table.sitting, 0, 1, by=table.scorer)) == "hand_disputed"
    assert refused(lambda: factories.swap(table.sitting, 0, 1, first=2, by=table.scorer)) == "hand_disputed"
    factories.swap(table.sitting, 0, 1, first=3, by=table.scorer)

    assert table.state(2) == State.DISPUTED
    assert discrepancies() == []


def test_director_decides_after_a_swap_by_correcting(table):
    table.dispute(table.phones[1])
    factories.swap(table.sitting, 0, 1, first=2, by=table.director)
    hand = newest(table, 1)

    factories.correct(hand, {**hand.record, "contract": "grand"}, by=table.director)

    assert (table.state(), table.fresh.disputed) == (State.RECORDED, 0)
    assert tallies(table.sitting) == ledger(table.sitting)
    assert discrepancies() == []


def test_signatures_under_the_sheet_before_a_swap_are_void(table):
    head = table.fresh.head

    factories.swap(table.sitting, 0, 1, first=2)

    assert table.fresh.head != head
    closed = factories.finish(table.sitting)
    assert not closed.is_open
    assert discrepancies() == []


def test_seat_that_moved_confirms_for_the_person_who_holds_it(table):
    """The phone goes with its holder: who recorded a hand does not confirm it from the other place."""
    factories.swap(table.sitting, 0, 1, first=3)
    table.hand = factories.record(table.sitting, factories.played(2), by=table.phones[0]).hand

    assert refused(lambda: table.confirm(table.phones[0])) == "forbidden"
    table.confirm(table.phones[1])

    assert table.state(4) == State.CONFIRMED


def test_being_played_for_leaves_what_was_said(table):
    """The points are the holder's as before, and the holder's phone goes on speaking for the seat."""
    table.confirm(table.phones[1])
    table.hand = newest(table, 2)
    table.dispute(table.phones[2])

    factories.play_for(table.sitting, 1, Sitter(name="Emil"), 1)

    assert [table.state(number) for number in (1, 2)] == [State.CONFIRMED, State.DISPUTED]
    table.withdraw(table.phones[2])
    table.confirm(table.phones[0])
    assert table.state(2) == State.CONFIRMED
    assert discrepancies() == []


def test_who_is_played_for_changes_seats_and_stays_played_for(table):
    factories.play_for(table.sitting, 0, Sitter(name="Emil"), 2)
    factories.swap(table.sitting, 0, 1, first=2)
    before = everything()

    sitting = Sitting.objects.get(pk=table.sitting.pk)
    acts = {act.kind: act.seat.number for act in sitting.acts.filter(seq__isnull=False).select_related("seat")}

    assert acts["substitute"] == 1
    assert everything() == before
    assert discrepancies() == []


def test_penalty_needs_no_confirming_and_unsettles_none(table):
    table.confirm(table.phones[1])

    act = factories.penalise(table.sitting, 0)
    factories.take_back(act)

    assert table.state() == State.CONFIRMED
    assert discrepancies() == []


def test_struck_end_of_the_sheet_takes_what_was_said_with_it(table):
    table.confirm(table.phones[1])
    factories.correct(table.hand, None)
    table.hand = newest(table, 1)

    assert table.state() == State.RECORDED
    table.confirm(Actor(device=factories.make_device(table.sitting, 1, let_in=True, now=NOW)))
    assert table.state() == State.CONFIRMED
