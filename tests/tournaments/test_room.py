"""The clock of a tournament, and calls for the director."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.clock.reads import open_calls, time_of
from scorekeeper.tournaments.clock.services import (
    CallWords,
    ClockLength,
    MoreTime,
    TableTime,
    answer_call,
    call_director,
    give_table_time,
    give_time,
    set_clock,
    start_clock,
    stop_clock,
)
from scorekeeper.tournaments.models import Clock, DirectorCall, Round, RoundTable, Tournament
from scorekeeper.tournaments.templatetags.tournaments import clock_time
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import make_tournament

pytestmark = pytest.mark.django_db


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def running():
    """A tournament whose first round is played, its owner, and its table."""
    made = make_tournament()
    Round.objects.update(state="published", published_at=NOW)
    return made, factories.owner_of(made.club), RoundTable.objects.get()


def test_clock_runs_stops_and_goes_on():
    made, owner, _table = running()
    assert time_of(made, NOW) is None

    set_clock(ClockLength(seconds=600), tournament_id=made.pk, by=owner)
    assert time_of(made, later(50)).left == 600, "it stands until it is started"
    start_clock(tournament_id=made.pk, by=owner, now=NOW)
    start_clock(tournament_id=made.pk, by=owner, now=later(5))
    assert (time_of(made, later(60)).left, time_of(made, later(60)).ends_at) == (540, later(600))
    stop_clock(tournament_id=made.pk, by=owner, now=later(100))
    stop_clock(tournament_id=made.pk, by=owner, now=later(300))
    assert (time_of(made, later(400)).left, time_of(made, NOW).ends_at) == (500, None)
    start_clock(tournament_id=made.pk, by=owner, now=later(400))
    over = time_of(made, later(910))
    assert (over.left, over.is_over) == (-10, True)
    set_clock(ClockLength(seconds=60), tournament_id=made.pk, by=owner)
    assert (time_of(made, later(999)).left, Clock.objects.count()) == (60, 1)


@pytest.mark.both_engines("locks rows", "tournaments.clock.services")
def test_time_is_given_to_all_and_to_one_table():
    made, owner, table = running()
    set_clock(ClockLength(seconds=600), tournament_id=made.pk, by=owner)
    start_clock(tournament_id=made.pk, by=owner, now=NOW)

    give_time(MoreTime(seconds=120), tournament_id=made.pk, by=owner, now=NOW)
    give_table_time(TableTime(seconds=300), table_id=table.pk, by=owner)

    found = time_of(made, later(20))
    assert found.left == 700
    assert [(one.table.pk, one.seconds, one.ends_at) for one in found.longer] == [(table.pk, 300, later(1020))]
    Round.objects.update(state="official", official_at=NOW)
    assert time_of(made, NOW).longer == (), "a round that is over needs no more time"


@pytest.mark.parametrize("seconds", [0, -1, 24 * 3600 + 1])
def test_a_clock_runs_neither_backwards_nor_for_days(seconds):
    made, owner, _table = running()

    with pytest.raises(Refused) as refused:
        ClockLength.read({"seconds": seconds})

    assert [one.field for one in refused.value.problems] == ["seconds"]
    set_clock(ClockLength(seconds=24 * 3600), tournament_id=made.pk, by=owner)
    with pytest.raises(Refused):
        give_time(MoreTime(seconds=1), tournament_id=made.pk, by=owner, now=NOW)


def test_only_the_desk_has_its_hand_on_the_clock():
    made, _owner, table = running()
    member = factories.make_member(made.club)

    for act in (
        lambda: set_clock(ClockLength(seconds=60), tournament_id=made.pk, by=member),
        lambda: give_table_time(TableTime(seconds=60), table_id=table.pk, by=member),
        lambda: call_director(CallWords(words=""), table_id=table.pk, by=member, now=NOW),
    ):
        with pytest.raises(PermissionDenied):
            act()


@pytest.mark.both_engines("locks rows", "tournaments.clock.services")
def test_who_plays_at_a_table_calls_the_director_once():
    made, owner, table = running()
    user = factories.make_member(made.club)
    line = table.places.get(seat=0).entrant.players.get()
    line.player = factories.player_of(user, made.club)
    line.save()

    first = call_director(CallWords(words="  a card  fell "), table_id=table.pk, by=user, now=NOW)
    again = call_director(CallWords(words="now"), table_id=table.pk, by=owner, now=later(9))

    assert (first.pk, first.words) == (again.pk, "a card fell")
    assert open_calls(made) == [first]
    answer_call(call_id=first.pk, by=owner, now=later(30))
    answer_call(call_id=first.pk, by=owner, now=later(60))
    assert (open_calls(made), DirectorCall.objects.get().answered_at) == ([], later(30))
    with pytest.raises(Refused):
        call_director(CallWords.read({"words": "x" * 201}), table_id=table.pk, by=user, now=NOW)
    Round.objects.update(state="official", official_at=timezone.now())
    with pytest.raises(Conflict) as conflict:
        call_director(CallWords(words=""), table_id=table.pk, by=user, now=NOW)
    assert conflict.value.code == "not_playing"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59, "0:59"), (1420, "23:40"), (3600, "1:00:00"), (-12, "+0:12"), (-3661, "+1:01:01")],
)
def test_seconds_are_told_as_a_clock_does(seconds, shown):
    assert clock_time(seconds) == shown


def test_the_clock_on_its_page(client):
    made, owner, table = running()
    client.force_login(owner)
    address = reverse("tournament_room", args=[made.pk])
    assert "Set the clock" in client.get(address).content.decode()
    assert client.post(address, {"do": "start"}).status_code == 409, "there is no clock yet"
    assert client.post(address, {"do": "set", "minutes": "0"}).status_code == 422

    for sent in (
        {"do": "set", "minutes": "45"},
        {"do": "start"},
        {"do": "more"},
        {"do": "stop"},
        {"do": "table", "table": str(table.pk), "more": "5"},
    ):
        assert client.post(address, sent).url == address, sent

    clock = Clock.objects.get()
    assert 45 * 60 < clock.left <= 46 * 60
    assert not clock.is_running
    assert "Table 1 has 5:00 more" in client.get(address).content.decode()
    assert client.post(address, {"do": "table", "table": "1", "more": "5"}).status_code == 422
    Tournament.objects.filter(pk=made.pk).update(state="ended", ended_at=NOW)
    over = client.get(address).content.decode()
    assert "The tournament has ended." in over
    assert "Set the clock" not in over
    client.force_login(factories.make_member(made.club))
    assert client.get(address).status_code == 403


def test_a_call_on_its_pages(client):
    made, owner, table = running()
    client.force_login(owner)
    address = reverse("table_call", args=[table.pk])

    assert client.post(address, {"words": "two aces of hearts"}).url == address

    assert "Called at" in client.get(address).content.decode()
    room = client.get(reverse("tournament_room", args=[made.pk])).content.decode()
    assert "two aces of hearts" in room
    calls = reverse("tournament_calls", args=[made.pk])
    elsewhere = client.get(reverse("tournament_entries", args=[made.pk])).content.decode()
    assert "two aces of hearts" in elsewhere, "the desk sees it on every page"
    stamp = re.search(rf"{calls}\?since=(\w+)", elsewhere).group(1)
    assert client.get(calls, {"since": stamp}).status_code == 204
    call = DirectorCall.objects.get()
    assert client.post(reverse("call_answered", args=[call.pk])).status_code == 302
    assert "Nobody has called" in client.get(reverse("tournament_room", args=[made.pk])).content.decode()
    news = client.get(calls, {"since": stamp})
    assert news.status_code == 200
    assert "two aces" not in news.content.decode()
    client.force_login(factories.make_member(made.club))
    assert client.get(calls).status_code == 403
    assert calls not in client.get(reverse("tournament_detail", args=[made.pk])).content.decode()
    assert client.get(address).status_code == 403
