"""A form becomes the same record on a phone without a connection as on the server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from playwright.sync_api import Browser

import games
from scorekeeper.offline.selectors import kinds_of
from scorekeeper.offline.views import ports
from scorekeeper.play.forms import flat, record_from
from tests.agreement.cases import cases

pytestmark = pytest.mark.journey

SCRIPTS = Path(__file__).parents[2] / "scorekeeper" / "static" / "js" / "offline"
SEED = 20261121
MANY = 300  # hands a game
READ = """async (calls) => {
  const {recordOf} = await import("/record.js");
  return JSON.stringify(JSON.parse(calls).map(([data, kinds]) => recordOf(data, kinds)));
}"""
Pairs = list[tuple[str, str]]
BY_HAND: dict[str, list[Pairs]] = {
    "skat": [
        [],
        [("kind", "unknown")],
        [("set-who", "kind=played&declarer=1"), ("contract", "clubs"), ("set-run", "with=true&matadors=2")],
        [("set-who", "kind=passed"), ("declarer", "1"), ("outcome.won", "true")],
        [("kind", "played"), ("declarer", ""), ("bid", "18"), ("bid", "20"), ("outcome.won", "false")],
        [("kind", "played"), ("unless-declarer_points", "outcome"), ("declarer_points", "70"), ("outcome.won", "true")],
        [("kind", "played"), ("points.0", "7"), ("contract", "clubs "), ("bid", "12345678901")],
    ],
    "palace_poker": [
        [("cents-contributions.1", "1.5"), ("cents-ante", ",50"), ("cents-contributions.0", "much")],
        [("cents-contributions.0", "0,25"), ("cents-contributions.1", "1,005"), ("cents-contributions.2", "-1")],
    ],
}


@pytest.fixture(scope="module")
def read(browser: Browser) -> Iterator[Callable[[list[Any]], list[Any]]]:
    """Reads forms in the browser."""
    page = browser.new_page()
    page.route("**/*.js", lambda route: route.fulfill(path=SCRIPTS / Path(route.request.url).name))
    page.route("**/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("https://forms.test/")
    yield lambda calls: json.loads(page.evaluate(READ, json.dumps(calls)))
    page.close()


@pytest.mark.parametrize("name", sorted(ports()))
def test_forms_are_read_alike(name: str, read: Callable[[list[Any]], list[Any]]):
    game = games.game(name)
    dealt = [case.data for case in cases(Random(SEED), game, MANY) if isinstance(case.data, dict)]
    forms = [list(flat(data).items()) for data in dealt] + BY_HAND.get(name, [])
    assert len(forms) > MANY // 2

    in_browser = read([[pairs, kinds_of(game)] for pairs in forms])

    for pairs, found in zip(forms, in_browser, strict=True):
        assert found == record_from(QueryDict(urlencode(pairs)), game), pairs
