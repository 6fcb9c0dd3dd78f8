"""Confirm: who may, when it happens by itself, and that it is written down for good."""

from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.records import ClubDetails
from scorekeeper.clubs.services import found_club
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import confirm_hand
from scorekeeper.play.models import HandMark, State
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.play.marks import Table, refused
from tests.rows import everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW
DAY = timedelta(days=1)


@pytest.fixture
def table() -> Table:
    return Table()


# Confirming


def test_another_seat_confirms_with_one_act(table):
    table.confirm(table.phones[1])

    assert table.state() == State.CONFIRMED
    assert table.marks() == [("confirmed", 1, "")]
    assert list(verify(Count())) == []


def test_confirming_again_writes_nothing(table):
    table.confirm(table.phones[1])
    before = everything()

    table.confirm(table.phones[2])
    table.confirm(table.phones[1])

    assert everything() == before


def test_the_recorder_confirms_nothing_of_their_own(table):
    other_phone = Actor(device=factories.make_device(table.sitting, 0, let_in=True))

    assert refused(lambda: table.confirm(table.phones[0])) == "forbidden"
    assert refused(lambda: table.confirm(other_phone)) == "forbidden"
    assert refused(lambda: table.dispute(other_phone)) == "forbidden"


def test_a_member_who_recorded_holds_the_seat_of_their_name():
    club = factories.make_club()
    users = [factories.make_member(club) for _user in range(3)]
    sitting = factories.make_sitting(club, players=[factories.player_of(user, club) for user in users])
    hand = factories.record(sitting, by=Actor(user=users[0])).hand
    same_seat = Actor(device=factories.make_device(sitting, 0, let_in=True))
    named: dict[str, Any] = {"sitting_id": sitting.pk, "hand_id": hand.pk, "now": NOW}

    assert refused(lambda: confirm_hand(by=same_seat, **named)) == "forbidden"
    confirm_hand(by=Actor(user=users[2]), **named)

    assert HandMark.objects.get().seat.number == 2


def test_a_phone_that_took_its_seat_later_confirms_nothing_of_its_own(table):
    phone = Actor(device=factories.make_device(table.sitting))
    table.hand = factories.record(table.sitting, by=phone).hand
    phone.device.seat = factories.seats_of(table.sitting)[2]
    phone.device.save()

    assert refused(lambda: table.confirm(phone)) == "forbidden"


def test_who_holds_no_seat_says_nothing_of_a_hand(table):
    without = Actor(device=factories.make_device(table.sitting))

    for by in (table.director, table.scorer, without, Actor(user=factories.owner_of(table.club))):
        assert refused(lambda by=by: table.confirm(by)) == "forbidden"
        assert refused(lambda by=by: table.dispute(by)) == "forbidden"
        assert refused(lambda by=by: table.withdraw(by)) == "forbidden"


def test_a_partner_may_dispute_but_not_confirm():
    table = Table("truco", 4, {"kind": "quick", "how": "played", "winner": "A", "value": 4})
    _recorder, other, partner, _also_other = table.phones

    assert refused(lambda: table.confirm(partner)) == "forbidden"
    table.dispute(partner)
    table.withdraw(partner)
    table.confirm(other)

    assert table.state() == State.CONFIRMED


def test_a_corrected_hand_is_recorded_again(table):
    table.confirm(table.phones[1])

    factories.correct(table.hand, factories.played(2))

    assert table.state() == State.RECORDED


def test_a_confirmed_hand_cannot_be_taken_back(table):
    table.confirm(table.phones[1])

    assert refused(lambda: factories.undo(table.hand, by=table.phones[0])) == "hand_confirmed"


def test_a_version_that_is_replaced_cannot_be_confirmed(table):
    factories.correct(table.hand, factories.played(2))

    assert refused(lambda: table.confirm(table.phones[1])) == "hand_changed"


def test_a_hand_that_was_taken_back_is_no_longer_spoken_of(table):
    table.hand = factories.undo(table.hand, by=table.phones[0]).hand

    assert refused(lambda: table.confirm(table.phones[1])) == "not_on_sheet"
    assert refused(lambda: table.dispute(table.phones[1])) == "not_on_sheet"


# By itself


def test_a_hand_is_confirmed_by_itself_when_the_clubs_time_has_passed(table):
    Club.objects.filter(pk=table.club.pk).update(confirm_after=Club.Confirming.HOUR)

    before, after = (table.state(now=NOW + timedelta(minutes=minutes)) for minutes in (59, 60))

    assert (before, after) == (State.RECORDED, State.CONFIRMED)
    later = NOW + timedelta(minutes=60)
    assert refused(lambda: factories.undo(table.hand, by=table.phones[0], now=later)) == "hand_confirmed"
    assert not HandMark.objects.exists()


def test_a_new_club_waits_a_day():
    club = found_club(ClubDetails(name="New", time_zone="UTC", ink="pine"), by=factories.make_user(), now=NOW)

    assert Club.objects.get(pk=club.pk).confirm_after == Club.Confirming.DAY == 24 * 60


def test_a_club_may_choose_that_no_hand_is_confirmed_by_itself(table):
    Club.objects.filter(pk=table.club.pk).update(confirm_after=Club.Confirming.NEVER)

    assert table.state(now=NOW + 1000 * DAY) == State.RECORDED


def test_a_disputed_hand_is_not_confirmed_by_time(table):
    Club.objects.filter(pk=table.club.pk).update(confirm_after=Club.Confirming.HOUR)
    table.dispute(table.phones[1])

    assert table.state(now=NOW + DAY) == State.DISPUTED
