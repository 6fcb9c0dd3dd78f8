"""What a director does on the pages of a tournament: from the desk, to which opening tables leads, to the round."""

import re

from playwright.sync_api import Page

DESK = re.compile(r"/tournaments/[0-9a-f-]{36}/desk/$")


def to_the_round(page: Page) -> None:
    """The page of the round that was just opened, with its tables and the reasons of its draw."""
    page.wait_for_url(DESK)
    page.get_by_role("link", name="Draw and reasons").click()
    page.wait_for_url(re.compile(r"/rounds/[0-9a-f-]{36}/"))
