"""A page of Chromium that has nothing but the ports of the games, as the app serves them."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route

from scorekeeper.common.bundles import Bundles
from tests.browsing import browser_for, shared_browser

SCRIPTS = Path(__file__).parents[2] / "scorekeeper" / "static" / "js" / "games"
BUNDLES = Bundles(SCRIPTS.parents[1])
ORIGIN = "https://ports.test"
BATCH = 1_000  # calls in one message to the browser

CALL = """async ([slug, name, calls]) => {
  const port = await import(`/${slug}.js`);
  const answer = (args) => {
    try { return port[name](...args); } catch (error) { return { raised: error.stack }; }
  };
  return JSON.stringify(typeof port[name] === "function" ? JSON.parse(calls).map(answer) : port[name] ?? null);
}"""

Ask = Callable[[str, str, Sequence[Sequence[Any]]], list[Any]]


def serve(route: Route) -> None:
    """An empty page, or a file of the ports."""
    path = urlsplit(route.request.url).path
    name = f"js/games{path}"
    if path == "/":
        route.fulfill(body="<!doctype html><title>Ports</title>", content_type="text/html")
    elif name in BUNDLES.scripts():
        route.fulfill(body=BUNDLES.text(name), content_type="text/javascript")
    else:
        route.fulfill(status=404)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with browser_for(item):
        return (yield)


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Browser:
    return shared_browser(request.config)


@pytest.fixture(scope="module")
def ask(browser: Browser) -> Iterator[Ask]:
    """`ask(slug, function, [arguments, ...])` answers each call of a port's function, through JSON.

    A function that throws answers `{"raised": where}`. What is no function is answered as it is, and what is not
    there as None.
    """
    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(ORIGIN)

    def called(slug: str, name: str, calls: Sequence[Sequence[Any]] = ()) -> Any:
        if not calls:
            return json.loads(page.evaluate(CALL, [slug, name, "[]"]))
        answers: list[Any] = []
        for begin in range(0, len(calls), BATCH):
            some = json.dumps(calls[begin : begin + BATCH])
            answers += json.loads(page.evaluate(CALL, [slug, name, some]))
        return answers

    yield called
    page.close()
