"""Notices: who is told what, once; what they switch off; the link in every mail."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.leagues.evenings.mails import remind_of_evenings
from scorekeeper.leagues.evenings.services import change_evening
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from scorekeeper.notices.models import Kind, Notice, SwitchedOff
from scorekeeper.notices.selectors import waiting
from scorekeeper.notices.services import NoticesChoice, NoticeSwitch, choose, forget_notices, off_secret
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.notices import remind_of_signatures
from scorekeeper.play.closing.services import end_list, reopen_sitting, sign
from scorekeeper.play.correcting.services import Striking, strike_from
from scorekeeper.play.marks.services import decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from tests import factories
from tests.acting import bearer, refusal, send
from tests.factories import NOW
from tests.factories.evenings import a_plan, make_evening

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def anna():
    return factories.make_user("Anna")


@pytest.fixture
def club(anna):
    return factories.make_club("Lindenhof", owner=anna)


@pytest.fixture
def ended(club, anna):
    """A table that is over and waits for signatures; Anna sits at it."""
    players = [factories.player_of(anna, club), *(factories.make_player(club) for _guest in range(2))]
    sitting = factories.make_sitting(club, players=players)
    factories.record(sitting)
    return end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)


def told(user, kind=None):
    return [notice.kind for notice in Notice.objects.filter(user=user) if kind in (None, notice.kind)]


def test_a_missing_signature_is_told_once_after_a_while(ended, anna):
    assert remind_of_signatures(now=NOW + timedelta(minutes=5)) == 0
    assert [remind_of_signatures(now=LATER) for _again in range(3)] == [1, 0, 0]

    assert [message.to for message in mail.outbox] == [[anna.email]]
    assert ended.name in mail.outbox[0].subject
    assert [one.words for one in waiting(anna, LATER)] == [f"Your signature is missing on {ended.name}."]


def test_who_has_signed_is_told_nothing_any_more(ended, anna):
    remind_of_signatures(now=LATER)
    sign(Signing(seat=0, head=ended.head), sitting_id=ended.pk, by=factories.keeper_of(ended), now=LATER)

    assert waiting(anna, LATER) == []
    assert remind_of_signatures(now=LATER + timedelta(hours=1)) == 0


def test_a_sheet_that_was_opened_again_is_told_once_more(ended, anna):
    remind_of_signatures(now=LATER)
    factories.sign_all(ended, now=LATER)
    reopen_sitting(Reasoned(reason="wrong"), sitting_id=ended.pk, by=factories.keeper_of(ended), now=LATER)

    assert remind_of_signatures(now=LATER + timedelta(hours=1)) == 1
    assert len(waiting(anna, LATER)) == 1


@pytest.mark.both_engines("a figure inside JSON", "play.closing.notices")
def test_guests_sheets_of_no_club_and_running_tables_are_left_alone(club):
    sitting = factories.make_sitting(club)
    factories.record(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    factories.make_sitting(club)

    assert remind_of_signatures(now=LATER) == 0


def test_the_next_evening_is_told_to_who_has_said_nothing(club, anna):
    bo, cleo = (factories.make_member(club) for _member in range(2))
    evening = make_evening(club, starts_at=NOW + timedelta(days=1))
    make_evening(club, starts_at=NOW + timedelta(days=3))
    sign_up(EveningSignUp(comes=False), evening_id=evening.pk, by=bo, now=NOW)

    assert [remind_of_evenings(now=NOW) for _again in range(2)] == [2, 0]

    assert {user for message in mail.outbox for user in message.to} == {anna.email, cleo.email}
    assert "20:30" in mail.outbox[0].body
    assert told(bo) == []
    assert waiting(anna, NOW + timedelta(days=2)) == []


def test_an_evening_put_to_another_time_is_told_once_more(club, anna):
    evening = make_evening(club, starts_at=NOW + timedelta(days=1))
    remind_of_evenings(now=NOW)
    plan = a_plan(starts_at=NOW + timedelta(days=1, hours=1))
    change_evening(plan, evening_id=evening.pk, by=anna, now=NOW)

    assert [remind_of_evenings(now=NOW) for _again in range(2)] == [1, 0]


def test_what_is_switched_off_comes_no_more(club, anna, ended):
    choose(
        NoticesChoice(
            off=(
                NoticeSwitch(kind="signature", channel="mail"),
                NoticeSwitch(kind="evening", channel="screen"),
            )
        ),
        by=anna,
    )
    make_evening(club, starts_at=NOW + timedelta(days=1))

    remind_of_signatures(now=LATER)
    remind_of_evenings(now=LATER)

    assert [message.subject.partition(":")[0] for message in mail.outbox] == ["Friday"]
    assert [one.notice.kind for one in waiting(anna, LATER)] == ["signature"]


def test_mail_says_how_to_end_it(club, anna, client, settings):
    settings.SCOREKEEPER_ADDRESS = "https://scores.example/"
    make_evening(club, starts_at=NOW + timedelta(days=1))
    remind_of_evenings(now=NOW)
    links = re.findall(r"https://scores\.example(/\S+)", mail.outbox[0].body)

    looked = client.get(links[1])
    assert not SwitchedOff.objects.exists()
    done = [client.post(links[1]).status_code for _twice in range(2)]

    assert (looked.status_code, done) == (200, [200, 200])
    assert list(SwitchedOff.objects.values_list("user", "kind", "channel")) == [(anna.pk, "evening", "mail")]


def test_mail_names_the_place_where_no_address_is_known(club):
    make_evening(club, starts_at=NOW + timedelta(days=1))
    remind_of_evenings(now=NOW)

    assert "Notices" in mail.outbox[0].body
    assert "http" not in mail.outbox[0].body


def test_a_made_up_link_ends_nothing(client, anna):
    secret = off_secret(anna, "evening")

    assert client.post(reverse("notices_off", args=[secret[:-1] + "x"])).status_code == 404
    assert client.post(reverse("notices_off", args=[off_secret(anna, "nonsense")])).status_code == 404
    assert not SwitchedOff.objects.exists()


def test_first_page_shows_it_until_it_is_seen(client, anna, ended):
    Sitting.objects.update(opened_at=timezone.now())
    remind_of_signatures(now=timezone.now())
    client.force_login(anna)
    assert "Your signature is missing" in client.get("/").content.decode()

    client.post(reverse("notice_read"), {"notice": str(Notice.objects.get().pk)})

    assert "Your signature is missing" not in client.get("/").content.decode()
    assert "Your signature is missing" in client.get(reverse("account_notices")).content.decode()


def test_nobody_reads_away_what_is_anothers(client, anna, ended):
    remind_of_signatures(now=LATER)
    client.force_login(factories.make_user())

    client.post(reverse("notice_read"), {"notice": str(Notice.objects.get().pk)})

    assert Notice.objects.get().read_at is None
    assert client.post(reverse("notice_read"), {"notice": "x"}).status_code == 404


@pytest.mark.both_engines("locks rows", "notices.services")
def test_page_keeps_what_is_chosen(client, anna):
    client.force_login(anna)
    on = {f"{kind}-screen": "1" for kind in Kind.values}

    client.post(reverse("account_notices"), on)

    assert set(SwitchedOff.objects.values_list("kind", "channel")) == {(kind, "mail") for kind in Kind.values}
    assert client.get(reverse("account_notices")).content.decode().count("checked") == len(Kind)


def test_a_program_reads_them_and_chooses(anna, ended):
    Sitting.objects.update(opened_at=timezone.now())
    remind_of_signatures(now=timezone.now())
    by, off = bearer(anna), [{"kind": "evening", "channel": "mail"}]
    (notice,) = send("me/notices", None, by, method="GET").json()["notices"]
    assert (notice["kind"], notice["thing"], notice["is_new"]) == ("signature", str(ended.pk), True)

    read, again = (send(f"me/notices/{notice['id']}/read", None, by).json() for _twice in range(2))
    chosen = send("me/notices/choose", {"off": [*off, *off]}, by).json()

    assert read == again == {**notice, "is_new": False}
    assert chosen == {"notices": [read], "off": off}
    unknown = send("me/notices/choose", {"off": [{"kind": "weather", "channel": "mail"}]}, by)
    assert refusal(unknown) == (422, [("notice_unknown", "off.0.kind")])
    stranger = bearer(factories.make_user())
    assert send(f"me/notices/{notice['id']}/read", None, stranger).status_code == 404
    assert send("me/notices", None, stranger, method="GET").json() == {"notices": [], "off": []}


def test_who_left_the_club_is_shown_nothing_of_it(club, anna, ended):
    remind_of_signatures(now=LATER)
    club.memberships.all().delete()

    assert waiting(anna, LATER) == []


def test_tick_tells_and_forgets(club, ended):
    Sitting.objects.update(opened_at=timezone.now())
    make_evening(club, starts_at=timezone.now() + timedelta(days=1))
    call_command("tick", stdout=StringIO())
    assert set(Notice.objects.values_list("kind", flat=True)) == {"evening", "signature"}

    assert forget_notices(now=timezone.now() + timedelta(days=200)) == 2


@pytest.fixture
def disputed(club):
    """A hand that Bo disputes at his seat; the third seat is a guest's, who disputes it by phone."""
    bo = factories.make_member(club)
    players = [factories.make_player(club), factories.player_of(bo, club), factories.make_player(club)]
    sitting = factories.make_sitting(club, players=players)
    hand = factories.record(sitting).hand
    for by in (Actor(bo), Actor(None, factories.make_device(sitting, 2))):
        dispute_hand(Reasoned(reason="it was spades"), sitting_id=sitting.pk, by=by, hand_id=hand.pk, now=NOW)
    mail.outbox.clear()
    return bo, hand


