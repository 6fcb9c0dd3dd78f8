"""A ceremony: the director's phone reveals, the projector shows it; keys turn it on a desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.ending.services import hold_back
from scorekeeper.tournaments.results.services import make_official
from tests.factories.tournaments import come, make_cup, publish, write_points
NOW = factories.NOW
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
member = factories.make_member(club)
stage = make_cup(club, 0, TablesPlan(rounds=1), name="Autumn cup")
for name in ("Adam Kowal", "Erika Pohl", "Ole Petersen-Wittgenstein", "Karin Winter"):
    come(stage, name)
one = publish(stage)
points = {1: 1383, 2: 944, 3: 944, 4: 301}
write_points(one.tables.get(), {at.entrant: points[at.entrant.number] for at in one.tables.get().places.all()})
make_official(round_id=one.pk, by=owner, now=NOW)
hold_back(HeldFrom(), tournament_id=stage.tournament_id, by=owner, now=NOW)
end_stage(stage_id=stage.pk, by=owner, now=NOW)
link = make_link(LinkWish(kind="screen"), of=stage.tournament_id, by=owner, now=NOW)
print(json.dumps([str(stage.tournament_id), secret_of(link), session(owner), session(member)]))
"""
SIZES = ((390, 844), (820, 1180), (1280, 900), (1920, 1080))


def revealed(page: Page, title: str, *names: str) -> None:
    """The newest turn is this one, with exactly these people."""
    expect(page.get_by_role("heading", level=2)).to_have_text(title)
    expect(page.locator(".reveal li b")).to_have_text(list(names))


def test_places_are_revealed_on_the_projector_from_a_phone_and_by_keys(phone: Phone, server: Server):
    cup, secret, owner, member = server.python(SESSIONS + MAKE)
    desk, everybody = phone(storage_state=signed_in(owner)), phone(storage_state=signed_in(member))
    screen = phone(viewport={"width": 1920, "height": 1080})
    places = f"/tournaments/{cup}/places/"
    screen.goto(f"/shared/{secret}/screen/")
    expect(screen.get_by_text("Held until the ceremony.")).to_be_visible()
    everybody.goto(places)
    expect(everybody.get_by_text("Hidden until the ceremony.")).to_be_visible()
    expect(everybody.get_by_text("Adam Kowal")).to_have_count(0)

    desk.goto(places)
    expect(desk.get_by_text("Hidden from others.")).to_be_visible()
    desk.get_by_role("link", name="To the ceremony").tap()
    desk.get_by_role("button", name="Begin the ceremony").tap()
    expect(desk.get_by_text("0 of 3 revealed")).to_be_visible()
    screen.goto(f"/shared/{secret}/screen/")
    expect(screen.get_by_role("heading", name="The ceremony")).to_be_visible()
    expect(screen.get_by_role("button")).to_have_count(0)

    desk.get_by_role("button", name="Next").tap()
    revealed(desk, "Place 4", "Karin W.")
    revealed(screen, "Place 4", "Karin W.")
    desk.locator(".reveal").tap()
    revealed(screen, "Places 2–3", "Erika P.", "Ole P.")

    desk.set_viewport_size({"width": 1280, "height": 900})
    desk.keyboard.press("Space")
    revealed(desk, "Place 1", "Adam K.")
    revealed(screen, "Place 1", "Adam K.")
    expect(screen.get_by_text("1383 points")).to_be_visible()
    for key, title in (("Backspace", "Places 2–3"), ("ArrowLeft", "Place 4"), ("ArrowRight", "Places 2–3")):
        desk.keyboard.press(key)
        expect(desk.get_by_role("heading", level=2)).to_have_text(title)
    desk.keyboard.press("Home")
    expect(desk.get_by_text("0 of 3 revealed")).to_be_visible()
    desk.keyboard.press("End")
    revealed(screen, "Place 1", "Adam K.")

    for page in (desk, screen):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert sideways(page) == []
            assert faults(page) == []
        audit(page)

    desk.get_by_role("button", name="End the ceremony and release the standings").click()
    expect(desk).to_have_url(re.compile(places))
    everybody.goto(places)
    expect(everybody.get_by_text("Adam Kowal")).to_be_visible()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    expect(screen.get_by_role("heading", name="Final places")).to_be_visible()
