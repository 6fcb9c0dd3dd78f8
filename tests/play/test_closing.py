"""Signed, sealed, and opened again: what closing makes official, reopening takes back."""

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import anchor_hash, close_sitting, reopen_sitting, sign, unsigned
from scorekeeper.play.models import Act, Anchor, Signature, Sitting
from scorekeeper.play.records import Reasoned, Signing
from scorekeeper.play.seats.records import Leaving
from scorekeeper.play.seats.services import seat_leaves
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.tables import refreshed
from tests.play.folding import season_rows, season_sums
from tests.rows import everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW


def complete(club=None, **more) -> Sitting:
    """A list of three hands that only has to be signed."""
    sitting = factories.make_sitting(club, rules={"list_length": 3}, **more)
    factories.record_list(sitting, [factories.played(seat) for seat in (0, 1, 2)])
    return refreshed(sitting)


def signed(sitting: Sitting, number: int, *, by: Actor | None = None, head: str | None = None) -> Sitting:
    return sign(
        Signing(seat=number, head=sitting.head if head is None else head),
        sitting_id=sitting.pk,
        by=by or factories.keeper_of(sitting),
        now=NOW,
    )


def closed(sitting: Sitting, *, by: Actor | None = None, reason: str = "two have gone home") -> Sitting:
    return close_sitting(Reasoned(reason=reason), sitting_id=sitting.pk, by=by or factories.keeper_of(sitting), now=NOW)


def reopened(sitting: Sitting, *, by: Actor | None = None, reason: str = "a hand is missing") -> Sitting:
    return reopen_sitting(
        Reasoned(reason=reason), sitting_id=sitting.pk, by=by or factories.keeper_of(sitting), now=NOW
    )


def conflict(service, *arguments, **named) -> str:
    """The code of the conflict, when nothing was written."""
    before = everything()
    with pytest.raises(Conflict) as caught:
        service(*arguments, **named)
    assert everything() == before
    return caught.value.code


def test_seat_signs_for_itself_on_its_own_phone():
    sitting = complete()
    phone = Actor(device=factories.make_device(sitting, 1))

    signed(sitting, 1, by=phone)

    assert list(Signature.objects.values_list("seat__number", "by_device", "on_behalf", "head")) == [
        (1, phone.device.pk, False, sitting.head)
    ]
    assert [seat.number for seat in unsigned(sitting)] == [0, 2]
    assert refreshed(sitting).is_open


def test_seated_member_signs_for_their_own_seat():
    club = factories.make_club()
    member = factories.make_member(club)
    players = [factories.make_player(club), factories.player_of(member, club), factories.make_player(club)]
    sitting = complete(club, players=players)

    signed(sitting, 1, by=Actor(user=member))

    assert list(Signature.objects.values_list("by_user", "on_behalf")) == [(member.pk, False)]


def test_scorer_signs_on_behalf_and_the_sheet_says_so():
    sitting = complete()

    signed(sitting, 2)

    assert list(Signature.objects.values_list("seat__number", "on_behalf")) == [(2, True)]


def test_phone_of_one_seat_does_not_sign_for_another():
    sitting = complete()
    phone = Actor(device=factories.make_device(sitting, 1))

    with pytest.raises(PermissionDenied):
        signed(sitting, 0, by=phone)

    assert Signature.objects.count() == 0


def test_signing_twice_is_signing_once():
    sitting = complete()
    signed(sitting, 0)
    before = everything()

    signed(sitting, 0)

    assert everything() == before


def test_last_signature_closes_the_sitting():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = complete(club, seasons=[season])
    assert season_rows(season, official=True) == {}

    for number in (2, 0):
        assert signed(sitting, number).is_open
    done = signed(sitting, 1)

    assert (done.is_open, done.closed_at, unsigned(done)) == (False, NOW, [])
    assert season_rows(season, official=True) == season_rows(season) == season_sums(season, official=True) != {}
    assert Act.objects.order_by("id").last().kind == "closed"


