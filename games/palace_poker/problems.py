"""Why a hand is refused, in the order of section 9."""

from typing import cast

from games.core.record import kind_of
from games.palace_poker.hand import HANDS
from games.palace_poker.log import replay, showdown_problem
from games.palace_poker.quick import quick_problems
from games.palace_poker.reading import Data, Found, cards_as_stored, unknown_fields
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.setup import laid_out, layout_of, setup_problems
from games.palace_poker.state import PalaceTable
from games.palace_poker.values import SEATS


def problems(data: object, rules: PalacePokerRules, table: PalaceTable) -> Found:
    """Every reason to refuse this hand; a log is read up to the first action that breaks a rule."""
    wrong, kind = kind_of(HANDS, data)
    if wrong is not None:
        return [wrong]
    data = cards_as_stored(cast("Data", data))
    if len(table.seats) not in SEATS:
        return [problem("players_range")]
    found = quick_problems(data, rules, table) if kind == "quick" else log_problems(data, rules, table)
    return found + unknown_fields(kind, data)


def log_problems(data: Data, rules: PalacePokerRules, table: PalaceTable) -> Found:
    """What is wrong with a log: with its setup, else with an action, else with its end."""
    if found := setup_problems(data, table):
        return found
    try:
        position = replay(laid_out(layout_of(data), rules, table), data["actions"])
    except Refused as refusal:
        return [refusal.problem]
    if position.end is None:
        return [problem("hand_not_finished", "actions")]
    wrong = showdown_problem(position, data.get("showdown"), table.seats)
    return [wrong] if wrong else []
