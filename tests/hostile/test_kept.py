"""What is acknowledged is kept (promise 42), whatever else a request says: every write of the app with every query
parameter that the app reads, every `Accept` and every way to ask for another method."""

import ast
import importlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from tests.acting import Form, FormBody, bearer, csrf, document, holding, same_cookies
from tests.api import test_access as api
from tests.api.people import OWNERS_ALONE
from tests.factories.forms import IDENTITY, kinds, make_forms
from tests.hostile.test_queries import trees
from tests.reading_code import known_as
from tests.rows import READS, rows_of, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

# What a parameter has to say to be heard, where that is not just anything: a file, a piece of a page, another count.
HEARD: Final = {
    "as": ("csv", "xlsx", "pdf", "a5"),
    "count": ("official",),
    "official": ("true",),
    "format": ("json", "api"),
    "next": ("/",),
    "evenings": ("all",),
    "from": ("old",),
    "_method": ("GET", "DELETE"),
}
OF_OTHERS: Final = ("next", "format", "_method")  # what Django's relatives read, or once read
ACCEPTED: Final = ("text/html", "text/csv", "application/json", "application/problem+json", "*/*;q=0", "nonsense")
OVERRIDES: Final = tuple(
    {name: method}
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")
    for method in ("GET", "HEAD", "OPTIONS", "DELETE")
)
UNSTORED: Final = {"django_session"}
TOKEN: Final = "csrfmiddlewaretoken"
PARTS: Final = 6
WORD: Final = re.compile(r"\w+")
FILLED: Final = {
    "reason": "an error",
    "email": "somebody@example.org",
    "login": "somebody@example.org",
    "password": "three of us at one table",
    "name": "Somebody",
    "who": "Somebody",
    "what": "new cards",
    "amount": "5",
    "points": "5",
    "day": "2027-01-15",
    "hour": "19:30",
    "since": "2026-01-01",
    "until": "2026-12-31",
    "text": "Somebody",
}
# What stores nothing in the world of `test_access`: it only asks, there is nothing left to do, or it is refused there.
IDLE_AT_THE_API: Final = {
    "jobs/{files.job}/stop",
    "clubs/{club.pk}/reopen",
    "clubs/{club.pk}/second-factor",
    "players/{book.guest.pk}/return",
    "sittings/{sitting.pk}/passes",
    "sittings/{sitting.pk}/phones/{device.pk}/refuse",
    "tournament-files/{files.tournament.pk}/open",
    "sittings/{sitting.pk}/accept",
    "sittings/{sitting.pk}/preview",
    "seasons/{over.pk}/prizes/terms",
    "seasons/{over.pk}/prizes/winner",
    "seasons/{season.pk}/lots",
    "match-days/{matches.day.pk}/line-up",
    "sittings/{nights.table.pk}/call",
    "tournaments/{cups.planned.pk}/plan-again",
    "tournaments/{cups.planned.pk}/sign-off",
    "tournaments/{cups.planned.pk}/pairs/let",
    "tournaments/{cups.planned.pk}/links/end",
    "tournaments/{cups.planned.pk}/release",
    "tournaments/{cups.planned.pk}/fees/paid",
    "tournaments/{cups.planned.pk}/fees/unpaid",
    "entrants/{cups.entrant.pk}/late",
    "tournaments/{cups.planned.pk}/here/undo",
    "entrants/{cups.entrant.pk}/fee-back",
    "seasons/{season.pk}/links/end",
    "leagues/{league.pk}/links/end",
    "evenings/{evening.pk}/links/end",
    "clubs/{club.pk}/calendar/end",
    "clubs/{club.pk}/retention/put-off",
    "tournaments/{cups.played.tournament_id}/clock/stop",
    "rounds/{cups.round.pk}/take-back",
    "rounds/{cups.round.pk}/cards/make",
    "rounds/{cups.knocking.pk}/knock-out/moves",
    "rounds/{cups.knocking.pk}/knock-out/seat",
    "round-tables/{cups.table.pk}/match",
    "round-tables/{cups.table.pk}/call",
}


