"""Why a deal is refused: the course of the series, the players, and then the deal itself."""

from typing import cast

from games.core.record import kind_of
from games.svoi_kozyri.hand import HANDS
from games.svoi_kozyri.reading import Data, Found, deal_problems, unknown_fields
from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SvoiTable, end_of


def problems(data: object, rules: SvoiRules, table: SvoiTable) -> Found:
    """Every reason to refuse this deal, in the order of the rules file; empty if there is none."""
    problem, _kind = kind_of(HANDS, data)
    if problem is not None:
        return [problem]
    data = cast("Data", data)
    found: Found = []
    if ended := end_of(table.state, rules):
        found.append(REFUSALS[ended])
    if len(table.seats) not in rules.players:
        found.append(REFUSALS["bad_player_count"])
    return found + deal_problems(data, rules, table.seats) + unknown_fields(data)
