"""Every endpoint asked by every caller; an endpoint without a row fails."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, end_list
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.passes.services import Joining, join_table, make_pass, revoke_pass
from scorekeeper.play.records import PerhapsReasoned, Reasoned
from scorekeeper.sharing.services import share_table
from tests import factories
from tests.acting import bearer, csrf, holding, refusal, send, signed_in
from tests.api.cups import ENDPOINTS as OF_CUPS
from tests.api.cups import REASON, Body, prepare_cups
from tests.api.evenings import ENDPOINTS as OF_EVENINGS
from tests.api.evenings import Nights, make_nights
from tests.api.files import ENDPOINTS as OF_FILES
from tests.api.files import Files, make_files
from tests.api.money import ENDPOINTS as OF_MONEY
from tests.api.people import ANYBODY, OWNERS_ALONE, Book, make_book
from tests.api.people import ENDPOINTS as OF_PEOPLE
from tests.api.seasons import ENDPOINTS as OF_SEASONS
from tests.api.tables import CLUB
from tests.api.tables import ENDPOINTS as OF_TABLES
from tests.api.teams import ENDPOINTS as OF_TEAMS
from tests.api.teams import Matches, make_matches
from tests.factories.cups import Cups, make_cups
from tests.factories.evenings import make_evening
from tests.factories.money import CLUB as CLUB_ITSELF
from tests.factories.money import Pool, bank, booked, of, tonk, waiting_payment, with_money
from tests.factories.teams import make_league_of
from tests.rows import Notice, everything, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

T = TypeVar("T")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@dataclass
class World:
    """A club with a table of three and two hands, its season, and a key for everything."""

    club: Any
    season: Any
    sitting: Any
    blank: Any
    hands: list[Any]
    act: Any
    table_pass: TablePass
    tonk: Any
    asked: Any
    player: Any
    booking: Any
    payment: Any
    over: Any
    paid: Any
    cups: Cups
    league: Any
    evening: Any
    nights: Nights
    house: Any
    matches: Matches
    device: Any
    book: Book
    files: Files | None

    @property
    def head(self) -> str:
        return Sitting.objects.get(pk=self.sitting.pk).head


def make_world(*, has_files: bool = True) -> World:
    """Without files it is the world of the requests that were recorded before there were any."""
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season], now=timezone.now())
    hands = factories.record_list(sitting, [factories.played(0), factories.played(1)])
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    plays_for_money = tonk(with_money(club), 3)
    asked = bank(plays_for_money, "buy_in", 500, 1, by=Actor(device=factories.make_device(plays_for_money, 1)))
    player = factories.make_player(club)
    prizes = Pool((3, 2), club=club)
    paid = prizes.pay("entry", prizes.people[0])
    prizes.end()
    league = make_league_of(club, (3, 3))
    return World(
        club=club,
        season=season,
        sitting=sitting,
        blank=factories.make_sitting(club, seasons=[season], now=timezone.now()),
        hands=hands,
        act=factories.penalise(sitting),
        table_pass=table_pass,
        tonk=plays_for_money,
        asked=asked,
        player=player,
        booking=booked(club, {of(player): 350, CLUB_ITSELF: -350})[0],
        payment=waiting_payment(club, player),
        over=prizes.season,
        paid=paid,
        cups=make_cups(club),
        league=league,
        evening=make_evening(club),
        nights=make_nights(club),
        house=factories.make_house_rules(club),
        matches=make_matches(league),
        device=factories.make_device(sitting, 2, now=timezone.now()),
        book=make_book(club),
        files=make_files(club) if has_files else None,
    )


def make_two_worlds() -> tuple[World, World]:
    return make_world(), make_world()


# {address: (method, body, the scope a token needs,
#            the statuses of: a seated phone, a plain member, a scorer, directors and owners)}
ENDPOINTS: Final = {
    **OF_TABLES,
    **OF_MONEY,
    **OF_SEASONS,
    **OF_CUPS,
    **OF_EVENINGS,
    **OF_TEAMS,
    **OF_PEOPLE,
    **OF_FILES,
}
# What a caller reads of themselves, and what anybody may: no address of these names a row.
OWN: dict[str, tuple[str, Body]] = {
    "me": ("GET", lambda world: None),
    "clubs": ("GET", lambda world: None),
    "me/notices": ("GET", lambda world: None),
    **{address: ("POST", body) for address, body in ANYBODY.items()},
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

    rows = {re.sub("{[^}]+}", "{}", address): {row[0], "OPTIONS"} for address, row in ENDPOINTS.items()}
    assert found == rows | {key: {method, "OPTIONS"} for key, (method, _body) in OWN.items()}


@pytest.fixture
def world(db: None) -> World:
    return laid(make_world)


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether every address is asked in every way. What is refused before an address is looked at is otherwise asked
    of each address in one of the ways."""
    return bool(request.config.getoption("--long"))


