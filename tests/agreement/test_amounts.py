"""A phone without a connection writes an amount as the server does, in every language."""

import json

import pytest
from django.utils.translation import override
from playwright.sync_api import Browser

from games.core.settling import InUnits
from scorekeeper.common.texts import amount_words
from scorekeeper.languages.names import OFFERED
from tests.agreement.conftest import SCRIPTS

pytestmark = pytest.mark.journey

FOLDER = SCRIPTS.parent / "offline"
PAGE = '<!doctype html><html lang="{language}"><script type="application/json" id="page-words">{words}</script></html>'
SAY = """async ([amounts, units]) => {
  const {say} = await import("/offline/words.js");
  return units.map((unit) => amounts.map((amount) => say({units: amount}, unit)));
}"""
AMOUNTS = (150, -150, 5, 0)
SIGNS = ("", "€", "$", "R$", "₹", "chips")
UNITS = tuple(InUnits(unit=unit, decimals=decimals) for unit in SIGNS for decimals in (0, 2))


@pytest.mark.parametrize("language", OFFERED)
def test_a_phone_writes_amounts_as_the_server_does(browser: Browser, language: str) -> None:
    page = browser.new_page()
    html = PAGE.format(language=language, words=json.dumps({"language": language}))
    page.route("**/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route("**/offline/*.js", lambda route: route.fulfill(path=FOLDER / route.request.url.rpartition("/")[2]))
    page.goto("https://amounts.test/")

    found = page.evaluate(SAY, [AMOUNTS, [{"unit": unit.unit, "decimals": unit.decimals} for unit in UNITS]])
    page.close()

    with override(language):
        assert found == [[amount_words(amount, unit) for amount in AMOUNTS] for unit in UNITS]
