"""Where an unfinished entry stands, and what may come next: what the recording screen draws."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

from games.core.text import Text, Value, pgettext
from games.core.values import Problem
from games.truco.buttons import (
    Button,
    bet_buttons,
    bet_sentences,
    event_buttons,
    event_sentences,
    other_buttons,
    result_buttons,
)
from games.truco.machine import Play, figure_for, next_step, refusal
from games.truco.reading import Before, Part, bets_of, closed_problems, dealt, forgone, moved_by, replay, values_of
from games.truco.refusals import close_name, event_refused, figure_name, hand_name, refused, rung_name
from games.truco.rules import HALVES_ABOVE, OTHER, SIDES, Figure, Kind, Side, TrucoRules, same
from games.truco.state import TrucoTable, Two, course, dealer_after, display, for_side, sum_of, winner_at

# The board beside an entry: the game as it stands, its tally marks, who deals and who leads.

Square: TypeAlias = tuple[int, int]
Rows: TypeAlias = tuple[tuple[Square, ...], ...]

STROKES: Final = 5
"""A square with its diagonal."""
MOST_TALLIED: Final = 60
"""More than that nobody counts in strokes."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game as it stands before an entry. Pairs count side A first.

    `missing` is what each side still needs, `tallies` its strokes: rows (one a half, where a game is played in
    halves) of squares, each with the strokes made and those there are. `dealer` and `leads` are seats.
    """

    score: tuple[int, int]
    missing: tuple[int, int]
    target: int
    games: tuple[int, int]
    number: int
    tallies: tuple[Rows, ...]
    dealer: int
    leads: int


def board(draft: Mapping[str, Any], rules: TrucoRules, table: TrucoTable) -> Board:
    """The board of an entry; a dealer it names counts if somebody sits there."""
    state, target = table.state, rules.target
    given = draft.get("dealer")
    dealer = given if type(given) is int and given in table.seats else table.dealer
    shown = display(state.score, target)
    return Board(
        score=state.score,
        missing=(target - shown[0], target - shown[1]),
        target=target,
        games=state.games,
        number=state.number,
        tallies=tuple(tally(points, target) for points in shown),
        dealer=dealer,
        leads=dealer_after(table.seats, dealer),
    )


def tally(points: int, target: int) -> Rows:
    """The strokes of a side; none where a game is too long for them."""
    if target > MOST_TALLIED:
        return ()
    rows = (target,) if target <= HALVES_ABOVE else (target - target // 2, target // 2)
    before = 0
    found = []
    for size in rows:
        found.append(tuple(_squares(max(0, min(size, points - before)), size)))
        before += size
    return tuple(found)


def _squares(made: int, size: int) -> Iterator[Square]:
    for first in range(0, size, STROKES):
        there = min(STROKES, size - first)
        yield max(0, min(there, made - first)), there


# The ladder of a hand as a screen draws it: its rungs, and on each the ways a hand can end there in one tap.

_THEN: Final = {
    "match": pgettext("truco", "{a}–{b} and the match"),
    "game": pgettext("truco", "{a}–{b} and the game"),
    "close": pgettext("truco", "{a}–{b}, then {hand}"),
    "": pgettext("truco", "{a}–{b}"),
}
_NO_RAISE_ABOVE: Final = pgettext(
    "truco", "Nobody can ask for more than {value}, so nobody ran from it. Choose what the hand was worth before."
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


_NO_RAISE: Final = {
    kind: refused(code).message for kind, code in (("special", "raise_in_hand_of_ten"), ("iron", "raise_in_iron_hand"))
}
_WAITS: Final = frozenset({"envido_unanswered", "flor_bad_sequence"})
"""A bet that was called holds the cards until it is answered; how it came out may be written down later."""


@dataclass(frozen=True, slots=True)
class Guide:
    """Where an entry stands. Pairs count side A first.

    `hand_kind` is what the hand is (None: nothing can be recorded) and `name` what that is called, `decider` the
    side that says if it is played and `playing` its answer. The hand is worth `ladder[step]`, to a side
    what `worth` says; `pending` is the side whose raise to `asked` waits for an answer, `raiser` the last that
    raised, `may_raise` the sides that may now. `rounds` are won or drawn so far, `said` the events as
    sentences, `called` the bets beside the hand, `bets` what those moved. `over`: no event may follow, and
    `winner` has it. `buttons` are the steps of the screen, those that are impossible with their reason; `problem`
    is what is wrong with the events so far, and then only a step back helps.

    `board` is the game as it stands, `rungs` the ladder, of an entry by its result with every ending, and `nobody`
    the ending without a winner, where the rules know one. `no_raise` is why this hand has no ladder, `bet_alone` the
    only ending where a bet beside the hand has ended the game.
    """

    hand_kind: Kind | None = None
    name: Text | None = None
    decider: Side | None = None
    playing: bool | None = None
    ladder: tuple[Figure, ...] = ()
    step: int = 0
    worth: tuple[int, int] = (0, 0)
    pending: Side | None = None
    asked: Figure | None = None
    raiser: Side | None = None
    may_raise: tuple[Side, ...] = ()
    rounds: tuple[str, ...] = ()
    said: tuple[Text, ...] = ()
    called: tuple[Text, ...] = ()
    bets: tuple[Part, ...] = ()
    over: bool = False
    winner: Side | None = None
    buttons: tuple[Button, ...] = ()
    can_go_back: bool = False
    problem: Problem | None = None
    board: Board | None = None
    rungs: tuple[Rung, ...] = ()
    nobody: Ending | None = None
    no_raise: Text | None = None
    bet_alone: Ending | None = None


def guide(draft: Mapping[str, Any], rules: TrucoRules, table: TrucoTable) -> Guide:
    """Where this draft stands; whatever it holds, something is told."""
    if closed := closed_problems(rules, table):
        return Guide(problem=closed[0])
    _found, before = dealt(draft, table)
    stands = board(draft, rules, table)
    if draft.get("kind") == "full":
        return replace(_full(draft, rules, before), board=stands)
    buttons = other_buttons(draft, rules, before)
    open_bets, parts = bets_of(draft, rules, before)
    entered = Entered(draft, rules, table, moved_by(parts), open_bets[0].message if open_bets else None)
    alone = bet_alone(entered, parts)
    return replace(
        _standing(before.play(rules)),
        bets=parts,
        buttons=(*result_buttons(draft, rules, before), *buttons),
        can_go_back=any(button.chosen for button in buttons),
        board=stands,
        rungs=() if alone else quick_rungs(entered, before),
        nobody=None if alone else nobody(entered),
        bet_alone=alone,
    )


def _full(draft: Mapping[str, Any], rules: TrucoRules, before: Before) -> Guide:
    open_bets, parts = bets_of(draft, rules, before)
    given = draft.get("events")
    events = given if isinstance(given, list | tuple) else ()
    dealt_cards = before.play(rules, moved_by(parts))
    play, fault = replay(events, dealt_cards)
    problem = event_refused(fault[1], fault[0], before.seats) if fault else None
    ended = winner_at(play.score, rules.target) is not None
    after_game = refused("event_after_game_over") if ended else None
    waiting = next((fault for fault in open_bets if fault.code in _WAITS), None)
    stops = after_game or problem or waiting
    buttons = event_buttons(play, before.seats, stops.message if stops else None)
    return replace(
        _standing(play),
        called=bet_sentences(draft, before.seats),
        said=event_sentences(events, dealt_cards, before.seats),
        bets=parts if draft.get("envido") or draft.get("flor") else forgone(play),
        over=play.end is not None or ended,
        buttons=(*bet_buttons(draft, rules, before), *buttons),
        can_go_back=any(draft.get(name) for name in ("events", "envido", "flor")),
        problem=problem,
    )


def _standing(play: Play) -> Guide:
    rules = play.rules
    may_raise = tuple(side for side in SIDES if refusal(play, {"t": "call", "by": side}) is None)
    return Guide(
        hand_kind=play.kind,
        name=None if play.kind == "normal" else hand_name(play.kind, rules.special_at),
        decider=play.decider,
        playing=play.playing,
        ladder=rules.ladder,
        step=play.step,
        worth=(play.value("A"), play.value("B")),
        pending=play.pending,
        asked=rules.ladder[play.step + 1] if play.pending else None,
        raiser=play.raiser,
        may_raise=may_raise,
        rounds=play.rounds,
        winner=play.end.winner if play.end else None,
        rungs=played_rungs(play, may_raise),
        no_raise=_NO_RAISE.get(play.kind),
    )
