"""A season before this program comes into the standings and goes again; a paper list is typed in without a mouse."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import look
from tests.journeys.acting import MINUS, SESSIONS, VERIFY, figure, signed_in, texts
from tests.journeys.conftest import Phone
from tests.journeys.test_kept_typing import Slow
from tests.reading_pages import seen_grid
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
director = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=director)
season = factories.make_season(club, "Season 2024")
grows = factories.make_season(club, "Season 2025")
for name in ("Hildegard Schulze", "Jürgen Brandt", "Murat Öztürk"):
    factories.make_player(club, name)
ids = {"club": str(club.pk), "season": str(season.pk), "grows": str(grows.pk)}
print(json.dumps({**ids, "session": session(director)}))
"""

# Of Murat's line the second evening can't be read, and Jurgen Brand is Jürgen Brandt in the book.
SPREADSHEET = """Spieler;14.01.2024;11.02.2024;Summe
Hildegard Schulze;812;1.045;1.857
Jurgen Brand;604;-48;556
Zoë Kaya;;733;733
Murat Öztürk;500;seven;507
"""

# A list of three: what is typed into each cell. The third line was kontra; by the rules chosen it counts double.
PAPER = (
    ("1", "c", "1", "", "75", "24"),
    ("ju", "n", "", "k", "-", "-92"),
    ("0", "", "", "", "", ""),
)
FOOT = ("24", "-92", "0")


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + MAKE)


def test_last_years_spreadsheet_counts_and_is_taken_back(phone: Phone, place: dict[str, Any], server: Server):
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/seasons/")
    page.get_by_role("link", name="Import an old season from a spreadsheet").click()
    look(page, "Import a file")
    page.get_by_label("Season to add it to").select_option(label="Season 2024")
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "last year.csv", "mimeType": "text/csv", "buffer": SPREADSHEET.encode()}
    )
    page.get_by_role("button", name="Check the file").click()
    decided(page)
    page.get_by_role("button", name="Import this file").click()

    expect(page.get_by_text("Imported: last year.csv.")).to_be_visible()
    look(page, "Imported file")
    page.get_by_role("link", name="Go on").click()
    look(page, "last year.csv")
    back = page.url
    why_of(page, place, "Jürgen Brandt")
    assert server.python(VERIFY) == []
    page.goto(back)
    taken_back(page, "the wrong year")
    page.goto(f"/seasons/{place['season']}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Jürgen Brandt")).to_have_count(0)
    assert server.python(VERIFY) == []


def taken_back(page: Page, reason: str) -> None:
    """From the page of the import: what that moves, why, and done."""
    page.get_by_role("link", name="Undo this import").click()
    look(page, "Undo the import")
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Undo this import").click()
    expect(page.get_by_text(re.compile("nothing from the file counts"))).to_be_visible()
    expect(page.get_by_text(reason)).to_be_visible()


GROWS = """Name;7.1.2025;14.1.2025;Gesamt
Grow Anna;100;200;300
Grow Bert;50;60;110
"""
MONTH_LATER = """Name;7.1.2025;14.1.2025;21.1.2025;Gesamt
Grow Anna;110;200;40;350
Grow Bert;50;60;70;180
"""


