"""What somebody does at a table of Tonk: say how it ended and who ended it, write counts on the pad, tap cards."""

import re
from collections.abc import Iterable, Mapping

from playwright.sync_api import Locator, expect

from tests.journeys.acting import Table, drawn, texts


class TonkTable(Table):
    """The page of a table of Tonk on one phone."""

    def ending(self, words: str) -> Locator:
        return self.group("How it ended").get_by_role("radio", name=words, exact=True)

    def who(self, question: str, name: str) -> Locator:
        boxes = self.group(question)
        return boxes.get_by_role("radio", name=re.compile(name)).or_(
            boxes.get_by_role("checkbox", name=re.compile(name))
        )

    def ended(self, words: str, question: str = "", *names: str) -> None:
        """How the hand ended, and who ended it."""
        self.tap(self.ending(words))
        for name in names:
            self.tap(self.who(question, name))

    def count(self, counts: Mapping[str, int]) -> None:
        """Write counts on the pad, each in the box of its player."""
        for name, total in counts.items():
            self.tap(self.page.get_by_role("textbox", name=name, exact=True))
            self.digits(str(total))

    def digits(self, text: str) -> None:
        for digit in text:
            self.tap(self.page.get_by_role("button", name=digit, exact=True))

    def open_place(self, words: str) -> None:
        """The next cards go to this player, or to this spread."""
        self.tap(self.place(words))
        expect(self.place(words)).to_have_attribute("aria-pressed", "true")

    def place(self, words: str) -> Locator:
        return self.page.locator(".spots").get_by_role("button", name=re.compile(f"^{words}"))

    def card(self, words: str) -> Locator:
        """A card as the grid calls it: "10 hearts"."""
        return self.page.locator(".deck").get_by_role("button", name=words, exact=True)

    def cards(self, words: Iterable[str]) -> None:
        """Tap these cards, one after the other, without waiting."""
        for card in (wanted := list(words)):
            self.tap(self.card(card))
        for card in wanted:
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")

    @property
    def sentence(self) -> Locator:
        return self.page.locator("[data-say]")

    def pays(self) -> dict[str, str]:
        """What is told of each player before the hand is saved: from whom, to whom, and the net."""
        rows = self.page.get_by_role("table", name="What each player gains or loses").get_by_role("row")
        return {
            row.get_by_role("rowheader").inner_text(): " | ".join(texts(row.get_by_role("cell")))
            for row in drawn(rows).all()
        }

    def totals(self) -> list[int]:
        return self.foot("Net")

    def seen(self, number: int) -> list[str]:
        """How a hand stands on the sheet: what it was, then under each player what it moved and the net after it."""
        return texts(self.row(number).get_by_role("cell"))[1:]
