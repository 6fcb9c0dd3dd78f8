"""Whether a page can be used by everybody: axe-core with the rules of WCAG 2.2 AA, in light and in dark."""

import re
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

AXE: Final = Axe()
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS: Final = ["color-contrast", "link-in-text-block"]  # all that the theme changes


def audit(page: Page) -> None:
    """Fail with every violation on this page. Looked at whole: what a bar at the bottom covers can be scrolled."""
    page.wait_for_load_state()
    size = page.viewport_size or {"width": 390, "height": 844}
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(height, size["height"])})
    found = _run(page, "light", {"type": "tag", "values": STANDARDS})
    found += _run(page, "dark", {"type": "rule", "values": COLOURS})
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)
    assert not found, f"{page.url}\n" + "\n".join(found)


def _run(page: Page, theme: Any, only: dict[str, Any]) -> list[str]:
    page.emulate_media(color_scheme=theme)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    answer = page.evaluate("only => axe.run({runOnly: only, resultTypes: ['violations']})", only)
    assert answer["testEngine"]["name"] == "axe-core"
    return [
        f"{theme}: {violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in answer["violations"]
        for node in violation["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """The first things that make the page scroll sideways; none if it does not."""
    page.wait_for_load_state()
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.scrollingElement.scrollWidth <= width) return [];
          return [...document.body.querySelectorAll("*")]
            .filter((element) => element.getBoundingClientRect().right > width + 1)
            .slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
        }"""
    )


def looks_right(page: Page) -> None:
    """Everybody can use the page, and it fits."""
    audit(page)
    assert sideways(page) == []


def look(page: Page, heading: str | re.Pattern[str]) -> None:
    """The page is there, and right on a phone and on a desk, in light and in dark."""
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    phone = page.viewport_size
    assert phone
    for size in (DESK, phone):
        page.set_viewport_size(size)
        looks_right(page)
