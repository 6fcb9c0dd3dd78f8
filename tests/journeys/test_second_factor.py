"""Somebody sets up a second factor, signs in with it, loses the phone, and gets over it without an operator."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import choose_password, sign_up
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

PASSWORD = "three of us at one table"
HOME = re.compile(r"//[^/]+/$")


def localhost(server: Server) -> str:
    """Browsers make passkeys for a name, not for a number."""
    return f"http://localhost:{urlsplit(server.url).port}"


def with_authenticator(page: Page) -> Page:
    """The device has a fingerprint reader, and its owner touches it whenever it asks."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


def account_of(page: Page, server: Server, email: str) -> None:
    page.goto("/accounts/signup/")
    sign_up(page, server, email)
    page.wait_for_url(HOME)
    choose_password(page, server, email, PASSWORD)


def sign_out(page: Page) -> None:
    page.goto("/accounts/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(HOME)


def type_password(page: Page, email: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def prove(page: Page) -> None:
    expect(page.get_by_role("heading", name="Please confirm it is you")).to_be_visible()
    looks_right(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def test_a_passkey_signs_in_alone_and_as_the_second_step(phone: Phone, server: Server):
    page = with_authenticator(phone(base_url=localhost(server)))
    account_of(page, server, "ines@example.org")

    page.goto("/accounts/")
    page.get_by_role("link", name=re.compile("^Open : the second factor")).click()
    looks_right(page)
    page.get_by_role("link", name="Add a passkey").click()
    prove(page)
    looks_right(page)
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Create the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^\d{8}$"))).to_have_count(10)
    looks_right(page)
    page.get_by_role("link", name="Done").click()
    page.get_by_role("link", name="Show the passkeys").click()
    expect(page.get_by_text("My phone").first).to_be_visible()
    looks_right(page)

    sign_out(page)
    page.goto("/accounts/login/")
    looks_right(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(HOME)
    page.goto("/accounts/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ines")

    sign_out(page)
    type_password(page, "ines@example.org")
    expect(page.get_by_role("heading", name="Your second factor")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(HOME)

    page.goto("/accounts/tokens/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="API tokens")).to_be_visible()


def key_of(page: Page) -> str:
    """The key of the app: all of it is to be seen, in groups of four, and is copied without their gaps."""
    shown = page.get_by_label("The key")
    key = shown.text_content() or ""
    assert shown.evaluate("(key) => [key.scrollWidth <= key.clientWidth, key.childElementCount]") == [True, 16]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == key
    assert re.fullmatch(r"[A-Z2-7]{32}", key)
    return key


def test_an_app_and_when_the_phone_is_lost_a_code_on_paper(phone: Phone, server: Server):
    page = phone(base_url=localhost(server))
    account_of(page, server, "thomas@example.org")

    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Set up an app").click()
    prove(page)
    key = key_of(page)
    looks_right(page)
    page.get_by_label("Code", exact=True).fill(code_of(key))
    page.get_by_role("button", name="Set up the app").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = page.get_by_text(re.compile(r"^\d{8}$")).all_inner_texts()

    sign_out(page)
    type_password(page, "thomas@example.org")
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("This code is wrong or has expired")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(HOME)

    page.goto("/accounts/2fa/")
    expect(page.get_by_text("9 codes are left.")).to_be_visible()
    page.get_by_role("link", name="Remove the app").click()
    page.get_by_label("Code", exact=True).fill(codes[1])
    page.get_by_role("button", name="Go on").click()
    looks_right(page)
    page.get_by_role("button", name="Remove the app").click()
    expect(page.get_by_text("No app is set up.")).to_be_visible()
    sign_out(page)
    type_password(page, "thomas@example.org")
    page.wait_for_url(HOME)


def code_of(key: str) -> str:
    """What an app shows at this moment."""
    _before, now, _after = yield_hotp_counters_from_time()
    return str(format_hotp_value(hotp_value(key, now)))
