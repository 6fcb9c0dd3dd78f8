"""The clock of a tournament, wherever it stands: whole, and called what it is."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import PHONE
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK, ROOM = {"width": 1280, "height": 800}, {"width": 1920, "height": 1080}
MINUTE, HOUR = 60, 3600
SOON = 6  # seconds: all four pages are open by then
ADDRESSES = {
    "screen": "/shared/{screen}/screen/",
    "public": "/shared/{public}/tournament/",
    "mine": "/tournaments/{tournament}/mine/",
    "clock": "/tournaments/{tournament}/clock/",
}
WRITTEN = re.compile(r"\+?(\d+:[0-5]\d|[1-5]?\d):[0-5]\d")  # 5:00, 1:05:00, and with a plus once time is up
WIDE_FONT = ".clk { font-family: 'DejaVu Sans', Verdana, sans-serif !important }"

PLACE = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.models import EntrantPlayer
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.clock.services import ClockLength
from scorekeeper.tournaments.clock.services import set_clock
from tests.factories import NOW
from tests.factories.tournaments import come, make_cup, publish
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
member = factories.make_member(club, user=factories.make_user("Murat Demir"))
stage = make_cup(club, 7, TablesPlan(rounds=2), name="Prize Skat")
mine = come(stage)
EntrantPlayer.objects.create(club=club, entrant=mine, player=factories.player_of(member, club), order=0)
publish(stage)
make = lambda kind: make_link(LinkWish(kind=kind), of=stage.tournament_id, by=owner, now=NOW)
links = [secret_of(make(kind)) for kind in ("screen", "public")]
set_clock(ClockLength(seconds=3600), tournament_id=stage.tournament_id, by=owner)
print(json.dumps({
    "tournament": str(stage.tournament_id), "screen": links[0], "public": links[1],
    "owner": session(owner), "member": session(member)}))
"""
CLOCK = """
from datetime import timedelta
from django.utils import timezone
from scorekeeper.tournaments.models import Clock
Clock.objects.filter(tournament={tournament!r}).update(left={left}, runs_since=timezone.now())
print(json.dumps(None))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


@pytest.mark.parametrize("where", ["screen", "public", "mine", "clock"])
def test_all_figures_of_a_clock_are_seen(where: str, phone: Phone, server: Server, place: dict[str, Any]):
    page = looking(where, phone, place, bypass_csp=True)
    for left in (-5 * 60, 90 * MINUTE, -(10 * HOUR + 5 * MINUTE + 40)):
        server.python(SESSIONS + CLOCK.format(**place, left=left))
        page.goto(ADDRESSES[where].format(**place))
        assert WRITTEN.fullmatch(page.locator(".clk").inner_text())
        page.add_style_tag(content=WIDE_FONT)
        for size in (PHONE, DESK, ROOM):
            page.set_viewport_size(size)
            assert room_of(page) >= 0, f"{left} s at {size}: {page.locator('.clk').inner_text()}"


def test_a_clock_says_that_time_is_up_as_soon_as_it_is(phone: Phone, server: Server, place: dict[str, Any]):
    pages = {where: looking(where, phone, place) for where in ADDRESSES}
    server.python(SESSIONS + CLOCK.format(**place, left=SOON))
    for where, page in pages.items():
        page.goto(ADDRESSES[where].format(**place))

    for page in pages.values():
        expect(page.get_by_role("timer", name="Over time")).to_be_visible()
        expect(page.get_by_text("Time left")).to_have_count(0)
    expect(pages["clock"].get_by_text("Time was up at")).to_be_visible()


def looking(where: str, phone: Phone, place: dict[str, Any], **options: Any) -> Page:
    """The page of whoever looks at this clock: two of the four need nobody to be signed in."""
    session = {"mine": place["member"], "clock": place["owner"]}.get(where)
    return phone(**options, **({"storage_state": signed_in(session)} if session else {}))


def room_of(page: Page) -> float:
    """How many pixels are left beside the figures, in their place and on the page."""
    return page.locator(".clk").evaluate(
        """(clock) => {
        const range = document.createRange();
        range.selectNodeContents(clock);
        const edge = Math.min(clock.parentElement.getBoundingClientRect().right, document.documentElement.clientWidth);
        return edge - range.getBoundingClientRect().right;
        }"""
    )


def test_the_screen_of_a_room_is_filled_and_nothing_runs_out_of_it(phone: Phone, server: Server, place: dict[str, Any]):
    server.python(SESSIONS + CLOCK.format(**place, left=23 * MINUTE))
    page = looking("screen", phone, place, viewport=ROOM)
    page.goto(ADDRESSES["screen"].format(**place))

    assert page.evaluate("document.documentElement.scrollHeight") <= ROOM["height"]
    assert page.locator(".clk").evaluate("clock => Math.round(parseFloat(getComputedStyle(clock).fontSize))") == 208
    expect(page.locator("[data-day]")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    next_round = page.locator(".next").bounding_box() or {}
    assert ROOM["height"] - next_round["y"] - next_round["height"] < 60, "the next round stands at the foot"


def test_a_screen_that_filled_the_wall_asks_for_one_tap_after_a_reload(phone: Phone, place: dict[str, Any]):
    page = looking("screen", phone, place, viewport=ROOM)
    page.goto(ADDRESSES["screen"].format(**place))
    hint = page.get_by_text("to fill the screen")
    expect(hint).to_be_hidden()

    page.locator("h1").click()
    expect(page.locator(":fullscreen")).to_be_attached()
    page.reload()
    expect(hint).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(":fullscreen")).to_be_attached()

    expect(hint).to_be_hidden()
