"""Guessing is hopeless, and nobody is shut out by it: who guesses has few tries, and takes none of anybody else's."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import FailedTry, User
from scorekeeper.accounts.tries import ATTACKED, COOKIE, LIMITS, Purpose, forget, forgive
from tests.factories import PASSWORD, make_club, make_token, make_user
from tests.strategies import sized

pytestmark = pytest.mark.django_db

ADDRESS = "anna@example.org"
WEAKEST = 10**8  # guesses that the weakest password we take withstands: see accounts.passwords
BACKENDS = len(settings.AUTHENTICATION_BACKENDS)  # each holds a wrong password against that of the account
WRONG = "wrong wrong wrong"


@pytest.fixture
def anna() -> User:
    return make_user("Anna", email=ADDRESS)


def at_place(number: int) -> Client:
    """A browser at a network address of its own, which knows no account."""
    return Client(REMOTE_ADDR=f"203.0.{number // 250}.{number % 250 + 1}")


def sign_in(client: Client, password: str = PASSWORD, login: str = ADDRESS) -> int:
    return int(client.post(reverse("account_login"), {"login": login, "password": password}).status_code)


def ask_for_code(client: Client, page: str) -> int:
    return int(client.post(reverse(page), {"email": ADDRESS, "login": ADDRESS}).status_code)


def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that are held against that of the account from now on."""
    seen: list[str] = []
    check = User.check_password
    monkeypatch.setattr(User, "check_password", lambda self, raw: (seen.append(raw), check(self, raw))[1])
    return seen


def test_the_attack_from_everywhere(anna, monkeypatch):
    """The victim gets in at the first try, from a device that was there before and from a fresh address; of the
    attacker's tries so few are judged that the chance is under one in ten thousand in a day."""
    known, places, rounds = at_place(4000), sized(20, 200), sized(6, 12)
    assert sign_in(known) == 302
    known.post(reverse("account_logout"))
    tries = judged(monkeypatch)

    statuses = [sign_in(at_place(place), f"{WRONG} {turn}") for turn in range(rounds) for place in range(places)]
    guessed = len(tries) // BACKENDS

    assert [sign_in(known), sign_in(at_place(5000))] == [302, 302]
    assert {*statuses} == {200, 429}
    assert guessed <= ATTACKED + places * 5
    assert guessed / WEAKEST <= 1e-4


def test_who_keeps_on_at_it_has_ten_tries_in_a_day_and_then_one_for_each_address(anna, monkeypatch):
    tries, now = judged(monkeypatch), timezone.now()
    place = at_place(1)

    for _quarter in range(4):
        for turn in range(7):
            sign_in(place, f"{WRONG} {turn}")
        FailedTry.objects.update(at=now - timedelta(minutes=16))
    assert len(tries) // BACKENDS == 10

    mark = FailedTry.objects.values_list("subject", flat=True)[0]
    FailedTry.objects.bulk_create(
        FailedTry(subject=mark, source=f"address:{number}", at=now) for number in range(ATTACKED)
    )
    assert [sign_in(at_place(2), WRONG), sign_in(at_place(2), WRONG)] == [200, 429]
    assert sign_in(at_place(3)) == 302


def test_a_try_too_many_is_answered_429_with_when_to_come_again(anna):
    place = at_place(1)
    for _try in range(5):
        assert sign_in(place, WRONG) == 200

    answer = place.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})

    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert "Too many tries from here. Request a code by mail" in answer.content.decode()
    assert FailedTry.objects.count() == 5


def test_a_known_device_has_tries_of_its_own_and_only_for_its_account(anna):
    make_user("Bert", email="bert@example.org")
    client = at_place(1)
    sign_in(client)
    client.post(reverse("account_logout"))
    for _try in range(6):
        sign_in(at_place(1), WRONG)

    assert [sign_in(client, WRONG) for _try in range(11)] == [200] * 10 + [429]
    assert sign_in(client, WRONG, "bert@example.org") == 200
    assert FailedTry.objects.filter(source__startswith="device:").count() == 10


@pytest.mark.parametrize("made_up", ["", "x", "e30:1abc:def", "W10:xx:yy"])
def test_a_cookie_that_we_did_not_make_makes_no_device(anna, made_up):
    place = at_place(1)
    place.cookies[COOKIE] = made_up

    assert [sign_in(place, WRONG) for _try in range(6)] == [200] * 5 + [429]


