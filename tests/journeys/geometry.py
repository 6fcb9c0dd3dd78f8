"""Whether a page stands as it should: no wider than the screen, rows filled, nothing cut or covered, targets of 44 px,
Save at the thumb."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize

from tests.journeys.access import sideways

SCRIPT: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").rstrip().removesuffix(";")
WIDTHS: Final = (320, 390, 820, 1280)
HEIGHTS: Final = {320: 640, 390: 844, 820: 1180, 1280: 800}


def window(width: int) -> ViewportSize:
    """A screen of this width, as high as those who have one usually hold it."""
    return {"width": width, "height": HEIGHTS[width]}


def faults(page: Page, *, name: str = "") -> list[str]:
    """What is wrong with the page as it is drawn now, a line for each thing with page, width, element and text."""
    where = f"{name or urlsplit(page.url).path} at {page.evaluate('innerWidth')} px"
    wide = [f"wider than the screen: {part}" for part in sideways(page)]
    return [f"{where}: {fault}" for fault in (*wide, *page.evaluate(SCRIPT))]


def faults_at(page: Page, widths: Iterable[int], *, name: str = "") -> list[str]:
    """The same page at these widths, one after the other, without loading it again."""
    found = []
    for width in widths:
        page.set_viewport_size(window(width))
        page.wait_for_load_state()
        found += faults(page, name=name)
    return found
