"""What a game is: a name and the functions that know its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from games.core.record import Record, load
from games.core.text import Text
from games.core.values import Due, InvalidRecord, Outcome, Preset, Problem, SumLine, Table

H = TypeVar("H", bound=Record)
R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Record)
D = TypeVar("D", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[H, R, S, D]):
    """A game of cards that can be scored; `judge` is the door the app uses.

    Records
      hands       what may be recorded, by `kind`
      details     the type of `Outcome.detail`, by the same `kind`
      rules       what a club agrees on before the deal; every field has a default
      state       what a hand must know of the hands before it

    Functions
      start(rules, size)              the state before the first hand
      active(table)                   the seats that play this hand, in the order of the table
      rules_problems(rules, size)     why these rules do not suit a table of this size
      problems(data, rules, table)    why a hand is refused, read from plain values, in the order
                                      of the rules file; whatever it lets through can be scored
      score(hand, rules, table)       what the hand moves; never raises where `problems` is empty
      progress(state, rules, seats)   hands of the list so far, and its length or None
      choices(draft, rules, table)    {field: {value as text: why it is impossible now}}
      weights(rules)                  {measure: weight}: the linear rule that makes a total
      sheet([(hand, detail), ...])    the rows of the game's paper sheet, for its own template
      summary(totals, weights)        the closing block of one seat from its {measure: total}
      dues(tallies, totals, rules)    money due by these rules, from {seat: {measure: total}} and {seat: total};
                                      by cause, then by seat
      verdict(totals, rules)          what a list that is over has decided, of {seat: {measure: total}}, or None

    For seasons: `systems` are named linear rules (`system_titles` what people call them),
    `ranking` the measures that break ties after the total, each with +1 (more is better) or -1 (fewer is better).
    `interchange` answers `python -m games`: {op: function of plain rules and input}.
    `version` names the rules core; it is stored with each hand.
    """

    name: str
    title: Text
    version: str
    seats: range
    measures: tuple[str, ...]
    measure_titles: Mapping[str, Text]
    hands: Mapping[str, type[H]]
    details: Mapping[str, type[D]]
    rules: type[R]
    state: type[S]
    start: Callable[[R, int], S]
    active: Callable[[Table[S]], tuple[int, ...]]
    rules_problems: Callable[[R, int], tuple[Problem, ...]]
    problems: Callable[[object, R, Table[S]], Sequence[Problem]]
    score: Callable[[H, R, Table[S]], Outcome[S, D]]
    progress: Callable[[S, R, Sequence[int]], tuple[int, int | None]]
    choices: Callable[[Mapping[str, Any], R, Table[S]], Mapping[str, Mapping[str, Text]]]
    weights: Callable[[R], Mapping[str, int]]
    sheet: Callable[[Iterable[tuple[H, D]]], Sequence[object]]
    summary: Callable[[Mapping[str, int], Mapping[str, int]], tuple[SumLine, ...]]
    dues: Callable[[Mapping[int, Mapping[str, int]], Mapping[int, int], R], tuple[Due, ...]]
    verdict: Callable[[Mapping[int, Mapping[str, int]], R], Text | None]
    systems: Mapping[str, Mapping[str, int]]
    system_titles: Mapping[str, Text]
    ranking: tuple[tuple[str, int], ...]
    presets: tuple[Preset, ...]
    interchange: Mapping[str, Callable[[Mapping[str, Any], object], dict[str, Any]]]

    def judge(self, data: object, rules: R, table: Table[S]) -> tuple[H, Outcome[S, D]]:
        """Read one hand and score it, or raise `InvalidRecord` with every problem."""
        if problems := self.problems(data, rules, table):
            raise InvalidRecord(tuple(problems))
        kind = cast("Mapping[str, str]", data)["kind"]
        hand = load(self.hands[kind], data)
        return hand, self.score(hand, rules, table)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
