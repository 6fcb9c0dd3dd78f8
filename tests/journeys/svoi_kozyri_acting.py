"""What somebody does at a table of Svoi Kozyri: choose trumps, tap who goes out, say how it ended."""

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, expect

from tests.journeys.acting import Table, drawn


class SvoiTable(Table):
    """The page of a table of Svoi Kozyri on one phone."""

    def trump(self, name: str, suit: str) -> Locator:
        return self.group(f"Trump of {name}").get_by_role("button", name=suit, exact=True)

    def takes(self, name: str, suit: str) -> None:
        """Tap a suit for a player, who has it then."""
        self.tap(self.trump(name, suit))
        expect(self.trump(name, suit)).to_have_attribute("aria-pressed", "true")

    def trumps(self, names: Sequence[str]) -> list[list[str | None]]:
        """The suits each of these players has on the screen: one or none."""
        self.page.wait_for_load_state()
        pressed = [self.group(f"Trump of {name}").locator("[aria-pressed=true]") for name in names]
        return [[box.get_by_role("img").get_attribute("aria-label") for box in boxes.all()] for boxes in pressed]

    def choose_trumps(self, trumps: Mapping[str, str]) -> None:
        for name, suit in trumps.items():
            self.takes(name, suit)

    def player(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Who goes out?").get_by_role("button", name=re.compile(name))

    def out(self, *names: str) -> None:
        """Tap who goes out, in order."""
        for name in names:
            self.tap(self.player(name))
            expect(self.player(name)).to_have_attribute("aria-pressed", "true")

    def end(self, words: str) -> Locator:
        return self.group("How did it end?").get_by_role("button", name=re.compile(words))

    def ended(self, words: str) -> None:
        self.tap(self.end(words))
        expect(self.end(words)).to_have_attribute("aria-pressed", "true")

    def deal(self, out: Sequence[str], words: str) -> int:
        """Record a deal at a table that knows its trumps; how many taps it took."""
        before = self.taps
        self.out(*out)
        self.ended(words)
        self.save_hand()
        return self.taps - before

    def totals(self) -> list[int]:
        return self.foot("Points")

    def seen(self, number: int) -> list[str]:
        """How a deal stands on the sheet: trump, place and total of each player."""
        cells = drawn(self.row(number).get_by_role("cell")).all()[1:]
        suits = [cell.get_by_role("img").get_attribute("aria-label") for cell in cells]
        return [
            " ".join([suit or "", *cell.inner_text().split("\n")]).strip()
            for suit, cell in zip(suits, cells, strict=True)
        ]
