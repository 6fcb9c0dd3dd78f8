"""Hands of Palace Poker as they end in a club: made up by a seeded chance, and always ones the rules accept.

Mostly told by their end; some are played out action by action on the steps that the game's own screen offers.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table
from games.palace_poker.buttons import Picker
from games.palace_poker.guide import Guide, guide
from games.palace_poker.stepping import stepped

LOGGED = 25  # per cent of the hands
SHOWN = 30  # per cent of the quick hands whose end was written down
SPLIT = 5  # per cent of the quick hands
LONG = 14  # actions, after which everybody stays
MOST_BETS = 6  # small bets over the ante, in a quick hand
CHANCES: Final = {"buy": 34, "battle": 30, "stay": 26, "fold": 10, "discard": 0}
ANSWERS: Final = {"call": 60, "fold": 28, "raise": 12}

Facts = dict[str, Any]


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> Facts:
    """The facts of one hand at this table; the more skilled win more often."""
    while True:
        is_logged = chance.randrange(100) < LOGGED
        facts = _log(chance, rules, table, skills) if is_logged else _quick(chance, rules, table, skills)
        if not game.problems(facts, rules, table):
            return facts


def _quick(chance: Random, rules: Any, table: Table[Any], skills: Sequence[int]) -> Facts:
    """Winners paid about as much as the others: battles cost both sides."""
    size = len(table.seats)
    winners = chance.choices(range(size), skills)
    if size > 1 and chance.randrange(100) < SPLIT:
        winners = [*winners, *chance.choices([nth for nth in range(size) if nth not in winners])]
    bets = [chance.choice((0, 0, 1, 1, 2, 3, MOST_BETS)) for _ in table.seats]
    for nth in winners:
        bets[nth] = max(bets[nth], 1 + chance.randrange(3))
    facts: Facts = {
        "kind": "quick",
        "contributions": [rules.to_enter + count * rules.small_bet for count in bets],
        "ranking": [1 if nth in winners else None for nth in range(size)],
    }
    if chance.randrange(100) < SHOWN:
        facts["end"] = "showdown" if len(winners) > 1 else chance.choice(("showdown", "last_standing"))
    return facts


def _log(chance: Random, rules: Any, table: Table[Any], skills: Sequence[int]) -> Facts:
    skill = dict(zip(table.seats, skills, strict=True))
    draft: Facts = {"kind": "log", "actions": []}
    while isinstance(found := guide(draft, rules, table), Guide) and (found.wants or found.problem):
        if found.problem and found.wants != "setup":
            return draft  # refused, and dealt anew
        draft = stepped(draft, _step(chance, found, draft, skill))
    return draft


def _step(chance: Random, found: Guide, draft: Facts, skill: dict[int, int]) -> Any:
    """One step that the screen offers."""
    if found.wants == "setup" and found.picker:
        return _card(chance, found.picker)
    free = [button for button in found.buttons if button.reason is None and button.name != "back"]
    if found.wants in {"winner", "showdown"}:
        named = [button for button in free if button.seat is not None and button.name in {"winner", "best"}]
        return chance.choices(named, [skill[button.seat or 0] for button in named])[0].step
    if found.wants == "action" and len(draft["actions"]) >= LONG:
        return next(button.step for button in free if button.name == "stay")
    chances = ANSWERS if found.wants == "response" else CHANCES
    return _plain(chance.choices(free, [chances.get(button.name, 1) for button in free])[0].step)


def _plain(step: Any) -> Any:
    """A step without what would be written in boxes: the least counts."""
    if "add" not in step:
        return step
    return {"add": {name: value for name, value in step["add"].items() if not isinstance(value, dict)}}


def _card(chance: Random, deck: Picker) -> Any:
    return chance.choice([button for suit in deck.suits for button in suit if button.reason is None]).step