@dataclass(frozen=True)
class More:
    """What a request says besides what it is about."""

    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        asked = [f"?{urlencode(self.query)}" if len(self.query) < 4 else f"all of ?as={self.query['as']}"]
        return ", ".join([*(asked if self.query else []), *(f"{name}: {said}" for name, said in self.headers.items())])


@dataclass(frozen=True)
class Write:
    """A request that means to write; `prepare` brings its thing to where it can."""

    name: str
    send: Callable[[More], Any]
    prepare: Callable[[], object] = lambda: None


@cache
def parameters() -> list[str]:
    """Every name that any view of ours looks for in a query: by a literal, by a constant, by a form or a function that
    is given the whole query, or by the document of the API."""
    found = set(OF_OTHERS)
    for path, tree in trees("GET", "query_params").items():
        if any(_is_query(node) for node in ast.walk(tree)):
            module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
            found |= {name for node in ast.walk(tree) for name in _names(node, module)}
    for item in document()["paths"].values():
        found |= {
            given["name"] for way in item.values() for given in way.get("parameters", ()) if given["in"] == "query"
        }
    return sorted(found)


def _is_query(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in {"GET", "query_params"}


def _names(node: ast.AST, module: ModuleType) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=asked, attr="get" | "getlist" | "pop"), args=[name, *_]) if _is_query(
            asked
        ):
            yield _constant(name, module)
        case ast.Subscript(value=asked, slice=ast.Constant(value=str(name))) if _is_query(asked):
            yield name
        case ast.Compare(left=ast.Constant(value=str(name)), comparators=[asked]) if _is_query(asked):
            yield name
        case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name()) as called, args=args) if any(
            _is_query(part) for arg in args for part in ast.walk(arg)
        ):
            yield from _names_read_by(known_as(called, vars(module)))


def _constant(node: ast.expr, module: ModuleType) -> str:
    return str(node.value if isinstance(node, ast.Constant) else known_as(node, vars(module)))


def _names_read_by(reader: Any) -> Iterator[str]:
    if hasattr(reader, "base_fields"):
        yield from reader.base_fields
    elif inspect.isfunction(reader) and reader.__module__.startswith("scorekeeper."):
        for node in ast.walk(ast.parse(inspect.getsource(reader))):
            match node:
                case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]):
                    yield name


def ways(turn: int, *, whole: bool) -> list[More]:
    """Everything at once, as each kind of file; then each by itself. Where not all are wanted, one request says all."""
    names = parameters()
    heard = {name: HEARD.get(name, ("1",)) for name in names}
    first = {name: values[0] for name, values in heard.items()}
    at_once = [More(query={**first, "as": kind}) for kind in HEARD["as"]]
    alone = [More(query={name: value}) for name, values in heard.items() for value in values]
    alone += [More(query={"as": kind, "read": "moved"}) for kind in ("csv", "xlsx")]
    alone += [More(headers={"Accept": said}) for said in ACCEPTED]
    alone += [More(headers=said) for said in OVERRIDES]
    both = More(query={**first, "as": HEARD["as"][turn % 2]}, headers=OVERRIDES[turn % len(OVERRIDES)])
    return [*at_once, *alone] if whole else [both]


