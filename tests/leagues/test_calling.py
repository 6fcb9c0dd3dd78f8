"""A table of an evening calls the director."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import TableCallWords, answer_call, call_to_table, open_calls
from scorekeeper.leagues.models import TableCall
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.play.actors import Actor
from tests import factories
from tests.acting import csrf, holding
from tests.factories import NOW
from tests.factories.evenings import end_all, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club):
    return playing(club, 8)


@pytest.fixture
def sitting(evening):
    return sittings_of(evening)[0]


@pytest.mark.both_engines("locks rows", "leagues.evenings.services")
def test_a_table_calls_once_until_somebody_has_come(evening, sitting, owner):
    scorer = factories.make_member(evening.club, Role.SCORER)

    first = call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=scorer), now=NOW)
    again = call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW)

    assert (first, open_calls(evening)) == (again, [first])
    answer_call(call_id=first.pk, by=owner, now=NOW)
    answer_call(call_id=first.pk, by=owner, now=NOW)
    assert open_calls(evening) == []
    assert call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW) != first


def test_only_who_records_there_calls_and_only_who_runs_the_evening_answers(evening, sitting):
    stranger, member = factories.make_user(), factories.make_member(evening.club)
    phone = factories.make_device(sitting)
    for nobody in (stranger, member):
        with pytest.raises(PermissionDenied):
            call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=nobody), now=NOW)
    call = call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(device=phone), now=NOW)

    with pytest.raises(PermissionDenied):
        answer_call(call_id=call.pk, by=member, now=NOW)


def test_nobody_is_called_to_a_table_that_is_over(evening, sitting, owner):
    end_all(evening)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    with pytest.raises(Conflict):
        call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW)


def test_the_menu_of_the_table_has_the_call_and_the_evening_shows_it(client, evening, sitting, owner):
    client.force_login(owner)
    address = reverse("sitting_call", args=[sitting.pk])
    menu = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode().split('id="table-doors"')[1]
    assert address in menu

    assert client.post(address, {"words": "  a card  fell "}).url == address
    called = client.get(address).content.decode()
    assert ("Called at" in called, "a card fell" in called) == (True, True)
    assert client.post(address, {"words": "x" * 201}).status_code == 422

    page = client.get(reverse("evening_detail", args=[evening.pk])).content.decode()
    listed = page.split('class="todo"')[1].split("</ul>")[0]
    assert ("Table 1 calls" in listed, "a card fell" in listed) == (True, True)
    desk = reverse("evening_desk", args=[evening.pk])
    stamp = re.search(rf"{desk}\?since=(\w+)", page).group(1)
    assert client.get(desk, {"since": stamp}).status_code == 204
    call = TableCall.objects.get()
    assert client.post(reverse("evening_call_answered", args=[call.pk])).status_code == 302
    assert "I am here" not in client.get(desk, {"since": stamp}).content.decode()


def test_a_phone_with_the_code_calls_and_sees_no_calls(evening, sitting):
    guest = holding(factories.make_device(sitting, now=timezone.now()))
    address = reverse("sitting_call", args=[sitting.pk])

    assert guest.post(address, headers=csrf(guest)).status_code == 302
    assert TableCall.objects.get().by is None
    assert guest.get(reverse("evening_desk", args=[evening.pk])).status_code == 302


def test_a_table_of_no_evening_has_no_call(client, club, owner):
    client.force_login(owner)
    sitting = factories.make_sitting(club)

    assert client.get(reverse("sitting_call", args=[sitting.pk])).status_code == 404
    assert "Call the director" not in client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
