"""Whether a page can be used by everybody: axe-core with the rules of WCAG 2.2 AA, in light and in dark.

The usual run looks at a page in one of the two themes, and at one of the two sizes where both are asked for. Which ones
follows from its address, so that all four stand against every rule on a quarter of the pages. `--long` leaves nothing
out.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit
from zlib import crc32

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

Theme: TypeAlias = Literal["light", "dark"]
AXE: Final = Axe()
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS: Final = ["color-contrast", "link-in-text-block"]  # all that the theme changes
THEMES: Final[Sequence[Theme]] = ("light", "dark")
IDENTITY: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)[\w-]*\d[\w-]*(?=/)")


class Extent:
    """How much of it is looked at."""

    whole = False


def audit(page: Page) -> None:
    """Fail with every violation on this page."""
    found = violations(page)
    assert not found, f"{page.url}\n" + "\n".join(found)


def violations(page: Page) -> list[str]:
    """What axe-core finds on this page. Looked at whole: what a bar at the bottom covers can be scrolled."""
    page.wait_for_load_state()
    size = page.viewport_size or PHONE
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(height, size["height"])})
    first, *others = _some(page, THEMES)
    found = _run(page, first, {"type": "tag", "values": STANDARDS})
    for theme in others:
        found += _run(page, theme, {"type": "rule", "values": COLOURS})
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)
    return found


def _some(page: Page, choices: Sequence[Any], *, salt: str = "") -> Sequence[Any]:
    """All of these, or in the usual run the one that falls to the address of this page."""
    if Extent.whole:
        return choices
    address = IDENTITY.sub("*", urlsplit(page.url).path)
    return [choices[crc32(f"{salt}{address}".encode()) % len(choices)]]


def _run(page: Page, theme: Theme, only: dict[str, Any]) -> list[str]:
    page.emulate_media(color_scheme=theme)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
    answer = page.evaluate("options => axe.run(options)", options)
    assert answer["testEngine"]["name"] == "axe-core"
    return [
        f"{theme}: {violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in answer["violations"]
        for node in violation["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """The first things that make the page scroll sideways, by their box or by what runs out of it, the innermost
    ones; none if it does not."""
    page.wait_for_load_state()
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.scrollingElement.scrollWidth <= width) return [];
          const reach = [...document.body.querySelectorAll("*")].filter((element) => {
            const box = element.getBoundingClientRect();
            const runs_out = getComputedStyle(element).overflowX === "visible";
            return Math.max(box.right, runs_out ? box.left + element.scrollWidth : 0) > width + 1;
          });
          return reach
            .filter((element) => !reach.some((other) => other !== element && element.contains(other)))
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
    before = page.viewport_size or PHONE
    for size in _some(page, (DESK, before), salt="size"):
        page.set_viewport_size(size)
        looks_right(page)
    page.set_viewport_size(before)
