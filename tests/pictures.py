"""The pictures of the documentation, taken anew from the demo: `.venv/bin/python -m tests.pictures`.

It seeds a demo in a temporary folder, serves it on loopback and writes `docs/img/*.png`. Names and results are those of
the demo, so that a picture differs only where the app shows something else, or by its dates.
"""

import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browsing import launch
from tests.databases import copy_sqlite
from tests.journeys.acting import Table
from tests.journeys.hands import plain
from tests.serving import Server, serving

IMAGES: Final = Path(__file__).resolve().parent.parent / "docs" / "img"
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 800}
SEED: Final = """
from django.utils import timezone
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.demo.seeding import seed
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Round
from tests.acting import signed_in

club = seed(now=timezone.now())
owner = User.objects.get(email="renate@lindenhof.example")
drawn = Round.objects.filter(stage__club=club).order_by("-stage__tournament__starts_at", "number").first()
table = Sitting.objects.filter(club=club, game="skat", closed_at=None, seats__player__user=owner).first()
season = Competition.objects.filter(club=club, name__startswith="Herbstliga").first()
print(json.dumps({
    "names": [seat.player.name.split()[0] for seat in table.seats.order_by("number")],
    "session": signed_in(owner).cookies["sessionid"].value,
    "home": "/",
    "recording": f"/tables/{table.pk}/",
    "standings": f"/seasons/{season.pk}/",
    "club": f"/clubs/{club.pk}/",
    "people": f"/clubs/{club.pk}/people/",
    "money": f"/clubs/{club.pk}/money/",
    "settle": f"/clubs/{club.pk}/money/settle/",
    "tournament": f"/rounds/{drawn.pk}/",
    "desk": f"/tournaments/{drawn.stage.tournament_id}/desk/",
}))
"""
PICTURES: Final = {
    "home": PHONE,
    "recording": PHONE,
    "standings": PHONE,
    "club": PHONE,
    "people": PHONE,
    "money": PHONE,
    "settle": DESK,
    "tournament": PHONE,
    "desk": DESK,
}


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(copy_sqlite(Path(folder) / "demo.sqlite3")) as server,
    ):
        places = server.python(SEED)
        browser = launch(playwright.chromium)
        for name, size in PICTURES.items():
            take(browser, server, places, name, size)
        browser.close()


def take(browser: Browser, server: Server, places: dict[str, Any], name: str, size: dict[str, int]) -> None:
    """One picture, as the owner of the club sees the page in light colours."""
    context = browser.new_context(
        base_url=server.url, viewport=size, color_scheme="light", has_touch=True, service_workers="block"
    )
    context.add_cookies([{"name": "sessionid", "value": places["session"], "url": server.url}])
    page = context.new_page()
    page.goto(places[name], wait_until="networkidle")
    if name == "recording":
        table = Table(page)
        table.fill(plain(0, "hearts", 2), places["names"])
        expect(page.locator(".tell")).to_contain_text("times")
    page.screenshot(path=IMAGES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
