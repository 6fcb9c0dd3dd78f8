"""Short ways to say what happens at a table of Palace Poker."""

from typing import Any

import pytest
from hypothesis import strategies as st

from games import game
from games.core.cases import answer
from games.core.values import InvalidRecord, Table
from games.palace_poker.guide import Guide, guide
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import CarryState
from games.palace_poker.stepping import stepped
from games.palace_poker.values import CARDS

PALACE = game("palace_poker")
HOUSE = PalacePokerRules()
NO_LIMIT = PalacePokerRules(limit="no_limit")
BANNERS = ["Ks", "7h", "Qd", "3c", "4s", "8h", "5d", "6c", "9s", "2h"]
QUICK = {"kind": "quick", "contributions": [27, 12, 2], "ranking": [None, 1, None]}
CASE_OF_TWO = {
    "mode": "quick",
    "players": ["ann", "bob"],
    "small_bet": 5,
    "contributions": {"ann": 2, "bob": 2},
    "ranking": [["ann"]],
}
FULL = {
    "cards": "full",
    "palaces": [["As", "Ah", "2d"], ["Th", "Jh", "4c"], ["Qc", "9d", "9s"]],
}


def at(*seats: int, dealer: int | None = None, carry: int = 0) -> Table[Any]:
    """A table of these seats; the last deals unless said, so that the first begins."""
    return Table(seats, 1, seats[-1] if dealer is None else dealer, CarryState(carry=carry))


TWO = at(0, 1)
LONG = 15
"""After so many actions, whoever can fold does."""
THREE = at(0, 1, 2)


def places(*tiers: list[int], size: int = 3) -> list[int | None]:
    """The places of so many seats, from tiers of them, the best first."""
    of = {seat: place for place, tier in enumerate(tiers, start=1) for seat in tier}
    return [of.get(seat) for seat in range(size)]


def does(by: int, do: str, **more: Any) -> dict[str, Any]:
    """One action or response."""
    return {"by": by, "do": do, **more}


def attacks(by: int, target: int, *responses: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A battle; without a response it is called by the target."""
    return does(by, "battle", target=target, responses=list(responses) or [does(target, "call")], **more)


def log(*actions: dict[str, Any], size: int = 3, **more: Any) -> dict[str, Any]:
    """A log of these actions at a table of so many seats."""
    return {"kind": "log", "banners": BANNERS[:size], "actions": list(actions), **more}


def judge(data: Any, rules: PalacePokerRules = HOUSE, table: Table[Any] = THREE) -> Any:
    """The outcome of a hand."""
    return PALACE.judge(data, rules, table)[1]


def codes(data: Any, rules: PalacePokerRules = HOUSE, table: Table[Any] = THREE) -> list[str]:
    """The codes a hand is refused with."""
    with pytest.raises(InvalidRecord) as refused:
        PALACE.judge(data, rules, table)
    return [problem.code for problem in refused.value.problems]


def fields(data: Any, rules: PalacePokerRules = HOUSE, table: Table[Any] = THREE) -> list[str]:
    """The fields a hand is refused at."""
    return [problem.field for problem in PALACE.problems(data, rules, table)]


def net(data: Any, rules: PalacePokerRules = HOUSE, table: Table[Any] = THREE) -> tuple[int, ...]:
    """What everybody won or lost, in the order of the table."""
    return judge(data, rules, table).detail.net


def public(rules: Any = None, **given: Any) -> dict[str, Any]:
    """The answer to a case in the public form."""
    return answer(PALACE, {"op": "hand", "rules": rules or {}, "input": given})


def guided(data: Any, rules: PalacePokerRules = HOUSE, table: Table[Any] = THREE) -> Guide:
    """Where a log stands."""
    found = guide(data, rules, table)
    assert isinstance(found, Guide)
    return found


@st.composite
def quick_hands(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """Quick hands at a table without a limit, with all-ins and as many tiers as there are players."""
    paid = draw(st.lists(st.integers(2, 60), min_size=size, max_size=size))
    order = draw(st.permutations(range(size)))
    cuts = draw(st.lists(st.booleans(), min_size=size - 1, max_size=size - 1))
    ranking: list[list[int]] = [[order[0]]]
    for seat, cut in zip(order[1:], cuts, strict=True):
        if cut:
            ranking.append([seat])
        else:
            ranking[-1].append(seat)
    kept = draw(st.integers(1, len(ranking)))
    all_in = draw(st.none() | st.lists(st.booleans(), min_size=size, max_size=size))
    ranked = places(*ranking[:kept], size=size)
    return {"kind": "quick", "contributions": paid, "ranking": ranked, "all_in": all_in}


@st.composite
def played_logs(draw: st.DrawFn, table: Table[Any], rules: PalacePokerRules) -> dict[str, Any]:
    """Logs played to their end by pressing buttons that the guide offers."""
    size = len(table.seats)
    chance = draw(st.randoms(use_true_random=False))
    deck = sorted(CARDS.difference(BANNERS))
    chance.shuffle(deck)
    data: dict[str, Any] = {"kind": "log", "banners": BANNERS[:size], "actions": []}
    if draw(st.booleans()):
        data |= {"cards": "full", "palaces": [[deck.pop(), deck.pop(), deck.pop()] for _ in table.seats]}
    if draw(st.booleans()):
        data["stacks"] = [chance.randrange(0, 120) for _ in table.seats]
    found = guided(data, rules, table)
    while found.wants is not None:
        assert found.problem is None
        assert found.wants in {"response", "discard", "winner", "keep", "showdown"} or cards_in(found) == len(CARDS)
        data = stepped(data, pressed(chance, found, data, deck))
        found = guided(data, rules, table)
    return data


def cards_in(found: Guide) -> int:
    """All cards there are, wherever they lie."""
    held = sum(4 + view.soldiers for view in found.seats if not view.out)
    return found.draw + found.discards + held


def pressed(chance: Any, found: Guide, data: Any, deck: list[str]) -> dict[str, Any]:
    """The step of a button that can be pressed, with what it asks for filled in."""
    possible = [button for button in found.buttons if button.reason is None and button.step != {"back": True}]
    folds = [button for button in possible if str(button.label) == "Fold" and len(data["actions"]) > LONG]
    button = chance.choice(folds or possible)
    filled = {"card": deck.pop, "amount": lambda: found.battle and found.battle.least_raise, "bet": lambda: None}
    if not button.asks and not button.may:
        return dict(button.step)
    return {"add": {**button.step["add"], **{name: filled[name]() for name in (*button.asks, *button.may)}}}


def filled(value: Any) -> Any:
    """Without what is empty."""
    if isinstance(value, dict):
        return {name: filled(own) for name, own in value.items() if own not in (None, [])}
    return [filled(own) for own in value] if isinstance(value, list) else value
