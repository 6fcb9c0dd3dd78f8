"""Every reason to refuse an entry of a match: its code, its field and its sentence."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from games.core.record import field_unknown
from games.core.text import SeatName, Text, Value, pgettext
from games.core.values import Problem
from games.truco.rules import SIDES, WHOLE_GAME, Figure, Side

# What people and figures are called in sentences.

_WHOLE_GAME: Final = Text(pgettext("truco", "the whole game"))
_AND: Final = pgettext("truco", "{first} and {second}")
_COMMA: Final = pgettext("truco", "{first}, {second}")

_IRON: Final = Text(pgettext("truco", "Iron hand"))
_CLOSE: Final = {10: Text(pgettext("truco", "Hand of ten")), 11: Text(pgettext("truco", "Hand of eleven"))}
_CLOSE_AT: Final = pgettext("truco", "Hand of {score}")
_IRON_WITHIN: Final = Text(pgettext("truco", "iron hand"))
_CLOSE_WITHIN: Final = {10: Text(pgettext("truco", "hand of ten")), 11: Text(pgettext("truco", "hand of eleven"))}
_CLOSE_AT_WITHIN: Final = pgettext("truco", "hand of {score}")
_PLACES: Final = (Text(pgettext("truco", "Side A")), Text(pgettext("truco", "Side B")))

_PLAIN: Final = Text(pgettext("truco", "plain"))
_TRUCO: Final = Text(pgettext("truco", "truco"))
_JUEGO: Final = Text(pgettext("truco", "juego"))
_TO: Final = pgettext("truco", "to {value}")
_PORTUGUESE: Final = {
    6: Text(pgettext("truco", "seis")),
    8: Text(pgettext("truco", "oito")),
    9: Text(pgettext("truco", "nove")),
    10: Text(pgettext("truco", "dez")),
    12: Text(pgettext("truco", "doze")),
}
_SPANISH: Final = {3: Text(pgettext("truco", "retruco")), 4: Text(pgettext("truco", "vale cuatro"))}
_SPANISH_TRUCO: Final = 2
"""By 1, 2, 3, 4 only in Spanish, where the raises have names; elsewhere they are called by their value."""


@lru_cache(maxsize=64)
def names_of(seats: Sequence[int]) -> Value:
    """ "Ana", "Ana and Bia", "Ana, Bia and Caio"."""
    names: Value = SeatName(seats[0])
    for seat in seats[1:]:
        names = Text(_AND if seat == seats[-1] else _COMMA, {"first": names, "second": SeatName(seat)})
    return names


def side_name(seats: Sequence[int], side: Side) -> Value:
    """Whoever plays for a side."""
    return names_of(tuple(seats[SIDES.index(side) :: 2]))


def figure_name(figure: Figure) -> Value:
    """A figure of a ladder as it is said."""
    return _WHOLE_GAME if figure == WHOLE_GAME else figure


@lru_cache(maxsize=64)
def special_name(special_at: int | None) -> Text:
    """What a hand is called that one side decides about: by the score that brings it."""
    return _CLOSE.get(special_at or 0) or Text(_CLOSE_AT, {"score": special_at or 0})


def hand_name(kind: str, special_at: int | None) -> Text:
    """What a hand is called that is none of the usual ones."""
    return _IRON if kind == "iron" else special_name(special_at)


def close_name(kind: str | None, special_at: int | None) -> Text:
    """The same within a sentence: "hand of ten", "iron hand"."""
    if kind == "iron":
        return _IRON_WITHIN
    return _CLOSE_WITHIN.get(special_at or 0) or Text(_CLOSE_AT_WITHIN, {"score": special_at or 0})


def line_up(size: int) -> tuple[Text, ...]:
    """What each place at a table of this size is called: the sides sit alternately."""
    return tuple(_PLACES[place % 2] for place in range(size))


def rung_name(ladder: Sequence[Figure], step: int) -> Text:
    """What a step of the ladder is called at the table: "plain", "truco", "seis", "vale cuatro"."""
    figure = ladder[step]
    if step == 0:
        return _PLAIN
    if step == 1:
        return _TRUCO
    if figure == WHOLE_GAME:
        return _JUEGO
    called = _SPANISH if ladder[0] == 1 and ladder[1] == _SPANISH_TRUCO else _PORTUGUESE
    return called.get(int(figure)) or Text(_TO, {"value": figure})


_SENTENCES: Final = (
    (
        "bad_score",
        "score",
        pgettext("truco", "The score must be two whole numbers, at least one of them below the target."),
    ),
    ("game_already_over", "", pgettext("truco", "This game is over: nothing can be added to it.")),
    ("match_already_over", "", pgettext("truco", "The match is decided: nothing can be added to it.")),
    ("unknown_side", "side", pgettext("truco", "Choose one of the two sides.")),
    ("dealer_not_integer", "dealer", pgettext("truco", "The dealer must be a seat.")),
    ("dealer_not_at_table", "dealer", pgettext("truco", "The dealer is not at this table.")),
    ("mano_is_dealer_side", "mano", pgettext("truco", "The player who leads is never on the side that dealt.")),
    ("bad_penalty", "points", pgettext("truco", "A penalty is a whole number from 1 to {target}.")),
    (
        "unknown_how",
        "how",
        pgettext("truco", "Choose how the hand ended: played, run from, declined or without a winner."),
    ),
    (
        "hand_must_have_winner",
        "how",
        pgettext(
            "truco", "Under these rules every hand has a winner, even with three drawn rounds. Choose the winner."
        ),
    ),
    ("nobody_has_winner", "winner", pgettext("truco", "Nobody won this hand: leave the winner empty.")),
    ("value_required", "value", pgettext("truco", "How many points was the hand worth?")),
    (
        "value_not_allowed",
        "value",
        pgettext("truco", "This hand cannot be worth that. Choose one of the values offered."),
    ),
    ("raise_in_hand_of_ten", "how", pgettext("truco", "Nobody raises in a hand that one side may decline.")),
    ("raise_in_iron_hand", "how", pgettext("truco", "Nobody raises in an iron hand.")),
    (
        "decision_not_allowed",
        "how",
        pgettext("truco", "A side may decline a hand only when it alone has enough points for that."),
    ),
    (
        "decision_by_wrong_side",
        "winner",
        pgettext("truco", "Only {side} can decline this hand, so the points go to the other side."),
    ),
    ("events_required", "events", pgettext("truco", "Enter what happened, in order.")),
    (
        "event_after_game_over",
        "events",
        pgettext("truco", "The bet ended the game, so no round follows. Remove the rounds and raises."),
    ),
    (
        "hand_after_game_over",
        "how",
        pgettext("truco", "The bet ended the game, so no hand follows. Save only the bet."),
    ),
    (
        "raise_unanswered",
        "events",
        pgettext("truco", "The raise of {side} has no answer. Did the others accept, raise or run?"),
    ),
    ("hand_incomplete", "events", pgettext("truco", "The hand is not over yet: enter the next round.")),
    (
        "dealer_required",
        "dealer",
        pgettext("truco", "All rounds were drawn, so the dealer matters. Choose the dealer."),
    ),
    ("flor_not_in_ruleset", "flor", pgettext("truco", "These rules have no flor.")),
    ("flor_bad_sequence", "flor.seq", pgettext("truco", "This is no possible answer to a flor.")),
    ("flor_no_result", "flor.winner", pgettext("truco", "Both flors were shown. Which side had the better one?")),
    (
        "flor_has_result",
        "flor.winner",
        pgettext("truco", "The answers already show who gets the flor: leave the winner empty."),
    ),
    (
        "envido_and_flor_both_scored",
        "envido",
        pgettext("truco", "A flor cancels the envido: enter only one of them."),
    ),
    ("envido_not_in_ruleset", "envido", pgettext("truco", "These rules have no envido.")),
    ("envido_no_call", "envido.calls", pgettext("truco", "Which envido was called, and by which side?")),
    ("answer_own_raise", "envido.answer", pgettext("truco", "{side} called: the other side must answer.")),
    ("envido_unanswered", "envido.answer", pgettext("truco", "Was the envido accepted or declined?")),
    (
        "envido_declined_has_result",
        "envido",
        pgettext("truco", "Nobody shows a declined envido: leave points and winner empty."),
    ),
    (
        "envido_bad_points",
        "envido.points",
        pgettext("truco", "Envido points are 0 to 7 or 20 to 33, for each side."),
    ),
    (
        "mano_required",
        "envido.points",
        pgettext("truco", "The points are equal, so the dealer matters. Choose the dealer."),
    ),
    (
        "envido_winner_contradicts_points",
        "envido.winner",
        pgettext("truco", "With these points {side} wins the envido."),
    ),
    ("envido_no_result", "envido.winner", pgettext("truco", "Who won the envido?")),
)
_FIELDS: Final = {code: field for code, field, _message in _SENTENCES}
_MESSAGES: Final = {code: message for code, _field, message in _SENTENCES}

_EVENTS: Final = {
    "unknown_event": pgettext("truco", "There is no such event in a hand of truco."),
    "unknown_side": _MESSAGES["unknown_side"],
    "unknown_round_winner": pgettext("truco", "A round is won by one of the sides, or drawn."),
    "round_after_hand_decided": pgettext("truco", "The hand was decided before this round. Remove the round."),
    "event_after_hand_over": pgettext("truco", "The hand was over before this. Remove it."),
    "hand_of_ten_undecided": pgettext("truco", "First {side} must decide whether the hand is played."),
    "round_while_raise_pending": pgettext("truco", "The raise of {side} must be answered before the next round."),
    "decision_not_allowed": pgettext("truco", "Nobody decides whether to play this hand."),
    "decision_already_made": pgettext("truco", "The decision to play this hand has already been made."),
    "decision_by_wrong_side": pgettext("truco", "Only {side} may decide whether the hand is played."),
    "decision_missing": pgettext("truco", "Is the hand played, or declined?"),
    "raise_in_hand_of_ten": _MESSAGES["raise_in_hand_of_ten"],
    "raise_in_iron_hand": _MESSAGES["raise_in_iron_hand"],
    "raise_twice_in_a_row": pgettext("truco", "{side} raised last: only the other side may raise now."),
    "raise_above_top": pgettext("truco", "The hand cannot be worth more than {value}."),
    "raise_skips_step": pgettext("truco", "No value can be skipped: the next raise is to {value}."),
    "raise_not_in_ladder": pgettext("truco", "There is no such raise: the next one is to {value}."),
    "raise_beyond_need": pgettext("truco", "The hand is already worth enough to win the game."),
    "accept_without_raise": pgettext("truco", "There is no raise to accept."),
    "run_without_raise": pgettext("truco", "There is no raise to run from."),
    "answer_own_raise": pgettext("truco", "{side} raised: the other side must answer."),
    "fold_not_allowed": pgettext("truco", "Under these rules nobody may throw the cards in without a raise."),
}
_CALLS: Final = {
    "unknown_side": _MESSAGES["unknown_side"],
    "envido_unknown_call": pgettext("truco", "The calls are envido, real envido and falta envido."),
    "envido_twice_in_a_row": pgettext("truco", "The sides call in turn, and {side} called last."),
    "envido_after_falta": pgettext("truco", "Nothing can be called after falta envido."),
    "envido_bad_order": pgettext("truco", "Envido is called at most twice and before real envido, real envido once."),
}
ENTRY_CODES: Final = frozenset(_MESSAGES)
EVENT_CODES: Final = frozenset(_EVENTS)
CALL_CODES: Final = frozenset(_CALLS)

Values: TypeAlias = Mapping[str, Side | Figure]


def refused(code: str, seats: Sequence[int] = (), field: str | None = None, **values: Side | Figure) -> Problem:
    """Why an entry is refused; `field` where it is not the usual one."""
    return Problem(code, _FIELDS[code] if field is None else field, _sentence(_MESSAGES[code], seats, values))


_ONE_VALUE: Final = {
    "special": pgettext("truco", "When it is played, a {hand} is worth {value}."),
    "iron": pgettext("truco", "An iron hand is always worth {value}."),
    "declined": pgettext("truco", "A declined hand pays {value}."),
}


def value_refused(kind: str, values: Sequence[Figure], special_at: int | None) -> Problem:
    """Why a value is refused in a hand that has one only (`kind`: what the hand is, or declined), or in any other."""
    if kind not in _ONE_VALUE:
        return refused("value_not_allowed")
    named: dict[str, Value] = {"value": figure_name(values[0])}
    if kind == "special":
        named["hand"] = close_name(kind, special_at)
    return Problem("value_not_allowed", _FIELDS["value_not_allowed"], Text(_ONE_VALUE[kind], named))


def event_refused(found: tuple[str, Values], at: int, seats: Sequence[int]) -> Problem:
    """Why an event is refused."""
    code, values = found
    return Problem(code, f"events.{at}", _sentence(_EVENTS[code], seats, values))


def call_refused(code: str, at: int, seats: Sequence[int] = (), **values: Side) -> Problem:
    """Why a call of the envido is refused."""
    return Problem(code, f"envido.calls.{at}", _sentence(_CALLS[code], seats, values))


def end_refused(found: tuple[str, Values], seats: Sequence[int]) -> Problem:
    """Why a list of events cannot end where it does."""
    code, values = found
    message = _EVENTS[code] if code in _EVENTS else _MESSAGES[code]
    return Problem(code, _FIELDS.get(code, "events"), _sentence(message, seats, values))


def _sentence(message: str, seats: Sequence[int], values: Values) -> Text:
    return Text(message, {name: _side_or_figure(seats, value) for name, value in values.items()})


def _side_or_figure(seats: Sequence[int], value: Side | Figure) -> Value:
    return side_name(seats, value) if value == "A" or value == "B" else figure_name(value)


def extra_fields(data: Mapping[str, object], allowed: frozenset[str], prefix: str = "") -> list[Problem]:
    """One problem for each field that such a record does not have."""
    if allowed.issuperset(data):
        return []
    return [field_unknown(f"{prefix}{name}") for name in data if name not in allowed]
