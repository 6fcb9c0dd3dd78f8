"""A club that is closed: read as before, written by nobody, opened again by its owner for a while. Each of its forms:
`hostile/test_forms.py`."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.records import Closing
from scorekeeper.clubs.services import close_club, remove_member, reopen_club
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.offline.selectors import openings
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Hand
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import make_evening
from tests.factories.world import World
from tests.worlds import laid

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.make_user()


@pytest.fixture
def club(owner):
    return factories.make_club("Skatfreunde Lindenhof", owner=owner)


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def test_closed_only_with_its_name_and_by_its_owner(club, owner):
    with pytest.raises(Refused, match="not the club’s name"):
        close_club(Closing(name="Another"), club=club, by=owner, now=NOW)
    with pytest.raises(PermissionDenied):
        close_club(Closing(name=club.name), club=club, by=factories.make_member(club, "director"), now=NOW)

    close_club(Closing(name="skatfreunde  LINDENHOF"), club=club, by=owner, now=NOW)

    assert Club.objects.get().closed_at == NOW
    assert Entry.objects.filter(kind=Kind.CLUB_CLOSED).count() == 1


def test_opened_again_by_its_owner_for_thirty_days(club, owner):
    director = factories.make_member(club, "director")
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)
    with pytest.raises(PermissionDenied):
        reopen_club(club=club, by=director, now=NOW)
    with pytest.raises(Refused, match="30 days"):
        reopen_club(club=club, by=owner, now=NOW + timedelta(days=31))

    reopen_club(club=club, by=owner, now=NOW + timedelta(days=30))

    assert not Club.objects.get().is_closed
    factories.make_sitting(Club.objects.get())


def test_a_member_can_leave_a_closed_club(club, owner):
    user = factories.make_member(club)
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)

    remove_member(club=club, by=user, membership=Membership.objects.get(user=user))

    assert not Membership.objects.filter(user=user).exists()


def test_its_last_owner_can_leave_it_too(club, owner):
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)

    remove_member(club=club, by=owner, membership=Membership.objects.get(user=owner))

    assert not Membership.objects.exists()


def test_nothing_is_offered_that_a_closed_club_refuses(page, club, owner):
    evening = make_evening(club)
    factories.make_sitting(club)
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)

    first = page.get("/")
    assert (first.context["tables"], first.context["club"]) == ([], None)
    assert [one.closed_at for one in first.context["clubs"]] == [NOW]
    assert openings(owner) == openings(None)
    forms = {
        name: page.get(reverse(name, args=[pk]))
        .content.decode()
        .split("<main")[1]
        .split("</main>")[0]
        .count('method="post"')
        for name, pk in (("evening_detail", evening.pk), ("evening_list", club.pk), ("evening_calendar", club.pk))
    }
    assert set(forms.values()) == {0}


def test_no_hand_is_recorded_by_anybody(club, owner):
    sitting = factories.make_sitting(club)
    device = factories.make_device(sitting, 1)
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)

    with pytest.raises(PermissionDenied):
        factories.record(sitting)
    with pytest.raises(PermissionDenied):
        factories.record(sitting, by=Actor(device=device))
    assert not Hand.objects.exists()


def test_pages_ask_twice(page, club):
    address = reverse("club_close", args=[club.pk])

    assert page.post(address, {"name": "x"}).status_code == 422
    asked = page.post(address, {"name": club.name})
    assert (asked.status_code, Club.objects.get().is_closed) == (200, False)
    assert "for good?" in asked.content.decode()

    page.post(address, {"name": club.name, "sure": "1"})
    assert Club.objects.get().is_closed
    shown = page.get(reverse("club_detail", args=[club.pk])).content.decode()
    assert "This club was closed on" in shown

    page.post(reverse("club_reopen", args=[club.pk]))
    assert not Club.objects.get().is_closed


def test_every_page_of_a_closed_club_is_read():
    world = laid(World)
    Club.objects.update(closed_at=NOW)
    client = world.client()

    assert [address for address in world.addresses() if client.get(address).status_code >= 500] == []
    assert Client().get("/").status_code == 200