def decided(hand, by):
    return decide_dispute(
        Reasoned(reason="all saw it"), sitting_id=hand.sitting_id, by=Actor(by), hand_id=hand.pk, now=LATER
    )


def test_who_disputed_a_hand_is_told_how_it_was_decided(disputed, anna, client):
    bo, hand = disputed
    decided(hand, anna)

    assert told(anna, "settled") == []
    (notice,) = waiting(bo, LATER)
    assert notice.words == f"A director has decided about hand 1 of {hand.sitting.name}, which you disputed."
    (message,) = mail.outbox
    assert message.to == [bo.email]
    assert "all saw it" in message.body
    client.force_login(bo)
    assert "all saw it" in client.get(notice.notice.link).content.decode()


@pytest.mark.parametrize("how", ["corrected", "struck"])
def test_a_correction_and_a_strike_decide_too(disputed, anna, how):
    bo, hand = disputed
    if how == "corrected":
        factories.correct(hand, factories.played(2), by=Actor(anna), reason="all saw it", now=LATER)
    else:
        strike_from(
            Striking(last=1, reason="all"), sitting_id=hand.sitting_id, by=Actor(anna), hand_id=hand.pk, now=LATER
        )

    assert told(bo) == ["settled"]
    assert len(mail.outbox) == 1


