"""Where people stand, hidden from other members: by themselves, or by their club. Nothing else tells it."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.payouts.care.services import hide_of_club, hide_own
from scorekeeper.payouts.models import Booking, Discreet
from scorekeeper.people.services import Merging, merge_players
from tests import factories
from tests.acting import bearer, send
from tests.factories.money import CLUB, booked, of, with_money

pytestmark = pytest.mark.django_db
NOW = factories.NOW
AMOUNT = 98_765_432  # as no id has it by chance
AMOUNTS = ("987,654.32", "987654.32", str(AMOUNT))


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def ann(club):
    """She hides where she stands."""
    user = factories.make_member(club)
    hide_own(club=club, user=user, hides=True, now=NOW)
    return user


@pytest.fixture
def reader(club):
    return factories.make_member(club, Role.SCORER)


def line(user, club):
    return factories.player_of(user, club)


def pages(club):
    booking = Booking.objects.get(club=club)
    return [
        reverse("money_overview", args=[club.pk]),
        reverse("money_settle", args=[club.pk]),
        reverse("money_history", args=[club.pk]),
        f"{reverse('money_history', args=[club.pk])}?as=csv",
        reverse("money_booking", args=[club.pk, booking.pk]),
    ]


def told(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return b"".join(answer).decode() if answer.streaming else answer.content.decode()


def shown(client, user, club):
    """The pages that tell the amount to this user, which is on all of them."""
    client.force_login(user)
    return [address for address in pages(club) if any(amount in told(client, address) for amount in AMOUNTS)]


def test_only_the_person_and_directors_see_it(client, club, ann, reader):
    booked(club, {of(line(ann, club)): -AMOUNT, CLUB: AMOUNT})

    assert shown(client, reader, club) == []
    assert all("hidden" in told(client, address) for address in pages(club))
    assert len(shown(client, ann, club)) == 5
    assert len(shown(client, factories.owner_of(club), club)) == 5


def test_it_is_hidden_from_programs_too(club, ann, reader):
    booked(club, {of(line(ann, club)): -AMOUNT, CLUB: AMOUNT})
    booking = Booking.objects.get()
    paths = [
        f"clubs/{club.pk}/money",
        f"clubs/{club.pk}/settle-up",
        f"clubs/{club.pk}/bookings",
        f"bookings/{booking.pk}",
    ]

    def seen_by(user):
        return [str(AMOUNT) in send(path, None, bearer(user), method="GET").content.decode() for path in paths]

    assert seen_by(reader) == [False] * 4
    assert seen_by(ann) == seen_by(factories.owner_of(club)) == [True] * 4


def test_what_concerns_the_reader_is_shown_to_them(client, club, ann, reader):
    booked(club, {of(line(ann, club)): -AMOUNT, of(line(reader, club)): AMOUNT})

    assert len(shown(client, reader, club)) == 5
    assert "hidden" in told(client, pages(club)[4])


def test_a_club_shows_members_only_themselves(client, club, reader):
    bob, owner = factories.make_player(club, "Bob"), factories.owner_of(club)
    booked(club, {of(bob): -AMOUNT, CLUB: AMOUNT})
    client.force_login(reader)
    at = reverse("money_overview", args=[club.pk])
    assert client.post(at, {"balances": "hidden"}).status_code == 403
    client.force_login(owner)
    client.post(at, {"balances": "hidden"})

    assert shown(client, reader, club) == []
    assert len(shown(client, owner, club)) == 5
    hide_of_club(club=club, by=owner, hides=True, now=NOW)
    hide_of_club(club=club, by=owner, hides=False, now=NOW)
    assert len(shown(client, reader, club)) == 5
    kinds = Entry.objects.filter(kind__in=[Kind.BALANCES_HIDDEN, Kind.BALANCES_SHOWN]).order_by("pk")
    assert [one.kind for one in kinds] == [Kind.BALANCES_HIDDEN, Kind.BALANCES_SHOWN]


def test_lines_that_are_one_person_are_hidden_together(client, club, ann, reader):
    guest = factories.make_player(club, "Same")
    booked(club, {of(guest): -AMOUNT, CLUB: AMOUNT})
    assert len(shown(client, reader, club)) == 4  # but for sums: nobody knows yet that it is her

    merge_players(Merging(kept=line(ann, club).pk), club=club, by=factories.owner_of(club), gone=guest.pk, now=NOW)

    assert shown(client, reader, club) == []


def test_it_is_chosen_on_the_own_page_and_taken_back(client, club, reader):
    client.force_login(reader)
    at, form = reverse("account_money"), {"club": club.pk}

    client.post(at, {**form, "hides": "1"})
    client.post(at, {**form, "hides": "1"})
    assert Discreet.objects.get().player == line(reader, club)
    assert "Show my balance to other members" in told(client, at)
    client.post(at, {**form, "hides": "0"})
    assert not Discreet.objects.exists()
