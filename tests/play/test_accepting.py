"""How signatures came, and what a sheet is worth that nobody but phones with the code has signed."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper.common.errors import Conflict
from scorekeeper.payouts.models import Booking
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import accept_sheet, close_sitting, end_list, reopen_sitting, resume_list, sign
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.marks.services import confirm_hand
from scorekeeper.play.models import Act, Signature, Sitting, State
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.ratings.models import Digest
from scorekeeper.ratings.services import replay_stale
from tests import factories
from tests.acting import bearer, csrf, holding, send
from tests.factories.money import tonk, with_money, won
from tests.factories.tables import refreshed
from tests.play.folding import season_rows, season_sums
from tests.rows import everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW


def ended(club: Any = None, **more: Any) -> Sitting:
    """A sheet with one hand that only has to be signed."""
    sitting = factories.make_sitting(club, now=timezone.now(), **more)
    factories.record(sitting, factories.played(1), now=timezone.now())
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    return refreshed(sitting)


def signed(sitting: Sitting, number: int, by: Actor) -> Sitting:
    return sign(Signing(seat=number, head=sitting.head), sitting_id=sitting.pk, by=by, now=timezone.now())


def signed_by_code(sitting: Sitting, *numbers: int) -> Sitting:
    return factories.sign_by_code(sitting, *numbers, now=timezone.now())


def accepted(sitting: Sitting, by: Any) -> Sitting:
    return accept_sheet(sitting_id=sitting.pk, by=Actor(user=by), now=timezone.now())


@pytest.fixture
def season(club: Any) -> Any:
    return factories.make_season(club)


def test_each_signature_keeps_by_which_door_it_came(club):
    account = factories.make_member(club)
    players = [factories.player_of(account, club), *(factories.make_player(club) for _guest in range(3))]
    sitting, owner = ended(club, players=players), factories.owner_of(club)
    phone = Actor(device=factories.make_device(sitting, 1, now=timezone.now()))

    signed(sitting, 0, Actor(user=account))
    signed(sitting, 1, phone)
    signed(sitting, 2, Actor(user=owner))
    signed(sitting, 3, Actor(user=owner, is_program=True))

    assert list(Signature.objects.order_by("seat__number").values_list("via", "on_behalf")) == [
        ("account", False),
        ("code", False),
        ("account", True),
        ("program", True),
    ]


def test_a_phone_with_the_code_that_is_signed_in_otherwise_signs_by_the_code(club):
    sitting, other = ended(club), factories.make_member(club)

    signed(sitting, 1, Actor(user=other, device=factories.make_device(sitting, 1, now=timezone.now())))

    assert list(Signature.objects.values_list("via", "by_user")) == [("code", other.pk)]


def test_an_account_signs_with_the_code_though_it_is_no_member(club):
    gone = factories.make_member(club)
    players = [factories.player_of(gone, club), factories.make_player(club), factories.make_player(club)]
    sitting = ended(club, players=players)
    club.memberships.filter(user=gone).delete()
    by = Actor(user=gone, device=factories.make_device(sitting, 0, user=gone, now=timezone.now()))

    signed(sitting, 0, by)

    assert list(Signature.objects.values_list("via", "on_behalf")) == [("account", False)]


def test_a_confirmation_keeps_its_door(club):
    sitting = factories.make_sitting(club)
    hand = factories.record(sitting).hand
    confirm_hand(sitting_id=sitting.pk, by=Actor(device=factories.make_device(sitting, 1)), hand_id=hand.pk, now=NOW)

    assert (hand.via, hand.marks.get().via) == ("account", "code")
    assert list(verify(Count())) == []


def test_a_sheet_signed_by_codes_alone_closes_and_waits_for_a_scorer(club, season):
    done = signed_by_code(ended(club, seasons=[season]))

    assert (done.is_open, done.awaits_acceptance, done.is_official) == (False, True, False)
    assert season_rows(season) != {}
    assert season_rows(season, official=True) == {}
    assert marks_state(done, timezone.now()).state(done.hands.get()) == State.CONFIRMED
    assert list(verify(Count())) == []


@pytest.mark.parametrize("role", ["scorer", "director", "owner"])
def test_a_scorer_or_director_makes_it_official(club, season, role):
    waiting = signed_by_code(ended(club, seasons=[season]))
    by = factories.owner_of(club) if role == "owner" else factories.make_member(club, role)

    done = accepted(waiting, by)

    assert (done.awaits_acceptance, done.is_official) == (False, True)
    assert season_rows(season, official=True) == season_rows(season) == season_sums(season, official=True) != {}
    assert list(Act.objects.filter(kind="accepted").values_list("by_user", flat=True)) == [by.pk]
    assert marks_state(done, timezone.now()).state(done.hands.get()) == State.OFFICIAL
    assert list(verify(Count())) == []


def test_accepted_twice_it_is_accepted_once(club, season):
    waiting, owner = signed_by_code(ended(club, seasons=[season])), factories.owner_of(club)
    accepted(waiting, owner)
    before = everything()

    accepted(waiting, owner)

    assert everything() == before


def test_nobody_else_accepts_it(club, season):
    opened_by = factories.make_member(club)
    waiting = signed_by_code(ended(club, by=opened_by, seasons=[season]))

    for user in (opened_by, factories.make_member(club)):
        with pytest.raises(PermissionDenied):
            accepted(waiting, user)


def test_an_open_sheet_is_not_accepted(club, season):
    with pytest.raises(Conflict) as caught:
        accepted(ended(club, seasons=[season]), factories.owner_of(club))

    assert caught.value.code == "sheet_open"


def test_one_signature_by_an_account_is_enough(club, season):
    sitting = signed_by_code(ended(club, seasons=[season]), 0, 1)

    done = signed(sitting, 2, Actor(user=factories.owner_of(club)))

    assert (done.is_official, done.awaits_acceptance) == (True, False)
    assert season_rows(season, official=True) != {}


def test_a_sheet_that_counts_for_no_season_waits_too(club):
    """It counts for ratings, as every sheet of a club does."""
    waiting = signed_by_code(ended(club))
    replay_stale()
    before = Digest.objects.count()
    accepted(waiting, factories.owner_of(club))
    replay_stale()

    assert (waiting.is_official, before, Digest.objects.count()) == (False, 0, 1)
    assert list(verify(Count())) == []


def test_several_are_accepted_from_one_page_and_what_was_opened_again_is_left(club):
    first, other, opened, of_another = (signed_by_code(ended(where)) for where in (club, club, club, None))
    reopen_sitting(Reasoned(reason="a hand"), sitting_id=opened.pk, by=factories.keeper_of(opened), now=NOW)
    scorer, member = Client(), Client()
    scorer.force_login(factories.make_member(club, "scorer"))
    member.force_login(factories.make_member(club))
    address = reverse("sheets_accept", args=[club.pk])
    sent = {"sitting": [first.pk, other.pk, opened.pk, of_another.pk, "none"], "next": "/clubs/"}

    refused = member.post(address, sent)
    taken = scorer.post(address, sent)

    assert (refused.status_code, taken.url) == (403, "/clubs/")
    assert [refreshed(one).is_official for one in (first, other, opened, of_another)] == [True, True, False, False]
    assert Act.objects.filter(kind="accepted").count() == 2


def test_a_sheet_without_a_club_waits_for_nobody():
    sitting, host = factories.make_guest_table()
    factories.record(sitting, by=host)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=host, now=NOW)
    sitting = refreshed(sitting)

    for number in range(3):
        sitting = signed(sitting, number, host)

    assert sitting.is_official


def test_a_director_who_closes_by_hand_makes_it_official(club, season):
    sitting = signed_by_code(ended(club, seasons=[season]), 0, 1)

    done = close_sitting(Reasoned(reason="gone home"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert done.is_official


def test_opened_again_it_waits_no_longer_and_nothing_is_taken_back_twice(club, season):
    waiting = signed_by_code(ended(club, seasons=[season]))

    now = reopen_sitting(Reasoned(reason="a hand"), sitting_id=waiting.pk, by=factories.keeper_of(waiting), now=NOW)

    assert (now.is_open, now.awaits_acceptance) == (True, False)
    assert season_rows(season, official=True) == {}
    assert list(verify(Count())) == []


def test_money_is_booked_once_it_is_official():
    club = with_money()
    sitting = tonk(club, 3)
    factories.record(sitting, won())
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    waiting = signed_by_code(refreshed(sitting))
    before = Booking.objects.count()
    found = list(verify(Count()))

    accepted(waiting, factories.owner_of(club))

    assert (before, found, Booking.objects.count()) == (0, [], 1)
    assert list(verify(Count())) == []


# What sheet, hand, print, standings and API say


def words(client: Client, address: str) -> str:
    return " ".join(strip_tags(client.get(address).content.decode()).split())


@pytest.fixture
def shown(club: Any, season: Any) -> Any:
    """A sheet of an account, a guest with a phone, and somebody signed for; with the client of the owner."""
    account = factories.make_member(club, user=factories.make_user("Renate Vogt"))
    players = [
        factories.player_of(account, club),
        factories.make_player(club, "Ali"),
        factories.make_player(club, "Bea"),
    ]
    sitting = factories.make_sitting(club, players=players, seasons=[season], now=timezone.now())
    phone = Actor(device=factories.make_device(sitting, 1, now=timezone.now()))
    hand = factories.record(sitting, by=Actor(user=account), now=timezone.now()).hand
    factories.record(sitting, by=phone, now=timezone.now())
    confirm_hand(sitting_id=sitting.pk, by=phone, hand_id=hand.pk, now=timezone.now())
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    sitting = refreshed(sitting)
    signed(sitting, 0, Actor(user=account))
    signed(sitting, 1, phone)
    signed(sitting, 2, Actor(user=factories.owner_of(club)))
    client = Client()
    client.force_login(factories.owner_of(club))
    return sitting, hand, client


def test_the_sheet_and_its_print_name_how_everything_came(shown):
    sitting, _hand, client = shown
    owner = factories.owner_of(sitting.club).name

    for name in ("sitting_detail", "sitting_print"):
        said = words(client, reverse(name, args=[sitting.pk]))
        assert "Hands recorded by Renate Vogt, by account: 1; phone 1 with the code (“a phone”): 2." in said
        assert "Confirmed by Ali (phone 1 with the code (“a phone”)): 1." in said
        assert "Renate Vogt, by account" in said
        assert "signed at the table by code at" in said
        assert f"on behalf, by {owner}, by account" in said


def test_its_files_name_in_each_line_how_it_came(shown):
    sitting, _hand, client = shown
    keeper, owner = factories.keeper_of(sitting), factories.owner_of(sitting.club)
    reopen_sitting(Reasoned(reason="a hand"), sitting_id=sitting.pk, by=keeper, now=timezone.now())
    resume_list(sitting_id=sitting.pk, by=keeper, now=timezone.now())
    factories.record(sitting, by=Actor(user=owner, is_program=True), now=timezone.now())
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=keeper, now=timezone.now())
    signed(refreshed(sitting), 1, Actor(device=sitting.devices.get()))
    signed(refreshed(sitting), 2, Actor(user=owner))

    file = client.get(f"/tables/{sitting.pk}/?as=csv").content.decode("utf-8-sig")
    lines = list(csv.DictReader(StringIO(file)))

    phone = "phone 1 with the code (“a phone”)"
    assert [(line["Recorded by"], line["Confirmed by"]) for line in lines if line["No."]] == [
        ("Renate Vogt, by account", f"Ali: {phone}"),
        (phone, ""),
        (f"a program of {owner.name}", ""),
    ]
    assert [(line["Game"], line["Recorded by"], line["Remark"]) for line in lines if "Signature" in line["Game"]] == [
        ("Signature of Ali", phone, ""),
        ("Signature of Bea", f"{owner.name}, by account", "on behalf"),
    ]


def test_the_page_of_a_hand_names_how_each_version_and_mark_came(shown):
    sitting, hand, client = shown

    said = words(client, reverse("hand_detail", args=[sitting.pk, hand.pk]))

    assert "Renate Vogt, by account" in said
    assert "phone 1 with the code (“a phone”)" in said


def test_the_api_names_how_everything_came(shown):
    sitting, _hand, _client = shown
    device = str(sitting.devices.get().pk)

    answer = send(f"sittings/{sitting.pk}", None, bearer(factories.owner_of(sitting.club)), method="GET").json()

    by_code = {"via": "code", "person": None, "device": device, "device_name": "a phone"}
    assert [hand["by"]["via"] for hand in answer["hands"]] == ["account", "code"]
    assert answer["hands"][0]["by"]["person"] == "Renate Vogt"
    assert answer["hands"][0]["marks"][0]["by"] == answer["hands"][1]["by"] == by_code
    assert [(one["seat"], one["by"]["via"], one["on_behalf"]) for one in answer["signatures"]] == [
        (0, "account", False),
        (1, "code", False),
        (2, "account", True),
    ]
    assert answer["acts"][0]["by"]["via"] == "account"


def test_a_program_is_named(club):
    sitting, owner = factories.make_sitting(club, now=timezone.now()), factories.owner_of(club)

    answer = send(f"sittings/{sitting.pk}/hands", {"record": factories.played()}, bearer(owner))

    assert answer.json()["by"] == {"via": "program", "person": owner.name, "device": None, "device_name": None}
    client = Client()
    client.force_login(owner)
    hand = sitting.hands.get()
    assert f"a program of {owner.name}" in words(client, reverse("hand_detail", args=[sitting.pk, hand.pk]))


def test_the_why_of_a_standing_says_who_signed_for_whom(shown, season):
    sitting, _hand, client = shown
    player = sitting.seats.get(number=0).player_id

    said = words(client, f"{reverse('season_detail', args=[season.pk])}?why={player}")

    assert f"{factories.owner_of(sitting.club).name} signed for Bea." in said


def test_what_waits_is_said_and_accepted_with_one_tap(club, season):
    waiting = signed_by_code(ended(club, seasons=[season]))
    scorer, member = Client(), Client()
    scorer.force_login(factories.make_member(club, "scorer"))
    member.force_login(factories.make_member(club))
    table, home = reverse("sitting_detail", args=[waiting.pk]), reverse("club_detail", args=[club.pk])
    player = waiting.seats.get(number=0).player_id

    before = words(scorer, table)
    why = words(member, f"{reverse('season_detail', args=[season.pk])}?why={player}")
    listed = [words(client, home) for client in (scorer, member)]
    tapped = scorer.post(reverse("sitting_accept", args=[waiting.pk]))

    assert "Closed, not official yet" in before
    assert "signed by code, not official yet" in why
    assert ["Sheets to be made official" in found for found in listed] == [True, False]
    assert "Make the sheet official" not in words(member, table)
    assert tapped.url == table
    assert "made official" in words(scorer, table)
    assert "Sheets to be made official" not in words(scorer, home)


def test_a_program_accepts_too(club, season):
    waiting = signed_by_code(ended(club, seasons=[season]))

    answers = [
        send(f"sittings/{waiting.pk}/accept", {}, bearer(user))
        for user in (factories.make_member(club), factories.make_member(club, "scorer"))
    ]

    assert [answer.status_code for answer in answers] == [403, 200]
    assert answers[1].json()["awaits_acceptance"] is False


def test_the_phone_of_an_account_that_is_not_signed_in_is_told_why_it_may_not_confirm(club):
    account = factories.make_member(club, user=factories.make_user("Renate Vogt"))
    players = [factories.player_of(account, club), factories.make_player(club), factories.make_player(club)]
    sitting = factories.make_sitting(club, players=players, now=timezone.now())
    hand = factories.record(sitting, now=timezone.now()).hand
    client = holding(factories.make_device(sitting, 0, let_in=True, now=timezone.now()))

    answer = send(f"hands/{hand.pk}/confirm", {}, csrf(client), client=client)

    assert (answer.status_code, answer.json()["detail"]) == (
        403,
        "Renate Vogt has an account: sign in with it to confirm hands for this seat.",
    )
