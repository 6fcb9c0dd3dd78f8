"""Why a hand is refused."""

from dataclasses import replace
from typing import Final, cast

from games.core.record import kind_of
from games.tonk.hand import HANDS
from games.tonk.reading import Data, Entry, Found, read_entry, unknown_fields, who_problems
from games.tonk.reading_cards import card_problems
from games.tonk.reading_counts import game_problems, total_problems
from games.tonk.refusals import refusal
from games.tonk.rules import TonkRules, size_problems
from games.tonk.state import TonkTable

_HOW: Final = refusal("ending_invalid").message


def problems(data: object, rules: TonkRules, table: TonkTable) -> Found:
    """Every reason to refuse this hand, in the order of the rules file; empty if there is none."""
    problem, kind = kind_of(HANDS, data)
    if problem is not None:
        return [replace(problem, message=_HOW) if problem.code == "kind_unknown" else problem]
    if wrong_size := size_problems(rules, len(table.seats)):
        return list(wrong_size)
    data = cast("Data", data)
    entry = read_entry(kind, data, rules, table.seats)
    return entry_problems(entry, []) + unknown_fields(data)


def entry_problems(entry: Entry, strangers: Found) -> Found:
    """The checks of one hand; `strangers` are counts or cards given for nobody at the table."""
    found = who_problems(entry) + strangers
    if any(problem.code == "totals_and_hands" for problem in found):
        return found
    counted = card_problems(entry) + total_problems(entry)
    return found + (counted or game_problems(entry))
