"""A finished sheet is sent as a picture."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

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
