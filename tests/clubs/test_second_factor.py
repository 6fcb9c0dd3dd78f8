"""A club asks its owners and directors for a second factor: without it they can do there what a scorer can."""

import re
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Role, SecondFactorAsked
from scorekeeper.clubs.policies import role_in, role_kept
from scorekeeper.clubs.records import ClubChange, FactorWish
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.clubs.services import ask_second_factor, change_club
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import seen_by, standpoint
from tests import factories
from tests.accounts.test_proving import routes
from tests.acting import bearer, client_of

pytestmark = pytest.mark.django_db


def secure(user: User) -> User:
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    return user


@pytest.fixture
def asking(club: Club) -> Club:
    """A club that asks, by its owner, who has one."""
    owner = secure(factories.owner_of(club))
    ask_second_factor(FactorWish(asks=True), club=club, by=owner, now=timezone.now())
    return club


def answers(user: User, club: Club) -> dict[str, tuple[Any, ...]]:
    """What every page and operation of a club answers to GET and POST."""
    client, program = client_of(user), {**bearer(user)}
    found = {}
    for path, _name, _view in routes():
        if re.findall(r"<\w+:(\w+)>", path) != ["club_id"] and re.findall(r"<\w+:(\w+)>", path) != ["club"]:
            continue
        address = re.sub(r"<\w+:\w+>", str(club.pk), path)
        sender = Client(headers=program) if address.startswith("/api/") else client
        more = {"content_type": "application/json"} if address.startswith("/api/") else {}
        found[path] = (sender.get(address).status_code, sender.post(address, {}, **more).status_code)
    return found


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.OWNER])
def test_everywhere_who_has_none_is_answered_as_a_scorer(asking, role):
    without, scorer = factories.make_member(asking, role), factories.make_member(asking, Role.SCORER)

    waiting = answers(without, asking)

    assert waiting == answers(scorer, asking)
    secure(without)
    shown = answers(without, asking)
    assert len(waiting) > 30
    assert sum(shown[path] != waiting[path] for path in shown) > 5


def test_every_way_to_a_role_knows_of_it(asking):
    director = factories.make_member(asking, Role.DIRECTOR)

    for role in (Role.SCORER, Role.DIRECTOR):
        assert role_in(director, asking) == role
        assert role_kept(director, asking) == role
        assert membership_of(director, asking.pk).role == role
        if role == Role.SCORER:
            secure(director)


def test_recovery_codes_alone_are_none(asking):
    director = factories.make_member(asking, Role.DIRECTOR)
    RecoveryCodes.activate(director)

    assert role_in(director, asking) == Role.SCORER


def test_scorers_members_and_other_clubs_are_not_asked(asking):
    scorer, member = factories.make_member(asking, Role.SCORER), factories.make_member(asking)
    director = factories.make_member(factories.make_club(), Role.DIRECTOR)

    assert [role_in(user, asking) for user in (scorer, member)] == [Role.SCORER, Role.MEMBER]
    assert role_in(director, director.memberships.get().club) == Role.DIRECTOR


def test_who_waits_still_records_and_keeps_the_table_they_opened(asking):
    director = factories.make_member(asking, Role.DIRECTOR)
    sitting = factories.make_sitting(asking, by=director)

    factories.record(sitting, by=factories.keeper_of(sitting))

    assert sitting.hands.count() == 1


def test_a_director_who_waits_is_a_scorer_at_every_table(asking):
    director = factories.make_member(asking, Role.DIRECTOR)
    factories.make_sitting(asking)

    actor = Actor(user=director)

    before = standpoint(actor, seen_by(Sitting.objects.all(), actor).get()).role
    secure(director)
    after = standpoint(actor, seen_by(Sitting.objects.all(), actor).get()).role

    assert (before, after) == (Role.SCORER, Role.DIRECTOR)


def test_their_pages_say_why_and_lead_to_the_set_up(asking):
    director = factories.make_member(asking, Role.DIRECTOR)

    page = client_of(director).get(reverse("club_detail", args=[asking.pk])).content.decode()

    assert "This club asks its owners and directors for a second factor" in page
    assert reverse("mfa_index") in page


def test_whoever_asks_has_one(club):
    owner = factories.owner_of(club)

    with pytest.raises(Refused, match="First set up your own second factor"):
        ask_second_factor(FactorWish(asks=True), club=club, by=owner, now=timezone.now())

    assert not SecondFactorAsked.objects.exists()


def test_an_owner_asks_on_the_page_and_it_is_logged(club):
    owner = factories.owner_of(club)
    director = factories.make_member(club, Role.DIRECTOR, user=factories.make_user("Rudi Richter"))
    client = client_of(owner)
    address = reverse("second_factor_ask", args=[club.pk])

    refused = client.post(address, {"asks": "1"})
    assert refused.status_code == 422
    assert "First set up your own second factor" in refused.content.decode()
    secure(owner)
    page = client.post(address, {"asks": "1"}, follow=True).content.decode()

    assert "Rudi Richter" in page.partition("Without one:")[2]
    assert role_in(director, club) == Role.SCORER
    assert client_of(director).post(address, {"asks": "0"}).status_code == 403
    client.post(address, {"asks": "1"})
    client.post(address, {"asks": "0"})
    assert role_in(director, club) == Role.DIRECTOR
    logged = Entry.objects.filter(detail__has_key="second_factor").order_by("pk")
    assert [entry.detail["second_factor"] for entry in logged] == [True, False]


@pytest.mark.parametrize("asks", [True, False])
def test_a_role_costs_one_statement_whether_the_club_asks_or_not(club, django_assert_num_queries, asks):
    owner = secure(factories.owner_of(club))
    if asks:
        ask_second_factor(FactorWish(asks=True), club=club, by=owner, now=timezone.now())

    with django_assert_num_queries(1):
        assert role_in(owner, club) == Role.OWNER


def test_services_refuse_too(asking):
    from django.core.exceptions import PermissionDenied

    director = factories.make_member(asking, Role.DIRECTOR)

    with pytest.raises(PermissionDenied):
        change_club(ClubChange(name="Evil", time_zone="UTC", ink="pine"), club=asking, by=director)
