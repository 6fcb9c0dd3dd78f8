"""The pages on which hands are confirmed, disputed and decided; and what the API says of that."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.marks.services import decide_dispute
from scorekeeper.play.models import Hand
from scorekeeper.play.records import PerhapsReasoned, Reasoned
from tests import factories
from tests.acting import bearer, send
from tests.play.marks import PLAIN, Evening, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening()


# Confirming and disputing


def test_another_seat_is_asked_to_confirm_and_does_with_one_tap(evening):
    hand = evening.record()
    recorder, other = evening.phones[0], evening.phones[1]

    asked = evening.read(other)
    answer = other.post(evening.url("hand_confirm", hand.pk), follow=True)

    assert "Confirm hand 1" in asked
    assert "Confirm hand 1" not in evening.read(recorder)
    assert "Confirm hand 1" not in evening.read(evening.director)
    assert answer.redirect_chain == [(evening.url(), 302)]
    assert "Confirm hand 1" not in words(answer)
    assert "Hand 1, confirmed" in words(answer)
    assert "Undo hand 1" not in evening.read(recorder)


def test_confirming_keeps_what_is_being_filled_in(evening):
    hand = evening.record()

    answer = evening.phones[1].post(
        evening.url("hand_confirm", hand.pk), {**PLAIN, "number": "2"}, headers={"HX-Request": "true"}
    )

    page = answer.content.decode()
    assert "Hand 1 is confirmed." in page
    assert 'name="contract" value="spades" checked' in page
    assert "Save hand 2" in page


def test_what_is_kept_stays_for_the_hand_it_was_begun_for(evening):
    hand = evening.record()
    evening.record(seat=2)

    page = (
        evening.phones[1]
        .post(evening.url("hand_confirm", hand.pk), {**PLAIN, "number": "2"}, headers={"HX-Request": "true"})
        .content.decode()
    )

    assert '<input type="hidden" name="number" value="2">' in page


def test_a_dispute_is_shown_to_all_and_reaches_the_director(evening):
    hand = evening.record()

    form = evening.read(evening.phones[1], "hand_dispute", hand.pk)
    refused = evening.phones[1].post(evening.url("hand_dispute", hand.pk), {"reason": " "})
    evening.phones[1].post(evening.url("hand_dispute", hand.pk), {"reason": "it was <spades>"})

    assert "Dispute hand 1?" in form
    assert (refused.status_code, "Give a reason" in words(refused)) == (422, True)
    told = "Jürgen disputes hand 1: it was &lt;spades&gt;"
    assert told in evening.phones[2].get(evening.url()).content.decode()
    assert "Hand 1, disputed" in evening.read(evening.phones[2])
    club = words(evening.director.get(reverse("club_detail", args=[evening.club.pk])))
    assert "Disputed hands" in club
    assert "Jürgen Brandt: it was" in club
    assert "1 hand disputed" in club
    assert "Disputed hands" not in words(evening.scorer.get(reverse("club_detail", args=[evening.club.pk])))
    season = words(evening.director.get(reverse("season_detail", args=[evening.sitting.competitions.get().pk])))
    assert "1 hand is disputed." in season


def test_the_director_decides_and_the_list_is_empty_again(evening):
    hand = evening.record()
    evening.dispute(hand)

    page = evening.read(evening.director, "hand_detail", hand.pk)
    answer = evening.director.post(evening.url("hand_decide", hand.pk), {"reason": "two have seen it"}, follow=True)

    assert "Hand 1 stands" in page
    assert "Strike this hand" in page
    assert "Hand 1, confirmed" in words(answer)
    said = evening.read(evening.phones[0], "hand_detail", hand.pk)
    assert "two have seen it" in said
    assert "it was spades" in said
    assert "Disputed hands" not in words(evening.director.get(reverse("club_detail", args=[evening.club.pk])))


def test_who_keeps_the_sheet_is_told_that_a_hand_is_held(evening):
    hand = evening.record()
    evening.dispute(hand)

    page = evening.read(evening.scorer, "hand_detail", hand.pk)
    refused = evening.scorer.post(
        evening.url("hand_correct", hand.pk), {**PLAIN, "key": str(uuid4()), "reason": "spades"}
    )

    assert "This hand is held: a director can keep, correct or strike it." in page
    assert "Correct hand 1" not in page
    assert refused.status_code == 409
    assert "Hand 1 is disputed" in words(refused)


def test_the_seat_that_disputes_takes_it_back_on_the_page_of_the_hand(evening):
    hand = evening.record()
    evening.dispute(hand)

    page = evening.read(evening.phones[1], "hand_detail", hand.pk)
    answer = evening.phones[1].post(evening.url("hand_withdraw", hand.pk), {"from_hand": "1"}, follow=True)

    assert "No longer dispute it" in page
    assert "No longer dispute it" not in evening.read(evening.phones[2], "hand_detail", hand.pk)
    assert answer.redirect_chain == [(evening.url("hand_detail", hand.pk), 302)]
    assert "dispute taken back" in words(answer)


def test_a_hand_that_was_decided_is_not_offered_to_be_disputed(evening):
    hand = evening.record()
    evening.dispute(hand)
    named: dict[str, Any] = {"sitting_id": evening.sitting.pk, "hand_id": hand.pk, "now": timezone.now()}
    decide_dispute(Reasoned(reason="seen"), by=factories.keeper_of(evening.sitting), **named)

    assert "Dispute it" not in evening.read(evening.phones[2], "hand_detail", hand.pk)


def test_a_disputed_sheet_says_why_nobody_can_sign_it(evening):
    hand = evening.record()
    end_list(
        PerhapsReasoned(reason="late"),
        sitting_id=evening.sitting.pk,
        by=factories.keeper_of(evening.sitting),
        now=timezone.now(),
    )
    evening.dispute(hand)

    page = evening.read(evening.phones[0])
    assert evening.director.get(evening.url("sitting_close")).status_code == 409
    answer = evening.director.post(evening.url("sitting_close"), {"reason": "late"})

    assert "A director must decide it before you can sign and close the sheet." in page
    assert "Sign:" not in page
    assert (answer.status_code, "Hand 1 is disputed" in words(answer)) == (409, True)


def test_somebody_quicker_is_said_on_the_table(evening):
    hand = evening.record()
    factories.correct(hand, factories.played(2), now=timezone.now())

    answer = evening.phones[1].post(evening.url("hand_confirm", hand.pk))

    assert answer.status_code == 409
    assert "Hand 1 has been changed in the meantime." in words(answer)


def test_a_closed_sheet_is_official_and_offers_nothing(evening):
    hand = evening.record()
    factories.finish(evening.sitting, now=timezone.now())

    table, page = evening.read(evening.phones[1]), evening.read(evening.phones[1], "hand_detail", hand.pk)

    assert "Hand 1, official" in table
    assert "Confirm" not in table + page
    assert "Dispute" not in table + page


# The API says it too


def test_the_api_tells_how_far_each_hand_binds(evening):
    first, second = evening.record(), evening.record(seat=1)
    evening.dispute(first)
    evening.phones[0].post(evening.url("hand_confirm", second.pk))
    by = bearer(factories.owner_of(evening.club))

    found = send(f"sittings/{evening.sitting.pk}", None, by, method="GET").json()

    assert [hand["status"] for hand in found["hands"]] == ["disputed", "confirmed"]
    assert found["disputed"] == 1
    assert [(mark["kind"], mark["seat"], mark["reason"]) for mark in found["hands"][0]["marks"]] == [
        ("disputed", 1, "it was spades")
    ]
    decided = send(f"hands/{first.pk}/decide", {"reason": "seen"}, by).json()
    assert (decided["status"], [mark["kind"] for mark in decided["marks"]]) == ("confirmed", ["disputed", "decided"])


def test_the_api_says_that_a_version_was_replaced(evening):
    key = uuid4()
    by = bearer(factories.owner_of(evening.club))
    sent = {**by, "Idempotency-Key": str(key)}
    body = {"record": factories.played(1)}
    first = send(f"sittings/{evening.sitting.pk}/hands", body, sent).json()
    factories.correct(Hand.objects.get(pk=first["id"]), factories.played(2), now=timezone.now())

    again = send(f"sittings/{evening.sitting.pk}/hands", body, sent).json()

    assert (first["status"], again["status"], again["id"]) == ("recorded", "replaced", first["id"])


def test_the_standings_of_the_api_change_with_a_dispute(evening):
    hand = evening.record()
    by, season = bearer(factories.owner_of(evening.club)), evening.sitting.competitions.get().pk
    before = send(f"seasons/{season}/standings", None, by, method="GET")
    evening.dispute(hand)

    after = send(f"seasons/{season}/standings", None, {**by, "If-None-Match": before["ETag"]}, method="GET")

    assert before.json()["disputed"] == 0
    assert (after.status_code, after.json()["disputed"]) == (200, 1)


def test_the_printed_sheet_marks_what_is_disputed_and_counts_what_is_confirmed(evening):
    first, second = evening.record(), evening.record(factories.played(1), 1)
    evening.phones[1].post(evening.url("hand_confirm", first.pk))
    evening.dispute(second, 2)

    answer = evening.scorer.get(evening.url("sitting_print"))

    page, foot = answer.content.decode(), words(answer)
    assert page.count('<b class="held"') == 1
    assert re.search(r'<td class="nr">2<b class="held"', page)
    assert "Disputed (?), not decided yet: hand 2" in foot
    assert "1 hand confirmed" in foot


# Words for a table of nobody's club


def test_at_a_table_of_its_own_who_keeps_the_sheet_decides(evening):
    Club.objects.filter(pk=evening.club.pk).update(is_private=True)
    hand = evening.record()
    form = evening.read(evening.phones[1], "hand_dispute", hand.pk)
    evening.dispute(hand)

    page = evening.read(evening.phones[1], "hand_detail", hand.pk)

    assert "The hand is held until the scorer of the sheet decides" in form
    assert "the scorer of the sheet can keep" in page
    assert "director" not in (form + page).lower()


def test_in_a_club_a_director_does(evening):
    hand = evening.record()
    form = evening.read(evening.phones[1], "hand_dispute", hand.pk)
    evening.dispute(hand)

    assert "The directors get a notice." in form
    assert "a director can keep" in evening.read(evening.phones[1], "hand_detail", hand.pk)


def test_the_page_of_a_hand_says_that_one_more_has_to_agree(evening):
    tablet = Actor(device=factories.make_device(evening.sitting))
    hand = factories.record(evening.sitting, by=tablet, now=timezone.now()).hand
    alone = "The phone that recorded it has no seat"

    assert alone not in evening.read(evening.phones[0], "hand_detail", hand.pk)
    evening.phones[0].post(evening.url("hand_confirm", hand.pk))
    assert alone in evening.read(evening.phones[0], "hand_detail", hand.pk)
    evening.phones[1].post(evening.url("hand_confirm", hand.pk))
    assert alone not in evening.read(evening.phones[0], "hand_detail", hand.pk)
