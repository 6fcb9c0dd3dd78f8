"""What somebody does with a phone that loses its connection: keep hands, look at them, get them sent."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.acting import figure
from tests.journeys.conftest import MADE_UP, PATIENCE
from tests.journeys.hands import Facts
from tests.serving import Server

# For `server.python`: a club with people and an open Skat table, and who is signed in.
MAKE = """
from uuid import uuid4
from django.utils import timezone
owner = factories.make_user("Renate Vogt", email=f"{uuid4().hex}@example.org")
club = factories.make_club("Lindenhof", owner=owner)
players = [factories.player_of(owner, club), factories.make_player(club, "Murat"), factories.make_player(club, "Ines")]
sitting = factories.make_sitting(club, players=players, now=timezone.now())
other = factories.make_user("Somebody Else", email=f"{uuid4().hex}@example.org")
factories.make_club("Another club", owner=other)
print(json.dumps({"club": str(club.pk), "sitting": str(sitting.pk), "session": session(owner), "email": owner.email,
    "other": session(other)}))
"""
HANDS = """
from scorekeeper.play.models import Hand, Sitting
sitting = Sitting.objects.get(pk={sitting!r})
rows = sitting.hands.standing().order_by("number")
print(json.dumps({{"numbers": [hand.number for hand in rows], "keys": [str(hand.key) for hand in rows],
    "records": [hand.record for hand in rows], "versions": sitting.hands.count(),
    "tallies": [seat.tally for seat in sitting.seats.order_by("number")]}}))
"""
# Milliseconds: a page tries every 15 seconds, so that one request which came to nothing is made up for by then.
A_SECOND_TRY = 2 * PATIENCE
AT_ONCE = 4  # boxes of matadors that are seen before the row is opened
# No sending in the background: what is routed here would not see it.
AS_IN_MOST_BROWSERS = "Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', {value: undefined})"


def ready(page: Page) -> None:
    """The worker is in place, it watches over this page, and the table of the page is kept."""
    expect(page.locator("html[data-worker=ready]")).to_have_count(1)
    if re.search(r"/tables/[0-9a-f-]{36}/$", page.url):
        revision = page.locator("[data-revision]").get_attribute("data-revision") or ""
        revision = revision.partition("-")[0]
        expect(page.locator("html")).to_have_attribute("data-kept-revision", revision)


READ = """async ([patience, isPushed]) => {
  const asked = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const unsent = async () => {
    const base = await asked(indexedDB.open("scorekeeper"));
    const rows = await asked(base.transaction("outbox").objectStore("outbox").index("order").getAll());
    base.close();
    return rows.filter((row) => row.state !== "sent");
  };
  const end = Date.now() + patience;
  let rows = await unsent();
  while (rows.length && Date.now() < end) {
    if (isPushed) window.dispatchEvent(new Event("online"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    rows = await unsent();
  }
  return rows;
}"""


def rows_of(page: Page) -> list[dict[str, Any]]:
    """The outbox of this phone: what is not sent."""
    return page.evaluate(READ, [0, False])


def stands(server: Server, sitting: str) -> dict[str, Any]:
    """What the server has of a table."""
    return server.python(HANDS.format(sitting=sitting))


class Offline:
    """The offline page of a table on one phone. What is read at once is read when the table has been drawn."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def drawn(self) -> None:
        """The phone has drawn a table of its own."""
        expect(self.page.locator("html[data-drawn=table]")).to_have_count(1)

    @property
    def save(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(r"^Save hand \d+$"))

    @property
    def rows(self) -> Locator:
        return self.page.locator("tbody tr[data-hand]")

    @property
    def bar(self) -> Locator:
        return self.page.locator("#kept")

    def box(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def totals(self) -> list[int]:
        """The totals after the newest hand that counts."""
        self.drawn()
        return [figure(cell) for cell in self.rows.first.locator(".running").all_inner_texts()]

    def record(self, facts: Mapping[str, Any]) -> None:
        """Tap a hand that nothing is added to."""
        self.drawn()
        before = self.rows.count()
        if facts["kind"] == "passed":
            self.box("Passed").click()
        else:
            self.fill(facts)
        self.save.click()
        expect(self.rows).to_have_count(before + 1)

    def fill(self, facts: Mapping[str, Any]) -> None:
        self.tap_declarer(facts["declarer"])
        self.group("Game").get_by_role("button", name=re.compile(rf"^{facts['contract']}\b", re.IGNORECASE)).click()
        if "matadors" in facts:
            run = "With matadors" if facts["with"] else "Without matadors"
            if facts["matadors"] > AT_ONCE:
                self.group(run).locator("label.opens").click()
            self.group(run).get_by_role("button", name=str(facts["matadors"]), exact=True).click()
        self.group("Result").get_by_role("button", name="Won" if facts["outcome"]["won"] else "Lost").click()

    def group(self, name: str) -> Locator:
        return self.page.locator("fieldset").filter(has=self.page.locator("legend", has_text=re.compile(f"^{name}$")))

    def record_all(self, hands: Sequence[Facts]) -> None:
        for facts in hands:
            self.record(facts)

    def tap_declarer(self, seat: int) -> None:
        self.group("Declarer").get_by_role("button").nth(seat).click()


def lose(page: Page) -> None:
    page.context.set_offline(True)


def find(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def failing(status: int) -> Callable[[Route], None]:
    """For `route`: the server fails on what is asked, as a worker that breaks down or a proxy in front of one does."""
    return lambda route: route.fulfill(
        status=status, body="<h1>Failed</h1>", content_type="text/html", headers={MADE_UP: "yes"}
    )


def all_sent(page: Page, *, pushed: bool = False, patience: int = A_SECOND_TRY) -> None:
    """Nothing waits on this phone any more; `pushed`: it tries again and again, where the connection is a bad one."""
    waiting = page.evaluate(READ, [patience, pushed])
    assert not waiting, (page.url, page.locator("#kept").inner_text(), waiting)
    expect(page.locator("#kept")).to_be_hidden()
