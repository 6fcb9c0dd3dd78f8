"""Who shares a budget with whom."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.addresses import PerCaller
from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import bearer, csrf, holding, send

pytestmark = pytest.mark.django_db

GUESTS = {"form": "1", **{f"seats.{place}.name": name for place, name in enumerate(("Ali", "Bea", "Carl"))}}


@pytest.fixture
def two_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The most that one caller may ask, within a day, so that no stretch of the clock ends meanwhile."""
    monkeypatch.setattr(PerCaller, "rate", "2/day", raising=False)


def ask(client: Client, sitting: Sitting, times: int = 1, **headers: Any) -> list[int]:
    return [client.get(f"/api/v1/sittings/{sitting.pk}", headers=headers).status_code for _time in range(times)]


def test_phones_behind_one_address_have_a_budget_each(two_calls):
    sitting = factories.make_sitting()
    one, other = (holding(factories.make_device(sitting, seat, now=timezone.now())) for seat in (0, 1))

    assert ask(one, sitting, 3) == [200, 200, 429]
    assert ask(other, sitting) == [200]


def test_who_asks_too_often_reads_in_their_language_how_long_to_wait(two_calls):
    """The framework looks its sentence up with the number in it, and so never finds a translation."""
    sitting = factories.make_sitting()
    client = holding(factories.make_device(sitting, 0, now=timezone.now()))
    ask(client, sitting, 2)
    answer = client.get(f"/api/v1/sittings/{sitting.pk}", headers={"Accept-Language": "de"}).json()

    assert (answer["title"], answer["code"]) == ("Zu viele Anfragen", "throttled")
    assert re.fullmatch(r"Versuchen Sie es in \d+ Sekunden? noch einmal\.", answer["detail"])


def test_a_phone_has_a_budget_where_the_address_names_a_hand(two_calls):
    sitting = factories.make_sitting()
    hand = factories.record(sitting).hand
    phones = [holding(factories.make_device(sitting, seat, now=timezone.now())) for seat in (0, 1)]

    def void(client: Client) -> int:
        reason = {"reason": "an error"}
        return client.post(
            f"/api/v1/hands/{hand.pk}/void", reason, "application/json", headers=csrf(client)
        ).status_code

    assert [[void(client) for _time in range(3)] for client in phones] == [[403, 403, 429]] * 2


def test_tokens_behind_one_address_have_a_budget_each(two_calls):
    sitting = factories.make_sitting()
    one, other = (bearer(factories.owner_of(sitting.club)) for _token in range(2))

    assert ask(Client(), sitting, 3, **one) == [200, 200, 429]
    assert ask(Client(), sitting, 1, **other) == [200]


def sent(sitting: Sitting, by: dict[str, str], key: Any) -> int:
    return send(
        f"sittings/{sitting.pk}/hands", {"record": factories.played()}, {**by, "Idempotency-Key": str(key)}
    ).status_code


def test_a_hand_that_is_sent_again_is_not_counted_twice(two_calls):
    sitting = factories.make_sitting()
    by, one, other = bearer(factories.owner_of(sitting.club)), uuid4(), uuid4()

    assert [sent(sitting, by, key) for key in (one, one, one, other)] == [201, 200, 200, 201]
    assert sent(sitting, by, uuid4()) == 429


def test_as_many_hands_as_may_be_sent_may_be_sent_again_and_no_more(two_calls):
    sitting = factories.make_sitting()
    by, key = bearer(factories.owner_of(sitting.club)), uuid4()

    assert [sent(sitting, by, key) for _time in range(6)] == [201, 200, 200, 200, 429, 429]


def test_an_act_that_is_sent_again_is_not_counted_twice(two_calls):
    sitting = factories.make_sitting()
    by, body = bearer(factories.owner_of(sitting.club)), {"kind": "penalty", "seat": 0, "points": -50, "reason": "late"}
    keys = [str(uuid4())] * 3 + [str(uuid4()) for _more in range(2)]

    found = [send(f"sittings/{sitting.pk}/adjustments", body, {**by, "Idempotency-Key": key}) for key in keys]

    assert [answer.status_code for answer in found] == [201, 200, 200, 201, 429]
    assert 0 < int(found[-1]["Retry-After"]) <= 24 * 3600


def test_a_redis_that_starts_again_gives_no_new_budget(two_calls, settings):
    settings.REDIS_URL = "redis://for/the/settings/only"
    sitting = factories.make_sitting()
    by = bearer(factories.owner_of(sitting.club))
    assert ask(Client(), sitting, 3, **by) == [200, 200, 429]

    cache.clear()  # as an empty Redis is

    assert ask(Client(), sitting, 2, **by) == [429, 429]


@pytest.mark.parametrize(("proxies", "last"), [(0, 429), (1, 200)])
def test_an_address_made_up_in_a_header_gets_no_budget(two_calls, settings, proxies, last):
    settings.SCOREKEEPER_PROXIES = proxies

    statuses = [
        Client().get("/api/docs", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(3)
    ]

    assert statuses[-1] == last


def test_an_address_may_start_so_many_tables_an_hour(settings):
    settings.SCOREKEEPER_GUEST_TABLES = 2

    answers = [Client().post(reverse("guest_table_new", args=["skat"]), GUESTS) for _table in range(3)]
    elsewhere = Client(REMOTE_ADDR="192.0.2.9").post(reverse("guest_table_new", args=["skat"]), GUESTS)

    assert [answer.status_code for answer in [*answers, elsewhere]] == [302, 302, 429, 302]
    assert 0 < int(answers[-1]["Retry-After"]) <= 3600
    assert "Too many tables were started from here." in answers[-1].content.decode()
    assert Sitting.objects.count() == 3
