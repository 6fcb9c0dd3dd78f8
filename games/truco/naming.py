"""What people and figures are called in sentences."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.core.text import SeatName, Text, Value, gettext_noop
from games.truco.values import SIDES, WHOLE_GAME, Figure, Side

_WHOLE_GAME: Final = Text(gettext_noop("the whole game"))
_AND: Final = gettext_noop("{first} and {second}")
_COMMA: Final = gettext_noop("{first}, {second}")

_IRON: Final = Text(gettext_noop("Iron hand"))
_CLOSE: Final = {10: Text(gettext_noop("Hand of ten")), 11: Text(gettext_noop("Hand of eleven"))}
_CLOSE_AT: Final = gettext_noop("Hand of {score}")
_IRON_WITHIN: Final = Text(gettext_noop("iron hand"))
_CLOSE_WITHIN: Final = {10: Text(gettext_noop("hand of ten")), 11: Text(gettext_noop("hand of eleven"))}
_CLOSE_AT_WITHIN: Final = gettext_noop("hand of {score}")
_PLACES: Final = (Text(gettext_noop("Side A")), Text(gettext_noop("Side B")))

_PLAIN: Final = Text(gettext_noop("plain"))
_TRUCO: Final = Text(gettext_noop("truco"))
_JUEGO: Final = Text(gettext_noop("juego"))
_TO: Final = gettext_noop("to {value}")
_PORTUGUESE: Final = {
    6: Text(gettext_noop("seis")),
    8: Text(gettext_noop("oito")),
    9: Text(gettext_noop("nove")),
    10: Text(gettext_noop("dez")),
    12: Text(gettext_noop("doze")),
}
_SPANISH: Final = {3: Text(gettext_noop("retruco")), 4: Text(gettext_noop("vale cuatro"))}
_SPANISH_TRUCO: Final = 2
"""By 1, 2, 3, 4 only in Spanish, where the raises have names; elsewhere they are called by their value."""


@lru_cache(maxsize=64)
def names_of(seats: Sequence[int]) -> Value:
    """ "Ana", "Ana and Bia", "Ana, Bia and Caio"."""
    told: Value = SeatName(seats[0])
    for seat in seats[1:]:
        told = Text(_AND if seat == seats[-1] else _COMMA, {"first": told, "second": SeatName(seat)})
    return told


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