def test_a_spreadsheet_that_grows_is_sent_again(phone: Phone, place: dict[str, Any], server: Server):
    """First, a month later with a figure that was corrected, and taken back: points of all are right each time."""
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/imports/")
    page.get_by_label("Season to add it to").select_option(label="Season 2025")
    sent(page, "File", GROWS)
    look(page, "Effect of the file")
    page.get_by_label("Keep it as one of the club’s spreadsheets, named").fill("Our table")
    page.get_by_role("button", name="Import this file").click()
    expect(page.get_by_text("Imported: season.csv.")).to_be_visible()
    assert standing(page, place) == {"Grow Anna": 300, "Grow Bert": 110}

    page.goto(f"/clubs/{place['club']}/imports/")
    look(page, "Import a file")
    page.get_by_role("link", name=re.compile("Our table")).click()
    look(page, "Our table")
    sent(page, "The current file", MONTH_LATER)
    look(page, "Effect of the file")
    assert texts(page.get_by_role("table", name="Effect on each evening").locator("tbody tr")) == [
        "7 Jan 2025 1 result is already there; 1 result differs",
        "14 Jan 2025 already there",
        "21 Jan 2025 new, 2 results",
    ]
    expect(page.get_by_role("table", name="Details that have changed")).to_contain_text("100 → 110")
    page.get_by_role("button", name="Import this file").click()
    expect(page.get_by_text("Imported: season.csv.")).to_be_visible()
    page.get_by_role("link", name="Go on").click()
    look(page, "season.csv")
    back = page.url
    assert standing(page, place) == {"Grow Anna": 350, "Grow Bert": 180}

    page.goto(back)
    taken_back(page, "sent too early")
    assert standing(page, place) == {"Grow Anna": 300, "Grow Bert": 110}
    assert server.python(VERIFY) == []


def sent(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).set_input_files(
        {"name": "season.csv", "mimeType": "text/csv", "buffer": text.encode()}
    )
    page.get_by_role("button", name="Check the file").click()


def standing(page: Page, place: dict[str, Any]) -> dict[str, int]:
    """The points of all in the season, as its page says them."""
    page.goto(f"/seasons/{place['grows']}/")
    found = seen_grid(page.get_by_role("table").first)
    return {row[found.heads.index("Player")].split(",")[0]: int(row[found.heads.index("Points")]) for row in found.rows}


def decided(page: Page) -> None:
    """Nothing is taken over before it is said who Jurgen Brand is and that the faulty line stays out."""
    look(page, "Effect of the file")
    refused = page.get_by_role("table", name="Rejected lines, with the reason")
    assert [row.split()[0] for row in texts(refused.locator("tbody tr"))] == ["5"]
    expect(page.get_by_role("button", name="Import this file")).to_have_count(0)
    page.get_by_label(re.compile("Jurgen Brand")).select_option(index=1)
    page.get_by_label("Leave out rejected lines and import the rest").check()
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("button", name="Import this file")).to_be_visible()
    sums = texts(page.get_by_role("table", name="People with their totals").locator("tbody tr"))
    assert sorted(sums) == [
        "Hildegard Schulze Hildegard Schulze 2 1857 1857",
        "Jurgen Brand Jürgen Brandt 2 556 556",
        "Zoë Kaya new 1 733 733",
    ]
    look(page, "Effect of the file")


def why_of(page: Page, place: dict[str, Any], name: str) -> None:
    """From the standings to the evening the points came from."""
    page.goto(f"/seasons/{place['season']}/")
    expect(page.get_by_role("main")).to_contain_text("556")
    page.get_by_role("button", name=re.compile(name)).click()
    page.get_by_role("link", name=re.compile("old list")).first.click()
    look(page, re.compile("2024"))
    expect(page.get_by_role("row", name=re.compile(name))).to_be_visible()


def test_a_paper_list_is_typed_in_by_keyboard_only(phone: Phone, place: dict[str, Any], server: Server):
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/seasons/")
    reach(page, "Type in an old Skat list")
    page.keyboard.press("Enter")
    look(page, "Enter an old list")
    begun(page)
    look(page, re.compile("^List, 3 Mar 2025"))
    for number, cells in enumerate(PAPER, 1):
        expect(page.get_by_role("heading", name=f"Line {number}", exact=True)).to_be_visible()
        typed(page, cells)
    expect(page.get_by_role("heading", name="Line 4", exact=True)).to_be_visible()
    typed(page, ("3", "h", "2", "", "70", "40"))
    expect(page.get_by_text("By the rules, this comes to 30.")).to_be_visible()
    look(page, re.compile("^List, 3 Mar 2025"))

    total = page.get_by_role("row", name=re.compile("^Total"))
    assert [figure(cell) for cell in texts(total.get_by_role("cell"))[2:]] == [int(amount) for amount in FOOT]
    held_against_the_paper(page)

    expect(page.get_by_text("The totals agree. The list is closed.")).to_be_visible()
    assert server.python(VERIFY) == []


