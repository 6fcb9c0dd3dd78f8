"""A phone in front of the real app: Chromium at phone size, talking to processes of its own."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

from tests.browsing import launch
from tests.databases import copy_sqlite
from tests.serving import Server, serving

PHONE = {"width": 390, "height": 844}
OPEN = ("/static/",)  # what must never be missing
LOST = ("htmx:sendError", "htmx:afterRequest", "htmx:timeout")  # a connection that is lost is no fault of a page

Phone = Callable[..., Page]
PATIENCE = 15_000  # milliseconds; a busy machine is no fault of a page
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app on an SQLite file of the module's own, with the settings of a copy on one's own machine; mail goes to
    its log. Journeys of a module share it: each with people, a club and a table of its own."""
    path = tmp_path_factory.mktemp("server") / "scorekeeper.sqlite3"
    with serving(copy_sqlite(path)) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module, ended with it: while it runs, Django takes the thread for an asynchronous one."""
    with sync_playwright() as playwright:
        running = launch(playwright.chromium)
        yield running
        running.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Phone]:
    """Makes phones: `phone()` is a page in a browser context (cookies, storage) of its own.

    Options of `browser.new_context` go through. Whatever a page says as an error (a script's, or one of the content
    policy), and every answer that is the server's own fault, fails the test at its end.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(
            **{
                "viewport": PHONE,
                "has_touch": True,
                "base_url": server.url,
                "locale": "en-GB",
                "timezone_id": "Europe/Berlin",
                "reduced_motion": "reduce",
                **options,
            }
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: faults.extend(console_faults(message)))
        context.on("weberror", lambda error: faults.append(f"script: {error.error}"))
        context.on("response", lambda response: faults.extend(response_faults(response)))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join([*faults, "The server printed:", server.log[-4000:]])


@pytest.fixture
def page(phone: Phone) -> Page:
    """One phone."""
    return phone()


def console_faults(message: ConsoleMessage) -> list[str]:
    """An error on the console; refused requests are looked at by their answers instead."""
    if message.type != "error" or message.text.startswith(("Failed to load resource", *LOST)):
        return []
    return [f"console: {message.text} ({message.location})"]


def response_faults(response: Response) -> list[str]:
    """An answer the server should never give: its own failure, or a missing part of a page."""
    is_missing_part = response.status == 404 and urlsplit(response.url).path.startswith(OPEN)
    if response.status >= 500 or is_missing_part:
        return [f"answer: {response.status} {response.url}"]
    return []
