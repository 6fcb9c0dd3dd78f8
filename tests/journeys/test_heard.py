"""What somebody hears who listens to a page: scores as they change, through one region that stands there empty.
It is read in the accessibility tree of Chromium: a region that comes with its words in it does not count."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.journeys.acting import SESSIONS, Table, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import plain
from tests.journeys.test_two_phones import NAMES, two  # noqa: F401 a fixture
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
from scorekeeper.play.actors import Actor
from scorekeeper.sharing.services import secret_of, share_table
owner = factories.make_user("Renate Vogt")
club, now = factories.make_club("Lindenhof", owner=owner), timezone.now()
players = [factories.make_player(club, name) for name in ("Anna", "Jürgen", "Murat")]
sitting = factories.make_sitting(club, players=players, now=now)
shared = secret_of(share_table(sitting_id=sitting.pk, by=Actor(user=owner), now=now))
print(json.dumps({"table": str(sitting.pk), "session": session(owner), "shared": shared}))
"""

CUP = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests.factories.tournaments import make_cup, publish
stage = make_cup(people=4, plan=TablesPlan(rounds=2), name="Prize Skat")
one = publish(stage)
owner, now = factories.owner_of(stage.club), factories.NOW
link = make_link(LinkWish(kind="public"), of=stage.tournament_id, by=owner, now=now)
print(json.dumps({"stage": str(stage.pk), "round": str(one.pk), "public": secret_of(link)}))
"""
PLAYED = """
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests.factories.tournaments import write_points
one = Round.objects.get(pk={round!r})
for table in one.tables.all():
    write_points(table, {{place.entrant: 10 * place.entrant.number for place in table.places.all()}})
make_official(round_id=one.pk, by=factories.owner_of(one.club), now=factories.NOW)
places = one.places.order_by("-entrant__number")
print(json.dumps([place.entrant.players.get().player.name.split()[0] for place in places]))
"""
ASKED_AGAIN = 25_000  # milliseconds: the page asks every ten seconds, beside other journeys


@dataclass
class Ear:
    """A page as a screen reader has it: its polite region, which is one node of the tree from the start."""

    page: Page
    tree: CDPSession
    region: int

    def heard(self) -> str:
        """What the region says now. It is the same node, and none that came with its words."""
        found = live_regions(self.tree)
        assert self.region in found, "the region that stood on the page has gone"
        assert not {words for node, words in found.items() if node != self.region and words}
        return found[self.region]

    def hears(self, words: str, timeout: int = 15_000) -> None:
        """Wait until the region says so."""
        expect(self.page.locator("#announced")).to_have_text(re.compile(words), timeout=timeout)
        assert re.search(words, self.heard())


def listening(page: Page) -> Ear:
    """The page as it came: its regions are empty, and one of them stands there to be filled."""
    tree = page.context.new_cdp_session(page)
    found = live_regions(tree)
    assert len(found) == 1, found
    assert set(found.values()) == {""}, f"filled from the start, so it is not read out: {found}"
    return Ear(page, tree, next(iter(found)))


def live_regions(tree: CDPSession) -> dict[int, str]:
    """{node of the document: its words} of each polite status in the accessibility tree."""
    nodes: list[dict[str, Any]] = tree.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    return {
        node["backendDOMNodeId"]: words_of(node, by_id)
        for node in nodes
        if not node.get("ignored") and node.get("role", {}).get("value") == "status"
    }


def words_of(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> str:
    """The text under a node of the accessibility tree."""
    if node.get("role", {}).get("value") == "StaticText":
        return str(node["name"]["value"])
    below = (by_id[child] for child in node.get("childIds", ()) if child in by_id)
    return " ".join(filter(None, (words_of(child, by_id) for child in below)))


def test_both_phones_hear_what_was_recorded_and_where_everybody_stands(two: tuple[Table, Table]):  # noqa: F811
    first, second = two
    here, there = listening(first.page), listening(second.page)

    first.record(plain(0, "hearts", 2), NAMES)

    here.hears(r"^Hand 1 saved: 30 to Anna\. Anna 80, Jürgen 0, Murat 0$")
    there.hears(r"^Hand 1: 30 to Anna\. Anna 80, Jürgen 0, Murat 0$")

    second.record(plain(1, "hearts", 2), NAMES)

    there.hears(r"^Hand 2 saved: 30 to Jürgen\. Anna 80, Jürgen 80, Murat 0$")
    here.hears(r"^Hand 2: 30 to Jürgen\. Anna 80, Jürgen 80, Murat 0$")


def test_who_is_filling_in_a_hand_hears_what_another_phone_has_recorded(two: tuple[Table, Table]):  # noqa: F811
    first, second = two
    there = listening(second.page)
    second.fill(plain(2, "spades", 1), NAMES)

    first.record(plain(0, "hearts", 2), NAMES)

    there.hears(r"^Hand 1: 30 to Anna\. Anna 80, Jürgen 0, Murat 0$")
    expect(second.declarer("Murat")).to_be_checked()


def test_who_only_looks_hears_it_too(phone: Phone, server: Server):
    place = server.python(SESSIONS + MAKE)
    page, visitor = phone(storage_state=signed_in(place["session"])), phone()
    page.goto(f"/tables/{place['table']}/")
    visitor.goto(f"/shared/{place['shared']}/")
    there = listening(visitor)

    Table(page).record(plain(0, "hearts", 2), NAMES)

    there.hears(r"^Hand 1: 30 to Anna\. Anna 80, Jürgen 0, Murat 0$")


def test_what_was_done_on_the_page_before_is_heard_on_the_next(phone: Phone, server: Server):
    """A toast that came with its page is said once the page stands."""
    place = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['table']}/share/")

    page.get_by_role("button", name="End the link").tap()

    expect(page.locator("#announced")).to_have_text("The link no longer works.")


def test_who_looks_at_a_tournament_hears_where_it_stands(phone: Phone, server: Server):
    place = server.python("from tests import factories\n" + CUP)
    visitor = phone()
    visitor.goto(f"/shared/{place['public']}/tournament/")
    there = listening(visitor)

    first, second, *_rest = server.python("from tests import factories\n" + PLAYED.format(**place))

    there.hears(rf"^After 1 round: 1 {first}.* 40, 2 {second}.* 30,", ASKED_AGAIN)


def test_a_toast_goes_by_itself_where_a_finger_was(phone: Phone, server: Server):
    place = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(place["session"]))
    page.clock.install()
    page.goto(f"/tables/{place['table']}/share/")
    page.get_by_role("button", name="End the link").tap()
    toast = page.locator("#toasts .toast")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] / 2)
    page.clock.fast_forward(8_100)

    expect(toast).to_have_count(0)
