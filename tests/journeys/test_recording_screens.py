"""Every recording screen of every game, by geometry: with few and with many at the table, with short and long names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import phones
from tests.journeys.geometry import WIDTHS, faults, window
from tests.serving import Server

pytestmark = pytest.mark.journey

SHORT = ["Bo", "Cem", "Ida", "Ute", "Jan", "Mia", "Leo", "Eva", "Kai", "Pia"]
# First names of eight letters, longer ones, and one that no box has room for; letters that reach below the line.
LONG = [
    "Reinhard Hohenfels-Wetterstein",
    "Maximiliane Freifrau zu Ammersbach",
    "Gregory Papadopoulos-Jaeggi",
    "Srinivasaramachandran",
    "Karl-Theodor Maria Anton",
    "Friederike-Jacqueline Yöndemgil",
    "Wolfgang Amadeus",
    "Brigitte",
    "Konstantina",
    "Sebastian",
]
NAMES = {"short": SHORT, "long": LONG}


@dataclass(frozen=True)
class Kind:
    """A game as some tables play it: with how many, by which rules, and the taps that lead to each of its screens."""

    game: str
    sizes: Sequence[int]
    rules: dict[str, Any]
    screens: dict[str, Sequence[str]]  # {what is seen: what is tapped, one after the other}


SEEN = "=> "  # before what the server has to draw first
ENDING = "[name=kind][value={}]"
QUIET = ".quiet:not([open]) > summary"
SAVE = ["=> [data-save]:not([aria-disabled=true])", "[data-save]", "=> [data-saved]"]
SKAT_HAND = [
    "[name='set-who']:not([aria-disabled=true]) >> nth=0",
    "[name=contract][value=grand]",
    "[name='set-run'] >> nth=2",
]
KINDS = {
    "skat": Kind(
        "skat",
        (3, 4),
        {},
        {
            "nothing chosen": [],
            "a hand": [*SKAT_HAND, "[name='outcome.won'][value=true]"],
            "many matadors": [*SKAT_HAND, "[data-opens] >> nth=1"],
            "numbers": [*SKAT_HAND, QUIET],
            "saved": [*SKAT_HAND, "[name='outcome.won'][value=true]", *SAVE],
        },
    ),
    "skat of the pub": Kind(
        "skat",
        (3, 4),
        {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True},
        {
            "nothing chosen": [],
            "ramsch": ["[value='kind=ramsch']"],
            "numbers": [*SKAT_HAND, QUIET],
        },
    ),
    "tonk": Kind(
        "tonk",
        range(2, 9),
        {"max_players": 8},
        {
            "nothing chosen": [],
            "dealt tonk": [ENDING.format("initial_tonk"), "[name='by.0']"],
            "tonk out": [ENDING.format("tonk_out"), "[name=by] >> nth=1", ".show-counts input"],
            "out": [ENDING.format("discard_out"), "[name=by] >> nth=0"],
            "knock": [ENDING.format("drop"), "[name=by] >> nth=1"],
            "stock out": [ENDING.format("stock_out")],
            "saved": [ENDING.format("discard_out"), "[name=by] >> nth=0", *SAVE],
            "cards": [ENDING.format("drop"), "[name=by] >> nth=0", ".to-cards", "=> .card-grid"],
        },
    ),
    "truco mineiro": Kind(
        "truco",
        (2, 4, 6),
        {},
        {
            "quick": [],
            "raised": ["[name=value] >> nth=1"],
            "saved": [".win >> nth=0", "=> [data-saved]"],
            "step by step": ["[data-stay=ways]", "=> .ladder.shown"],
        },
    ),
    "truco with envido and flor": Kind(
        "truco",
        (2, 4, 6),
        {
            "target": 30,
            "ladder": [1, 2, 3, 4],
            "special_at": None,
            "all_tied": "mano_side",
            "allow_fold": True,
            "envido": True,
            "flor": True,
        },
        {"quick": [], "step by step": ["[data-stay=ways]", "=> .ladder.shown"]},
    ),
    "palace poker": Kind(
        "palace_poker",
        range(2, 11),
        {},
        {
            "quick": ["[name='ranking.0'] >> nth=0"],
            "ended": [f"{QUIET} >> nth=0"],
            "all-in": [f"{QUIET} >> nth=1"],
            "saved": ["[name='ranking.0'] >> nth=0", *SAVE],
            "full log": ["[data-stay=log]", "=> [data-stay=log][aria-pressed=true]"],
        },
    ),
    "svoi kozyri": Kind(
        "svoi_kozyri",
        (2, 3, 4),
        {},
        {
            "trumps": [],
            "trumps chosen": [
                "[data-stay^='trump-0-'] >> nth=2",
                "=> [data-stay^='trump-0-'][aria-pressed=true] >> nth=0",
            ],
            "cards left": [f"{QUIET} >> nth=-1"],
        },
    ),
    "svoi kozyri by cards": Kind("svoi_kozyri", (2, 3, 4), {"mode": "cards_left"}, {"nothing chosen": []}),
}
MAKE = f"""
from django.utils import timezone
from tests.factories.hands import hand_of
from scorekeeper.play.models import Sitting
from scorekeeper.play.recording.services import next_table

owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
names = {NAMES!r}
tables = {{}}
for kind, game, sizes, rules in {[(name, kind.game, list(kind.sizes), kind.rules) for name, kind in KINDS.items()]!r}:
    for length, people in names.items():
        for size in sizes:
            players = [factories.make_player(club, name) for name in people[:size]]
            sitting = factories.make_sitting(club, players=players, game=game, rules=rules, now=timezone.now())
            Sitting.objects.filter(pk=sitting.pk).update(name="Table 12, round 2, Friday in the Lindenhof")
            for _hand in range(3):
                sitting = Sitting.objects.get(pk=sitting.pk)
                table = next_table(sitting, factories.seats_of(sitting))
                counted = {{"cards_left": 3}} if rules.get("mode") == "cards_left" else {{}}
                factories.record(sitting, {{**hand_of(game, table), **counted}}, now=timezone.now())
            tables[f"{{kind}}/{{length}}/{{size}}"] = str(sitting.pk)
print(json.dumps({{"session": session(owner), **tables}}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    """A table of each kind, of each size, with short names and with long ones."""
    return server.python(SESSIONS + MAKE)


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server, place: dict[str, Any]) -> Iterator[Page]:
    with phones(browser, server) as phone:
        yield phone(storage_state=signed_in(place["session"]), service_workers="block")


@pytest.mark.parametrize("kind", KINDS)
def test_a_recording_screen_stands_at_every_size(kind: str, page: Page, place: dict[str, Any]):
    """In the usual run the most players with long names, on the narrowest phone and, resized, on a desk."""
    found = []
    for screen in KINDS[kind].screens:
        found += _found(page, place, kind, KINDS[kind].sizes[-1], "long", screen, (320, 1280))

    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_recording_screen_stands_at_every_size(kind: str, theme: str, page: Page, place: dict[str, Any]):
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    found = []
    for size in KINDS[kind].sizes:
        for length in NAMES:
            for screen in KINDS[kind].screens:
                found += _found(page, place, kind, size, length, screen, WIDTHS)

    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", ["skat", "tonk", "svoi kozyri"])
def test_a_column_is_headed_by_a_first_name_of_eight_letters_on_one_line(kind: str, page: Page, place: dict[str, Any]):
    page.set_viewport_size(window(390))

    page.goto(f"/tables/{place[f'{kind}/long/4']}/")

    head = page.locator(".list-sheet thead .nm", has_text="Reinhard")
    lines = head.evaluate("""name => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getClientRects().length;
    }""")
    assert lines == 1


def _found(
    page: Page, place: dict[str, Any], kind: str, size: int, length: str, screen: str, widths: Sequence[int]
) -> list[str]:
    """What is wrong with this screen, which is opened once and then resized."""
    page.set_viewport_size(window(widths[0]))
    page.goto(f"/tables/{place[f'{kind}/{length}/{size}']}/")
    for tap in KINDS[kind].screens[screen]:
        part = page.locator(".entry").locator(tap.removeprefix(SEEN)).first
        if tap.startswith(SEEN):
            expect(part).to_be_visible()
        else:
            part.dispatch_event("click")
    if screen == "saved":
        page.wait_for_load_state("networkidle")  # nothing comes after the page has been left
    found = []
    for width in widths:
        page.set_viewport_size(window(width))
        found += faults(page, name=f"{kind} of {size}, {length} names, {screen}")
    page.evaluate("sessionStorage.clear()")  # the entry is not wanted again
    return found
