"""Wherever a page lets one say where to go next, one stays on the site."""

import re
from typing import Final

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db

# A path, or one relative to the page: no browser takes it for another host or another scheme.
OURS: Final = re.compile(r"(?:/(?![/\\])|(?![/\\]|[A-Za-z][A-Za-z0-9+.-]*:))[\x21-\x5b\x5d-\x7e]*")
PAYLOADS: Final = [
    "https://evil.example/",
    "http://evil.example",
    "HTTPS://EVIL.EXAMPLE",
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "https:////evil.example",
    "http:\\\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\/\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    "\n//evil.example",
    " //evil.example",
    "\x00//evil.example",
    "\x01https://evil.example",
    "\x1fhttps://evil.example",
    "\x7f//evil.example",
    "\u00a0//evil.example",
    "\u2003//evil.example",
    "\ufeff//evil.example",
    "/%09/evil.example",
    "/%0d%0aLocation:%20https://evil.example",
    "/\r\nLocation: https://evil.example",
    "%0d%0aLocation: https://evil.example",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "https://testserver@evil.example",
    "https://testserver:80@evil.example",
    "//testserver@evil.example",
    "https://testserver.evil.example",
    "https://evil.example/testserver",
    "https://evil.example#testserver",
    "https://evil.example?testserver",
    "https://evil.example\\testserver",
    "https://evil.example\\@testserver",
    "https://testserver\\.evil.example",
    "https://[::1]/",
    "https://0x7f000001",
    "https://2130706433",
    "\uff0f\uff0fevil.example",
    "\u2044\u2044evil.example",
    "\u2215\u2215evil.example",
    "\u29f8\u29f8evil.example",
    "https\uff1a//evil.example",
    "https://evil\u3002example",
    "https://evil\uff0eexample",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "JaVaScRiPt://testserver/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://testserver/x",
    "file:///etc/passwd",
    "ftp://evil.example",
    "mailto:a@evil.example",
    "?next=//evil.example",
    "..//evil.example",
    ".//evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/accounts/..//evil.example",
]


def doors() -> dict[str, tuple[Client, str, dict[str, str]]]:
    """{what: (who sends, where, the other fields)} of each form that takes a `next`."""
    user, anonymous, signed_in = factories.make_user(), Client(), Client()
    signed_in.force_login(user)
    again = Client()
    again.force_login(user)
    return {
        "look": (anonymous, "/accounts/look/", {"theme": "dark", "suits": "two"}),
        "sign out": (signed_in, "/accounts/logout/", {}),
        "password again": (again, "/accounts/reauthenticate/", {"password": factories.PASSWORD}),
        "sign in": (Client(), "/accounts/login/", {"login": user.email, "password": factories.PASSWORD}),
    }


@pytest.mark.parametrize("door", ["look", "sign out", "password again", "sign in"])
def test_nobody_is_led_to_another_site(door: str, request: pytest.FixtureRequest):
    client, address, fields = doors()[door]
    tried = PAYLOADS if door == "look" or request.config.getoption("--long") else PAYLOADS[::3]
    cookies, led = dict(client.cookies), {}

    for payload in tried:
        answer = client.post(address, {**fields, "next": payload})
        led[payload] = answer.headers.get("Location", "/")
        client.cookies.clear()
        client.cookies.update(cookies)

    assert {payload: where for payload, where in led.items() if not OURS.fullmatch(where)} == {}
    assert len(PAYLOADS) >= 60


def test_a_page_that_asks_to_sign_in_brings_nobody_elsewhere():
    for payload in PAYLOADS:
        path = "/clubs/" + payload.encode("ascii", "ignore").decode().replace("\x00", "").lstrip("/")
        answer = Client().get(path)
        assert OURS.fullmatch(answer.headers.get("Location", "/")), payload
