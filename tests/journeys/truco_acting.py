"""What somebody does at a table of truco: tap what a hand was worth, then who won or ran; or tell it step by step."""

import re

from playwright.sync_api import Locator, expect

from tests.journeys.acting import Table, drawn, figure, texts


class TrucoTable(Table):
    """The page of a table of truco on one phone."""

    def rung(self, value: int) -> Locator:
        return self.group("What was the hand worth?").get_by_role("radio", name=re.compile(rf"^{value}\b"))

    def ending(self, words: str) -> Locator:
        return self.group("How did it end?").get_by_role("button", name=re.compile(rf"^{words}"))

    def hand(self, number: int, words: str, value: int | None = None) -> int:
        """Record a hand by its result; how many taps it took."""
        before = self.taps
        if value is not None:
            self.tap(self.rung(value))
        self.tap(self.ending(words))
        expect(self.row(number)).to_have_count(1)
        return self.taps - before

    @property
    def story(self) -> Locator:
        """What has happened in this hand, step by step."""
        return self.page.locator(".story li")

    def step(self, words: str) -> None:
        """A button of the entry that goes step by step; the next screen follows."""
        before = self.story.count()
        self.tap(self.page.locator("#entry").get_by_role("button", name=re.compile(words)).first)
        expect(self.story).to_have_count(before + 1)

    def round(self, winner: str) -> None:
        before = self.story.count()
        rounds = self.page.get_by_role("group", name=re.compile(r"^Round \d to$"))
        self.tap(rounds.get_by_role("button", name=winner, exact=True))
        expect(self.story).to_have_count(before + 1)

    def score(self) -> list[int]:
        """The points of the game that is being played."""
        return [figure(text) for text in texts(self.page.locator(".half .pts"))]

    def seen(self, number: int) -> list[str]:
        """How a hand stands on the sheet: how it ended, its value, and the score of each side where it moved."""
        return texts(self.row(number).get_by_role("cell"))[1:]

    def heads(self) -> list[list[str]]:
        """The heads of the games on the sheet, the newest first: name and score."""
        return [texts(row.locator("th")) for row in drawn(self.sheet.locator("tr.game-head")).all()]