def test_one_address_does_not_try_a_password_at_everybody(anna):
    place = at_place(1)

    statuses = [sign_in(place, WRONG, f"person{number}@example.org") for number in range(62)]

    assert statuses == [200] * 60 + [429] * 2


def test_an_unknown_account_is_counted_like_any_other(anna):
    """Who asks learns nothing from it."""
    assert [sign_in(at_place(1), WRONG, "nobody@example.org") for _try in range(6)] == [200] * 5 + [429]


def test_many_who_sign_in_rightly_from_one_address_are_not_counted(anna):
    assert [sign_in(at_place(1)) for _try in range(12)] == [302] * 12
    assert not FailedTry.objects.exists()


@pytest.mark.parametrize("page", ["account_login", "account_request_login_code", "account_reset_password"])
def test_codes_that_others_ask_for_keep_nobody_from_one(anna, mailoutbox, page):
    known = at_place(4000)
    sign_in(known)
    known.post(reverse("account_logout"))

    statuses = [ask_for_code(at_place(number // 5), page) for number in range(22)]
    mails = len(mailoutbox)

    assert statuses == [302] * 20 + [302, 429]  # the fifth place is new, and has one
    assert mails == 21
    assert ask_for_code(at_place(5000), page) == 302
    assert ask_for_code(known, page) == 302
    assert sign_in(at_place(5001)) == 302


def test_who_asks_for_codes_from_everywhere_fills_no_mailbox(anna, mailoutbox):
    """Beyond the ceiling each new address has one in a day, and all of them together a bound."""
    limits = LIMITS[Purpose.SEND]
    ((ceiling, _hour),), ((in_an_hour, _), (in_a_day, _)) = limits.all_elsewhere, limits.beyond
    page, now = "account_request_login_code", timezone.now()
    ask_for_code(at_place(0), page)
    subject = FailedTry.objects.get().subject
    tries = [FailedTry(subject=subject, source=f"address:{number}", at=now) for number in range(1, in_a_day)]

    FailedTry.objects.bulk_create(tries[: ceiling - 1])
    assert [ask_for_code(at_place(1), page), ask_for_code(at_place(1), page)] == [302, 429]
    FailedTry.objects.bulk_create(tries[ceiling - 1 : in_an_hour - 3])
    assert [ask_for_code(at_place(2), page), ask_for_code(at_place(3), page)] == [302, 429]
    FailedTry.objects.bulk_create(tries[in_an_hour - 3 :])
    FailedTry.objects.update(at=now - timedelta(hours=2))
    assert ask_for_code(at_place(4), page) == 429
    assert len(mailoutbox) == 3


def test_a_refused_code_is_refused_in_words_that_help(anna):
    page = "account_request_login_code"
    answers = [at_place(1).post(reverse(page), {"email": ADDRESS}) for _try in range(6)]

    words = answers[-1].content.decode()

    assert "Too many codes were requested. Use the newest one you have received, or try again later." in words
    assert "Request a code" not in words


def test_a_session_makes_no_device_known(anna):
    """Who has taken the cookie of a session would have tries of their own; who signs in has them from then on."""
    client, club = at_place(1), make_club("Herz Sieben", owner=anna)
    client.force_login(anna)
    client.get(reverse("home"))
    client.get(reverse("account_login"))
    answer = client.get(f"/api/v1/clubs/{club.pk}", headers={"Authorization": f"Bearer {make_token(anna, 'read')}"})

    assert answer.status_code == 200
    assert COOKIE not in client.cookies
    client.post(reverse("account_logout"))
    sign_in(client)
    assert COOKIE in client.cookies


def test_codes_of_an_app_are_few_over_all_addresses(anna):
    """Three of a million are right at a time: thirty tries in a day are 9e-5."""
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    statuses = []

    for number in range(6):
        client = at_place(number)
        sign_in(client)
        statuses += [client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code for _try in range(3)]

    assert statuses == [200] * 10 + [429] * 8
    assert FailedTry.objects.count() == 10


def test_what_is_kept_names_no_address(anna):
    sign_in(at_place(1), WRONG)

    row = FailedTry.objects.get()

    assert "203.0" not in row.source
    assert "anna" not in row.subject


def test_tries_are_forgotten_after_a_day_or_when_an_operator_says_so(anna):
    sign_in(at_place(1), WRONG)

    assert forget(now=timezone.now() + timedelta(hours=23)) == 0
    assert forgive("Anna@Example.org") == 1
    sign_in(at_place(1), WRONG)
    assert forget(now=timezone.now() + timedelta(hours=25)) == 1
