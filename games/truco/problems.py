"""Why an entry is refused at a table: the match, the deal, then the entry itself."""

from typing import cast

from games.core.record import kind_of
from games.core.values import Problem
from games.truco.before import Before, Data, Found
from games.truco.hand import HANDS
from games.truco.reading import forfeit_problems, full_problems, penalty_problems, quick_problems
from games.truco.refusals import refused
from games.truco.rules import BAD_PLAYER_COUNT, TrucoRules
from games.truco.state import TrucoTable, side_of, winner_at
from games.truco.values import PLAYERS


def problems(data: object, rules: TrucoRules, table: TrucoTable) -> list[Problem]:
    """Every reason to refuse an entry, in the order of section 10."""
    problem, kind = kind_of(HANDS, data)
    if problem is not None:
        return [problem]
    entry = cast("Data", data)
    if closed := closed_problems(rules, table):
        return closed
    if kind == "penalty":
        return penalty_problems(entry, rules)
    if kind == "forfeit":
        return forfeit_problems(entry)
    found, before = dealt(entry, table)
    read = quick_problems if kind == "quick" else full_problems
    return found + read(entry, rules, before)


def closed_problems(rules: TrucoRules, table: TrucoTable) -> Found:
    """Why nothing at all can be recorded."""
    if len(table.seats) not in PLAYERS:
        return [BAD_PLAYER_COUNT]
    if table.state.winner is not None:
        return [refused("match_already_over")]
    if winner_at(table.state.score, rules.target) is not None:
        return [refused("game_already_over")]
    return []


def dealt(data: Data, table: TrucoTable) -> tuple[Found, Before]:
    """What is wrong with the dealer, and what the hand is judged against."""
    dealer = data.get("dealer")
    if dealer is None:
        dealer = table.dealer
    if type(dealer) is not int:
        return [refused("dealer_not_integer")], before_at(table, table.dealer)
    if dealer not in table.seats:
        return [refused("dealer_not_at_table")], before_at(table, table.dealer)
    return [], before_at(table, dealer)


def before_at(table: TrucoTable, dealer: int) -> Before:
    """What an entry is judged against if this seat dealt."""
    return Before(table.state.score, side_of(table.seats, dealer), table.seats)
