"""The list on paper: one page for the lists of the order, as many as needed for longer ones."""

import io
import re

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys.access import PHONE
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from random import Random
from tests.factories.hands import next_deal

money = {"stake_per_point": 1, "loss_fee": {"each": 50, "from_fourth": 100}}

def table(size, length):
    players = [factories.make_player(club, name) for name in ("Renate Vogt", "Murat Demir", "Ines Albers", "Bo")[:size]]
    sitting = factories.make_sitting(club, players=players, rules={"list_length": length, **money})
    chance = Random(length)
    for _number in range(length):
        factories.record(sitting, next_deal(chance, sitting))
    sitting.refresh_from_db()
    return {"id": str(sitting.pk), "totals": [column.total for column in sheet_of(sitting).columns]}

from scorekeeper.play.sheet.reads import sheet_of
owner = factories.make_user()
club = factories.make_club(owner=owner)
made = {"36": table(3, 36), "48": table(4, 48), "72": table(4, 72)}
print(json.dumps({**made, "session": session(owner), "club": str(club.pk)}))
"""


@pytest.fixture(scope="module")
def made(server: Server) -> dict[str, object]:
    return server.python(SESSIONS + MAKE)


def printed(page: Page, sitting: str) -> list[str]:
    """The text of each printed page."""
    page.goto(f"/tables/{sitting}/print/")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    pdf = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=True)))
    return [" ".join(part.extract_text().split()) for part in pdf.pages]


@pytest.mark.parametrize(("hands", "pages"), [("36", 1), ("48", 1), ("72", 2)])
def test_every_row_and_the_closing_block_are_printed(phone: Phone, made, hands, pages):
    page = phone(storage_state=signed_in(made["session"]))
    texts = printed(page, made[hands]["id"])

    assert len(texts) == pages
    assert all("Matadors" in text for text in texts)
    last = int(hands)
    assert re.search(rf"\b{last - 2}\b.*\b{last - 1}\b.*\b{last}\b.*= {last}\b", texts[-1])
    for total in made[hands]["totals"]:
        assert str(abs(total)) in texts[-1]
    assert "Signature" in texts[-1]
    assert "Fees for lost games" in texts[-1]
    assert "check mark" in texts[-1]


def width(page: Page) -> float:
    """Of the sheet, in pixels of the screen."""
    return float(page.locator(".a4").evaluate("(sheet) => sheet.getBoundingClientRect().width"))


def test_the_whole_sheet_is_seen_on_a_phone(phone: Phone, made):
    """And one tap shows it as large as on paper, to be moved sideways."""
    page = phone(storage_state=signed_in(made["session"]))
    page.goto(f"/tables/{made['36']['id']}/print/")
    screen = PHONE["width"]
    expect(page.get_by_role("button", name="Show larger")).to_be_visible()

    assert width(page) <= screen
    assert page.evaluate("document.documentElement.scrollWidth") <= screen
    page.get_by_role("button", name="Show larger").click()
    assert width(page) > 2 * screen
    page.get_by_role("button", name="Fit to the screen").click()
    assert width(page) <= screen


def test_a_screen_with_room_shows_the_sheet_as_it_is(phone: Phone, made):
    page = phone(storage_state=signed_in(made["session"]), viewport={"width": 1280, "height": 900})
    page.goto(f"/tables/{made['36']['id']}/print/")

    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("button", name="Show larger")).to_be_hidden()
    assert round(width(page)) == 794  # 210 mm


FURNITURE = """() => [...document.querySelectorAll("nav, button, .btn, .skip, .toasts, input[type=text]")]
  .filter((part) => part.checkVisibility() && part.getClientRects().length)
  .map((part) => part.outerHTML.slice(0, 120))"""


def test_on_paper_a_page_has_nothing_to_tap_and_is_light(phone: Phone, made):
    page = phone(storage_state=signed_in(made["session"]), color_scheme="dark", viewport={"width": 1280, "height": 900})
    club = made["club"]
    for path in (
        "/",
        f"/clubs/{club}/",
        f"/clubs/{club}/money/",
        f"/clubs/{club}/seasons/",
        f"/tables/{made['36']['id']}/",
    ):
        page.emulate_media(media="screen")
        page.goto(path)
        on_screen = page.evaluate(FURNITURE)
        page.emulate_media(media="print")

        assert on_screen, path
        assert page.evaluate(FURNITURE) == [], path
        assert page.evaluate("getComputedStyle(document.body).colorScheme") in {"light", "normal"}
        assert page.locator("main h1, main h2, header h1").first.is_visible()
