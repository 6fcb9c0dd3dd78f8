"""What an entry moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from games.core.text import Text, gettext_noop
from games.core.values import Line, Outcome
from games.truco import telling
from games.truco.detail import AnyDetail, ForfeitDetail, HandDetail, PartDetail, PenaltyDetail
from games.truco.hand import AnyHand, Forfeit, FullHand, Penalty, QuickHand
from games.truco.outcome import Settled, settle
from games.truco.problems import before_at
from games.truco.rules import TrucoRules
from games.truco.state import (
    Course,
    MatchState,
    TrucoTable,
    course,
    dealer_after,
    display,
    for_side,
    sides,
)
from games.truco.values import OTHER, SIDES, Side

TrucoOutcome: TypeAlias = Outcome[MatchState, AnyDetail]
Lines: TypeAlias = tuple[Line, ...]

_HAND: Final = Text(gettext_noop("One hand of the match"))
_HAND_WON: Final = Text(gettext_noop("Hand won"))
_GAME: Final = (Text(gettext_noop("Game won")), Text(gettext_noop("Game lost")))
_MATCH: Final = (Text(gettext_noop("Match won")), Text(gettext_noop("Match lost")))
_PENALTY: Final = Text(gettext_noop("Penalty of the other side"))
_TENTOS: Final = Text(gettext_noop("Points that count for the game"))


def score(hand: AnyHand, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    """The outcome of an entry that `problems` let through."""
    if isinstance(hand, Penalty):
        return _penalty(hand, rules, table)
    if isinstance(hand, Forfeit):
        return _forfeit(hand, rules, table)
    return _hand(hand, rules, table)


def _hand(hand: QuickHand | FullHand, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    dealer = table.dealer if hand.dealer is None else hand.dealer
    settled = settle(hand, rules, before_at(table, dealer))
    after = course(table.state, rules, settled.points, hand=True)
    lines = _hand_lines(settled, rules.special_at, table.seats) + _course_lines(after, rules, table)
    detail = _detail(hand.kind, settled, dealer, after, rules)
    said = telling.said_of(settled, rules, table, after)
    warnings = () if dealer == table.dealer else (telling.DEALER_OUT_OF_TURN,)
    next_dealer = dealer_after(table.seats, dealer)
    return Outcome(lines, detail, after.state, said, next_dealer, after.state.winner is not None, warnings)


def _penalty(hand: Penalty, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    points = for_side(hand.to, hand.points)
    after = course(table.state, rules, points, hand=False)
    lines = _lines(table.seats, hand.to, "points", hand.points, _PENALTY) + _course_lines(after, rules, table)
    detail = PenaltyDetail(to=hand.to, **_result(points, after, rules))
    said = telling.said_of_penalty(hand.to, hand.points, table, after)
    return Outcome(lines, detail, after.state, said, table.dealer, after.state.winner is not None)


def _forfeit(hand: Forfeit, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    after = course(table.state, rules, (0, 0), hand=False, forfeit=hand.side)
    lines = _course_lines(after, rules, table)
    detail = ForfeitDetail(side=hand.side, **_result((0, 0), after, rules))
    said = telling.said_of_forfeit(hand.side, table, after)
    return Outcome(lines, detail, after.state, said, table.dealer, after.state.winner is not None)


def _result(points: tuple[int, int], after: Course, rules: TrucoRules) -> dict[str, Any]:
    games, match = after.state.games, after.state.winner
    number = after.state.number - (after.game is not None and match is None)
    shown = display(after.score, rules.target)
    return {
        "points": points,
        "score": after.score,
        "shown": shown,
        "number": number,
        "games": games,
        "game": after.game,
        "match": match,
    }


def _detail(kind: str, settled: Settled, dealer: int, after: Course, rules: TrucoRules) -> HandDetail:
    how: dict[str, Any] = {
        "kind": kind,
        "hand_kind": settled.kind,
        "decider": settled.decider,
        "winner": settled.end.winner,
        "value": settled.end.value,
        "decided_by": settled.end.by,
        "parts": tuple(PartDetail.model_validate(part._asdict()) for part in settled.parts),
        "rounds": settled.rounds,
        "dealer": dealer,
    }
    return HandDetail.model_validate(how | _result(settled.points, after, rules))


def _lines(seats: Sequence[int], side: Side, measure: str, amount: int, reason: Text) -> Lines:
    """Every partner gets what the side gets."""
    return tuple(Line(seat, measure, amount, reason) for seat in sides(seats)[SIDES.index(side)])


@lru_cache(maxsize=4096)
def _hand_lines(settled: Settled, special_at: int | None, seats: tuple[int, ...]) -> Lines:
    """What a hand itself moves; the same few come again and again, so they are kept."""
    lines: Lines = ()
    for part in settled.parts:
        lines += _lines(seats, part.winner, "points", part.points, telling.name_of_part(part))
    winner = settled.end.winner
    if winner is not None:
        lines += _lines(seats, winner, "points", settled.end.value, telling.how_of(settled, special_at))
        lines += _lines(seats, winner, "hands_won", 1, _HAND_WON)
    return lines + tuple(Line(seat, "hands", 1, _HAND) for seat in seats)


def _course_lines(after: Course, rules: TrucoRules, table: TrucoTable) -> Lines:
    """What the entry means for the game and the match."""
    before, now = display(table.state.score, rules.target), display(after.score, rules.target)
    return _moved((now[0] - before[0], now[1] - before[1]), after.game, after.state.winner, table.seats)


@lru_cache(maxsize=4096)
def _moved(tentos: tuple[int, int], game: Side | None, match: Side | None, seats: tuple[int, ...]) -> Lines:
    lines: Lines = ()
    for side, gained in zip(SIDES, tentos, strict=True):
        if gained:
            lines += _lines(seats, side, "tentos", gained, _TENTOS)
    if game is not None:
        lines += _lines(seats, game, "games_won", 1, _GAME[0]) + _lines(seats, OTHER[game], "games_lost", 1, _GAME[1])
    if match is not None:
        lines += _lines(seats, match, "won", 1, _MATCH[0]) + _lines(seats, OTHER[match], "lost", 1, _MATCH[1])
    return lines
