"""Where somebody is signed in: a list, and each device in it can be signed out."""

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from scorekeeper.accounts.models import User
from scorekeeper.accounts.templatetags.devices import device_name
from tests.acting import client_of, proven
from tests.factories import PASSWORD, make_club, make_user

pytestmark = pytest.mark.django_db

NEW = "lantern orchid tuba"
TEMPLATES = Path(settings.ROOT) / "templates"
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari"


@pytest.fixture
def anna() -> User:
    return make_user("Anna", email="anna@example.org")


def signed_in(agent: str = PHONE) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post(reverse("account_login"), {"login": "anna@example.org", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("account")).status_code == 200)


def test_each_device_can_be_signed_out(anna):
    here, other, third = signed_in(), signed_in("Mozilla/5.0 (Windows NT 10.0) Firefox/130.0"), signed_in()

    page = here.get(reverse("usersessions_list")).content.decode()
    assert page.count("Chrome on Android") >= 2
    assert "Firefox on Windows" in page
    assert page.count("this device") == 1
    session = UserSession.objects.get(user_agent__contains="Firefox")
    here.post(reverse("session_end", args=[session.pk]))

    assert [is_in(client) for client in (here, other, third)] == [True, False, True]
    here.post(reverse("usersessions_list"))
    assert [is_in(client) for client in (here, other, third)] == [True, False, False]


def test_nobody_signs_out_a_device_of_somebody_else(anna):
    signed_in()
    stranger = client_of(make_user())

    assert stranger.post(reverse("session_end", args=[UserSession.objects.get().pk])).status_code == 404
    assert stranger.get(reverse("session_end", args=[1])).status_code == 405
    assert UserSession.objects.count() == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("curl/8", "an unknown device"),
        ("", "an unknown device"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"),
    ],
)
def test_a_device_is_called_by_what_is_known_of_it(agent, name):
    assert device_name(agent) == name


def test_times_are_those_of_the_readers_clock_and_name_it(anna):
    """Of a club the club's; else that of this installation."""
    client = signed_in()
    moment = datetime(2026, 11, 26, 22, 10, tzinfo=UTC)
    UserSession.objects.update(created_at=moment)

    assert "26 November 2026, 22:10" in (page := client.get(reverse("usersessions_list")).content.decode())
    assert "Times are in the time zone UTC." in page
    make_club(owner=anna, time_zone="Asia/Tokyo")
    assert "27 November 2026, 07:10" in (page := client.get(reverse("usersessions_list")).content.decode())
    assert "Times are in the time zone Asia/Tokyo." in page


def test_mails_about_the_account_name_time_and_device(anna, mailoutbox):
    make_club(owner=anna, time_zone="Asia/Tokyo")
    client = signed_in()
    proven(client)

    began = timezone.now()
    client.post(reverse("account_change_password"), {"password1": NEW, "password2": NEW})

    (mail,) = mailoutbox
    moments = {
        date_format(timezone.localtime(at, ZoneInfo("Asia/Tokyo")), "DATETIME_FORMAT") for at in (began, timezone.now())
    }
    assert any(f"When: {moment} (Asia/Tokyo)" in mail.body for moment in moments)
    assert "With: Chrome on Android" in mail.body


def test_every_moment_of_the_account_goes_by_the_readers_clock():
    """These pages and mails are of no club, so that nothing else has set the clock."""
    shown = {
        path.relative_to(TEMPLATES).as_posix(): text
        for folder in ("account", "accounts", "mfa", "usersessions")
        for path in sorted((TEMPLATES / folder).rglob("*.*"))
        if re.search(r"\|date:|\|time:|\btimestamp\b", text := path.read_text())
    }

    assert len(shown) >= 4
    assert [path for path, text in shown.items() if "|time_zone" not in text] == []
