"""Every endpoint asked by every caller; an endpoint without a row fails."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.services.closing import close_sitting
from scorekeeper.play.services.passes import make_pass, revoke_pass
from tests import factories
from tests.api.calling import bearer, csrf, holding, send, signed_in
from tests.play.folding import everything

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@dataclass
class World:
    """A club with a table of three and two hands, its season, and a key for everything."""

    club: Any
    season: Any
    sitting: Any
    hands: list[Any]
    table_pass: TablePass

    @property
    def head(self) -> str:
        return Sitting.objects.get(pk=self.sitting.pk).head


def make_world() -> World:
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season], now=timezone.now())
    hands = factories.record_list(sitting, [factories.played(0), factories.played(1)])
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    return World(club, season, sitting, hands, table_pass)


Body = Callable[[World], Any]

REASON = {"reason": "an error"}
CLUB, SITTING, HAND = "clubs/{club.pk}", "sittings/{sitting.pk}", "hands/{hands[0].pk}"
# {address: (method, body, the scope a token needs, the statuses of: a seated phone, a plain member, the owner)}
ENDPOINTS: dict[str, tuple[str, Body, str, int, int, int]] = {
    CLUB: ("GET", lambda world: None, "read", 401, 200, 200),
    f"{CLUB}/sittings": (
        "POST",
        lambda world: {"game": "skat", "seats": [{"name": name} for name in "ABC"]},
        "manage",
        401,
        201,
        201,
    ),
    SITTING: ("GET", lambda world: None, "read", 200, 200, 200),
    f"{SITTING}/hands": ("POST", lambda world: {"record": factories.played(2)}, "record", 201, 403, 201),
    f"{SITTING}/preview": ("POST", lambda world: {"record": factories.played(2)}, "record", 200, 403, 200),
    f"{SITTING}/undo": ("POST", lambda world: {"hand": str(world.hands[1].pk)}, "record", 200, 403, 200),
    f"{SITTING}/signatures": ("POST", lambda world: {"seat": 0, "head": world.head}, "manage", 200, 403, 200),
    f"{SITTING}/close": ("POST", lambda world: REASON, "manage", 403, 403, 200),
    f"{SITTING}/reopen": ("POST", lambda world: REASON, "manage", 403, 403, 200),
    f"{HAND}/corrections": (
        "POST",
        lambda world: {"record": factories.played(2), **REASON},
        "manage",
        403,
        403,
        201,
    ),
    f"{HAND}/void": ("POST", lambda world: REASON, "manage", 403, 403, 201),
    "seasons/{season.pk}/standings": ("GET", lambda world: None, "read", 401, 200, 200),
}


def addresses(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every address below /api/v1/ with its view."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and path.startswith("api/v1/"):
            yield path.removeprefix("api/v1/"), pattern.callback


def test_every_endpoint_has_a_row_and_every_method_is_decided():
    found = {
        re.sub("<uuid:[a-z]+>", "{}", path): {name for name in METHODS if hasattr(view.cls, name.lower())}
        for path, view in addresses()
    }

    rows = {
        address.split("{")[0] + "{}" + address.split("}")[1]: {row[0], "OPTIONS"} for address, row in ENDPOINTS.items()
    }
    assert found == rows


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture(params=ENDPOINTS)
def endpoint(request, world) -> str:
    """An address, with the table brought to where the act can succeed."""
    if request.param.endswith("/signatures"):
        factories.end_list(
            sitting_id=world.sitting.pk, by=factories.keeper_of(world.sitting), reason="late", now=factories.NOW
        )
    if request.param.endswith("/reopen"):
        close_sitting(sitting_id=world.sitting.pk, by=factories.keeper_of(world.sitting), **REASON, now=factories.NOW)
    return request.param


def call(world: World, endpoint: str, headers: dict[str, str] | None = None, *, client: Client | None = None) -> int:
    """The status; whatever is refused has changed nothing."""
    method, body, *_rest = ENDPOINTS[endpoint]
    before = everything()

    status = send(endpoint.format(**vars(world)), body(world), headers, method=method, client=client).status_code

    assert status < 400 or everything() == before
    return status


def test_anonymous_is_asked_to_sign_in(world, endpoint):
    assert call(world, endpoint) == 401


def test_wrong_token_is_nobody(world, endpoint):
    tried = ("Bearer", "Bearer ", "Bearer sk_unknown", "Bearer ÿ", "bearer a b", "Basic b3duZXI6c2VjcmV0", "Token abc")

    found = [call(world, endpoint, {"Authorization": header}) for header in tried]

    assert found == [401] * len(tried)


@pytest.mark.parametrize("scope", ["read", "record", "manage"])
def test_token_does_what_its_scope_says_and_no_more(world, endpoint, scope):
    needed, owner = ENDPOINTS[endpoint][2], ENDPOINTS[endpoint][5]

    status = call(world, endpoint, bearer(factories.owner_of(world.club), scope))

    assert status == (owner if scope == needed else 403)


def test_token_with_every_scope_does_no_more_than_its_user(world, endpoint):
    assert call(world, endpoint, bearer(factories.make_member(world.club))) == ENDPOINTS[endpoint][4]


def test_token_that_ended_is_nobody(world, endpoint):
    from scorekeeper.accounts.models import ApiToken
    from scorekeeper.accounts.services import revoke_api_token

    owner = factories.owner_of(world.club)
    headers = [bearer(owner) for _token in range(2)]
    revoked, expired = ApiToken.objects.order_by("id")
    revoke_api_token(token=revoked, now=timezone.now())
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now())

    assert [call(world, endpoint, header) for header in headers] == [401, 401]


def test_token_of_a_user_who_was_locked_is_nobody(world, endpoint):
    owner = factories.owner_of(world.club)
    headers = bearer(owner)
    owner.is_active = False
    owner.save()

    assert call(world, endpoint, headers) == 401


def test_stranger_finds_nothing(world, endpoint):
    assert call(world, endpoint, bearer(factories.make_user())) == 404


def test_owner_of_another_club_finds_nothing(world, endpoint):
    assert call(world, endpoint, bearer(factories.owner_of(factories.make_club()))) == 404


def test_what_is_not_there_is_not_found(endpoint, world):
    owner = factories.owner_of(world.club)
    method, body, *_rest = ENDPOINTS[endpoint]
    nowhere = endpoint.split("{")[0] + str(uuid4()) + endpoint.split("}")[1]

    answer = send(nowhere, body(world), bearer(owner), method=method)

    assert answer.status_code == 404


def test_session_with_csrf_token_is_let_in(world, endpoint):
    client = signed_in(factories.owner_of(world.club))

    assert call(world, endpoint, csrf(client), client=client) == ENDPOINTS[endpoint][5]


def test_session_of_a_member_may_what_a_member_may(world, endpoint):
    client = signed_in(factories.make_member(world.club))

    assert call(world, endpoint, csrf(client), client=client) == ENDPOINTS[endpoint][4]


def test_session_without_csrf_token_reads_and_writes_nothing(world, endpoint):
    method = ENDPOINTS[endpoint][0]

    status = call(world, endpoint, client=signed_in(factories.owner_of(world.club)))

    assert status == (403 if method == "POST" else ENDPOINTS[endpoint][5])


def test_session_with_a_wrong_csrf_token_writes_nothing(world, endpoint):
    client = signed_in(factories.owner_of(world.club))
    csrf(client)

    status = call(world, endpoint, {"X-CSRFToken": "x" * 32}, client=client)

    assert status == (403 if ENDPOINTS[endpoint][0] == "POST" else ENDPOINTS[endpoint][5])


def phone(world: World) -> Any:
    """A phone at seat 0 of the table."""
    return factories.join_table(table_pass=world.table_pass, name="a phone", seat_number=0, now=timezone.now())


def test_phone_of_the_table_records_and_signs_and_no_more(world, endpoint):
    client = holding(phone(world))

    assert call(world, endpoint, csrf(client), client=client) == ENDPOINTS[endpoint][3]


def test_phone_without_csrf_token_writes_nothing(world, endpoint):
    client = holding(phone(world))

    status = call(world, endpoint, client=client)

    method, allowed = ENDPOINTS[endpoint][0], ENDPOINTS[endpoint][3]
    assert status == (403 if method == "POST" and allowed != 401 else allowed)


def test_phone_of_another_table_is_nobody(world, endpoint):
    other = factories.make_sitting(world.club, now=timezone.now())
    client = holding(factories.make_device(other, 0, now=timezone.now()))

    assert call(world, endpoint, csrf(client), client=client) == 401


def test_phone_whose_pass_ended_is_nobody(world, endpoint):
    client = holding(phone(world))
    TablePass.objects.update(expires_at=timezone.now())

    assert call(world, endpoint, csrf(client), client=client) == 401


def test_phone_whose_pass_was_revoked_is_nobody(world, endpoint):
    client = holding(phone(world))
    revoke_pass(sitting_id=world.sitting.pk, by=factories.keeper_of(world.sitting), now=timezone.now())

    assert call(world, endpoint, csrf(client), client=client) == 401


def test_methods_an_endpoint_does_not_know_are_not_allowed(world, endpoint):
    unknown = [method for method in METHODS if method not in {ENDPOINTS[endpoint][0], "OPTIONS"}]
    by, before = bearer(factories.owner_of(world.club)), everything()
    address = f"/api/v1/{endpoint.format(**vars(world))}"

    found = [Client().generic(method, address, headers=by).status_code for method in unknown]

    assert found == [405] * 4
    assert everything() == before


def test_ids_of_another_club_in_bodies_are_unknown():
    ours, theirs = make_world(), make_world()
    by, before = bearer(factories.owner_of(ours.club)), everything()
    seats = [{"name": "A"}, {"name": "B"}]
    player = str(factories.seats_of(theirs.sitting)[0].player_id)
    before = everything()

    answers = [
        send(f"clubs/{ours.club.pk}/sittings", {"game": "skat", "seats": [*seats, {"player": player}]}, by),
        send(
            f"clubs/{ours.club.pk}/sittings",
            {"game": "skat", "seats": [*seats, {"name": "C"}], "seasons": [str(theirs.season.pk)]},
            by,
        ),
        send(f"sittings/{ours.sitting.pk}/undo", {"hand": str(theirs.hands[1].pk)}, by),
    ]

    assert [answer.status_code for answer in answers] == [422, 422, 404]
    assert not any(str(theirs.club.pk) in answer.content.decode() for answer in answers)
    assert everything() == before
    assert Club.objects.count() == 2


def test_unknown_address_is_a_problem_too():
    answer = Client().get("/api/v1/nowhere")

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
