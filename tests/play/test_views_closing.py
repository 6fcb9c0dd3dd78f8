"""Striking, signing, ending early, closing and reopening on the pages of a table, and who is offered what."""

from uuid import uuid4

import pytest

from tests import factories
from tests.play.test_views_table import PLAIN, complete, post, url

pytestmark = pytest.mark.django_db


def test_striking_a_hand_needs_a_reason_and_keeps_it_readable(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand
    factories.record(sitting, factories.played(1))
    address = url("hand_void", sitting, hand.pk)

    asked = scorer.get(address).content.decode()
    scorer.post(address, {"key": str(uuid4()), "reason": "misdeal"})
    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert "Strike hand 1" in asked
    assert "opens-row void" in page
    assert "Hand 3, 1 of 36 played" in page


def test_a_hand_struck_by_mistake_is_counted_again(scorer, sitting):
    struck = factories.correct(factories.record(sitting, factories.played()).hand, None).hand
    address = url("hand_correct", sitting, struck.pk)

    offered = scorer.get(url("hand_detail", sitting, struck.pk)).content.decode()
    form = scorer.get(address).content.decode()
    asked = scorer.post(address, PLAIN, follow=True).content.decode()
    scorer.post(address, {**PLAIN, "key": str(uuid4()), "reason": "it was no misdeal"})

    assert "Count this hand again" in offered
    assert address in offered
    assert "Count hand 1 again" in form
    assert 'name="contract" value="clubs" checked' in form
    assert "Count it again: 33 to Anna" in asked
    assert sitting.hands.standing().get().reason == "it was no misdeal"


def test_only_who_keeps_the_sheet_counts_a_struck_hand_again(client, sitting):
    struck = factories.correct(factories.record(sitting, factories.played()).hand, None).hand
    client.force_login(factories.make_member(sitting.club))

    assert "Count this hand again" not in client.get(url("hand_detail", sitting, struck.pk)).content.decode()


def test_signing_from_the_scorers_phone_closes_the_sheet(scorer, club):
    sitting = complete(club)
    for number in range(3):
        answer = scorer.post(url("seat_sign", sitting, number), {"head": sitting.head})
        assert answer.url == url("sitting_detail", sitting)

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert "Signed by all and closed" in page
    assert "on behalf, by" in page
    assert "official" in page


def test_signing_a_sheet_that_changed_is_refused(scorer, club):
    sitting = complete(club)

    answer = scorer.post(url("seat_sign", sitting, 0), {"head": "old"}, headers={"HX-Request": "true"})

    assert answer.status_code == 409
    assert "The sheet has just changed" in answer.content.decode()


def test_signing_for_nobody_is_refused(scorer, club):
    sitting = complete(club)

    assert scorer.post(url("seat_sign", sitting, 7), {"head": sitting.head}).status_code == 422


def test_ending_early_needs_a_reason_and_can_be_taken_back(scorer, sitting):
    factories.record(sitting, factories.played())

    refused = scorer.post(url("sitting_end", sitting), {"reason": ""})
    scorer.post(url("sitting_end", sitting), {"reason": "the time is up"})
    ended = scorer.get(url("sitting_detail", sitting)).content.decode()
    scorer.post(url("sitting_resume", sitting))

    assert (refused.status_code, "Give a reason" in refused.content.decode()) == (422, True)
    assert "1 hand counts." in ended
    assert "Save hand 2" in scorer.get(url("sitting_detail", sitting)).content.decode()


def test_a_director_closes_and_reopens_with_a_reason(scorer, sitting):
    factories.record(sitting, factories.played())
    scorer.post(url("sitting_end", sitting), {"reason": "the time is up"})
    assert scorer.get(url("sitting_close", sitting)).status_code == 200

    scorer.post(url("sitting_close", sitting), {"reason": "Murat had to go"})
    closed = scorer.get(url("sitting_detail", sitting)).content.decode()
    scorer.post(url("sitting_reopen", sitting), {"reason": "hand 1 was wrong"})

    assert "Murat had to go" in closed
    sitting.refresh_from_db()
    assert (sitting.is_open, sitting.reopenings) == (True, 1)


def test_a_scorer_who_is_no_director_cannot_close(client, club, sitting):
    client.force_login(factories.make_member(club, "scorer"))

    assert client.get(url("sitting_close", sitting)).status_code == 403
    assert client.get(url("sitting_reopen", sitting)).status_code == 403


def test_a_member_who_only_looks_is_offered_nothing(client, club, sitting):
    hand = factories.record(sitting, factories.played()).hand
    client.force_login(factories.make_member(club))

    page = client.get(url("sitting_detail", sitting)).content.decode()

    assert "You may see this table, but not record here." in page
    assert post(client, sitting).status_code == 403
    assert client.get(url("hand_correct", sitting, hand.pk)).status_code == 403
    assert client.get(url("table_pass", sitting)).status_code == 403


def test_strangers_find_no_table(client, sitting):
    client.force_login(factories.make_user())

    for name in ("sitting_detail", "sitting_seats", "table_pass", "sitting_print", "sitting_end"):
        assert client.get(url(name, sitting)).status_code == 404
    assert post(client, sitting).status_code == 404
    assert client.post(url("hand_preview", sitting), PLAIN).status_code == 404
    assert client.get(url("hand_detail", sitting, uuid4())).status_code == 404


def test_a_hand_of_another_table_is_not_found(scorer, club, sitting):
    other = factories.record(factories.make_sitting(club), factories.played()).hand

    for name in ("hand_detail", "hand_correct", "hand_void"):
        assert scorer.get(url(name, sitting, other.pk)).status_code == 404
    assert scorer.post(url("hand_undo", sitting, other.pk)).status_code == 404
