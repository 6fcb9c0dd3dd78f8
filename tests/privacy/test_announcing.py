"""Old names that go by themselves: announced to owners, done once on its day, put off, and in the club's log."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from scorekeeper.clubs.records import Closing
from scorekeeper.clubs.services import close_club, reopen_club
from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import drain
from scorekeeper.journal.models import Entry
from scorekeeper.notices.selectors import waiting
from scorekeeper.outbox.services import drain as send_mail
from scorekeeper.privacy.models import CleanUp, Retention
from scorekeeper.privacy.selectors import announced_of
from scorekeeper.privacy.services import BEFORE, LATE, PUT_OFF, RetentionChoice, keep_names, keep_up, put_off
from tests import factories
from tests.factories import NOW
from tests.privacy.test_forgetting import LATER, Old, counted, names

pytestmark = pytest.mark.django_db

DAY = LATER + BEFORE
ALL = {"Alt Aber", "Längst Fort", "Nie Wieder"}


@pytest.fixture
def old():
    """A club that wants it done by itself."""
    made = Old()
    keep_names(RetentionChoice(years=2, is_automatic=True), club=made.club, by=made.owner, now=NOW)
    return made


def log(club):
    entries = Entry.objects.filter(club=club, kind__startswith="names_").order_by("at", "pk")
    return [(entry.kind, entry.detail.get("number")) for entry in entries][2:]


def told(old, now):
    return [one.words for one in waiting(type(old.owner).objects.get(pk=old.owner.pk), now)]


def test_by_hand_is_the_default_and_nothing_goes_by_itself():
    made = Old()

    assert keep_up(now=LATER) == 0

    assert not CleanUp.objects.exists()
    assert made.club.retention.is_automatic is False


def test_owners_are_told_before_it_is_done_on_its_day_once(old, mailoutbox, django_capture_on_commit_callbacks):
    totals = counted(old.season)

    with django_capture_on_commit_callbacks(execute=True):
        assert [keep_up(now=LATER), keep_up(now=LATER), keep_up(now=DAY - timedelta(days=1))] == [1, 0, 0]
    send_mail(now=LATER)
    announced = announced_of(old.club)
    assert (announced.day, announced.people, announced.seasons) == (DAY.date(), old.gone, 1)
    assert len(told(old, LATER)) == 1
    assert "old names will be removed (3)" in told(old, LATER)[0]
    assert [mail.to for mail in mailoutbox] == [[old.owner.email]]
    assert "People: 3\n" in mailoutbox[0].body
    assert "Seasons whose standings they are in: 1\n" in mailoutbox[0].body
    assert not Job.objects.exists()
    assert names(old.club) > ALL

    assert [keep_up(now=DAY), keep_up(now=DAY)] == [1, 0]
    drain(lambda: DAY)

    assert [(job.state, job.sentences) for job in Job.objects.all()] == [
        (State.DONE, ["Names removed: 3. No totals have changed."])
    ]
    assert not ALL & names(old.club)
    assert counted(old.season) == totals
    assert told(old, DAY) == []
    assert log(old.club) == [("names_announced", 3), ("names_gone", 3)]
    assert keep_up(now=DAY + timedelta(days=1)) == 0


def test_who_plays_meanwhile_and_who_grows_old_meanwhile_keep_their_names(old):
    """Only who was announced goes, as far as they still have not played."""
    keep_up(now=LATER)
    others = [factories.make_player(old.club) for _seat in range(2)]
    factories.make_sitting(old.club, players=[old.gone[0], *others], now=LATER)
    late = factories.make_player(old.club, "Later Announced")
    type(late).objects.filter(pk=late.pk).update(created_at=NOW)
    old.club.players.filter(pk=late.pk).update(created_at=LATER - timedelta(days=729))

    keep_up(now=DAY)
    drain(lambda: DAY)

    assert {"Alt Aber", "Later Announced"} <= names(old.club)
    assert not {"Längst Fort", "Nie Wieder"} & names(old.club)
    assert log(old.club)[-1] == ("names_gone", 2)


@pytest.mark.both_engines("locks rows", "privacy.services")
def test_put_off_it_is_announced_anew_later(old):
    keep_up(now=LATER)
    with pytest.raises(PermissionDenied):
        put_off(club=old.club, by=factories.make_member(old.club, "director"), now=LATER)

    for _twice in range(2):
        put_off(club=old.club, by=old.owner, now=LATER)

    assert told(old, LATER) == []
    assert [keep_up(now=DAY), keep_up(now=LATER + PUT_OFF - timedelta(days=1))] == [0, 0]
    assert names(old.club) > ALL
    assert keep_up(now=LATER + PUT_OFF) == 1
    assert announced_of(old.club).day == (LATER + PUT_OFF + BEFORE).date()
    assert log(old.club) == [("names_announced", 3), ("names_put_off", None), ("names_announced", 3)]


@pytest.mark.both_engines("locks rows", "privacy.services")
@pytest.mark.parametrize("wanted", [{"years": 2}, {"years": None}, {"years": 10, "is_automatic": True}])
def test_what_was_announced_by_other_settings_is_not_done(old, wanted):
    keep_up(now=LATER)

    keep_names(RetentionChoice(**wanted), club=old.club, by=old.owner, now=LATER)
    keep_up(now=DAY)
    drain(lambda: DAY)

    assert names(old.club) > ALL
    assert announced_of(old.club) is None
    assert told(old, LATER) == []


def test_a_club_that_was_closed_meanwhile_is_told_anew(old):
    keep_up(now=LATER)
    close_club(Closing(name=old.club.name), club=old.club, by=old.owner, now=LATER)
    assert keep_up(now=DAY) == 0
    long_after = DAY + LATE + timedelta(days=1)
    reopen_club(club=old.club, by=old.owner, now=long_after)

    keep_up(now=long_after)

    assert announced_of(old.club).day == (long_after + BEFORE).date()
    assert names(old.club) > ALL


def test_the_page_says_what_will_be_done_and_puts_it_off(old, monkeypatch):
    client = Client()
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    client.force_login(old.owner)
    address = f"/clubs/{old.club.pk}/retention/"
    keep_up(now=LATER)

    page = client.get(address).content.decode()
    answer = client.post(address, {"put_off": "1"})
    after = client.get(address).content.decode()

    assert "The names of 3 people are removed." in page
    assert "They are in 1 season, whose totals do not change." in page
    assert answer.status_code == 302
    assert "Automatic removal on" not in after
    assert "checked" in after
    assert Retention.objects.get(club=old.club).rests_until == (LATER + PUT_OFF).date()