def test_a_paper_list_is_typed_on_while_a_line_is_on_its_way(phone: Phone, place: dict[str, Any]):
    """Two lines are ended before the first is answered; what is begun while one is refused comes after it; and a line
    that does not arrive stands there again."""
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/imports/typed/")
    begun(page, "04032025")
    expect(page.get_by_label("Who", exact=True)).to_be_focused()
    line = on_the_way(page, PAPER[0])
    typed(page, PAPER[1])
    line.goes_on()
    lines_typed(page, 2)
    total = page.get_by_role("row", name=re.compile("^Total"))
    assert [figure(cell) for cell in texts(total.get_by_role("cell"))[2:]] == [24, -92, 0]

    line = on_the_way(page, ("1", "x"))
    page.keyboard.type("0")
    line.goes_on()
    expect(page.get_by_label("Game", exact=True)).to_be_focused()
    entered(page, ("c", "1", "", "75"))
    lines_typed(page, 3)
    expect(page.get_by_label("Who", exact=True)).to_have_value("0")
    page.keyboard.press("Enter")
    lines_typed(page, 4)

    without_connection(page, PAPER[0])
    page.keyboard.press("Enter")
    lines_typed(page, 5)


def on_the_way(page: Page, cells: tuple[str, ...]) -> Slow:
    """A line that is ended, and not answered yet."""
    line = Slow(page, page.url)
    with line.holding():
        typed(page, cells)
    return line


def without_connection(page: Page, cells: tuple[str, ...]) -> None:
    page.context.set_offline(True)
    typed(page, cells)
    expect(page.get_by_text("The line did not arrive.")).to_be_visible()
    page.context.set_offline(False)


def lines_typed(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Line {number + 1}", exact=True)).to_be_visible()


def held_against_the_paper(page: Page) -> None:
    """A foot that was read wrong first, then as it stands."""
    reach(page, "The list is complete")
    page.keyboard.press("Enter")
    for amount in ("24", "-90", "0"):
        page.keyboard.press("Tab")
        page.keyboard.type(amount)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"The hands entered add up to {MINUS}92.")).to_be_visible()
    look(page, re.compile("^List, 3 Mar 2025"))
    reach(page, "Jürgen Brandt")
    page.keyboard.press("Control+A")
    page.keyboard.type("-92")
    page.keyboard.press("Enter")


def begun(page: Page, day: str = "03032025") -> None:
    """The day, the three at the table, and rules that have kontra."""
    reach(page, "Date played")
    page.keyboard.type(day)  # day, month, year: the browser is an English one
    reach(page, "Name of the list")
    for seat, name in enumerate(("Hildegard Schulze", "Jürgen Brandt", "Murat Öztürk"), 1):
        reach(page, f"Seat {seat}")
        page.keyboard.type(name)
    reach(page, "Rules")
    page.keyboard.type("Pub")
    reach(page, "Start with the first line")
    page.keyboard.press("Enter")


def typed(page: Page, cells: tuple[str, ...]) -> None:
    """A line: the first cell has the keyboard already, Tab goes on, Enter saves."""
    expect(page.get_by_label("Who", exact=True)).to_be_focused()
    entered(page, cells)


def entered(page: Page, cells: tuple[str, ...]) -> None:
    for place, cell in enumerate(cells):
        if place:
            page.keyboard.press("Tab")
        page.keyboard.type(cell)
    page.keyboard.press("Enter")


def reach(page: Page, name: str) -> None:
    """Tab until what is called so has the keyboard."""
    page.wait_for_load_state()
    for _press in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(CALLED).startswith(name):
            return
    raise AssertionError(f"{name} can't be reached by keyboard")


CALLED = r"""() => {
  const here = document.activeElement;
  return (here.labels?.[0] ?? here).innerText.replace(/[\u2066-\u2069]/g, "").trim();
}"""
