"""The quick entry of a port, as an offline page draws it: any hand of the demo club can be tapped on it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from games import all_games
from games.core.game import AnyGame
from games.core.record import dump, load_kind
from tests.agreement import cases
from tests.agreement.cases import Case
from tests.agreement.conftest import Ask
from tests.agreement.test_agreement import PORTED, SEED, plain_table, written

pytestmark = pytest.mark.journey

HANDS = 60
MOST_TAPS = 30

every_screen = pytest.mark.parametrize("game", PORTED, ids=[game.name for game in PORTED])


@cache
def hands(slug: str) -> list[Case]:
    """Hands that can be recorded, and that the quick entry of the game offers."""
    game = all_games()[slug]
    offered = cases.own(game, "offered", lambda _record, _rules: True)
    made = cases.cases(Random(f"{slug} {SEED} screen"), game, 4 * HANDS)
    through = (case for case in made if not game.problems(case.data, case.rules, case.table))
    return [case for case in through if offered(recorded(game, case), case.rules)][:HANDS]


def recorded(game: AnyGame, case: Case) -> dict[str, Any]:
    """The record of a hand that is let through."""
    return dump(load_kind(game.hands, case.data))


def drawn(ask: Ask, game: AnyGame, given: list[tuple[dict[str, Any], Case]]) -> list[list[dict[str, Any]]]:
    """The screens of these drafts."""
    calls = [(draft, dump(case.rules), plain_table(case.table)) for draft, case in given]
    screens: list[list[dict[str, Any]]] = ask(game.name, "screen", calls)
    raised = [(call, answer) for call, answer in zip(calls, screens, strict=True) if "raised" in answer]
    assert not raised
    return screens


def items(screen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [item for group in screen for item in group["items"]]


def tapped(draft: dict[str, Any], item: dict[str, Any], value: int | None = None) -> dict[str, Any]:
    """The draft after a tap on a box, or with a number at its path; the first number brings what stood beside it."""
    if item["kind"] == "number":
        return put({**item.get("begins", {}), **draft}, item["path"], value)
    return {name: value for name, value in {**draft, **item["set"]}.items() if value is not None}


def put(inside: Any, path: list[str | int], value: int | None) -> Any:
    """A copy with a value at this path; what leads there is made."""
    step, *rest = path
    if isinstance(step, int):
        inside = [*(inside or []), *[None] * (step + 1 - len(inside or []))]
    else:
        inside = {step: None, **(inside or {})}
    inside[step] = put(inside[step], rest, value) if rest else value
    return inside


def at(record: Any, path: list[str | int]) -> Any:
    """What the record has at this path, or None."""
    for step in path:
        found = step in record if isinstance(record, dict) else isinstance(record, list) and step < len(record)
        record = record[step] if found else None
    return record


def likeness(draft: Any, record: Any) -> tuple[int, int]:
    """How many values of the draft are those of the record, and how many are not."""
    if isinstance(draft, dict | list):
        places = draft if isinstance(draft, dict) else range(len(draft))
        parts = [likeness(draft[place], at(record, [place])) for place in places]
        return sum(same for same, _other in parts), sum(other for _same, other in parts)
    is_same = written(draft) == written(record)
    return (0, 0) if draft is None else (int(is_same), int(not is_same))


def taps(screen: list[dict[str, Any]], draft: dict[str, Any], record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The drafts after each tap that is possible; numbers are those of the record."""
    for item in items(screen):
        wanted = at(record, item["path"]) if item["kind"] == "number" else None
        if (item["kind"] == "box" and item["why"] is None) or wanted is not None:
            yield tapped(draft, item, wanted)


def next_tap(screen: list[dict[str, Any]], draft: dict[str, Any], record: dict[str, Any]) -> dict[str, Any] | None:
    """The draft after a tap that brings it nearer to the record, or None where there is none.

    Best is one that says more of what is right than of what is wrong; else, one after which more is right than before.
    """
    right, wrong = likeness(draft, record)
    found = {written(after): (*likeness(after, record), after) for after in taps(screen, draft, record)}
    nearer = [after for same, other, after in found.values() if same - other > right - wrong]
    more = [after for same, _other, after in found.values() if same > right]
    return next(iter(nearer + more), None)


@every_screen
def test_screen_is_made_of_groups_of_boxes_and_numbers(ask, game):
    for screen in drawn(ask, game, [({}, case) for case in hands(game.name)]):
        assert screen
        for group in screen:
            assert group.keys() - {"look"} == {"title", "items"}
            assert group["title"]["text"]
            assert group["items"]
        for item in items(screen):
            assert item.keys() - {"save", "look", "begins"} == (
                {"kind", "label", "set", "chosen", "why"}
                if item["kind"] == "box"
                else {"kind", "label", "path", "value", "amount"}
            )


@every_screen
def test_every_hand_can_be_tapped(ask, game):
    """Box by box and number by number, from an empty draft to the record itself."""
    given = hands(game.name)
    targets = [recorded(game, case) for case in given]
    drafts: list[dict[str, Any]] = [{} for _case in given]
    moving = list(range(len(given)))
    for _ in range(MOST_TAPS):
        screens = drawn(ask, game, [(drafts[place], given[place]) for place in moving])
        after = [next_tap(screen, drafts[place], targets[place]) for place, screen in zip(moving, screens, strict=True)]
        for place, draft in zip(moving, after, strict=True):
            drafts[place] = drafts[place] if draft is None else draft
        moving = [place for place, draft in zip(moving, after, strict=True) if draft is not None]
        if not moving:
            break
    assert not moving
    for draft, record, case in zip(drafts, targets, given, strict=True):
        entered = replace(case, data=draft)
        assert not game.problems(draft, case.rules, case.table), f"{draft} is not yet {record}"
        assert recorded(game, entered) == record
