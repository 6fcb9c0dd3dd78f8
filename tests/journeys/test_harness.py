"""The phone and the server of the journeys: they work, and they don't overlook a fault."""

import asyncio
import os

import pytest
from playwright.sync_api import Browser, Page

from tests.browsing import browser_for
from tests.journeys.conftest import Phone, console_faults, response_faults
from tests.serving import Server

pytestmark = pytest.mark.journey


def test_server_answers_a_phone(server: Server, page: Page):
    answer = page.goto("/healthz")

    assert answer is not None
    assert answer.json() == {"status": "ok"}
    assert page.viewport_size == {"width": 390, "height": 844}


def test_phones_share_no_cookies(server: Server, phone: Phone):
    one, other = phone(), phone()
    one.context.add_cookies([{"name": "seat", "value": "1", "url": server.url}])

    assert [cookie["name"] for cookie in one.context.cookies()] == ["seat"]
    assert other.context.cookies() == []


def test_rows_are_made_beside_the_server(server: Server):
    name = server.python("from tests import factories; print(json.dumps(factories.make_club('Lindenhof').name))")

    assert name == "Lindenhof"


def test_faults_of_a_page_are_seen(server: Server, browser: Browser):
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    faults: list[str] = []
    context.on("console", lambda message: faults.extend(console_faults(message)))
    context.on("response", lambda response: faults.extend(response_faults(response)))

    page.goto("/accounts/login/")
    page.goto("/static/there-is-no-such-file.css")
    with page.expect_console_message(lambda message: message.type == "error" and "policy" in message.text.lower()):
        page.goto("/accounts/login/")
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    context.close()

    assert any(fault.startswith("answer: 404") for fault in faults)
    assert any("policy" in fault.lower() for fault in faults)


def test_others_may_ask_django_after_the_browser(browser: Browser, request: pytest.FixtureRequest):
    with browser_for(request.node):
        browser.new_context().close()
        assert asyncio._get_running_loop()

    assert asyncio._get_running_loop() is None
    assert "DJANGO_ALLOW_ASYNC_UNSAFE" not in os.environ


def test_code_sent_by_mail_can_be_read(server: Server, page: Page):
    server.python("from tests import factories; factories.make_user('Anna Vogt', email='anna@example.org')")

    before = len(server.log)
    page.goto("/accounts/login/code/")
    page.locator("input[name=email]").fill("anna@example.org")
    page.locator("main form button[type=submit], form button[type=submit]").first.click()

    assert server.code_for("anna@example.org", after=before) in server.mail_to("anna@example.org", after=before)
