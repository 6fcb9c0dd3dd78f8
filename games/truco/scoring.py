"""What an entry moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.text import AND_THEN, Text, Value, pgettext
from games.core.values import Line, Notice, Outcome, Words
from games.truco.hand import (
    AnyDetail,
    AnyHand,
    Event,
    Forfeit,
    ForfeitDetail,
    FullHand,
    HandDetail,
    PartDetail,
    Penalty,
    PenaltyDetail,
    QuickHand,
)
from games.truco.machine import End, Play, after, figure_for
from games.truco.reading import Before, Part, before_at, forgone, moved_by, settle_envido, settle_flor
from games.truco.refusals import hand_name, names_of, side_name
from games.truco.rules import OTHER, SIDES, Kind, Side, TrucoRules
from games.truco.state import (
    Course,
    MatchState,
    TrucoTable,
    Two,
    course,
    dealer_after,
    display,
    for_side,
    sides,
    sum_of,
)

# What a hand is worth, wherever it stands: the same for the app and the public form.

_ENDS: Final = {"played": "rounds", "ran": "run", "declined": "declined", "nobody": "all_tied"}


class Settled(NamedTuple):
    """How a hand ended, and what it moved by side, the bets beside it included."""

    kind: Kind
    decider: Side | None
    end: End
    points: Two
    parts: tuple[Part, ...] = ()
    rounds: tuple[str, ...] = ()


def settle(hand: QuickHand | FullHand, rules: TrucoRules, before: Before) -> Settled:
    """The result of a hand that was not refused."""
    if isinstance(hand, QuickHand):
        return _quick(hand, rules, before)
    return _full(hand, rules, before)


def _quick(hand: QuickHand, rules: TrucoRules, before: Before) -> Settled:
    kind, decider = before.kind(rules)
    by, parts = _ENDS[hand.how], _parts(hand, rules, before)
    moved = moved_by(parts)
    if hand.winner is None:
        return Settled(kind, decider, End(None, by, 0), moved, parts)
    play = before.play(rules, moved)
    if hand.how == "declined":
        value = rules.special_pass
    elif kind == "normal" and hand.value is not None:
        value = figure_for(hand.value, hand.winner, play.score, rules.target)
    else:
        value = play.value(hand.winner)
    points = sum_of(moved, for_side(hand.winner, value))
    return Settled(kind, decider, End(hand.winner, by, value), points, parts)


def _full(hand: FullHand, rules: TrucoRules, before: Before) -> Settled:
    parts = _parts(hand, rules, before)
    if not parts:
        parts = forgone(_played(hand, before.play(rules)))
    moved = moved_by(parts)
    play = _played(hand, before.play(rules, moved))
    end = play.end or End(None, "side_bet", 0)
    points = sum_of(moved, for_side(end.winner, end.value)) if end.winner else moved
    return Settled(play.kind, play.decider, end, points, parts, play.rounds)


def _played(hand: FullHand, play: Play) -> Play:
    for event in hand.events:
        play = after(play, _plain(event))
    return play


def _parts(hand: QuickHand | FullHand, rules: TrucoRules, before: Before) -> tuple[Part, ...]:
    if hand.flor is not None:
        return (settle_flor(hand.flor, before.score, rules),)
    if hand.envido is not None:
        return (settle_envido(hand.envido, before.score, rules, before.mano),)
    return ()


def _plain(event: Event) -> dict[str, object]:
    return {"t": event.t, "by": event.by, "to": event.to, "play": event.play, "winner": event.winner}


# The sentences a scorer says aloud.

WORDS: Final = Words(
    piece=Text(pgettext("truco", "match")),
    total=Text(pgettext("truco", "Games")),
    chart=Text(pgettext("truco", "Points after each hand")),
    complete=Text(pgettext("truco", "The match is decided")),
    ended=Text(pgettext("truco", "Ended before the match was decided")),
)

_PLAYED: Final = {
    "rounds": Text(pgettext("truco", "Played")),
    "run": Text(pgettext("truco", "Run from the raise")),
    "declined": Text(pgettext("truco", "Declined")),
    "all_tied": Text(pgettext("truco", "All rounds drawn")),
    "fold": Text(pgettext("truco", "Cards thrown in")),
    "side_bet": Text(pgettext("truco", "The game was over before the first round")),
}
_CLOSE: Final = {
    "rounds": pgettext("truco", "{hand}, played"),
    "declined": pgettext("truco", "{hand}, declined"),
    "all_tied": pgettext("truco", "{hand}, all rounds drawn"),
    "fold": pgettext("truco", "{hand}, cards thrown in"),
    "side_bet": pgettext("truco", "{hand}, not played"),
}
_PARTS: Final = {
    "envido": Text(pgettext("truco", "Envido")),
    "flor": Text(pgettext("truco", "Flor")),
}
_POINTS = pgettext("truco", "{how}: {points} to {side}")
_NOBODY = pgettext("truco", "{how}: nobody scores")
_SCORE = pgettext("truco", "{said}, {a}–{b}")
_GAME = pgettext("truco", "{said}, {a}–{b}, and the game to {side}")
_MATCH = pgettext("truco", "{said}, {a}–{b}, and the match to {side} by {games_a}–{games_b} games")
_PENALTY: Final = Text(pgettext("truco", "Penalty"))
_FORFEIT = pgettext("truco", "Game given up by {side}")
_VERDICT = pgettext("truco", "The match goes to {side} by {won}–{lost} games")

_STANDS = pgettext("truco", "{a}–{b} in game {number} of {most}, games {games_a}–{games_b}")
_ONE_GAME = pgettext("truco", "{a}–{b}")
_DECIDES = pgettext("truco", "{stands}. {hand}: {side} to decide")
_IRON_NEXT = pgettext("truco", "{stands}. {hand}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(pgettext("truco", "Somebody else should have dealt this hand."))
)


def how_of(settled: Settled, special_at: int | None) -> Text:
    """ "Played", "Hand of ten, declined": how a hand ended."""
    if settled.kind == "normal":
        return _PLAYED[settled.end.by]
    return Text(_CLOSE[settled.end.by], {"hand": hand_name(settled.kind, special_at)})


def name_of_part(part: Part) -> Text:
    """What a bet beside the hand is called."""
    return _PARTS[part.part]


def sentence_of(settled: Settled, rules: TrucoRules, table: TrucoTable, course: Course) -> Text:
    """ "Played: 4 to Ana and Bia, 8–6"."""
    return with_score(_sentence_of(settled, rules.special_at, table.seats), table, course)


@lru_cache(maxsize=4096)
def _sentence_of(settled: Settled, special_at: int | None, seats: tuple[int, ...]) -> Text:
    how, end = how_of(settled, special_at), settled.end
    sentences = [_points(name_of_part(part), part.points, part.winner, seats) for part in settled.parts]
    if end.winner is not None:
        sentences.append(_points(how, end.value, end.winner, seats))
    elif end.by == "side_bet":
        sentences.append(how)
    else:
        sentences.append(Text(_NOBODY, {"how": how}))
    sentence = sentences[0]
    for part in sentences[1:]:
        sentence = Text(AND_THEN, {"before": sentence, "after": part})
    return sentence


def sentence_of_penalty(side: Side, points: int, table: TrucoTable, course: Course) -> Text:
    """ "Penalty: 2 to Ana and Bia, 2–4"."""
    return with_score(_points(_PENALTY, points, side, table.seats), table, course)


def sentence_of_forfeit(side: Side, table: TrucoTable, course: Course) -> Text:
    """ "Game given up by Ana and Bia, 2–4, and the game to Caio and Davi"."""
    return with_score(Text(_FORFEIT, {"side": side_name(table.seats, side)}), table, course)


def _points(how: Text, points: int, side: Side, seats: tuple[int, ...]) -> Text:
    return Text(_POINTS, {"how": how, "points": points, "side": side_name(seats, side)})


def with_score(sentence: Text, table: TrucoTable, course: Course) -> Text:
    """What was said, and where the game or the match stands by it."""
    values: dict[str, Value] = {"said": sentence, "a": course.score[0], "b": course.score[1]}
    if course.game is None:
        return Text(_SCORE, values)
    values["side"] = side_name(table.seats, course.game)
    if course.state.winner is None:
        return Text(_GAME, values)
    games_a, games_b = course.state.games
    return Text(_MATCH, {**values, "games_a": games_a, "games_b": games_b})


def stands(rules: TrucoRules, table: TrucoTable) -> Text:
    """ "10–6 in game 2 of 3, games 1–0. Hand of ten: Ana and Bia to decide"."""
    state = table.state
    values = {"a": state.score[0], "b": state.score[1], "games_a": state.games[0], "games_b": state.games[1]}
    standing = Text(
        _ONE_GAME if rules.best_of == 1 else _STANDS, {"number": state.number, "most": rules.best_of, **values}
    )
    if state.hand_kind is None or state.hand_kind == "normal":
        return standing
    hand = hand_name(state.hand_kind, rules.special_at)
    if state.decider is None:
        return Text(_IRON_NEXT, {"stands": standing, "hand": hand})
    return Text(_DECIDES, {"stands": standing, "hand": hand, "side": side_name(table.seats, state.decider)})


def verdict(totals: Mapping[int, Mapping[str, int]], rules: TrucoRules) -> Text | None:
    """Who has the match, and by how many games; None while nobody has it."""
    winners = tuple(seat for seat, own in totals.items() if own.get("won", 0))
    if not winners:
        return None
    games = totals[winners[0]]
    won, lost = games.get("games_won", 0), games.get("games_lost", 0)
    return Text(_VERDICT, {"side": names_of(winners), "won": won, "lost": lost})


TrucoOutcome: TypeAlias = Outcome[MatchState, AnyDetail]
Lines: TypeAlias = tuple[Line, ...]

_HAND: Final = Text(pgettext("truco", "One hand of the match"))
_HAND_WON: Final = Text(pgettext("truco", "Hand won"))
_GAME_REASONS: Final = (Text(pgettext("truco", "Game won")), Text(pgettext("truco", "Game lost")))
_MATCH_REASONS: Final = (Text(pgettext("truco", "Match won")), Text(pgettext("truco", "Match lost")))
_PENALTY_REASON: Final = Text(pgettext("truco", "Penalty of the other side"))
_TENTOS: Final = Text(pgettext("truco", "Points that count for the game"))


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
    sentence = sentence_of(settled, rules, table, after)
    warnings = () if dealer == table.dealer else (DEALER_OUT_OF_TURN,)
    next_dealer = dealer_after(table.seats, dealer)
    return Outcome(lines, detail, after.state, sentence, next_dealer, after.state.winner is not None, warnings)


def _penalty(hand: Penalty, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    points = for_side(hand.to, hand.points)
    after = course(table.state, rules, points, hand=False)
    lines = _lines(table.seats, hand.to, "points", hand.points, _PENALTY_REASON) + _course_lines(after, rules, table)
    detail = PenaltyDetail(to=hand.to, **_result(points, after, rules))
    sentence = sentence_of_penalty(hand.to, hand.points, table, after)
    return Outcome(lines, detail, after.state, sentence, table.dealer, after.state.winner is not None)


def _forfeit(hand: Forfeit, rules: TrucoRules, table: TrucoTable) -> TrucoOutcome:
    after = course(table.state, rules, (0, 0), hand=False, forfeit=hand.side)
    lines = _course_lines(after, rules, table)
    detail = ForfeitDetail(side=hand.side, **_result((0, 0), after, rules))
    sentence = sentence_of_forfeit(hand.side, table, after)
    return Outcome(lines, detail, after.state, sentence, table.dealer, after.state.winner is not None)


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
        lines += _lines(seats, part.winner, "points", part.points, name_of_part(part))
    winner = settled.end.winner
    if winner is not None:
        lines += _lines(seats, winner, "points", settled.end.value, how_of(settled, special_at))
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
        lines += _lines(seats, game, "games_won", 1, _GAME_REASONS[0]) + _lines(
            seats, OTHER[game], "games_lost", 1, _GAME_REASONS[1]
        )
    if match is not None:
        lines += _lines(seats, match, "won", 1, _MATCH_REASONS[0]) + _lines(
            seats, OTHER[match], "lost", 1, _MATCH_REASONS[1]
        )
    return lines
