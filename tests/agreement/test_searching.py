"""A list that a script narrows finds whom the server would find."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.common.names import spellings

pytestmark = pytest.mark.journey

SCRIPT = Path(__file__).parents[2] / "scorekeeper" / "static" / "js" / "searching.js"
NAMES = ("Хабиб Жуков", "Юрий Щукин", "Дмитрий Ёлкин", "Sergey Ivanov", "Günter Müller", "Łukasz Weiß", "Ян Ким")
TYPED = (
    *("хабиб", "khab", "chab", "hab", "zhuk", "schuk", "yuri", "yury", "juri", "iurii", "shchuk", "dmitry", "dmitrij"),
    *("elkin", "yolkin", "сергей", "иван", "muller", "mueller", "Mül", "lukasz", "weiss", "weiß", "jan", "kim", "zzz"),
)
FIND = """async ([names, typed]) => {
  const {has, begins} = await import("/searching.js");
  return JSON.stringify(typed.map((text) => names.map((name) => [has(name, text), begins(name, text)])));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.route("**/searching.js", lambda route: route.fulfill(path=SCRIPT))
    page.route("**/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("https://names.test/")
    yield page
    page.close()


def test_a_script_finds_by_the_same_spellings_as_the_server(page: Page):
    found = json.loads(page.evaluate(FIND, [NAMES, TYPED]))

    for text, of_script in zip(TYPED, found, strict=True):
        for name, answer in zip(NAMES, of_script, strict=True):
            has = any(key in written for key in spellings(text) for written in spellings(name))
            begins = any(written.startswith(key) for key in spellings(text) for written in spellings(name))
            assert answer == [has, begins], (text, name)