def each(world: World, ask: Callable[[str], T], endpoints: Iterable[str] = ENDPOINTS) -> dict[str, T]:
    """{address: what `ask` answers}: each in turn, with the table brought to where the act can succeed; what it writes
    is taken back."""
    found = {}
    for endpoint in endpoints:
        with undone():
            prepare(world, endpoint)
            found[endpoint] = ask(endpoint)
    return found


def prepare(world: World, endpoint: str) -> None:
    keeper, sitting_id = factories.keeper_of(world.sitting), world.sitting.pk
    prepare_cups(world, endpoint)
    if endpoint.endswith(("/link", "/link/end")):
        share_table(sitting_id=sitting_id, by=keeper, now=factories.NOW)
    if endpoint.endswith("/signatures"):
        end_list(PerhapsReasoned(reason="late"), sitting_id=sitting_id, by=keeper, now=factories.NOW)
    if endpoint.startswith("hands") and endpoint.endswith(("/withdraw", "/decide")):
        by, hand_id = Actor(device=phone(world)), world.hands[0].pk
        dispute_hand(Reasoned(reason="an error"), sitting_id=sitting_id, by=by, hand_id=hand_id, now=timezone.now())
    if endpoint.startswith("sittings") and endpoint.endswith(("/reopen", "/accept")):
        close_sitting(Reasoned(**REASON), sitting_id=sitting_id, by=keeper, now=factories.NOW)


def call(world: World, endpoint: str, headers: dict[str, str] | None = None, *, client: Client | None = None) -> int:
    """The status; whatever is refused has changed nothing."""
    method, body, *_rest = ENDPOINTS[endpoint]

    def status() -> int:
        return send(endpoint.format(**vars(world)), body(world), headers, method=method, client=client).status_code

    with undone(), Notice() as notice:
        found = status()
    if found >= 400 and notice.noticed:  # once more, and this time each row is looked at
        before = everything()
        assert status() == found
        assert everything() == before
    return found


def column(place: int) -> dict[str, int]:
    """What the table says of one kind of caller."""
    return {endpoint: row[place] for endpoint, row in ENDPOINTS.items()}


def all_of(status: int, endpoints: Iterable[str] = ENDPOINTS) -> dict[str, int]:
    return dict.fromkeys(endpoints, status)


def share(number: int, of: int, *, whole: bool) -> list[str]:
    """Of so many ways this one's share of the addresses: of reads and writes; or all addresses."""
    return list(ENDPOINTS) if whole else list(ENDPOINTS)[number::of]


def only_read(statuses: dict[str, int]) -> dict[str, int]:
    """The same, and every write refused that would have been heard."""
    writes = {endpoint for endpoint, row in ENDPOINTS.items() if row[0] == "POST"}
    return {endpoint: 403 if endpoint in writes and was != 401 else was for endpoint, was in statuses.items()}


PHONE, MEMBER, SCORER, DIRECTOR = 3, 4, 5, 6


def of_owners() -> dict[str, int]:
    """What the table says of owners, who may what directors may, and some acts alone."""
    return {**column(DIRECTOR), **OWNERS_ALONE}


def user_of(world: World, role: str) -> Any:
    if role == "staff":
        user = factories.make_user()
        user.is_staff = user.is_superuser = True
        user.save()
        return user
    if role == "owner of another club":
        return factories.owner_of(factories.make_club())
    if role == "director of another club's season":
        club = factories.make_club()
        factories.make_season(club)
        return factories.make_member(club, "director")
    if role == "owner":
        return factories.owner_of(world.club)
    return factories.make_member(world.club, role)


@pytest.mark.parametrize(
    ("role", "expected", "way"),
    [
        ("member", column(MEMBER), "token"),
        ("scorer", column(SCORER), "session"),
        ("director", column(DIRECTOR), "token"),
        pytest.param("owner", of_owners(), "session", marks=pytest.mark.long),  # by the tokens of all scopes below
        ("staff", all_of(404), "session"),
    ],
)
def test_everybody_may_what_the_table_says(world, role, expected, way, whole):
    """By one of both ways in; with --long by both."""
    user = user_of(world, role)
    by, client = bearer(user), signed_in(user)

    if whole or way == "token":
        assert each(world, lambda endpoint: call(world, endpoint, by)) == expected
    if whole or way == "session":
        found = each(world, lambda endpoint: call(world, endpoint, csrf(client), client=client))
        assert found == expected


