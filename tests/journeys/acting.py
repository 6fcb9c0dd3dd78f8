"""What somebody does at a table with a phone: found a club, open a table, tap a hand, read the sheet."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.serving import Server

CONTRACTS = ("diamonds", "hearts", "spades", "clubs", "grand", "null")  # as the boxes stand
MOST_ON_ONE_BOX = 4  # higher runs stand behind "5 +"
MINUS = "\N{MINUS SIGN}"


def figure(text: str) -> int:
    """A number as it stands on a sheet."""
    return int(text.strip().replace(MINUS, "-").replace("+", ""))


def drawn(boxes: Locator) -> Locator:
    """These, once there is any on a page that is there as a whole: reading does not wait by itself."""
    boxes.page.wait_for_load_state()
    expect(boxes).not_to_have_count(0)
    return boxes


def texts(boxes: Locator) -> list[str]:
    """What stands in each of these, in one line."""
    return [" ".join(text.split()) for text in drawn(boxes).all_inner_texts()]


def doors(page: Page) -> Locator:
    """What else can be done at a table: the line below the sheet, opened."""
    line = page.locator("#this-table")
    line.wait_for()
    if line.get_attribute("open") is None:
        line.locator("summary").click()
    return line


# For `server.python`: prints the session of a user as `session` makes one, in JSON; it has a proof of a recent sign-in.
SESSIONS = """
from django.test import Client
from tests import factories
from tests.acting import proven

def session(user):
    client = Client()
    client.force_login(user)
    return proven(client, ahead=3600).cookies["sessionid"].value
"""

# For `server.python`: prints what `verify` finds.
VERIFY = """
from scorekeeper.play.upkeep.verifying import Count, verify
print(json.dumps([str(found) for found in verify(Count())]))
"""

# For `server.python`: hands of a table that nobody taps, recorded as its keeper would.
RECORD = """
from django.utils import timezone
from scorekeeper.play.models import Sitting
from tests import factories
for facts in json.loads({hands!r}):
    factories.record(Sitting.objects.get(pk={sitting!r}), facts, now=timezone.now())
