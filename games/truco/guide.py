"""Where an unfinished entry stands, and what may come next: what the recording screen draws."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.core.text import Text
from games.core.values import Problem
from games.truco.before import Before
from games.truco.board import Board, board
from games.truco.buttons import Button, event_buttons
from games.truco.buttons_bets import bet_buttons, result_buttons
from games.truco.buttons_quick import other_buttons
from games.truco.faults import refusal
from games.truco.machine import Play
from games.truco.naming import hand_name
from games.truco.problems import closed_problems, dealt
from games.truco.reading import moved_by, replay
from games.truco.reading_bets import bets_of
from games.truco.refusals import event_refused, refused
from games.truco.rules import TrucoRules
from games.truco.rungs import Ending, Entered, Rung, bet_alone, nobody, played_rungs, quick_rungs
from games.truco.saying import events_said
from games.truco.saying_bets import bets_said
from games.truco.sidebets import Part, forgone
from games.truco.state import TrucoTable, winner_at
from games.truco.values import SIDES, Figure, Kind, Side

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
        can_go_back=any(one.chosen for one in buttons),
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
        called=bets_said(draft, before.seats),
        said=events_said(events, dealt_cards, before.seats),
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
