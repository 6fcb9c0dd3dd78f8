"""The offline entry of Svoi Kozyri offers what the game's own screen offers, and gives the same reasons."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.core.record import dump
from games.core.text import Text, pgettext
from games.svoi_kozyri import GAME
from games.svoi_kozyri.guide import Button, Guide, guide, stepped
from games.svoi_kozyri.rules import TWO
from tests.agreement.cases import Case, marked
from tests.agreement.test_agreement import SEED, made_up, plain_table, written

pytestmark = pytest.mark.journey

DRAFTS = 500


def drafts(chance: Random) -> Iterator[Case]:
    """Half-filled deals: the trumps of some, the first who went out, how it ended or not yet."""
    sane = [case for case in made_up(GAME.name) if not GAME.problems(case.data, case.rules, case.table)]
    for case in chance.sample(sane, min(DRAFTS, len(sane))):
        deal = case.data
        said = {
            "trumps": [suit if chance.randrange(3) else None for suit in deal["trumps"]],
            "finished": deal["finished"][: chance.randint(0, len(deal["finished"]))],
            "result": deal["result"],
            "cards_left": deal.get("cards_left"),
        }
        kept = {name: value for name, value in said.items() if value is not None and chance.randrange(4)}
        yield replace(case, data=kept)


def screens(ask, given: list[Case]) -> list[dict[str, list[dict[str, Any]]]]:
    """{title: boxes} of each."""
    calls = [(case.data, dump(case.rules), plain_table(case.table)) for case in given]
    answers = ask(GAME.name, "screen", calls)
    return [{group["title"]["text"]: group["items"] for group in answer} for answer in answers]


def told(label: Text, reason: Text | None, *, is_chosen: bool) -> tuple[str, str, bool]:
    return written(marked(label)), written(reason and marked(reason)), is_chosen


def shown(boxes: list[dict[str, Any]]) -> list[tuple[str, str, bool]]:
    return [(written(item["label"]), written(item["why"]), item["chosen"]) for item in boxes]


def offered_ends(screen: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The ends that can be tapped; before it is known who is left, those to come are only shown."""
    return [item for item in screen["How did it end?"] if "result" in item["set"]]


def ends(now: Guide) -> list[Button]:
    """The buttons that say how it ended."""
    if len(now.places) == TWO:
        return [place.button for place in now.places] + [place.draw for place in now.places if place.draw]
    return list(now.results)


def test_ends_and_reasons_are_those_of_the_screen(ask):
    given = list(drafts(Random(SEED)))

    for case, screen in zip(given, screens(ask, given), strict=True):
        buttons = ends(guide(case.data, case.rules, case.table))
        wanted = [told(button.label, button.reason, is_chosen=button.pressed) for button in buttons]
        assert shown(offered_ends(screen)) == wanted, case


def test_tap_on_an_end_says_what_the_step_says(ask):
    given = list(drafts(Random(SEED)))

    for case, screen in zip(given, screens(ask, given), strict=True):
        buttons = ends(guide(case.data, case.rules, case.table))
        for item, button in zip(offered_ends(screen), buttons, strict=True):
            after = stepped(case.data, button.step)
            tapped = {**case.data, **item["set"]}
            assert {name: tapped.get(name) for name in ("finished", "result")} == {
                name: after.get(name) for name in ("finished", "result")
            }, case


def test_trumps_are_those_of_the_screen(ask):
    given = list(drafts(Random(SEED)))
    calls = [(case.data, dump(case.rules), plain_table(case.table)) for case in given]

    for case, groups in zip(given, ask(GAME.name, "screen", calls), strict=True):
        now = guide(case.data, case.rules, case.table)
        offered = [group["items"] for group in groups if group["title"]["text"] == "Trump of {name}"]
        wanted = [
            [
                told(Text(pgettext("svoi_kozyri", each.suit)), each.reason, is_chosen=each.is_chosen)
                for each in place.suits
            ]
            for place in now.places
        ]
        assert [shown(boxes) for boxes in offered] == wanted, case
        folds = [group["look"]["fold"]["isOpen"] for group in groups if group["title"]["text"] == "Trump of {name}"]
        assert folds == [not now.trumps_stay] * len(now.places)
