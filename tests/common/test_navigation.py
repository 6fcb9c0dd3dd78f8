"""The word of the navigation that is lit: on every page of a club it is the place where the page stands."""

import re
from html.parser import HTMLParser
from typing import Final

import pytest
from django.urls import resolve

from tests.factories.forms import make_all_pages
from tests.factories.world import Page
from tests.worlds import laid

pytestmark = pytest.mark.django_db

# By the name of the address, or how it begins. On a phone what has no word of its own lights the club's.
PLACES: Final = {
    "home": "Tables",
    "sitting_new": "Tables",
    "game_choose": "Tables",
    "evening": "Evenings",
    "league": "Evenings",
    "match_day": "Evenings",
    "team": "Evenings",
    "season": "Standings",
    "pool": "Standings",
    "bonus": "Standings",
    "rating": "Standings",
    "import_evening": "Standings",
    "club_records": "Standings",
    "club_years": "Standings",
    "tournament": "Tournaments",
    "stage": "Tournaments",
    "round": "Tournaments",
    "knockout": "Tournaments",
    "entrant": "Tournaments",
    "table_result": "Tournaments",
    "act_back": "Tournaments",
    "member": "Members",
    "people": "Members",
    "person": "Members",
    "player": "Members",
    "merge": "Members",
    "invitation": "Members",
    "money": "Money",
    "club": "the club",
    "club_new": "You",
    "house": "the club",
    "import": "the club",
    "job": "the club",
    "second_factor_ask": "the club",
    "account": "You",
    "own_sheet_list": "You",
    "mfa": "You",
    "token": "You",
    "usersessions": "You",
}
NOT_OF_A_CLUB: Final = re.compile(  # a table, whose pages have the words of no club but "Tables"; what anybody may read
    r"(sitting|hand|seats?|table|substitute|adjustment|penalty|act|bank|phone|dealer|join|guest|rules|worth|offline"
    r"|shared|shown|address|notices|manifest|door)(_|$)"
)
NO_WORD_OF_ITS_OWN: Final = {"Evenings", "Tournaments", "Members", "Money", "the club"}


class Lit(HTMLParser):
    """The words that say where one is, in the navigation of a desk and in that of a phone."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[str, list[str]] = {}
        self.nav = ""
        self.is_lit = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "nav":
            self.nav = (has.get("class") or "").split(" ")[0]
            self.words.setdefault(self.nav, [])
        if tag == "a" and self.nav in ("topnav", "tabs") and "aria-current" in has:
            self.is_lit = True
            self.words[self.nav].append({"club": "the club", "who": "You"}.get(has.get("class") or "", ""))

    def handle_data(self, data: str) -> None:
        if self.is_lit and self.words[self.nav][-1] not in ("the club", "You"):
            self.words[self.nav][-1] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        self.is_lit = self.is_lit and tag != "a"
        self.nav = "" if tag == "nav" else self.nav


def place(name: str) -> str:
    """Where a page of this name stands; empty where no club has it."""
    parts = name.split("_")
    found = (PLACES.get("_".join(parts[:length])) for length in range(len(parts), 0, -1))
    return next((word for word in found if word), "")


def lit(page: Page) -> dict[str, list[str]]:
    found = Lit()
    found.feed(page.html)
    return found.words


def test_every_page_lights_the_place_where_it_stands() -> None:
    world, pages = laid(make_all_pages)
    faults, seen = [], set()
    for page in pages:
        words, name = lit(page), resolve(page.address.partition("?")[0]).url_name or ""
        if "topnav" not in words or "tabs" not in words:
            continue  # a frame of its own, or nobody is signed in
        where = place(name)
        if not where:
            faults += [] if NOT_OF_A_CLUB.match(name) else [f"{name}: in which place does it stand?"]
            continue
        if where == "Standings" and name.startswith(("pool", "season_prizes")) and "parts-nav" in page.html:
            where = "Tournaments"  # its prizes
        if name.startswith("job") and str(world.ids["job_id"]) in page.address:
            where = "You"  # a job of no club
        wanted = {where}
        on_phone = {"Club" if word in NO_WORD_OF_ITS_OWN else word for word in wanted}
        seen |= wanted
        if set(words["topnav"]) != wanted or set(words["tabs"]) != on_phone:
            faults.append(f"{name} {page.address}: {words} and not {wanted}")

    assert not faults, "\n".join(sorted(set(faults)))
    assert seen >= set(PLACES.values())
