"""The sentences a scorer says aloud."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.core.text import AND_THEN, Text, Value, gettext_noop
from games.core.values import Notice, Words
from games.truco.naming import hand_name, names_of, side_name
from games.truco.outcome import Settled
from games.truco.rules import TrucoRules
from games.truco.sidebets import Part
from games.truco.state import Course, TrucoTable
from games.truco.values import Side

WORDS: Final = Words(
    piece=Text(gettext_noop("match")),
    total=Text(gettext_noop("Games")),
    chart=Text(gettext_noop("Points after each hand")),
    complete=Text(gettext_noop("The match is decided")),
    ended=Text(gettext_noop("Ended before the match was decided")),
)

_PLAYED: Final = {
    "rounds": Text(gettext_noop("Played")),
    "run": Text(gettext_noop("Run from the raise")),
    "declined": Text(gettext_noop("Declined")),
    "all_tied": Text(gettext_noop("All rounds drawn")),
    "fold": Text(gettext_noop("Cards thrown in")),
    "side_bet": Text(gettext_noop("The game was over before the first round")),
}
_CLOSE: Final = {
    "rounds": gettext_noop("{hand}, played"),
    "declined": gettext_noop("{hand}, declined"),
    "all_tied": gettext_noop("{hand}, all rounds drawn"),
    "fold": gettext_noop("{hand}, cards thrown in"),
    "side_bet": gettext_noop("{hand}, not played"),
}
_PARTS: Final = {
    "envido": Text(gettext_noop("Envido")),
    "flor": Text(gettext_noop("Flor")),
}
_POINTS = gettext_noop("{how}: {points} to {side}")
_NOBODY = gettext_noop("{how}: nobody scores")
_SCORE = gettext_noop("{said}, {a}–{b}")
_GAME = gettext_noop("{said}, {a}–{b}, and the game to {side}")
_MATCH = gettext_noop("{said}, {a}–{b}, and the match to {side} by {games_a}–{games_b} games")
_PENALTY: Final = Text(gettext_noop("Penalty"))
_FORFEIT = gettext_noop("Game given up by {side}")
_VERDICT = gettext_noop("The match goes to {side} by {won}–{lost} games")

_STANDS = gettext_noop("{a}–{b} in game {number} of {most}, games {games_a}–{games_b}")
_ONE_GAME = gettext_noop("{a}–{b}")
_DECIDES = gettext_noop("{stands}. {hand}: {side} to decide")
_IRON_NEXT = gettext_noop("{stands}. {hand}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(gettext_noop("Somebody else should have dealt this hand."))
)


def how_of(settled: Settled, special_at: int | None) -> Text:
    """ "Played", "Hand of ten, declined": how a hand ended."""
    if settled.kind == "normal":
        return _PLAYED[settled.end.by]
    return Text(_CLOSE[settled.end.by], {"hand": hand_name(settled.kind, special_at)})


def name_of_part(part: Part) -> Text:
    """What a bet beside the hand is called."""
    return _PARTS[part.part]


def said_of(settled: Settled, rules: TrucoRules, table: TrucoTable, course: Course) -> Text:
    """ "Played: 4 to Ana and Bia, 8–6"."""
    return with_score(_said_of(settled, rules.special_at, table.seats), table, course)


@lru_cache(maxsize=4096)
def _said_of(settled: Settled, special_at: int | None, seats: tuple[int, ...]) -> Text:
    how, end = how_of(settled, special_at), settled.end
    told = [_points(name_of_part(part), part.points, part.winner, seats) for part in settled.parts]
    if end.winner is not None:
        told.append(_points(how, end.value, end.winner, seats))
    elif end.by == "side_bet":
        told.append(how)
    else:
        told.append(Text(_NOBODY, {"how": how}))
    said = told[0]
    for after in told[1:]:
        said = Text(AND_THEN, {"before": said, "after": after})
    return said


def said_of_penalty(side: Side, points: int, table: TrucoTable, course: Course) -> Text:
    """ "Penalty: 2 to Ana and Bia, 2–4"."""
    return with_score(_points(_PENALTY, points, side, table.seats), table, course)


def said_of_forfeit(side: Side, table: TrucoTable, course: Course) -> Text:
    """ "Game given up by Ana and Bia, 2–4, and the game to Caio and Davi"."""
    return with_score(Text(_FORFEIT, {"side": side_name(table.seats, side)}), table, course)


def _points(how: Text, points: int, side: Side, seats: tuple[int, ...]) -> Text:
    return Text(_POINTS, {"how": how, "points": points, "side": side_name(seats, side)})


def with_score(said: Text, table: TrucoTable, course: Course) -> Text:
    """What was said, and where the game or the match stands by it."""
    values: dict[str, Value] = {"said": said, "a": course.score[0], "b": course.score[1]}
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
    told = Text(_ONE_GAME if rules.best_of == 1 else _STANDS, {"number": state.number, "most": rules.best_of, **values})
    if state.hand_kind is None or state.hand_kind == "normal":
        return told
    hand = hand_name(state.hand_kind, rules.special_at)
    if state.decider is None:
        return Text(_IRON_NEXT, {"stands": told, "hand": hand})
    return Text(_DECIDES, {"stands": told, "hand": hand, "side": side_name(table.seats, state.decider)})


def verdict(totals: Mapping[int, Mapping[str, int]], rules: TrucoRules) -> Text | None:
    """Who has the match, and by how many games; None while nobody has it."""
    winners = tuple(seat for seat, own in totals.items() if own.get("won", 0))
    if not winners:
        return None
    games = totals[winners[0]]
    won, lost = games.get("games_won", 0), games.get("games_lost", 0)
    return Text(_VERDICT, {"side": names_of(winners), "won": won, "lost": lost})
