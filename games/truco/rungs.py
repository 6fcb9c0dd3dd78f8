"""The ladder of a hand as a screen draws it: its rungs, and on each the ways a hand can end there in one tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from games.core.text import Text, Value, gettext_noop
from games.truco.before import Before
from games.truco.machine import Play, figure_for, next_step
from games.truco.naming import close_name, figure_name, hand_name, rung_name
from games.truco.reading import values_of
from games.truco.rules import TrucoRules
from games.truco.sidebets import Part
from games.truco.state import TrucoTable, Two, course, for_side, sum_of, winner_at
from games.truco.values import OTHER, SIDES, Figure, Side, same

_THEN: Final = {
    "match": gettext_noop("{a}–{b} and the match"),
    "game": gettext_noop("{a}–{b} and the game"),
    "close": gettext_noop("{a}–{b}, then {hand}"),
    "": gettext_noop("{a}–{b}"),
}
_NO_RAISE_ABOVE: Final = gettext_noop(
    "Nobody can ask for more than {value}, so nobody ran from it. Choose what the hand was worth before."
)


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a hand can end. `fields` is what it saves, as a query; `side` gets `points` (None: nobody does),
    `then` is the score and what it brings. `reason` says why it cannot be, `chosen` that the entry says so.
    """

    how: str
    side: Side | None
    points: int
    fields: str
    then: Text | None = None
    reason: Text | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Rung:
    """A value of the ladder, and what it is called.

    `mark`: the hand is worth it `now`, it is `asked`, or it is what a raise asks for `next`, which `sides` may
    do. `refused` is the raise above, and `ends` the ways a hand can end here.
    """

    value: Figure
    name: Text
    mark: str = ""
    sides: tuple[Side, ...] = ()
    refused: Text | None = None
    ends: tuple[Ending, ...] = ()


class Entered(NamedTuple):
    """An entry by its result, and where it would stand. `moved` is what the bets beside it move; `waits` says what
    they still need before the hand can end.
    """

    draft: Mapping[str, Any]
    rules: TrucoRules
    table: TrucoTable
    moved: Two = (0, 0)
    waits: Text | None = None

    @property
    def score(self) -> Two:
        """The score as the bets leave it."""
        return sum_of(self.table.state.score, self.moved)


def quick_rungs(entered: Entered, before: Before) -> tuple[Rung, ...]:
    """The ladder with every ending. A hand that one side decides about, or an iron hand, has one rung only."""
    rules = entered.rules
    kind, decider = before.kind(rules)
    if kind == "normal":
        return tuple(_rung(entered, step) for step in range(len(rules.ladder)))
    (value,) = values_of("played", kind, rules)
    play = before.play(rules, entered.moved)
    ends = [_ending(entered, "played", side, value, play.value(side)) for side in SIDES]
    if decider is not None:
        ends.append(_ending(entered, "declined", OTHER[decider], rules.special_pass, rules.special_pass))
    return (Rung(value, hand_name(kind, rules.special_at), ends=tuple(ends)),)


def nobody(entered: Entered) -> Ending | None:
    """The ending without a winner, where the rules know one."""
    if not entered.rules.nobody_may_win:
        return None
    fields = urlencode({"kind": "quick", "how": "nobody"})
    chosen = entered.draft.get("how") == "nobody"
    return Ending("nobody", None, 0, fields, reason=entered.waits, chosen=chosen)


def bet_alone(entered: Entered, parts: Sequence[Part]) -> Ending | None:
    """The ending of a hand whose bet ended the game before its first round."""
    winner = winner_at(entered.score, entered.rules.target)
    if winner is None:
        return None
    (part,) = parts
    fields = urlencode({"kind": "full"})
    return Ending("side_bet", winner, part.points, fields, _then(entered, winner, 0))


def played_rungs(play: Play, may_raise: tuple[Side, ...]) -> tuple[Rung, ...]:
    """The ladder of a hand that is told event by event."""
    ladder, following = play.rules.ladder, next_step(play)
    marks = {play.step: "now", **({play.step + 1: "asked"} if play.pending else {})}
    if may_raise:
        marks[following] = "next"
    return tuple(
        Rung(value, rung_name(ladder, step), marks.get(step, ""), may_raise if step == following else ())
        for step, value in enumerate(ladder)
    )


def _rung(entered: Entered, step: int) -> Rung:
    rules = entered.rules
    value, refused, no_run = rules.ladder[step], None, None
    if step < rules.top:
        refused = rung_name(rules.ladder, step + 1)
    else:
        no_run = Text(_NO_RAISE_ABOVE, {"value": figure_name(value)})
    points = {side: figure_for(value, side, entered.score, rules.target) for side in SIDES}
    ends = [_ending(entered, "played", side, value, points[side]) for side in SIDES]
    ends += [_ending(entered, "ran", side, value, points[side], no_run) for side in SIDES]
    return Rung(value, rung_name(rules.ladder, step), refused=refused, ends=tuple(ends))


def _ending(entered: Entered, how: str, side: Side, value: Figure, points: int, reason: Text | None = None) -> Ending:
    draft = entered.draft
    is_so = (draft.get("how"), draft.get("winner")) == (how, side)
    chosen = is_so and (draft.get("value") is None or same(draft.get("value"), value))
    fields = urlencode({"kind": "quick", "how": how, "winner": side, "value": value})
    return Ending(how, side, points, fields, _then(entered, side, points), reason or entered.waits, chosen)


def _then(entered: Entered, side: Side, points: int) -> Text:
    """ "10–8, then hand of ten"."""
    moved = sum_of(entered.moved, for_side(side, points))
    after = course(entered.table.state, entered.rules, moved, hand=True)
    values: dict[str, Value] = {"a": after.score[0], "b": after.score[1]}
    if after.game is not None:
        return Text(_THEN["game" if after.state.winner is None else "match"], values)
    if after.state.hand_kind not in {"normal", None}:
        return Text(_THEN["close"], values | {"hand": close_name(after.state.hand_kind, entered.rules.special_at)})
    return Text(_THEN[""], values)