def test_seat_that_left_early_signs_too():
    sitting = factories.make_sitting(players=4)
    factories.record(sitting, factories.played(1))
    seat_leaves(Leaving(seat=3, reason="tired"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    done = factories.finish(sitting)

    assert not done.is_open
    assert sorted(Signature.objects.values_list("seat__number", flat=True)) == [0, 1, 2, 3]


def test_list_that_goes_on_cannot_be_signed():
    sitting = factories.make_sitting()
    factories.record(sitting)

    assert conflict(signed, refreshed(sitting), 0) == "not_complete"


def test_sheet_changed_since_it_was_shown_cannot_be_signed():
    sitting = complete()
    factories.correct(sitting.hands.get(number=1), factories.played(1))

    assert conflict(signed, sitting, 0) == "sheet_changed"


def test_correction_makes_signatures_void():
    sitting = complete()
    signed(sitting, 0)
    signed(sitting, 1)

    factories.correct(sitting.hands.get(number=1), factories.played(1))

    now = refreshed(sitting)
    assert [seat.number for seat in unsigned(now)] == [0, 1, 2]
    assert signed(now, 2).is_open


def test_empty_seat_signs_nothing():
    sitting = complete()

    with pytest.raises(Refused) as caught:
        signed(sitting, 3)

    assert [problem.code for problem in caught.value.problems] == ["seat_unknown"]


def test_closed_sitting_is_signed_no_more():
    sitting = complete()
    factories.sign_all(sitting)

    assert conflict(signed, sitting, 0) == "sitting_closed"


def test_director_closes_with_a_reason_whatever_is_missing():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    factories.record(sitting)
    director = factories.make_member(club, "director")

    done = closed(sitting, by=Actor(user=director))

    assert not done.is_open
    assert list(Act.objects.order_by("id").values_list("kind", "reason", "by_user"))[-1] == (
        "closed",
        "two have gone home",
        director.pk,
    )
    assert season_rows(season, official=True) == season_sums(season, official=True) != {}


def test_closing_twice_is_closing_once():
    sitting = factories.make_sitting()
    closed(sitting)
    before = everything()

    closed(sitting)

    assert everything() == before


@pytest.mark.parametrize("act", [closed, reopened])
def test_closing_and_reopening_need_a_reason(act):
    sitting = factories.make_sitting()

    with pytest.raises(Refused) as caught:
        act(sitting, reason=" ")

    assert [problem.code for problem in caught.value.problems] == ["reason_missing"]


@pytest.mark.parametrize("role", ["scorer", "member"])
@pytest.mark.parametrize("act", [closed, reopened])
def test_only_directors_close_and_reopen(act, role):
    sitting = factories.make_sitting()
    other = Actor(user=factories.make_member(sitting.club, role))

    with pytest.raises(PermissionDenied):
        act(sitting, by=other)


def test_reopening_reverses_what_closing_made_official():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = complete(club, seasons=[season])
    provisional = season_rows(season)
    factories.sign_all(sitting)

    now = reopened(sitting)

    assert (now.is_open, now.reopenings, len(unsigned(now))) == (True, 1, 3)
    assert (season_rows(season), season_rows(season, official=True)) == (provisional, {})
    assert not any(result.is_sealed for result in season.results.all())
    assert list(Act.objects.order_by("id").values_list("kind", "reason"))[-1] == ("reopened", "a hand is missing")


def test_reopening_an_open_sitting_changes_nothing():
    sitting = complete()
    before = everything()

    reopened(sitting)

    assert everything() == before


def test_corrected_and_signed_again_a_sitting_counts_as_it_stands_now():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = complete(club, seasons=[season])
    factories.sign_all(sitting)
    reopened(sitting)
    factories.correct(sitting.hands.get(number=1), factories.played(2))

    done = factories.sign_all(sitting)

    assert not done.is_open
    assert Signature.objects.count() == 6
    assert season_rows(season, official=True) == season_rows(season) == season_sums(season)
    assert [str(difference) for difference in verify(Count())] == []


def test_seats_sign_again_after_reopening_though_the_sheet_is_the_same():
    sitting = complete()
    factories.sign_all(sitting)

    reopened(sitting)

    assert signed(sitting, 0).is_open
    assert [seat.number for seat in unsigned(refreshed(sitting))] == [1, 2]


def test_sitting_without_hands_closes_and_reopens():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])

    factories.finish(sitting)
    reopened(sitting)

    assert (season_rows(season), season_rows(season, official=True)) == ({}, {})
    assert [str(difference) for difference in verify(Count())] == []


def test_anchors_chain_the_heads_of_a_club():
    club = factories.make_club()
    sittings = [complete(club), complete(club), factories.make_sitting(club)]
    elsewhere = complete()
    for sitting in (*sittings, elsewhere):
        closed(sitting)
    reopened(sittings[0])
    closed(sittings[0])

    anchors = list(Anchor.objects.filter(club=club).order_by("at", "id"))
    by_previous = {anchor.previous: anchor for anchor in anchors}
    chain = []
    previous = ""
    while anchor := by_previous.get(previous):
        chain.append((anchor.sitting, anchor.head, anchor.seq))
        assert anchor.hash == anchor_hash(anchor)
        previous = anchor.hash
    club.refresh_from_db()
    assert chain == [
        (sittings[0], sittings[0].head, 3),
        (sittings[1], sittings[1].head, 3),
        (sittings[2], "", 0),
        (sittings[0], sittings[0].head, 3),
    ]
    assert (club.anchor, len(anchors)) == (previous, 4)


@pytest.mark.both_engines("locks rows", "play.closing.services")
def test_guest_table_is_closed_and_reopened_by_the_phone_that_keeps_it():
    sitting, host = factories.make_guest_table()
    factories.record(sitting, by=host)

    assert not closed(sitting, by=host).is_open
    assert reopened(sitting, by=host).is_open