@pytest.mark.parametrize(("number", "role"), [(0, "owner of another club"), (1, "director of another club's season")])
def test_what_is_somebody_elses_is_not_found(world, number, role, whole):
    """Each address by one of them, with --long by both; by pages and once more: `hostile/test_strangers.py`."""
    by, endpoints = bearer(user_of(world, role)), share(number, 2, whole=whole)

    found = each(world, lambda endpoint: call(world, endpoint, by), endpoints)

    assert found == all_of(404, endpoints)


def test_anonymous_is_asked_to_sign_in(world):
    assert each(world, lambda endpoint: call(world, endpoint)) == all_of(401)


HEADERS = ["Bearer", "Bearer ", "Bearer sk_unknown", "Bearer ÿ", "bearer a b", "Basic b3duZXI6c2VjcmV0", "Token abc"]


@pytest.mark.parametrize("header", HEADERS)
def test_wrong_token_is_nobody(world, header, whole):
    endpoints = share(HEADERS.index(header), len(HEADERS), whole=whole)

    found = each(world, lambda endpoint: call(world, endpoint, {"Authorization": header}), endpoints)

    assert found == all_of(401, endpoints)


@pytest.mark.parametrize("scope", ["read", "record", "manage"])
def test_token_does_what_its_scope_says_and_no_more(world, scope):
    by = bearer(factories.owner_of(world.club), scope)

    found, may = each(world, lambda endpoint: call(world, endpoint, by)), of_owners()

    assert found == {endpoint: may[endpoint] if row[2] == scope else 403 for endpoint, row in ENDPOINTS.items()}


def test_token_that_ended_is_nobody(world, whole):
    from scorekeeper.accounts.models import ApiToken
    from scorekeeper.accounts.services import revoke_api_token

    owner = factories.owner_of(world.club)
    headers = [bearer(owner) for _token in range(2)]
    revoked, expired = ApiToken.objects.order_by("id")
    revoke_api_token(token=revoked, now=timezone.now())
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now())

    for number, header in enumerate(headers):
        endpoints = share(number, 2, whole=whole)
        found = each(world, partial(call, world, headers=header), endpoints)
        assert found == all_of(401, endpoints)


def test_token_of_a_user_who_was_locked_is_nobody(world):
    owner = factories.owner_of(world.club)
    headers = bearer(owner)
    owner.is_active = False
    owner.save()

    assert each(world, lambda endpoint: call(world, endpoint, headers)) == all_of(401)


def test_what_is_not_there_is_not_found(world):
    by = bearer(factories.owner_of(world.club))

    def status(endpoint: str) -> int:
        method, body, *_rest = ENDPOINTS[endpoint]
        nowhere = endpoint.split("{", maxsplit=1)[0] + str(uuid4()) + endpoint.split("}")[1]
        return send(nowhere, body(world), by, method=method).status_code

    found = each(world, status)

    assert found == all_of(404)


def test_session_without_csrf_token_reads_and_writes_nothing(world):
    client = signed_in(factories.owner_of(world.club))

    assert each(world, lambda endpoint: call(world, endpoint, client=client)) == only_read(of_owners())


@pytest.mark.parametrize(("number", "wrong"), [(0, {"X-CSRFToken": "x" * 32}), (1, {"Origin": "https://evil.example"})])
def test_session_writes_nothing_with_a_wrong_csrf_token_or_for_a_page_of_another_site(world, number, wrong, whole):
    client = signed_in(factories.owner_of(world.club))
    headers, endpoints = {**csrf(client), **wrong}, share(number, 4, whole=whole)

    found = each(world, lambda endpoint: call(world, endpoint, headers, client=client), endpoints)

    expected = only_read(of_owners())
    assert found == {endpoint: expected[endpoint] for endpoint in endpoints}


def phone(world: World) -> Any:
    """The phone at seat 0 of the table."""
    if held := world.sitting.devices.filter(seat__number=0, revoked_at=None).first():
        return held
    return join_table(Joining(name="a phone", seat=0), table_pass=world.table_pass, now=timezone.now())


def test_phone_of_the_table_records_and_signs_and_no_more(world):
    client = holding(phone(world))

    found = each(world, lambda endpoint: call(world, endpoint, csrf(client), client=client))

    assert found == column(PHONE)


def test_phone_without_csrf_token_writes_nothing(world):
    client = holding(phone(world))

    assert each(world, lambda endpoint: call(world, endpoint, client=client)) == only_read(column(PHONE))


def end_by_time(world: World) -> None:
    TablePass.objects.update(expires_at=timezone.now())


def end_by_hand(world: World) -> None:
    revoke_pass(sitting_id=world.sitting.pk, by=factories.keeper_of(world.sitting), now=timezone.now())


@pytest.mark.parametrize(("number", "end"), [(0, end_by_time), (1, end_by_hand)])
def test_phone_whose_pass_ended_is_nobody(world, number, end, whole):
    client, endpoints = holding(phone(world)), share(number, 2, whole=whole)

    def status(endpoint: str) -> int:
        end(world)
        return call(world, endpoint, csrf(client), client=client)

    found = each(world, status, endpoints)

    assert found == all_of(401, endpoints)


