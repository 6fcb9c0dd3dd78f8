"""Acting as a user without a browser: signed in, as a phone at a table, as a program that asks the API, by the forms of
a page. What the API answers must fit its document."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from uuid import uuid4

import jsonschema_rs
import pytest
import yaml
from django.contrib.auth import SESSION_KEY
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Refused
from scorekeeper.play.actors import COOKIE, remember
from scorekeeper.play.models import Device
from scorekeeper.tournaments.models import Stage
from tests import factories


def client_of(user: Any, client: Client | None = None) -> Client:
    """A browser in which this user is signed in."""
    client = client or Client()
    client.force_login(user)
    return client


def proven(client: Client, *, ahead: float = 0) -> Client:
    """A browser in which somebody is signed in, who has lately shown once more that it is them; or will have in so many
    seconds, so that a long story is not asked again."""
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time() + ahead, "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = session[SESSION_KEY]
    session.save()
    return client


def as_role(stage: Stage, role: str = Role.OWNER) -> Client:
    """A browser in which somebody of this role in the club of a stage is signed in."""
    client = Client()
    user = factories.owner_of(stage.club) if role == Role.OWNER else factories.make_member(stage.club, role)
    client.force_login(user)
    return client


DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "schema.yml"
PROBLEM = "application/problem+json"
OTHER_TIME = re.compile(rb'"\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d"')
SCOPES = ("read", "record", "manage")


@cache
def document() -> dict[str, Any]:
    """The committed document."""
    return dict(yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader))


def bearer(user: User, *scopes: str) -> dict[str, str]:
    """The headers of a program that has a token of these scopes, or of all."""
    return {"Authorization": f"Bearer {factories.make_token(user, *(scopes or SCOPES))}"}


def signed_in(user: User) -> Client:
    """A browser with a session, which checks CSRF as a real one meets it."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def holding(device: Device) -> Client:
    """A phone that has joined a table."""
    client, response = Client(enforce_csrf_checks=True), HttpResponse()
    remember(type("Request", (), {"COOKIES": {}, "is_secure": lambda self: False})(), response, device)
    client.cookies[COOKIE] = response.cookies[COOKIE].value
    return client


def csrf(client: Client) -> dict[str, str]:
    """The token a page would hand to its scripts."""
    from django.middleware.csrf import _get_new_csrf_string

    client.cookies["csrftoken"] = secret = _get_new_csrf_string()
    return {"X-CSRFToken": secret}


class FormBody(dict[str, Any]):
    """A body that is sent as a form: {name: its text, or the name of a file and its bytes}."""

    def encoded(self) -> bytes:
        """As it is sent; what is no text is written as JSON has it."""
        return encode_multipart(BOUNDARY, {name: _part(value) for name, value in self.items()})


def _part(value: Any) -> Any:
    if isinstance(value, tuple):
        name, data = value
        return SimpleUploadedFile(name, data)
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()


def send(
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    *,
    method: str = "POST",
    client: Client | None = None,
    raw: bytes | None = None,
    content_type: str = "application/json",
) -> HttpResponse:
    """Send it, and hold the answer against the document."""
    if isinstance(body, FormBody):
        raw, content_type = body.encoded(), MULTIPART_CONTENT
    data = raw if raw is not None else (json.dumps(body).encode() if method == "POST" else b"")
    answer = (client or Client()).generic(
        method,
        f"/api/v1/{path}",
        data,
        content_type=content_type,
        headers={"Idempotency-Key": str(uuid4()), **(headers or {})},
    )
    fits(method, path, answer)
    return answer


def refusal(answer: HttpResponse) -> tuple[int, list[tuple[str, str]]]:
    """The status of an answer that refuses, and its codes with their fields."""
    return answer.status_code, [(error["code"], error["field"]) for error in answer.json().get("errors", [])]


NOT_ACCEPTABLE = 406  # of the protocol, as 405: no program that reads JSON meets it, and the document has neither


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """What the document says of a call; None where it knows no such operation."""
    theirs = path.split("?", maxsplit=1)[0].split("/")
    item: dict[str, Any] = next((item for ours, item in routes().get(len(theirs), ()) if leads_to(ours, theirs)), {})
    return item.get(method.lower())


@cache
def routes() -> dict[int, list[tuple[list[str], dict[str, Any]]]]:
    """{how many parts: (the parts of a route of the document, what the document says of it)}: each call of a program
    is looked up twice."""
    found: dict[int, list[tuple[list[str], dict[str, Any]]]] = {}
    for route, item in document()["paths"].items():
        parts = route.removeprefix("/api/v1/").split("/")
        found.setdefault(len(parts), []).append((parts, item))
    return found


