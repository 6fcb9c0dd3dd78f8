"""Reading what lay on the table before the first action of a log."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.values import Problem
from games.palace_poker.hand import LogHand
from games.palace_poker.position import Player, Position
from games.palace_poker.reading import (
    Data,
    Found,
    amounts,
    banner_problems,
    complete,
    duplicates,
    given,
    listed,
    strangers,
)
from games.palace_poker.refusals import problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import PalaceTable, dealt, from_left_of
from games.palace_poker.steps import begin
from games.palace_poker.values import PALACE, SEATS, is_card


def setup_problems(data: Data, table: PalaceTable) -> Found:
    """What is wrong with a log, apart from its actions and its showdown."""
    seats = table.seats
    found: Found = []
    if data.get("cards", "counts") not in ("counts", "full"):
        found.append(problem("cards_mode_invalid", "cards"))
    dealer = dealt(data.get("dealer"), table)
    at_fault = [*strangers("dealer", [dealer], seats)]
    found += at_fault
    found += amounts("stacks", data.get("stacks"))
    order = seats if at_fault else from_left_of(dealer, seats)
    found += banner_problems(data.get("banners"), seats, order)
    found += _palace_problems(data, len(seats))
    if given(data.get("stacks")) is not None and not complete(data["stacks"], len(seats)):
        found.append(problem("stack_required", "stacks"))
    if not isinstance(data.get("actions"), list | tuple):
        found.append(problem("actions_required", "actions"))
    return found


def _palace_problems(data: Data, size: int) -> Iterator[Problem]:
    palaces = [*enumerate(listed(data.get("palaces")))]
    if len(palaces) >= SEATS.stop:
        yield problem("palace_size", "palaces")
        return
    named = [card for _, palace in palaces for card in listed(palace)]
    for place, palace in palaces:
        if not all(map(is_card, listed(palace))):
            yield problem("bad_card", f"palaces.{place}")
    yield from duplicates("palaces" if named else "banners", [*listed(data.get("banners")), *named])
    if given(data.get("palaces")) is not None and len(palaces) != size:
        yield problem("palace_size", "palaces")
    for place, palace in palaces:
        if palace is not None and len(listed(palace)) != PALACE:
            yield problem("palace_size", f"palaces.{place}")


class Layout(NamedTuple):
    """What lay on the table, one entry a seat; lists that nobody gave are None."""

    banners: Sequence[str]
    palaces: Sequence[Sequence[str] | None] | None
    stacks: Sequence[int | None] | None
    full: bool
    dealer: int | None


def layout_of(data: Data | LogHand) -> Layout:
    """The layout of a record, or of plain values without problems."""
    if isinstance(data, LogHand):
        return Layout(data.banners, given(data.palaces), given(data.stacks), data.cards == "full", data.dealer)
    full = data.get("cards") == "full"
    lists = (given(data.get("palaces")), given(data.get("stacks")))
    return Layout(data["banners"], *lists, full, data.get("dealer"))


def laid_out(layout: Layout, rules: PalacePokerRules, table: PalaceTable) -> Position:
    """The position before the first action."""
    seats = table.seats
    unknown = (None,) * len(seats)
    lists = (layout.banners, layout.palaces or unknown, layout.stacks or unknown)
    players = {
        seat: Player(seat, banner, None if palace is None else tuple(palace), stack)
        for seat, banner, palace, stack in zip(seats, *lists, strict=True)
    }
    order = from_left_of(dealt(layout.dealer, table), seats)
    return begin(rules, tuple(players[seat] for seat in order), full=layout.full)