def test_phone_of_another_table_is_nobody(world):
    other = factories.make_sitting(world.club, now=timezone.now())
    client = holding(factories.make_device(other, 0, now=timezone.now()))

    assert each(world, lambda endpoint: call(world, endpoint, csrf(client), client=client)) == all_of(401)


def test_methods_an_endpoint_does_not_know_are_not_allowed(world):
    by, before, found = bearer(factories.owner_of(world.club)), everything(), {}
    for endpoint, (method, *_rest) in ENDPOINTS.items():
        unknown = [name for name in METHODS if name not in {method, "OPTIONS"}]
        address = f"/api/v1/{endpoint.format(**vars(world))}"
        found[endpoint] = {Client().generic(name, address, headers=by).status_code for name in unknown}

    assert found == {endpoint: {405} for endpoint in ENDPOINTS}
    assert everything() == before


def test_every_refusal_has_a_code_and_a_title_without_gaps(world):
    owner, member = factories.owner_of(world.club), factories.make_member(world.club)
    path, body = f"tournaments/{world.cups.planned.pk}/call-off", {}
    plan = f"clubs/{world.club.pk}/tournaments/plan"
    refused = {
        "not_authenticated": send(path, body, {}),
        "authentication_failed": send(path, body, {"Authorization": "Bearer nothing"}),
        "permission_denied": send(path, body, bearer(member)),
        "scope_missing": send(path, body, bearer(owner, "read")),
        "not_found": send(f"tournaments/{world.club.pk}/call-off", body, bearer(owner)),
        "method_not_allowed": send(path, body, bearer(owner), method="GET"),
        "unsupported_media_type": send(plan, None, bearer(owner), raw=b"a=1", content_type="text/plain"),
        "parse_error": send(plan, None, bearer(owner), raw=b"{"),
    }
    told = {code: answer.json() for code, answer in refused.items()}

    assert {code: one["code"] for code, one in told.items()} == {code: code for code in told}
    assert {code for code, one in told.items() if "{" in one["title"]} == set()
    assert "scorers, directors or owners" in told["permission_denied"]["detail"]
    assert "“manage”" in told["scope_missing"]["detail"]


def test_ids_of_another_club_in_bodies_are_unknown():
    ours, theirs = laid(make_two_worlds)
    by = bearer(factories.owner_of(ours.club))
    seats = [{"name": "A"}, {"name": "B"}]
    player = str(factories.seats_of(theirs.sitting)[0].player_id)
    before, clubs = everything(), Club.objects.count()

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
    assert Club.objects.count() == clubs


@pytest.mark.parametrize("path", ["nowhere", "payments/no-uuid/confirm"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_address_is_a_problem_too(method, path):
    """To a browser that is signed in as well, which would have to send a token of its page."""
    answer = Client(enforce_csrf_checks=True).generic(method, f"/api/v1/{path}")

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_parameters_that_an_address_does_not_know_are_refused(world):
    by = bearer(factories.owner_of(world.club))

    def codes(endpoint: str) -> list[tuple[str, str]]:
        method, body, *_rest = ENDPOINTS.get(endpoint) or OWN[endpoint]
        return refusal(send(f"{endpoint.format(**vars(world))}?nobody_knows=1", body(world), by, method=method))

    found = each(world, codes, [*ENDPOINTS, *OWN])

    assert found == dict.fromkeys(found, (422, [("field_unknown", "nobody_knows")]))


@pytest.mark.parametrize(("role", "place"), [("phone", PHONE), ("member", MEMBER), ("scorer", SCORER)])
@pytest.mark.parametrize("key", [True, False])
def test_who_may_not_do_it_at_all_is_told_so_whatever_the_body(world: World, role: str, place: int, key: bool):
    """And not what a body or a key would need. Some may do a part of it, so that the body decides."""
    part = {f"{CLUB}/paid"} if role != "phone" else set()
    part |= {"sittings/{tonk.pk}/bank-answers"} if role == "scorer" else set()
    refused = [address for address, row in ENDPOINTS.items() if row[0] == "POST" and row[place] == 403]
    headers = ({} if role == "phone" else bearer(user_of(world, role))) | ({} if key else {"Idempotency-Key": ""})
    client = holding(phone(world)) if role == "phone" else None

    def ask(endpoint: str) -> int:
        return send(endpoint.format(**vars(world)), {}, headers, client=client).status_code

    found = each(world, ask, refused)

    assert {endpoint: status for endpoint, status in found.items() if status != 403} == dict.fromkeys(
        part.intersection(found), 422
    )
