"""The address of every file that a page offers: while what it shows is there, where it never was, and after the acts
of its pages were done and taken back. It answers with a file or says that there is none; it never fails."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scorekeeper.common.tables.serving import FileKind
from tests.acting import forms_of, same_cookies
from tests.factories.forms import IDENTITY, kinds, make_all_pages
from tests.factories.world import Page
from tests.worlds import laid

pytestmark = pytest.mark.django_db

OFFERED: Final = re.compile(r'href="([^"]*\.(?:csv|xlsx|pdf)(?:\?[^"]*)?)"')
SOME: Final = 32  # of so many forms one is sent in the usual run
OF_ACCOUNTS: Final = ("/accounts/", "/account/")  # they sign people out
GONE: Final = {403, 404, 409, 410}  # not theirs, not there, come too late, gone


def offered(pages: list[Page], *, whole: bool) -> dict[str, tuple[Client, str]]:
    """{kind of address: who may read it, an address of that kind} of the files of all pages; not `whole`: of those that
    part cells by commas."""
    found: dict[str, tuple[Client, str]] = {}
    for page in pages:
        for link in OFFERED.findall(page.html):
            address = urljoin(page.address, link.replace("&amp;", "&"))
            if address.startswith("/static/") or not (whole or ".csv" in address):
                continue
            found.setdefault(IDENTITY.sub("*", address.split("?")[0]), (page.client, address))
    return found


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Where pages have files."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif any(isinstance(part, FileKind) for part in pattern.pattern.converters.values()):
            yield route


def answers(client: Client, address: str) -> int:
    try:
        with same_cookies(client):
            return int(client.get(address).status_code)
    except Exception:  # noqa: BLE001 whatever it is, a visitor would be answered 500
        return 500


def test_every_file_that_a_page_offers_is_there(request: pytest.FixtureRequest) -> None:
    """Or has come too late: an act of this world was taken back after its page was read."""
    files = offered(laid(make_all_pages)[1], whole=request.config.getoption("--long"))

    found = {kind: answers(client, address) for kind, (client, address) in files.items()}

    assert len(found) > 50
    assert {kind for kind, answer in found.items() if answer != 200} <= {
        f"/tables/*/acts/*/reverse/moved.{end}" for end in ("csv", "xlsx")
    }
    assert set(found.values()) == {200, 409}


def test_files_of_what_was_never_there_are_not_found() -> None:
    """With every route that has files, whether a page of this world offers one or not."""
    world, _pages = laid(make_all_pages)
    owner = Client()
    owner.force_login(world.owner)
    tried = {}
    for route in set(routes(get_resolver().url_patterns)):
        address = re.sub(r"<uuid:\w+>", lambda _found: str(uuid4()), f"/{route}")
        address = re.sub(r"<int:\w+>", "7", address).replace("<slug:table>", "moved").replace("<filekind:kind>", "csv")
        tried[route] = answers(owner, re.sub(r"<(?:\w+:)?\w+>", "skat", address))

    assert len(tried) > 50
    assert {route: found for route, found in tried.items() if found not in GONE} == {}


def test_files_answer_after_the_acts_of_their_pages_were_done_and_taken_back(request: pytest.FixtureRequest) -> None:
    """Each form is sent as its page has filled it, by each of its buttons, one after the other: so acts are done, done
    twice and taken back, and what others rest on is gone. The usual run sends some, the whole one all."""
    whole = request.config.getoption("--long")
    _world, pages = laid(make_all_pages)
    files = offered(pages, whole=whole)
    forms = kinds([(page.client, form) for page in pages for form in forms_of(page.address, page.html)])
    forms = [(client, form) for client, form in forms if not form.action.startswith(OF_ACCOUNTS)]

    for client, form in forms[:: 1 if whole else SOME]:
        for button in form.buttons or [("", "")]:
            with same_cookies(client):
                client.post(form.action, {**form.fields, button[0]: [button[1]]})
    wrong = {}
    for client, address in list(files.values())[:: 1 if whole else 3]:
        if (found := answers(client, address)) not in {200, *GONE}:
            wrong[address] = found

    assert wrong == {}
