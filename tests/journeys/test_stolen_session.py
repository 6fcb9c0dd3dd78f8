"""Somebody has copied the cookie of a phone, and knows the password too: the account stays whose it is."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import choose_password, sign_up
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

OURS, THEIRS = "ayse@example.org", "thief@example.org"
PASSWORD = "three of us at one table"
HOME = re.compile(r"//[^/]+/$")


def test_a_thief_is_asked_and_what_they_did_is_taken_back(phone: Phone, server: Server):
    page, thief = phone(), phone()
    page.goto("/accounts/signup/")
    sign_up(page, server, OURS)
    page.wait_for_url(HOME)
    choose_password(page, server, OURS, PASSWORD)
    thief.context.add_cookies(page.context.cookies())

    cookie_alone(thief)
    before = len(server.log)
    password_too(thief, server)
    link = re.search(r"^https?://\S+/accounts/take-back/\S+$", server.mail_to(OURS, after=before), re.MULTILINE)
    assert link
    taken_back(page, server, link[0])

    thief.goto("/accounts/")
    expect(thief.get_by_role("heading", name="Sign in")).to_be_visible()


def cookie_alone(thief: Page) -> None:
    """Every page that would change how the account is signed in to asks who they are."""
    for path in ("email/", "password/change/", "tokens/", "2fa/webauthn/add/", "2fa/totp/activate/", "data/give-up/"):
        thief.goto(f"/accounts/{path}")
        expect(thief.get_by_role("heading", name="Please confirm it is you")).to_be_visible()
    expect(thief.get_by_role("link", name="Cancel")).to_have_attribute("href", "/accounts/")
    thief.get_by_label("Password").fill("wrong wrong wrong")
    thief.get_by_role("button", name="Go on").click()
    expect(thief.get_by_text("This password is wrong.")).to_be_visible()
    looks_right(thief)


def password_too(thief: Page, server: Server) -> None:
    """They have seen it typed, and change the address to their own."""
    thief.goto("/accounts/email/")
    thief.get_by_label("Password").fill(PASSWORD)
    thief.get_by_role("button", name="Go on").click()
    looks_right(thief)
    before = len(server.log)
    thief.get_by_label("E-mail").fill(THEIRS)
    thief.get_by_role("button", name="Change the address").click()
    thief.get_by_label("Code", exact=True).fill(server.code_for(THEIRS, after=before))
    thief.get_by_role("button", name="Go on", exact=True).click()
    thief.wait_for_url("**/accounts/")
    expect(thief.get_by_text(THEIRS).first).to_be_visible()


def taken_back(page: Page, server: Server, link: str) -> None:
    """By the link in the mail to the old address, on a phone that the thief's proof has signed out."""
    page.goto("/accounts/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.goto(link)
    looks_right(page)
    page.get_by_role("button", name="Undo the change").click()
    before = len(server.log)
    page.get_by_label("E-mail").fill(OURS)
    page.get_by_role("button", name="Send a code").click()
    page.get_by_label("Code", exact=True).fill(server.code_for(OURS, after=before))
    page.get_by_role("button", name="Go on", exact=True).click()
    page.wait_for_url(HOME)

    page.goto("/accounts/password/set/")
    expect(page.get_by_text("You sign in without a password, so we send you a code.")).to_be_visible()
    before = len(server.log)
    page.get_by_role("button", name="Send a code").click()
    looks_right(page)
    page.get_by_label("Code", exact=True).fill(server.code_for(OURS, after=before))
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_text("All API tokens end")).to_be_visible()
    page.get_by_label("Password", exact=True).fill("lantern orchid tuba")
    page.get_by_label("Repeat the password").fill("lantern orchid tuba")
    page.get_by_role("button", name="Set the password").click()
    page.goto("/accounts/sessions/")
    expect(page.get_by_text("this device")).to_have_count(1)
    looks_right(page)