def test_who_switched_it_off_or_took_it_back_is_told_nothing(disputed, anna):
    bo, hand = disputed
    choose(
        NoticesChoice(
            off=(
                NoticeSwitch(kind="settled", channel="mail"),
                NoticeSwitch(kind="settled", channel="screen"),
            )
        ),
        by=bo,
    )
    decided(hand, anna)
    assert (waiting(bo, LATER), mail.outbox) == ([], [])

    again = factories.record(hand.sitting).hand
    mine = {"sitting_id": hand.sitting_id, "by": Actor(bo), "hand_id": again.pk}
    dispute_hand(Reasoned(reason="no"), **mine, now=LATER)
    withdraw_dispute(**mine, now=LATER)
    factories.correct(again, factories.played(2), by=Actor(anna), now=LATER)
    assert told(bo) == ["settled"]


def heads(client, address="/accounts/"):
    page = client.get(address).content.decode()
    return page.count('class="news"'), re.findall(r"<b>(\d+)</b> notice", page)


def test_the_head_of_every_page_says_how_many_wait(
    client, anna, ended, django_capture_on_commit_callbacks, django_assert_num_queries
):
    client.force_login(anna)
    assert heads(client) == (0, [])
    with CaptureQueriesContext(connection) as before:
        heads(client)
    Sitting.objects.update(opened_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        remind_of_signatures(now=timezone.now())

    with django_assert_num_queries(len(before) + 1):
        assert heads(client) == (2, ["1"])  # on a desk and on a phone
    assert heads(client, f"/clubs/{ended.club_id}/") == (2, ["1"])
    client.post(reverse("notice_read"), {"notice": str(Notice.objects.get().pk)})
    assert heads(client) == (0, [])
    Notice.objects.update(read_at=None)
    choose(NoticesChoice(off=(NoticeSwitch(kind="signature", channel="screen"),)), by=anna)
    assert heads(client) == (0, [])


def test_where_everything_is_over_nothing_is_asked(
    client, anna, club, django_capture_on_commit_callbacks, django_assert_num_queries
):
    client.force_login(anna)
    with CaptureQueriesContext(connection) as before:
        heads(client)
    past = timezone.now() - timedelta(days=2)
    make_evening(club, starts_at=past + timedelta(days=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert remind_of_evenings(now=past) == 1

    with django_assert_num_queries(len(before)):
        assert heads(client) == (0, [])
