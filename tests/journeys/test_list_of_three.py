"""A club from its first day: an account, a season, a whole list at a table of three, three signatures, the print."""

import io
import re
from uuid import uuid4

import pytest
import segno
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys.access import audit
from tests.journeys.acting import Table, doors, drawn, figure, open_table, sign_up
from tests.journeys.conftest import Phone
from tests.journeys.hands import counts, expected, whole_list
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Renate Vogt", "Murat Demir", "Ines Albers")
SHORT = ("Renate", "Murat", "Ines")
HANDS = whole_list(3, 36, "a Thursday in autumn")
A4 = (595, 842)  # points


@pytest.mark.parametrize("tapped", [6, pytest.param(len(HANDS), marks=pytest.mark.long)])
def test_a_club_plays_a_list(tapped: int, page: Page, phone: Phone, server: Server):
    """The first and the last of the hands are tapped; those between are recorded by a program."""
    found_a_club(page, server)
    season = open_a_season(page)
    table = sit_down(page)
    murat, ines = join(page, phone)

    half = tapped // 2
    for facts in HANDS[:half]:
        table.record(facts, SHORT)
    table.go_on_after(HANDS[half:-half], server)
    for facts in HANDS[-half:]:
        table.record(facts, SHORT)
    totals = expected(HANDS, 3)
    assert table.totals() == totals

    provisional(page, season, totals)
    sign(page, murat, ines, table)
    official(page, season, totals)
    printed(page, table, totals)


def found_a_club(page: Page, server: Server) -> None:
    """From the first page to a club of one's own."""
    page.goto("/")
    audit(page)
    page.get_by_role("link", name="Create an account").click()
    audit(page)
    sign_up(page, server, f"{uuid4().hex}@example.org")
    expect(page.get_by_role("link", name="Create a club")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Create a club").click()
    audit(page)
    page.get_by_label("Name of the club").fill("Skatfreunde Lindenhof")
    page.get_by_label("Your name").fill(NAMES[0])
    expect(page.get_by_label("Location")).to_have_value("Europe/Berlin")
    page.get_by_role("button", name="Create the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skatfreunde Lindenhof")
    audit(page)


def open_a_season(page: Page) -> str:
    """The address of a new season."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Standings").click()
    audit(page)
    page.get_by_role("link", name="Open a season").click()
    audit(page)
    page.get_by_label("Name of the season").fill("Autumn league")
    page.get_by_role("group", name="Skat").get_by_role("radio", name="Seeger-Fabian").check()
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn league")
    audit(page)
    return page.url


def sit_down(page: Page) -> Table:
    page.get_by_role("link", name="Open a table").click()
    expect(page.get_by_role("combobox", name="Seat 1 ·")).to_have_value(NAMES[0])
    expect(page.get_by_role("checkbox", name="Autumn league")).to_be_checked()
    audit(page)
    return open_table(page, NAMES)


def join(page: Page, phone: Phone) -> tuple[Page, Page]:
    """Murat types the short code, Ines scans the QR code."""
    doors(page).get_by_role("link", name=re.compile("Phones at this table")).click()
    page.get_by_role("button", name="Show a code").click()
    audit(page)
    code = page.locator(".code").inner_text()
    scanned = page.get_by_role("img", name="QR code that leads to this table").locator("path").last.get_attribute("d")

    murat = phone()
    murat.goto("/")
    murat.get_by_label("Join a table with its code").fill(code.lower())
    murat.get_by_role("button", name="Join").click()
    expect(murat.get_by_role("radio", name="Murat D.")).to_be_visible()
    link = murat.url
    assert f'd="{scanned}"' in segno.make(link, error="m").svg_inline(scale=4, border=2, omitsize=True)
    audit(murat)
    take_seat(murat, "Murat D.")  # in short: the page needs no account

    ines = phone()
    ines.goto(link)
    take_seat(ines, "Ines A.")

    page.reload()
    expect(page.get_by_text("sits as Murat Demir")).to_be_visible()
    expect(page.get_by_text("sits as Ines Albers")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    return murat, ines


def take_seat(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()


def provisional(page: Page, season: str, totals: list[int]) -> None:
    """Before anybody signs, the season has the list, and says that it can still change."""
    here = page.url
    page.goto(season)
    expect(page.get_by_text("Provisional.")).to_be_visible()
    assert standings(page) == ranked(totals)
    expect(page.get_by_text("not all official yet")).to_have_count(3)
    audit(page)
    page.get_by_role("link", name="Official only").click()
    expect(page.get_by_text("Nothing is official yet")).to_be_visible()
    audit(page)
    page.goto(here)


def sign(page: Page, murat: Page, ines: Page, table: Table) -> None:
    """Two sign on their own phones, the third seat on the scorer's; the last signature closes the sheet."""
    for other in (murat, ines):
        other.reload()
        expect(other.get_by_role("heading", name="The list is complete")).to_be_visible()
        audit(other)
    murat.get_by_role("button", name=re.compile("Sign: .* for Murat")).tap()
    expect(murat.get_by_text(re.compile(r"signed at the table by code at \d+:\d\d"))).to_be_visible()
    page.reload()
    page.get_by_role("button", name=re.compile("Sign: .* for Renate")).tap()
    expect(page.get_by_text(re.compile(r"signed at \d+:\d\d: Renate Vogt, by account"))).to_have_count(1)
    page.get_by_role("button", name=re.compile("Sign for Ines")).tap()
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    expect(page.get_by_text(re.compile("on behalf, by Renate Vogt"))).to_have_count(1)
    expect(page.get_by_text(re.compile("Signed by all"))).to_be_visible()
    audit(page)
    ines.reload()
    expect(ines.get_by_role("heading", name="Official")).to_be_visible()
    assert table.totals() == expected(HANDS, 3)


def official(page: Page, season: str, totals: list[int]) -> None:
    page.goto(season)
    expect(page.get_by_text("Provisional.")).to_have_count(0)
    page.get_by_role("link", name="Official only").click()
    assert standings(page) == ranked(totals)
    page.get_by_role("button", name=NAMES[0]).click()
    expect(page.get_by_role("link", name="To the sheet with all hands")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="To the sheet with all hands").click()


def standings(page: Page) -> list[tuple[str, int]]:
    """Names with points, the best first."""
    rows = page.get_by_role("table", name=re.compile("^Standing of")).locator("tbody tr")
    return [
        (row.get_by_role("rowheader").inner_text().strip(), figure(row.locator(".tot").inner_text().split()[0]))
        for row in drawn(rows).all()
    ]


def ranked(totals: list[int]) -> list[tuple[str, int]]:
    return sorted(zip(NAMES, totals, strict=True), key=lambda row: -row[1])


def printed(page: Page, table: Table, totals: list[int]) -> None:
    """One page of A4 with the names, the totals, the check line."""
    doors(page).get_by_role("link", name=re.compile("Print the sheet")).click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    audit(page)

    pages = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=True))).pages

    assert len(pages) == 1
    assert (round(float(pages[0].mediabox.width)), round(float(pages[0].mediabox.height))) == A4
    text = " ".join(pages[0].extract_text().split())
    won, lost, passed = counts(HANDS, 3)
    assert f"Check: {won} won + {lost} lost + {passed} passed = 36" in text
    for name, total in zip(NAMES, totals, strict=True):
        assert name in text
        assert str(total).replace("-", "\N{MINUS SIGN}") in text
    assert "on behalf, by" in text
