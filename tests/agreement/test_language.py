"""A phone without a connection writes amounts, numbers of things, lists and moments as the server does, in every
language: in a browser that knows none of them."""

import json
from datetime import datetime
from typing import Any, Final

import pytest
from django.utils.formats import date_format
from django.utils.translation import override
from playwright.sync_api import Browser

from games.core.settling import InUnits
from scorekeeper.common.texts import amount_words, stop_after
from scorekeeper.languages.names import OFFERED
from scorekeeper.offline import words
from tests.agreement.conftest import SCRIPTS

pytestmark = pytest.mark.journey

FOLDER = SCRIPTS.parent / "offline"
PAGE = '<!doctype html><html lang="{language}"><script type="application/json" id="page-words">{words}</script></html>'
NO_LANGUAGE = """
  delete globalThis.Intl;
  for (const kind of [Date, Number, Array]) {
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      if (name.startsWith("toLocale")) kind.prototype[name] = () => { throw new Error(name); };
    }
  }
"""
SAY = """async ({units, amounts, names, counts, lists, moments, sentences}) => {
  const {say, counted, stopAfter} = await import("/offline/words.js");
  const {alternatives, moment} = await import("/offline/language.js");
  return {
    amounts: units.map((unit) => amounts.map((amount) => say({units: amount}, unit))),
    counted: Object.fromEntries(names.map((name) => [name, counts.map((count) => counted(name, count))])),
    lists: lists.map(alternatives), moments: moments.map(moment), stops: sentences.map(stopAfter),
  };
}"""
AMOUNTS = (150, -150, 5, 0)
SIGNS = ("", "€", "$", "R$", "₹", "chips")
UNITS = tuple(InUnits(unit=unit, decimals=decimals) for unit in SIGNS for decimals in (0, 2))
COUNTS: Final = (*range(131), 200, 201, 202, 211, 221, 1000, 1001, 1002, 1011, 1111)
MOMENTS: Final = ("2026-01-02T03:04:59", "2026-09-30T23:59:00", "2026-12-11T00:00:00")
LISTS: Final = ((3,), (3, 4), (2, 3, 4))
SENTENCES: Final = ("Anna", "Anna P.", "ਖਤਮ।")


def said_of(counts: Any) -> dict[str, list[str]]:
    """What the server says of so many things, by the name of the sentence."""

    def one(sentence: Any) -> list[str]:
        return [sentence(number).replace("{count}", str(number)) for number in counts]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "_counted", one)
        return {name: said for name, said in words.words().items() if isinstance(said, list) and name != "months"}


@pytest.mark.parametrize("language", OFFERED)
def test_a_phone_writes_what_the_server_writes(browser: Browser, language: str) -> None:
    with override(language):
        handed = words.words()
        counted = said_of(COUNTS)
        expected = {
            "amounts": [[amount_words(amount, unit) for amount in AMOUNTS] for unit in UNITS],
            "counted": counted,
            "moments": [date_format(datetime.fromisoformat(one), "SHORT_DATETIME_FORMAT") for one in MOMENTS],
            "stops": [stop_after(sentence) for sentence in SENTENCES],
        }
        either = str(handed["either"])
    page = browser.new_page()
    page.add_init_script(NO_LANGUAGE)
    html = PAGE.format(language=language, words=json.dumps(handed))
    page.route("**/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route("**/offline/*.js", lambda route: route.fulfill(path=FOLDER / route.request.url.rpartition("/")[2]))
    page.goto("https://language.test/")

    asked = {
        "units": [{"unit": unit.unit, "decimals": unit.decimals} for unit in UNITS], "amounts": AMOUNTS,
        "names": list(counted), "counts": COUNTS, "lists": LISTS, "moments": MOMENTS, "sentences": SENTENCES,
    }  # fmt: skip
    found = page.evaluate(SAY, asked)
    page.close()

    assert len(counted) > len(words.BAR_COUNTED)
    assert found.pop("lists") == ["3", either.format(others="3", last="4"), either.format(others="2, 3", last="4")]
    assert found == expected
