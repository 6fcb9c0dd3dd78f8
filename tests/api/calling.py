"""Callers of the API, and answers that must fit the document."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import jsonschema_rs
import yaml
from django.http import HttpResponse
from django.test import Client

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import make_api_token
from scorekeeper.play.devices import COOKIE, remember
from scorekeeper.play.models import Device
from tests import factories

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "schema.yml"
PROBLEM = "application/problem+json"
SCOPES = ("read", "record", "manage")


@cache
def document() -> dict[str, Any]:
    """The committed document."""
    return dict(yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader))


def bearer(user: User, *scopes: str) -> dict[str, str]:
    """The headers of a program that has a token of these scopes, or of all."""
    from django.utils import timezone

    _token, secret = make_api_token(user=user, name="a program", scopes=scopes or SCOPES, now=timezone.now())
    return {"Authorization": f"Bearer {secret}"}


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


def said(answer: HttpResponse) -> tuple[int, list[tuple[str, str]]]:
    """The status of a refusal and its codes with their fields."""
    return answer.status_code, [(error["code"], error["field"]) for error in answer.json().get("errors", [])]


def fits(method: str, path: str, answer: HttpResponse) -> None:
    """The answer is one the document promises for this operation."""
    operation = next((item for route, item in document()["paths"].items() if matches(route, path)), None)
    if operation is None or method.lower() not in operation:
        return
    answers = operation[method.lower()]["responses"]
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
    validator(json.dumps(content["application/json" if "application/json" in content else PROBLEM]["schema"])).validate(
        json.loads(answer.content)
    )


@cache
def validator(schema: str) -> Any:
    whole = {**json.loads(schema), "components": document()["components"]}
    return jsonschema_rs.validator_for(whole, validate_formats=True)


def matches(route: str, path: str) -> bool:
    ours, theirs = route.removeprefix("/api/v1/").split("/"), path.split("?", maxsplit=1)[0].split("/")
    pairs = zip(ours, theirs, strict=False)
    return len(ours) == len(theirs) and all(one == other or one[0] == "{" for one, other in pairs)


def open_table(**more: Any) -> tuple[Any, dict[str, str]]:
    """A sitting, and the headers of who keeps it."""
    sitting = factories.make_sitting(**more)
    return sitting, bearer(sitting.opened_by_user)
