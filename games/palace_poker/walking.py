"""An unfinished log, walked as far as it goes: the last battle may still be open."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.core.values import Problem
from games.palace_poker.battle import attack
from games.palace_poker.conquest import booty, decide, winner_of
from games.palace_poker.log import answered, at, played, showdown_problem, too_many_actions
from games.palace_poker.moves import Move, move_of
from games.palace_poker.position import Fight, Position
from games.palace_poker.reading import listed
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.setup import laid_out, layout_of, setup_problems
from games.palace_poker.state import PalaceTable
from games.palace_poker.values import MOST_ACTIONS, MOST_SOLDIERS, PALACE

_STILL_OPEN: Final = {"response_incomplete": "response", "winner_required": "winner", "keep_required": "keep"}


class Walked(NamedTuple):
    """How far a log goes. `wants` is what must be entered next: setup, action, discard, response, winner,
    keep, showdown, or nothing. `move` is the last action, where something of it is still open, and `fight` its
    battle; `position` stands before what `problem` refuses, and is None while the setup is not complete.
    `seats` is the order of the table. `first` is the position after the antes. `is_battle` says that the last action
    is a battle that is over, `booty` from how many and which named soldiers its winner chose, where there is a choice.
    """

    position: Position | None
    wants: str | None
    problem: Problem | None = None
    move: Move | None = None
    fight: Fight | None = None
    seats: tuple[int, ...] = ()
    first: Position | None = None
    is_battle: bool = False
    booty: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def sides(self) -> tuple[int, ...]:
        """The places of the two who fight."""
        return () if self.fight is None else (self.fight.attacker, self.fight.defender)


def walk(draft: Mapping[str, Any], rules: PalacePokerRules, table: PalaceTable) -> Walked:
    """How far this draft of a log goes; it may be incomplete or nonsense. A palace of which only some cards
    were entered is not known yet.
    """
    actions = listed(draft.get("actions"))
    data = {name: value for name, value in draft.items() if value is not None} | {"actions": actions}
    if "palaces" in data:
        data["palaces"] = known_palaces(data["palaces"])
    if found := setup_problems(data, table):
        return Walked(None, "setup", found[0])
    first = laid_out(layout_of(data), rules, table)
    walked = _acted(first, actions)._replace(seats=table.seats, first=first)
    if walked.position is None or walked.position.end is None or walked.problem:
        return walked
    wrong = showdown_problem(walked.position, data.get("showdown"), table.seats)
    if wrong and wrong.code == "showdown_required":
        return walked._replace(wants="showdown")
    return walked._replace(wants=None, problem=wrong or _half_shown(draft.get("palaces")))


def _half_shown(palaces: object) -> Problem | None:
    """A hand that is over cannot be recorded with half a palace."""
    half = next((nth for nth, palace in enumerate(listed(palaces)) if is_partial(palace)), None)
    return None if half is None else problem("palace_size", f"palaces.{half}")


def known_palaces(palaces: object) -> object:
    """The palaces with those left out that are still being entered."""
    return [None if is_partial(palace) else palace for palace in listed(palaces)] or palaces


def palaces_of(draft: Mapping[str, Any], seats: Sequence[int]) -> dict[int, Any]:
    """{seat: palace as far as it was entered}, None where nothing was."""
    given = listed(draft.get("palaces"))
    return {seat: given[nth] if nth < len(given) else None for nth, seat in enumerate(seats)}


def is_partial(palace: object) -> bool:
    """Whether a palace is being entered: it has fewer than its three cards."""
    return isinstance(palace, list | tuple) and len(palace) < PALACE


def _acted(position: Position, actions: Sequence[object]) -> Walked:
    for number, action in enumerate(actions):
        is_last = number == len(actions) - 1
        if number == MOST_ACTIONS:
            return Walked(position, "action", too_many_actions())
        try:
            with at(f"actions.{number}"):
                move = move_of(action)
                if is_last and move.do == "battle":
                    return _battle(position, move)
                position = played(position, move)
        except Refused as refusal:
            if is_last and refusal.problem.code == "too_many_soldiers":
                return Walked(position, "discard", None, move)
            return Walked(position, "action", refusal.problem)
    return Walked(position, "action")


def _battle(position: Position, move: Move) -> Walked:
    """The last action, a battle that may be open."""
    after, fight = answered(*attack(position, move), move.responses)
    try:
        decided = decide(after, fight, move.winner, move.keep)
        return Walked(decided, "action", is_battle=True, booty=_choice(after, fight, move))
    except Refused as refusal:
        code = refusal.problem.code
        if code not in _STILL_OPEN and not (code == "keep_invalid" and spoils(after, fight, move)):
            raise
        chosen = _choice(after, fight, move) if code == "keep_invalid" else (0, ())
        return Walked(after, _STILL_OPEN.get(code, "keep"), None, move, fight, booty=chosen)


def _choice(position: Position, fight: Fight, move: Move) -> tuple[int, tuple[str, ...]]:
    """What the winner chose from: nothing in a tie."""
    won, _decided_by = winner_of(position, fight, move.winner)
    return (0, ()) if won is None else booty(position, fight, won)


def spoils(position: Position, fight: Fight, move: Move) -> tuple[str, ...]:
    """The named cards of which a winner lets go until five are left; none where they need not."""
    won, _decided_by = winner_of(position, fight, move.winner)
    cards = () if won is None else booty(position, fight, won)[1]
    if move.keep is None:
        return cards
    kept = tuple(card for card in cards if card in listed(move.keep))
    return kept if MOST_SOLDIERS < len(kept) == len(listed(move.keep)) else ()
