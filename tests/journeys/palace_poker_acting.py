"""What somebody does at a table of Palace Poker: step the chips up, or tap what happens, card by card."""

import re

from playwright.sync_api import Locator, expect

from tests.journeys.acting import Table


class PalaceTable(Table):
    """The page of a table of Palace Poker on one phone."""

    # The quick entry

    def put_in(self, name: str, *, steps: int) -> None:
        for _ in range(steps):
            self.tap(self.group(name).get_by_role("button", name=re.compile(" more$")))

    def stake(self, name: str) -> Locator:
        return self.page.get_by_label(f"{name} put in")

    def won(self, name: str) -> Locator:
        return self.group(name).get_by_role("radio", name="won")

    # The log

    def step(self, button: Locator, lines: int) -> None:
        """Tap something that happens; the hand so far has so many lines then."""
        self.tap(button)
        expect(self.lines).to_have_count(lines)

    @property
    def lines(self) -> Locator:
        return self.page.get_by_role("table", name="The hand so far, newest first").locator("tbody tr")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'[data-stay="card-{card}"]')

    def suit(self, suit: str) -> None:
        """Open the ranks of a suit."""
        self.tap(self.page.locator(f'[name="screen-suit"][value="{suit}"]'))

    def pick(self, card: str) -> None:
        """Name a card: its suit, then its rank."""
        expect(self.card(card)).to_be_hidden()
        self.suit(card[1])
        self.tap(self.card(card))

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{words}"))

    def panel(self, words: str) -> None:
        self.tap(self.page.get_by_role("radio", name=re.compile(f"^{words}")))

    def palace(self, *cards: str) -> None:
        for card in cards[:-1]:
            self.pick(card)
            expect(self.card(card)).to_have_attribute("aria-disabled", "true")
        self.pick(cards[-1])

    @property
    def asks(self) -> Locator:
        return self.page.locator(".asks")

    @property
    def pot(self) -> Locator:
        return self.page.locator(".pot .amount b")
