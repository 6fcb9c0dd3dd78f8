"""What a director does on the pages of an evening: draw, open all tables; and a program's word for a table."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from tests.journeys.acting import token

EVENING = re.compile(r"/evenings/[0-9a-f-]{36}/$")


def draw(page: Page, sizes: Sequence[int]) -> list[Locator]:
    """Draw from everybody who is here, from the desk or from the list: tables of these sizes, and who sits at each."""
    page.wait_for_load_state()
    if (from_list := page.get_by_role("link", name="Draw tables")).count():
        from_list.click()
    page.get_by_role("button", name="Draw tables").click()
    numbers = range(1, len(sizes) + 1)
    expect(page.get_by_role("heading", name=f"Table {len(sizes)}")).to_be_visible()
    seats = [page.get_by_role("region", name=f"Table {number}").get_by_role("listitem") for number in numbers]
    for table, size in zip(seats, sizes, strict=True):
        expect(table).to_have_count(size)
    return seats


def open_all(page: Page, count: int) -> Locator:
    """Open every table in one tap; the links to them."""
    page.get_by_role("button", name=f"Open all {count} tables").click()
    page.wait_for_url(EVENING)
    links = page.get_by_role("rowheader").get_by_role("link")
    expect(links).to_have_count(count)
    return links


def ids_of(links: Locator) -> list[str]:
    """The ids of the tables that links lead to."""
    addresses = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return [address.strip("/").split("/")[-1] for address in addresses]


def post(page: Page, path: str, data: dict[str, Any]) -> None:
    """Send this to the API as whoever is signed in on the page."""
    headers = {"X-CSRFToken": token(page), "Idempotency-Key": str(uuid4())}
    answer = page.request.post(f"/api/v1/{path}", data=data, headers=headers)
    assert answer.ok, answer.text()