class Stored:
    """The rows of every table as they were at first, and which tables are others after a request."""

    def __init__(self) -> None:
        self.models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
        self.before = {table: rows_of(model) for table, model in self.models.items()}

    def after(self, write: Write, more: More) -> tuple[Any, set[str]]:
        """The answer, and the tables that it has written; all of it is taken back."""
        with undone():
            _done, prepared = self._touching(write.prepare)
            before = {**self.before, **{table: rows_of(self.models[table]) for table in prepared}}
            answer, touched = self._touching(lambda: write.send(more))
            return answer, {table for table in touched - UNSTORED if rows_of(self.models[table]) != before[table]}

    def _touching(self, act: Callable[[], Any]) -> tuple[Any, set[str]]:
        statements: list[str] = []

        def notice(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            if not sql.lstrip().upper().startswith(READS):
                statements.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(notice):
            done = act()
        return done, self.models.keys() & {word for sql in statements for word in WORD.findall(sql)}


def unkept(writes: list[Write], *, whole: bool) -> tuple[list[str], set[str]]:
    """Each answer below 400 that has not stored what the same request stores when it says nothing more; and what stored
    nothing even then."""
    found, idle, stored = [], set(), Stored()
    for turn, write in enumerate(writes):
        plain, expected = stored.after(write, More())
        if plain.status_code >= 400 or not expected:
            idle.add(write.name)
            continue
        for more in ways(turn, whole=whole):
            answer, tables = stored.after(write, more)
            if answer.status_code < 400 and tables != expected:
                found.append(f"{write.name}, {more}: {answer.status_code}, and nothing in {sorted(expected - tables)}")
    return found, idle


def by_api(world: api.World) -> list[Write]:
    """Every write of the API, by whoever may: the owner, or a phone of the table."""
    owner = bearer(api.user_of(world, "owner"))
    phone = holding(api.phone(world))
    of_phone, writes = csrf(phone), []
    for endpoint, row in api.ENDPOINTS.items():
        if row[0] == "POST":
            is_for_phones = row[api.DIRECTOR] == 403 and endpoint not in OWNERS_ALONE
            client, by = (phone, of_phone) if is_for_phones else (Client(), owner)
            writes.append(_to_api(world, endpoint, client, by))
    return writes


def _to_api(world: api.World, endpoint: str, client: Client, by: dict[str, str]) -> Write:
    def send(more: More) -> Any:
        address, body = f"/api/v1/{endpoint.format(**vars(world))}", api.ENDPOINTS[endpoint][1](world)
        headers = {"Idempotency-Key": str(uuid4()), **by, **more.headers}
        if isinstance(body, FormBody):
            return client.generic("POST", _asked(address, more), body.encoded(), MULTIPART_CONTENT, headers=headers)
        return client.post(_asked(address, more), json.dumps(body), "application/json", headers=headers)

    return Write(endpoint, send, lambda: api.prepare(world, endpoint))


def _asked(address: str, more: More) -> str:
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}{urlencode(more.query)}" if more.query else address


def by_form(client: Client, form: Form) -> Write:
    """A form, filled in where it is empty: with what there is to choose from, else with something of the kind."""
    sent = {**dict(form.buttons[:1]), **{name: _filled(form, name) for name in form.fields if name != TOKEN}}
    body = urlencode(sent, doseq=True)

    def send(more: More) -> Any:
        with same_cookies(client):
            return client.post(
                _asked(form.action, more), body, "application/x-www-form-urlencoded", headers=more.headers
            )

    return Write(f"{IDENTITY.sub('*', form.action)} {' '.join(form.names)}", send)


def _filled(form: Form, name: str) -> list[str]:
    if any(form.fields[name]):
        return form.fields[name]
    choices = [value for value in form.offered.get(name, ()) if value]
    return choices[:1] or [said for part, said in FILLED.items() if part in name][:1] or form.fields[name]


@pytest.mark.parametrize("part", range(2))
def test_what_the_api_acknowledges_is_kept(request: pytest.FixtureRequest, part: int):
    world = laid(api.make_world)
    writes = by_api(world)[part::2]

    found, idle = unkept(writes, whole=request.config.getoption("--long"))

    assert not found, "\n".join(found)
    assert idle == IDLE_AT_THE_API & {write.name for write in writes}


@pytest.mark.parametrize("part", range(PARTS))
def test_what_a_page_acknowledges_is_kept(request: pytest.FixtureRequest, part: int):
    _world, forms = laid(make_forms)
    writes = [by_form(client, form) for client, form in kinds(forms)[part::PARTS]]

    found, idle = unkept(writes, whole=request.config.getoption("--long"))

    assert not found, "\n".join(found)
    assert len(idle) < len(writes) * 3 / 5, f"too few of them store anything as they are: not {sorted(idle)}"
