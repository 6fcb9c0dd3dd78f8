"""A table without a connection stands as it does with one: the same boxes in the same order, as wide and as high."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

import games
from tests.journeys import geometry
from tests.journeys.access import THEMES, Extent
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.offline_acting import MAKE, Offline, lose, ready
from tests.serving import Server

pytestmark = pytest.mark.journey

WIDTHS = (390, 1280)
OPEN = """
from scorekeeper.clubs.models import Club
club = Club.objects.get(pk={club!r})
opened = {{}}
for game, size in {sizes!r}.items():
    sitting = factories.make_sitting(club, players=size, game=game, now=timezone.now())
    opened[game] = str(sitting.pk)
print(json.dumps(opened))
"""
# What only a connection offers: a proof by cards, and the questions to the rules.
ONLY_WITH_IT = {"svoi_kozyri": {"Isitadraw?Checkthelastcard"}}
ROUNDING = 1.5

# What can be tapped or is written over in an entry, and what it says, in the order of the page.
PARTS = """() => {
  const entry = document.querySelector(".entry");
  const kinds = [".half", ".turn", ".close-hand", ".box", ".numbox", ".pay tr", ".quiet > summary", ".wins .btn"];
  const parts = [...kinds, ".others-ways .btn", "[data-save]", ".say"].join();
  return [...entry.querySelectorAll(parts)]
    .filter((part) => part.checkVisibility() && !part.closest("[hidden]"))
    .map((part) => {
      const { top, left, width, height } = part.getBoundingClientRect();
      const corner = entry.getBoundingClientRect();
      const seen = part.cloneNode(true);
      for (const heard of seen.querySelectorAll(".vh")) heard.remove();
      const words = seen.textContent.replaceAll("&", "and").replace(/\\s/g, ""); // blanks are those of the markup
      const glyphs = [...part.querySelectorAll("use")].map((use) => use.getAttribute("href").split("#")[1]);
      const place = [top - corner.top, left - corner.left, width, height];
      const colour = getComputedStyle(part).backgroundColor;
      return { said: [words, ...glyphs].join(" | "), place: part.matches(".say") ? place.slice(0, 3) : place, colour };
    });
}"""


def sizes() -> dict[str, int]:
    """The games that are looked at, with how many play: one by chance, all with --long."""
    names = sorted(games.all_games())
    chosen = names if Extent.whole else [Random().choice(names)]
    return {name: 4 if name == "truco" else 3 for name in chosen}


# The suits of the entry: their pictures and colours.
SUITS = """() => [...document.querySelectorAll(".entry .box .suit")].map((suit) => [
  suit.querySelector("use").getAttribute("href").split("#")[1], getComputedStyle(suit).fill,
])"""


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, Any]:
    """The owner's session, and a table of each game."""
    place = server.python(SESSIONS + MAKE)
    opened = server.python(
        "from tests import factories\nfrom django.utils import timezone\n"
        + OPEN.format(club=place["club"], sizes=sizes())
    )
    return {"session": place["session"], "opened": opened}


def differences(game: str, online: list[dict[str, Any]], offline: list[dict[str, Any]]) -> Iterator[str]:
    """What stands elsewhere, is of another size or colour, says something else, or is missing on one of the two."""
    offered = [part for part in online if part["said"].split(" | ")[0] not in ONLY_WITH_IT.get(game, set())]
    has_all = len(offered) == len(online)
    if [part["said"] for part in offered] != [part["said"] for part in offline]:
        there, here = ([part["said"] for part in parts] for parts in (offered, offline))
        missing, more = [one for one in there if one not in here], [one for one in here if one not in there]
        yield f"without a connection missing: {missing}, too much: {more}, else another order"
        return
    for one, other in zip(offered, offline, strict=True):
        moved = [abs(before - after) for before, after in zip(one["place"], other["place"], strict=True)]
        if max(moved if has_all else moved[1:]) > ROUNDING or one["colour"] != other["colour"]:
            yield f"{one} is {other}"


def drawn(page: Page) -> list[dict[str, Any]]:
    return page.evaluate(PARTS)


def test_the_entry_stands_as_with_a_connection(tables: dict[str, Any], phone: Phone):
    page = phone(storage_state=signed_in(tables["session"]))
    found = []
    for game, sitting in tables["opened"].items():
        shown: dict[Any, list[dict[str, Any]]] = {}
        page.goto(f"/tables/{sitting}/")
        ready(page)
        for is_connected in (True, False):
            if not is_connected:
                lose(page)
                page.goto(f"/offline/#{sitting}")
                Offline(page).drawn()
            for width in WIDTHS:
                page.set_viewport_size(geometry.window(width))
                for theme in THEMES:
                    page.emulate_media(color_scheme=theme)
                    page.wait_for_load_state()
                    shown[is_connected, width, theme] = drawn(page)
        for width in WIDTHS:
            for theme in THEMES:
                there, here = shown[True, width, theme], shown[False, width, theme]
                found += [f"{game}, {width} px, {theme}: {line}" for line in differences(game, there, here)]
        page.context.set_offline(False)

    assert not found, "\n".join(found)


def suits(page: Page) -> dict[str, list[tuple[str, str]]]:
    """{theme: the picture and the colour of each suit, before spades are chosen and after it}."""
    found: dict[str, list[tuple[str, str]]] = {theme: [] for theme in THEMES}
    for is_chosen in (False, True):
        if is_chosen:
            page.locator(".entry .box:has(.suit.s)").click()
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found[theme] += [(picture, colour) for picture, colour in page.evaluate(SUITS)]
    return found


@pytest.mark.parametrize(
    ("words", "spades"), [({"skat": "de-suits"}, "leaf"), ({}, "s")], ids=["german cards", "french cards"]
)
def test_suits_have_the_pictures_and_colours_of_the_page_with_a_connection(
    server: Server, phone: Phone, words: dict[str, str], spades: str
):
    place = server.python(SESSIONS + MAKE)
    server.python(
        f"from scorekeeper.clubs.models import Club\n"
        f"Club.objects.filter(pk={place['club']!r}).update(game_words={words!r})\nprint('null')"
    )
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    there = suits(page)
    lose(page)
    page.goto(f"/offline/#{place['sitting']}")
    Offline(page).drawn()

    assert suits(page) == there
    assert [picture for picture, _colour in there["light"]].count(spades) == 2
