"""A sheet is sent as a picture, and followed by whoever has its link."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
from scorekeeper.play.actors import Actor
from scorekeeper.sharing.services import share_table
owner = factories.make_user("Renate Vogt")
sitting = factories.make_sitting(factories.make_club("Lindenhof", owner=owner), now=timezone.now())
share_table(sitting_id=sitting.pk, by=Actor(user=owner), now=timezone.now())
print(json.dumps([str(sitting.pk), session(owner)]))
"""
LINK = """
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import secret_of
print(json.dumps(f"/shared/{secret_of(Link.objects.get(sitting=sitting))}/"))
"""
ENDED = """
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.records import Reasoned
factories.record(sitting, now=timezone.now())
end_list(Reasoned(reason="it is late"), sitting_id=sitting.pk, by=Actor(user=owner), now=timezone.now())
"""
PNG = b"\x89PNG\r\n\x1a\n"


def test_a_sheet_is_kept_as_a_picture_that_albums_show(phone: Phone, server: Server):
    sitting, session = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(session))
    page.goto(f"/tables/{sitting}/share/")

    with page.expect_download() as kept:
        page.get_by_role("link", name="As a picture").tap()

    picture = Path(kept.value.path()).read_bytes()
    assert kept.value.suggested_filename.endswith(".png")
    assert picture.startswith(PNG)
    assert int.from_bytes(picture[16:20]) == 2 * 640
    expect(page.get_by_role("link", name="As a picture")).to_be_visible()


def test_a_shared_sheet_says_when_the_connection_is_lost(phone: Phone, server: Server):
    link = server.python(SESSIONS + MAKE + LINK)
    page = phone(service_workers="block")  # one that is just being fetched would fail too, and is not what is tried
    page.clock.install()
    page.goto(link)
    lost = page.get_by_text("Nothing new since then. The connection may be lost.")
    expect(page.get_by_text("As of")).to_be_visible()
    expect(lost).to_be_hidden()

    page.context.set_offline(True)
    page.clock.run_for(65_000)

    expect(lost).to_be_visible()
    page.context.set_offline(False)
    with page.expect_response(re.compile(r"\?since=")):
        page.clock.run_for(6_000)
    page.clock.run_for(2_000)
    expect(lost).to_be_hidden()


def test_a_second_tap_on_sign_finds_that_it_is_under_way(phone: Phone, server: Server):
    sitting, session = server.python(SESSIONS + MAKE + ENDED)
    page = phone(storage_state=signed_in(session))
    page.goto(f"/tables/{sitting}/")
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/sign/*/", hold)  # the answer takes its time
    sign = page.get_by_role("button", name=re.compile("^Sign")).first

    sign.tap()
    busy = page.get_by_role("button", name=re.compile("^Sign.*Signing…$"))
    expect(busy).to_have_count(1)
    busy.tap(force=True)

    assert len(sent) == 1
    sent[0].continue_()
    expect(page.locator(".signs .signed")).to_have_count(1)
    expect(busy).to_have_count(0)