"""


def signed_in(session: str) -> dict[str, Any]:
    """What a browser keeps of somebody who is signed in, for `phone(storage_state=...)`."""
    cookie = {
        "name": "sessionid",
        "value": session,
        "domain": "127.0.0.1",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }
    return {"cookies": [cookie], "origins": []}


def token(page: Page) -> str:
    """The form token of this page, for a request beside it."""
    return page.locator("meta[name=csrf]").get_attribute("content") or ""


def sign_up(page: Page, server: Server, email: str) -> None:
    """Make an account; the address is confirmed with the code from the mail."""
    before = len(server.log)
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send a code").click()
    page.get_by_label("Code", exact=True).fill(server.code_for(email, after=before))
    page.get_by_role("button", name="Go on", exact=True).click()


def choose_password(page: Page, server: Server, email: str, password: str) -> None:
    """Somebody who signs in by code chooses a password too, shows by another code that it is them, and signs in by
    it."""
    page.goto("/accounts/password/set/")
    before = len(server.log)
    page.get_by_role("button", name="Send a code").click()
    page.get_by_label("Code", exact=True).fill(server.code_for(email, after=before))
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_label("Repeat the password").fill(password)
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(re.compile("//[^/]+/$"))


def open_table(page: Page, seats: Iterable[str], *, rules: str = "", name: str = "") -> "Table":
    """Fill in who plays, by name, on the page that opens a table; its page follows."""
    page.wait_for_load_state()
    for place, player in enumerate(seats, 1):
        seat = page.get_by_label(re.compile(rf"^Seat {place}(?! deals)"))
        if not seat.count():
            page.get_by_role("button", name=re.compile("Another seat|more seats")).click()
        seat.fill(player)
    if rules:
        preset(page, rules)
    if name:
        page.get_by_label("Name of the table").fill(name)
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
    return Table(page)


def preset(page: Page, rules: str) -> None:
    """Choose the house rules of this name, which may stand behind a line that opens."""
    box = page.get_by_label(re.compile(f"^{rules}"))
    if not box.is_visible():
        page.get_by_role("heading", name="House rules").locator("xpath=following::summary[1]").click()
    box.check()


def change_rules(page: Page, *groups: str) -> Locator:
    """Open the rules of a new table, and these groups of them; the last one."""
    page.locator(".chosen-rules > summary").click()
    for title in groups:
        page.get_by_role("heading", name=title, level=3, exact=True).click()
    return page.locator("[data-group]", has=page.get_by_role("heading", name=groups[-1], level=3, exact=True))


class Table:
    """The page of a table on one phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.url = page.url
        self.taps = 0

    # What is seen

    @property
    def save(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(r"^Save hand \d+$"))

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("table", name=re.compile("^Hands so far"))

    @property
    def rows(self) -> Locator:
        return self.sheet.locator("tbody tr")

    def row(self, number: int) -> Locator:
        return self.rows.filter(has=self.page.get_by_role("link", name=re.compile(rf"^Hand {number}\b")))

    def totals(self) -> list[int]:
        """The list totals in the order of the table."""
        line = self.page.get_by_role("row", name=re.compile("^List total")).first
        return [figure(cell) for cell in texts(line.get_by_role("cell"))]

    def foot(self, label: str) -> list[int]:
        """A row under the sheet, in the order of the table."""
        row = self.sheet.locator("tfoot").get_by_role("row", name=re.compile(f"^{label}"))
        return [figure(cell) for cell in texts(row.get_by_role("cell"))]

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    # Taps

    def tap(self, box: Locator) -> None:
        box.tap()
        self.taps += 1

    def declarer(self, name: str) -> Locator:
        return self.group("Declarer").get_by_role("radio", name=re.compile(rf"^{re.escape(name)}\b"))

    def contract(self, name: str) -> Locator:
        return self.group("Game").get_by_role("radio", name=re.compile(f"^{name}", re.IGNORECASE))

    def run(self, *, is_with: bool, number: int) -> Locator:
        group = self.group("With matadors" if is_with else "Without matadors")
        return group.get_by_role("radio", name=str(number), exact=True)

    def fill(self, facts: Mapping[str, Any], names: Iterable[str]) -> None:
        """Tap these facts into the form; what follows from others is left to the form."""
        if facts["kind"] == "passed":
            self.tap(self.group("Declarer").get_by_role("radio", name="Passed"))
            return
        self.tap(self.declarer(list(names)[facts["declarer"]]))
        self.tap(self.contract(facts["contract"]))
        if "matadors" in facts:
            self._run(is_with=facts["with"], number=facts["matadors"])
        if facts.get("hand"):
            self.tap(self.group("Levels reached").get_by_role("checkbox", name="Hand"))
        self._announced(facts)
        self._result(facts)
        self._numbers(facts)

    def _run(self, *, is_with: bool, number: int) -> None:
        if number > MOST_ON_ONE_BOX:
            self.tap(self.page.get_by_role("checkbox", name=f"{'with' if is_with else 'without'} 5 to 11", exact=True))
        self.tap(self.run(is_with=is_with, number=number))

    def _announced(self, facts: Mapping[str, Any]) -> None:
        announced = (("schneider_announced", "Schneider"), ("schwarz_announced", "Schwarz"), ("ouvert", "Ouvert"))
        for field, word in announced:
            if facts.get(field):
                self.tap(self.group("Announced").get_by_role("checkbox", name=word))

    def _result(self, facts: Mapping[str, Any]) -> None:
        outcome = facts.get("outcome")
        if not outcome:
            return
        for field, word in (("schneider", "Schneider"), ("schwarz", "Schwarz")):
            if outcome.get(field):
                self.tap(self.group("Levels reached").get_by_role("checkbox", name=word))
        self.tap(self.group("Result").get_by_role("radio", name="Won" if outcome["won"] else "Lost"))

    def _numbers(self, facts: Mapping[str, Any]) -> None:
        """Bid and card points, written with the pad; without scripts there is none."""
        fields = {"bid": "Bid", "declarer_points": "Points", "declarer_tricks": "Tricks"}
        wanted = {word: facts[field] for field, word in fields.items() if field in facts}
        if not wanted:
            return
        self.tap(self.page.get_by_text("Bid, card points"))
        has_pad = self.page.get_by_role("button", name="Next", exact=True).is_visible()
        for word, number in wanted.items():
            if not has_pad:
                self.page.get_by_label(word, exact=True).fill(str(number))
                continue
            self.tap(self.page.get_by_label(word, exact=True))
            for digit in str(number):
                self.tap(self.page.get_by_role("button", name=digit, exact=True))

    def type(self, facts: Mapping[str, Any]) -> None:
        """Record a plain game without touching the screen: a digit for each box, then Enter."""
        self.group("Declarer").get_by_role("radio").first.focus()
        self.page.keyboard.press(str(facts["declarer"] + 1))
        self.page.keyboard.press(str(CONTRACTS.index(facts["contract"]) + 1))
        self.page.keyboard.press(str(facts["matadors"]))
        self.page.keyboard.press("1" if facts["outcome"]["won"] else "2")
        expect(self.save).to_be_focused()
        number = self.number
        self.page.keyboard.press("Enter")
        expect(self.row(number)).to_have_count(1)

    @property
    def number(self) -> int:
        """The hand that is next."""
        return int(self.save.inner_text().rsplit(" ", 1)[-1])

    def save_hand(self) -> None:
        """Save what is filled in, and wait for the next hand or the end of the list."""
        number = self.number
        self.tap(self.save)
        expect(self.row(number)).to_have_count(1)

    def go_on_after(self, hands: Sequence[Mapping[str, Any]], server: Server) -> None:
        """Look at the table again after these hands were recorded elsewhere."""
        sitting = self.url.rstrip("/").rsplit("/", 1)[-1]
        server.python(RECORD.format(sitting=sitting, hands=json.dumps(hands)))
        self.page.reload()

    def record(self, facts: Mapping[str, Any], names: Iterable[str]) -> int:
        """Record one hand; how many taps it took."""
        before = self.taps
        self.fill(facts, names)
        self.save_hand()
        return self.taps - before


def follow(page: Page) -> None:
    """Somebody takes the phone up again: the page looks what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
