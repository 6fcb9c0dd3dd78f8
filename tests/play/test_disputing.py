"""Dispute, take back, decide: what is held meanwhile, and what closing does."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import Max

from scorekeeper.clubs.models import Membership
from scorekeeper.play.closing.services import close_sitting, end_list, reopen_sitting, resume_list, sign
from scorekeeper.play.correcting.services import Striking, strike_from
from scorekeeper.play.marks.reads import disputed_hands
from scorekeeper.play.models import Hand, HandMark, State
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition
from tests import factories
from tests.play.marks import Table, refused

pytestmark = pytest.mark.django_db

NOW = factories.NOW
DAY = timedelta(days=1)


@pytest.fixture
def table() -> Table:
    return Table()


# Disputing


def test_a_dispute_holds_only_its_hand_and_is_told_to_the_directors(table):
    table.record(1)

    table.dispute(table.phones[2], "the  bid was 20 ")

    assert (table.state(1), table.state(2)) == (State.DISPUTED, State.RECORDED)
    assert table.marks() == [("disputed", 2, "the bid was 20")]
    assert table.fresh.disputed == 1
    assert Competition.objects.get().disputed == 1
    assert {tuple(message.to) for message in mail.outbox} == {
        (member.user.email,) for member in Membership.objects.filter(role__in=["owner", "director"])
    }
    assert "the bid was 20" in mail.outbox[0].body
    assert [mark.hand for mark in disputed_hands(table.club)] == [table.hand]
    assert disputed_hands(factories.make_club()) == []
    assert list(verify(Count())) == []


def test_a_dispute_needs_a_reason(table):
    assert refused(lambda: table.dispute(table.phones[1], " ")) == "reason_missing"


def test_a_seat_disputes_a_hand_once_and_the_mail_goes_once(table):
    table.dispute(table.phones[1])
    table.dispute(table.phones[1], "again")
    table.dispute(table.phones[2], "me too")

    assert table.marks() == [("disputed", 1, "it was spades"), ("disputed", 2, "me too")]
    assert table.fresh.disputed == 1
    assert len(mail.outbox) == 2


def test_a_disputed_hand_is_held(table):
    table.dispute(table.phones[1])
    number: dict[str, Any] = {"sitting_id": table.sitting.pk, "now": NOW}

    assert refused(lambda: table.confirm(table.phones[2])) == "hand_disputed"
    assert refused(lambda: factories.undo(table.hand, by=table.phones[0])) == "hand_disputed"
    assert refused(lambda: factories.correct(table.hand, None, by=table.scorer)) == "hand_disputed"
    assert (
        refused(
            lambda: strike_from(Striking(last=1, reason="because"), by=table.scorer, hand_id=table.hand.pk, **number),
        )
        == "hand_disputed"
    )


def test_other_hands_go_on_while_one_is_disputed(table):
    table.dispute(table.phones[1])

    table.hand = table.record(1)
    table.confirm(table.phones[0])

    assert (table.state(1), table.state(2)) == (State.DISPUTED, State.CONFIRMED)


def test_the_seat_that_disputes_takes_it_back(table):
    table.dispute(table.phones[1])
    table.withdraw(table.phones[2])  # another seat takes nothing back
    assert table.state() == State.DISPUTED

    table.withdraw(table.phones[1])
    table.withdraw(table.phones[1])

    assert table.state() == State.RECORDED
    assert table.marks() == [("disputed", 1, "it was spades"), ("withdrawn", 1, "")]
    assert (table.fresh.disputed, Competition.objects.get().disputed) == (0, 0)


def test_a_hand_stays_disputed_until_the_last_one_takes_it_back(table):
    table.dispute(table.phones[1])
    table.dispute(table.phones[2])

    table.withdraw(table.phones[1])
    assert table.state() == State.DISPUTED
    table.withdraw(table.phones[2])

    assert (table.state(), table.fresh.disputed) == (State.RECORDED, 0)
    assert list(verify(Count())) == []


# Deciding


def test_a_director_lets_the_hand_stand(table):
    table.dispute(table.phones[1])

    table.decide()

    assert table.state() == State.CONFIRMED
    assert table.marks()[-1] == ("decided", None, "seen by two")
    assert (table.fresh.disputed, Competition.objects.get().disputed) == (0, 0)
    assert disputed_hands(table.club) == []
    assert refused(lambda: table.dispute(table.phones[2])) == "hand_decided"
    assert list(verify(Count())) == []


def test_only_a_director_decides_and_says_why(table):
    table.dispute(table.phones[1])

    for by in (table.scorer, table.phones[1], table.phones[0]):
        assert refused(lambda by=by: table.decide(by)) == "forbidden"
    assert refused(lambda: table.decide(reason="")) == "reason_missing"


def test_what_nobody_disputes_needs_no_decision(table):
    assert refused(table.decide) == "not_disputed"


@pytest.mark.parametrize("facts", [None, factories.played(2)])
def test_a_director_decides_by_correcting_or_striking_it(table, facts):
    table.dispute(table.phones[1])

    factories.correct(table.hand, facts, by=table.director, reason="it was clubs")

    assert table.state() == State.RECORDED
    assert table.marks()[-1] == ("decided", None, "it was clubs")
    assert table.fresh.disputed == 0
    assert list(verify(Count())) == []


def test_a_director_strikes_from_a_disputed_hand_on(table):
    table.record(1)
    table.dispute(table.phones[1])

    strike_from(
        Striking(last=2, reason="wrong seats"),
        sitting_id=table.sitting.pk,
        by=table.director,
        hand_id=table.hand.pk,
        now=NOW,
    )

    assert table.fresh.disputed == 0
    assert list(verify(Count())) == []


def test_a_corrected_hand_can_be_disputed_again(table):
    table.dispute(table.phones[1])
    table.hand = factories.correct(table.hand, factories.played(2), by=table.director).hand

    table.dispute(table.phones[1], "no, it was Murat")

    assert table.state() == State.DISPUTED


def test_a_hand_that_only_follows_stays_disputed_and_is_no_longer_confirmed():
    table = Table(rules={"system": "bierlachs", "bierlachs_limit": 100})
    hands = [table.hand, *(table.record(0, factories.played(seat)) for seat in (1, 2, 0))]
    table.dispute(table.phones[1], hand_id=hands[3].pk)
    table.confirm(table.phones[2], hand_id=hands[1].pk)

    factories.correct(table.hand, factories.played(0, contract="grand", matadors=2), by=table.scorer)

    newest = table.sitting.hands.newest().get(number=4)
    assert newest.kind == Hand.Kind.FOLLOWED
    assert (table.state(4), table.state(2)) == (State.DISPUTED, State.CONFIRMED)
    table.decide(hand_id=newest.pk)
    assert (table.state(4), table.fresh.disputed) == (State.CONFIRMED, 0)
    assert list(verify(Count())) == []


# Closing


def test_a_sheet_with_a_disputed_hand_is_neither_signed_nor_closed(table):
    end_list(PerhapsReasoned(reason="late"), sitting_id=table.sitting.pk, by=table.scorer, now=NOW)
    table.dispute(table.phones[1])
    named: dict[str, Any] = {"sitting_id": table.sitting.pk, "now": NOW}

    assert refused(lambda: sign(Signing(seat=2, head=table.fresh.head), by=table.phones[2], **named)) == "hand_disputed"
    assert refused(lambda: close_sitting(Reasoned(reason="late"), by=table.director, **named)) == "hand_disputed"

    table.decide()
    assert factories.sign_all(table.sitting).closed_at == NOW
    assert table.state() == State.OFFICIAL


def test_closing_confirms_what_nobody_disputed(table):
    factories.finish(table.sitting)

    reopen_sitting(Reasoned(reason="hand 2 is missing"), sitting_id=table.sitting.pk, by=table.director, now=NOW)
    resume_list(sitting_id=table.sitting.pk, by=table.director, now=NOW)
    table.record(1)

    assert (table.state(1), table.state(2)) == (State.CONFIRMED, State.RECORDED)
    table.dispute(table.phones[2])
    assert table.state(1) == State.DISPUTED


def test_nothing_is_said_of_the_hands_of_a_closed_sheet(table):
    factories.finish(table.sitting)

    assert refused(lambda: table.confirm(table.phones[1])) == "sitting_closed"
    assert refused(lambda: table.dispute(table.phones[1])) == "sitting_closed"
    assert refused(lambda: table.withdraw(table.phones[1])) == "sitting_closed"
    assert refused(table.decide) == "sitting_closed"


def test_signatures_outlive_what_is_said_of_a_hand(table):
    end_list(PerhapsReasoned(reason="late"), sitting_id=table.sitting.pk, by=table.scorer, now=NOW)
    named: dict[str, Any] = {"sitting_id": table.sitting.pk, "now": NOW}
    sign(Signing(seat=0, head=table.fresh.head), by=table.phones[0], **named)
    table.dispute(table.phones[1])
    table.decide()

    sign(Signing(seat=1, head=table.fresh.head), by=table.phones[1], **named)
    sign(Signing(seat=2, head=table.fresh.head), by=table.phones[2], **named)

    assert not table.fresh.is_open


def test_the_head_of_what_was_said_is_sealed_with_the_sheet(table):
    table.confirm(table.phones[1])
    factories.finish(table.sitting)

    assert table.sitting.anchors.get().marks_head == HandMark.objects.aggregate(head=Max("hash"))["head"]
