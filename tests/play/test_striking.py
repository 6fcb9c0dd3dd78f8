"""A correction that leaves no room for later hands: it names the first of them, and all from there on can be struck."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.correcting.services import Striking, strike_from, strike_moves
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.acting import fill
from tests.play.folding import ledger, season_rows, tallies
from tests.rows import everything

pytestmark = pytest.mark.django_db


def quick(winner, value, how="played"):
    return {"kind": "quick", "how": how, "winner": winner, "value": value}


@pytest.fixture
def sitting():
    """A match of truco: hand 3 is a hand of ten that was declined, and two more follow."""
    return match([quick("A", 4), quick("A", 6), quick("B", 2, "declined"), quick("B", 4), quick("A", 4)])


def match(hands):
    made = factories.make_sitting(factories.make_club(), players=4, game="truco")
    factories.record_list(made, hands)
    made.refresh_from_db()
    return made


def hand(sitting, number):
    return sitting.hands.newest().get(number=number)


def last_of(sitting):
    return Sitting.objects.get(pk=sitting.pk).next_number - 1


def strike(sitting, number, *, by=None, reason="the score was wrong", last=None):
    return strike_from(
        Striking(last=last or last_of(sitting), reason=reason),
        sitting_id=sitting.pk,
        by=by or factories.keeper_of(sitting),
        hand_id=hand(sitting, number).pk,
        now=factories.NOW,
    )


def test_everything_from_a_hand_on_is_struck_and_its_number_is_free(sitting):
    dealer = hand(sitting, 3).table["dealer"]

    assert strike(sitting, 3) == 3

    sitting.refresh_from_db()
    assert [one.number for one in sitting.hands.standing().order_by("number")] == [1, 2]
    assert {one.reason for one in sitting.hands.newest().filter(kind="voided")} == {"the score was wrong"}
    assert (sitting.next_number, sitting.dealer, sitting.state["score"]) == (3, dealer, [10, 0])
    assert tallies(sitting) == ledger(sitting) == tallies(match([quick("A", 4), quick("A", 6)]))
    factories.record(sitting, quick("A", 4))
    assert hand(sitting, 3).version == 3


def test_match_that_was_decided_is_open_again(sitting):
    factories.record(sitting, quick("A", 12))
    assert Sitting.objects.get(pk=sitting.pk).is_over

    assert strike(sitting, 6) == 1

    assert not Sitting.objects.get(pk=sitting.pk).is_over
    assert tallies(sitting) == ledger(sitting)


def test_moves_say_what_happens_and_write_nothing():
    season = factories.make_season(club := factories.make_club())
    sitting = factories.make_sitting(club, players=3, seasons=[season])
    factories.record_list(sitting, [factories.played(seat) for seat in (0, 1, 2, 1)])
    before = everything()

    found = strike_moves(sitting, hand(sitting, 2), factories.NOW, directs=False)

    assert everything() == before
    assert [one.number for one in found.struck] == [2, 3, 4]
    strike(sitting, 2)
    sums = totals(sitting, sitting.seats.all())
    assert {move.seat.number: move.total_after for move in found.seats} == sums
    rows = season_rows(season)
    assert {1, 2} <= {move.seat.number for move in found.seasons}
    assert all(move.points_after == rows[move.seat.player_id][0] for move in found.seasons)


def test_page_shows_what_striking_moves(client, sitting):
    client.force_login(factories.owner_of(sitting.club))

    page = client.get(reverse("hands_strike", args=[sitting.pk, hand(sitting, 3).pk])).content.decode()

    assert "What changes" in page
    assert page.count('<del class="struck">') == 3


def test_held_hand_is_refused_before_anything_is_asked(client, sitting):
    """Who keeps the sheet and is no director strikes no disputed hand, and is told so at once."""
    scorer = factories.make_member(sitting.club, "scorer")
    phone = factories.make_device(sitting, 1)
    dispute_hand(
        Reasoned(reason="no"),
        sitting_id=sitting.pk,
        by=Actor(device=phone),
        hand_id=hand(sitting, 4).pk,
        now=factories.NOW,
    )
    client.force_login(scorer)

    answer = client.get(reverse("hands_strike", args=[sitting.pk, hand(sitting, 3).pk]))

    assert answer.status_code == 409
    assert "Hand 4 is disputed" in answer.content.decode()


def test_striking_needs_a_reason_and_who_keeps_the_sheet(sitting):
    member = factories.make_member(sitting.club)
    before = everything()

    with pytest.raises(Refused):
        strike(sitting, 3, reason=" ")
    with pytest.raises(PermissionDenied):
        strike(sitting, 3, by=Actor(user=member))

    assert everything() == before


def test_hand_that_nobody_was_shown_is_not_struck(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    address = reverse("hands_strike", args=[sitting.pk, hand(sitting, 3).pk])
    assert '<input type="hidden" name="last" value="5">' in client.get(address).content.decode()
    factories.record(sitting, quick("A", 2))
    before = everything()

    answer = client.post(address, {"reason": "late", "last": "5"})

    assert answer.status_code == 409
    assert "Another hand has been recorded since" in answer.content.decode()
    assert everything() == before


def test_a_version_that_has_been_replaced_is_no_place_to_strike_from(sitting):
    old = hand(sitting, 4)
    factories.correct(old, quick("B", 2, "declined"))

    with pytest.raises(Conflict) as caught:
        strike_from(
            Striking(last=last_of(sitting), reason="late"),
            sitting_id=sitting.pk,
            by=factories.keeper_of(sitting),
            hand_id=old.pk,
            now=factories.NOW,
        )

    assert caught.value.code == "hand_changed"


def test_refused_correction_offers_to_strike_from_the_hand_in_its_way(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    first = hand(sitting, 1)
    address = reverse("hand_correct", args=[sitting.pk, first.pk])
    correction = {"set-now": "kind=quick&how=played&winner=B&value=4"}

    refused = client.post(address, fill(client.get(address).content.decode(), **correction))
    page = refused.content.decode()
    offered = reverse("hands_strike", args=[sitting.pk, hand(sitting, 3).pk])
    asked = client.get(offered).content.decode()
    nothing = client.post(offered, {"reason": ""})
    struck = client.post(offered, {"reason": "hand 1 was theirs"})
    moves = client.post(address, fill(client.get(address).content.decode(), **correction))

    assert refused.status_code == 422
    assert "Hand 3 would become impossible" in page
    assert f'href="{offered}"' in page
    assert "Strike hands 3 to 5?" in asked
    assert nothing.status_code == 422
    assert struck.status_code == 302
    assert moves.status_code == 303
    assert Hand.objects.filter(sitting=sitting).standing().count() == 2


def test_striking_one_hand_offers_the_same_where_later_ones_would_become_impossible(client, sitting):
    client.force_login(factories.owner_of(sitting.club))

    page = client.get(reverse("hand_void", args=[sitting.pk, hand(sitting, 1).pk])).content.decode()

    assert reverse("hands_strike", args=[sitting.pk, hand(sitting, 3).pk]) in page