def leads_to(ours: list[str], theirs: list[str]) -> bool:
    """Whether the parts of a call are those of a route of the document; an id has digits, a word has none."""
    return all(
        part == other or (part[0] == "{" and any(map(str.isdigit, other)))
        for part, other in zip(ours, theirs, strict=True)
    )


def codes_in(schema: Any) -> set[str]:
    """The codes that a problem answer of this schema may have."""
    if "$ref" in schema:
        return codes_in(document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    found = set(schema.get("properties", {}).get("code", {}).get("enum", ()))
    parts = [*schema.get("allOf", ()), *schema.get("properties", {}).values(), schema.get("items", {})]
    return found.union(*(codes_in(part) for part in parts if part))


def has_known_codes(method: str, path: str, answer: HttpResponse) -> None:
    """A problem answer of the API has no code but those that the document promises for this operation."""
    operation = operation_of(method, path)
    if operation is None or answer.get("Content-Type") != PROBLEM or answer.status_code == NOT_ACCEPTABLE:
        return
    problem = json.loads(answer.content)
    sent = {part["code"] for part in (problem, *problem.get("errors", ())) if "code" in part}
    promised = operation["responses"].get(str(answer.status_code), {}).get("content", {}).get(PROBLEM)
    unknown = sent - (codes_in(promised["schema"]) if promised else set())
    assert not unknown, (
        f"{operation['operationId']} answered {answer.status_code} with {', '.join(sorted(unknown))}, which its part "
        "of the document does not know: name it behind Raises in the docstring of the service, then write the document"
    )


def fits(method: str, path: str, answer: HttpResponse) -> None:
    """The answer is one the document promises for this operation."""
    operation = operation_of(method, path)
    if operation is None:
        return
    answers = operation["responses"]
    assert str(answer.status_code) in answers, (method, path, answer.status_code, answer.content[:500])
    content = answers[str(answer.status_code)].get("content")
    if not content:
        assert not answer.content
        return
    sent = answer["Content-Type"].split(";")[0]
    if answer.status_code < 400 and "application/json" not in content:  # a file
        assert sent in content
        return
    assert sent == (PROBLEM if answer.status_code >= 400 else "application/json")
    validator(json.dumps(content[sent]["schema"])).validate(json.loads(answer.content))
    assert not OTHER_TIME.search(answer.content), "a time that is not written as 2026-11-26T19:30:00Z"


@cache
def validator(schema: str) -> Any:
    whole = {**json.loads(schema), "components": document()["components"]}
    return jsonschema_rs.validator_for(whole, validate_formats=True)


def matches(route: str, path: str) -> bool:
    """Whether a call of this path is of this route of the document."""
    ours, theirs = route.removeprefix("/api/v1/").split("/"), path.split("?", maxsplit=1)[0].split("/")
    return len(ours) == len(theirs) and leads_to(ours, theirs)


def open_table(**more: Any) -> tuple[Any, dict[str, str]]:
    """A sitting, and the headers of who keeps it."""
    sitting = factories.make_sitting(**more)
    return sitting, bearer(sitting.opened_by_user)


class Api:
    """A program of somebody."""

    def __init__(self, by: dict[str, str]) -> None:
        self.by = by

    def post(self, path: str, body: Any = None, expected: int = 200, key: str = "") -> Any:
        headers = {**self.by, **({"Idempotency-Key": key} if key else {})}
        answer = send(path, body, headers)
        assert answer.status_code == expected, answer.content
        return answer.json()

    def get(self, path: str, expected: int = 200) -> Any:
        answer = send(path, None, self.by, method="GET")
        assert answer.status_code == expected, answer.content
        return answer.json()


def program(stage: Stage) -> Api:
    """A program of who owns the club of a stage."""
    return Api(bearer(factories.owner_of(stage.club)))


def problems_of(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    """What a service refused: each code with its field."""
    return [(problem.code, problem.field) for problem in error.value.problems]


def codes_of(error: pytest.ExceptionInfo[Refused]) -> list[str]:
    """The codes of what a service refused."""
    return [problem.code for problem in error.value.problems]


def code_of(message: object) -> str:
    """The code in a mail: the one line of capitals and digits."""
    found = re.search(r"^([A-Z0-9-]{6,12})$", message.body, re.MULTILINE)
    assert found, message.body
    return found[1]


def html_of(answer: Any) -> str:
    """The page as it was sent."""
    return str(answer.content.decode())


def text(answer: Any, status: int = 200) -> str:
    """The page as it was sent, once its status is the right one."""
    assert answer.status_code == status, answer.status_code
    return str(answer.content.decode())


def form_of(client: Client, address: str) -> dict[str, Any]:
    """What the form of this page has in it before anybody changes it, for `client.post`."""
    boxes = client.get(address).context["form"]
    return {box.html_name: box.value() for box in boxes if box.value() not in (None, [])}


def words(answer: Any) -> str:
    """The words of a page in one line, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def read(answer: Any) -> str:
    """The page as it was sent, in one line, its characters as they are read."""
    return " ".join(unescape(answer.content.decode()).split())


@contextmanager
def same_cookies(client: Client) -> Iterator[None]:
    """What an answer does to the cookies of this browser is taken back: it is signed in as before."""
    before = deepcopy(client.cookies)
    yield
    client.cookies = before


Controls = list[tuple[str, str]]


class _Controls(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.controls: Controls = []
        self.names: set[str] = set()
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._text: str | None = None  # of an option without a value
        self._is_of_a_file = False  # within a form that takes a table as a file

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name = has.get("name")
        if tag == "form":
            self._is_of_a_file = "files" in (has.get("class") or "").split()
        if tag == "option" and self._select:
            self._options.append((has.get("value") or "", "selected" in has))
            self._text = None if "value" in has else ""
        if tag not in {"input", "select"} or not name or "disabled" in has or self._is_of_a_file:
            return
        self.names.add(name)
        if tag == "select":
            self._select, self._options = name, []
        elif has.get("type") not in {"radio", "checkbox"} or "checked" in has:
            self.controls.append((name, has.get("value") or ""))

    def handle_data(self, data: str) -> None:
        if self._select and self._text is not None and self._options:
            self._text += data
            self._options[-1] = (self._text.strip(), self._options[-1][1])

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            chosen = [value for value, is_selected in self._options if is_selected] or [self._options[0][0]]
            self.controls.append((self._select, chosen[0]))
            self._select = None


def controls(page: str) -> Controls:
    """What the inputs and selects of this page send, in their order."""
    return _read(page).controls


def fill(page: str, **other: str) -> dict[str, list[str]]:
    """What the page sends with these fields filled in otherwise, for `client.post`."""
    data: dict[str, list[str]] = {}
    for name, value in controls(page):
        data.setdefault(name, []).append(value)
    return {**data, **{name: [value] for name, value in other.items()}}


def field_names(page: str) -> set[str]:
    """Every input and select there is, filled or not."""
    return _read(page).names


def _read(page: str) -> _Controls:
    form = _Controls()
    form.feed(page)
    return form


FIELDS = {"input", "select", "textarea", "button"}


@dataclass
class Form:
    """A form that writes. `fields` is what a browser would send of it untouched, `buttons` what each sends besides,
    `offered` what there is to choose from."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    offered: dict[str, list[str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return sorted(set(self.fields) | {name for name, _value in self.buttons if name})


class _Page(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._choice: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(has)
        elif tag == "option" and self._choice:
            form, name = self._choice
            form.offered.setdefault(name, []).append(has.get("value", ""))
            if "selected" in has or not form.fields[name]:
                form.fields[name] = [has.get("value", "")]
        elif tag in FIELDS:
            self._add(tag, has)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choice = None

    def _begin(self, has: dict[str, str]) -> None:
        self._form = Form((has.get("action") or self.address).split("#")[0])
        if has.get("method", "").lower() == "post":
            self.forms.append(self._form)
            self.by_id[has.get("id", "")] = self._form

    def _add(self, tag: str, has: dict[str, str]) -> None:
        form = self.by_id.get(has["form"]) if "form" in has else self._form
        name, kind = has.get("name", ""), has.get("type", "submit" if tag == "button" else "text")
        if form is None:
            return
        if kind == "submit":
            form.buttons.append((name, has.get("value", "")))
            if aside := has.get("formaction"):
                self.forms.append(Form(aside.split("#")[0], form.fields))
        elif name and "disabled" not in has:
            values = form.fields.setdefault(name, [])
            if tag == "select":
                self._choice = (form, name)
            elif kind not in {"radio", "checkbox"} or "checked" in has:
                values.append(has.get("value", ""))
            if kind in {"radio", "checkbox"}:
                form.offered.setdefault(name, []).append(has.get("value", "on"))


def forms_of(address: str, html: str) -> list[Form]:
    """Every form of this page that is sent by POST."""
    page = _Page(address)
    page.feed(html)
    return page.forms
