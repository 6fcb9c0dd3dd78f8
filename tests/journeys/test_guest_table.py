"""Without an account: start at once, record, make an account afterwards, keep the sheet."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import open_table, sign_up
from tests.journeys.conftest import Phone
from tests.journeys.hands import expected, plain
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Jürgen", "Murat")
EMAIL = "anna.vogt@example.org"


def test_sheet_without_an_account_is_claimed_later(page: Page, phone: Phone, server: Server):
    page.goto("/")
    page.locator("summary", has_text="Skat").click()
    page.get_by_role("link", name="First write names or choose rules").locator("visible=true").click()
    table = open_table(page, NAMES)
    table.record(plain(1, "clubs", 3), NAMES)
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name="Your tables on this phone")).to_be_visible()
    audit(page)
    page.get_by_role("link", name=re.compile("^Go on at")).click()
    other = phone()
    with other.expect_response(table.url) as answer:
        other.goto(table.url)
    assert answer.value.status == 404  # it belongs to the other phone

    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Create one").click()
    sign_up(page, server, EMAIL)
    expect(page).to_have_url(table.url)
    audit(page)
    page.get_by_role("button", name="Claim this sheet").click()

    expect(page.get_by_role("button", name="Claim this sheet")).to_have_count(0)
    table.record(plain(0, "hearts", 1), NAMES)
    assert table.totals() == expected([plain(1, "clubs", 3), plain(0, "hearts", 1)], 3)
    sign_in_by_code(other, server)
    other.get_by_role("link", name=re.compile("^Go on at")).click()
    expect(other.get_by_role("button", name="Save hand 3")).to_be_visible()


def sign_in_by_code(page: Page, server: Server) -> None:
    """On another phone, without a password."""
    page.goto("/accounts/login/code/")
    before = len(server.log)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_role("button", name="Send a code").click()
    code = page.get_by_label("Code", exact=True)
    expect(code).to_be_visible()
    audit(page)
    code.fill(server.code_for(EMAIL, after=before))
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("^Go on at"))).to_be_visible()
    audit(page)
