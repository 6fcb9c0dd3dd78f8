"""A phone in front of the real app: Chromium at phone size, talking to processes of its own."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    expect,
)

from tests.browsing import browser_for, shared_browser
from tests.databases import copy_sqlite
from tests.journeys.access import PHONE, Extent
from tests.serving import Server, serving

OPEN = ("/static/",)  # what must never be missing
REFUSED = ("Failed to load resource", "Response Status Error Code")  # what the browser and htmx say of an answer
LOST = ("htmx:sendError", "htmx:afterRequest", "htmx:timeout")  # a connection that is lost is no fault of a page

Phone = Callable[..., Page]


def shown_text(find: Callable[..., Locator]) -> Callable[..., Locator]:
    """`get_by_text` for what people see: the region that is read out says once more what stands on the page."""

    def found(page: Page, *text: Any, **options: Any) -> Locator:
        return find(page, *text, **options).and_(page.locator(":not(#announced)"))

    return found


Page.get_by_text = shown_text(Page.get_by_text)  # type: ignore[method-assign]
MADE_UP = "x-made-up"  # a header of answers that a test gives in the place of the server


@dataclass(frozen=True, slots=True)
class App:
    """A server, and the folder with its database and an empty copy of that."""

    server: Server
    folder: Path

    def empty(self) -> None:
        """Give it back the empty database, in one transaction: what the server has open sees it at once."""
        with (
            closing(sqlite3.connect(self.folder / "empty.sqlite3")) as empty,
            closing(sqlite3.connect(self.folder / "scorekeeper.sqlite3")) as used,
        ):
            empty.backup(used)


BUDGETS = {"SCOREKEEPER_GUEST_TABLES": "100000"}  # all journeys come from one address, within an hour
PATIENCE = 30_000  # milliseconds; a busy machine is no fault of a page
expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    Extent.whole = config.getoption("--long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with browser_for(item):
        return (yield)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app on an SQLite file of this process, with the settings of a copy on one's own machine; mail goes to its
    log."""
    folder = tmp_path_factory.mktemp("server")
    copy_sqlite(folder / "empty.sqlite3")
    with serving(copy_sqlite(folder / "scorekeeper.sqlite3"), environ=BUDGETS) as running:
        yield App(running, folder)


@pytest.fixture(scope="module")
def server(app: App) -> Server:
    """The app with nothing in it. Journeys of a module share it: each with people, a club and a table of its own."""
    app.empty()
    return app.server


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Browser:
    return shared_browser(request.config)


@contextmanager
def phones(browser: Browser, server: Server) -> Iterator[Phone]:
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

    try:
        yield make
    finally:
        for context in contexts:
            context.close()
    assert not faults, "\n".join([*faults, "The server printed:", server.log[-4000:]])


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Phone]:
    with phones(browser, server) as make:
        yield make


@pytest.fixture
def page(phone: Phone) -> Page:
    """One phone."""
    return phone()


def console_faults(message: ConsoleMessage) -> list[str]:
    """An error on the console; refused requests are looked at by their answers instead."""
    if message.type != "error" or message.text.startswith((*REFUSED, *LOST)):
        return []
    return [f"console: {message.text} ({message.location})"]


def response_faults(response: Response) -> list[str]:
    """An answer the server should never give: its own failure, or a missing part of a page."""
    is_missing_part = response.status == 404 and urlsplit(response.url).path.startswith(OPEN)
    if MADE_UP in response.headers:
        return []
    if response.status >= 500 or is_missing_part:
        return [f"answer: {response.status} {response.url}"]
    return []
