"""What is kept outside of the server proves later what stood there: the mark on a printed sheet, the file of an
evening."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from scorekeeper.leagues.evenings.reads import sittings_of
from tests.factories.evenings import close, end_all, playing

owner = factories.make_user()
club = factories.make_club(owner=owner)
evening = playing(club, 3)
end_all(evening, [factories.played(1), factories.played(2)])
close(evening)
[sheet] = sittings_of(evening)
print(json.dumps({"session": session(owner), "evening": str(evening.pk), "sheet": str(sheet.pk)}))
"""
# Somebody who knows the program changes the second hand, and makes all that could tell on it anew.
CHANGE = """
from django.db import transaction
from django.db import connection
from scorekeeper.common.append_only import protect
from scorekeeper.payouts import guards
from scorekeeper.play.models import APPEND_ONLY, Hand
from scorekeeper.play.upkeep.verifying import Count, verify
from tests.chains.tampering import make_anew, unguarded
with transaction.atomic(), unguarded():
    hand = Hand.objects.filter(sitting={sheet!r}).order_by("seq")[1]
    Hand.objects.filter(pk=hand.pk).update(reason="as if it had always stood here")
    make_anew()
protect(connection, APPEND_ONLY)
guards.protect(connection)
print(json.dumps([str(found) for found in verify(Count())]))
"""
# `verify --anchors` on these files.
COMPARE = """
from pathlib import Path
from scorekeeper.play.upkeep.anchors import Since, compared
print(json.dumps([f"{{where}}: {{what}}" for where, what in compared(Path({path!r}), Since())]))
"""


@pytest.fixture(scope="module")
def made(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.python(SESSIONS + MAKE)
    return found


def test_the_mark_on_paper_and_the_file_of_the_evening_find_what_was_made_anew(
    server: Server, phone: Phone, made: dict[str, Any], tmp_path: Path
) -> None:
    page = phone(storage_state=signed_in(made["session"]))

    page.goto(f"/evenings/{made['evening']}/report/")
    expect(page.get_by_role("heading", name="Anchors")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the anchors").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    page.goto(f"/tables/{made['sheet']}/print/")
    foot = page.locator(".print footer span, footer span").filter(has_text="check mark").inner_text()
    paper = tmp_path / "paper.txt"
    code, _comma, mark = foot.partition(",")
    paper.write_text(f"{code.removeprefix('Sheet ')} {mark.rpartition('check mark ')[2]}\n")

    for path in (kept, paper):
        assert server.python(COMPARE.format(path=str(path))) == []
    assert server.python(CHANGE.format(sheet=made["sheet"])) == []  # nothing is found without them
    of_file, of_paper = (server.python(COMPARE.format(path=str(path))) for path in (kept, paper))

    assert any(f"sitting {made['sheet']}: seq 2 is not what was anchored" in found for found in of_file)
    assert ["it is not what was printed" in found for found in of_paper] == [True]
