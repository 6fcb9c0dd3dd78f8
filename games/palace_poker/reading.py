"""Reading plain values: the checks that both kinds of hand share, in the order of section 9."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.core.cards import read_card
from games.core.record import field_unknown
from games.core.values import Problem
from games.palace_poker.hand import HANDS
from games.palace_poker.refusals import no_amount, problem
from games.palace_poker.values import SEATS, SUITS, is_amount, is_card, suit_of

Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]

Tiers: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats that share a place, the best first."""

_PLACES: Final = range(1, SEATS[-1] + 1)
_FIELDS = {kind: frozenset(record.model_fields) for kind, record in HANDS.items()}


def unknown_fields(kind: str, data: Data) -> Found:
    """One problem for each field that no record of this kind has."""
    known = _FIELDS[kind]
    return [] if known.issuperset(data) else [field_unknown(str(name)) for name in data if name not in known]


def listed(value: object) -> Sequence[Any]:
    """A list as it was given, and anything else as an empty one."""
    return value if isinstance(value, list | tuple) else ()


def cards_as_stored(data: Data) -> dict[str, Any]:
    """The same fields with every card that can be read as it is stored; what is none stays as it was given."""
    return {name: _WITH_CARDS[name](value) if name in _WITH_CARDS else value for name, value in data.items()}


def _card(value: Any) -> Any:
    return read_card(value) or value


def _cards(values: Any) -> Any:
    return [_card(value) for value in values] if isinstance(values, list | tuple) else values


def _palaces(values: Any) -> Any:
    return [_cards(palace) for palace in values] if isinstance(values, list | tuple) else values


def _actions(values: Any) -> Any:
    return [_action(action) for action in values] if isinstance(values, list | tuple) else values


def _action(action: Any) -> Any:
    if not isinstance(action, Mapping):
        return action
    return {name: _IN_ACTION[name](value) if name in _IN_ACTION else value for name, value in action.items()}


_Read: TypeAlias = Callable[[Any], Any]
_WITH_CARDS: Final[Mapping[str, _Read]] = {"banners": _cards, "palaces": _palaces, "actions": _actions}
_IN_ACTION: Final[Mapping[str, _Read]] = {"card": _card, "discard": _cards, "keep": _cards}


def strangers(field: str, values: Iterable[object], seats: Sequence[int]) -> Iterator[Problem]:
    """`unknown_player` for each of these that is no seat at the table."""
    for value in values:
        if type(value) is not int or value not in seats:
            yield problem("unknown_player", field)


def given(value: Any) -> Any:
    """A list as it was given; None where every entry is empty, because a form sends such lists, never longer than the
    largest table.
    """
    entries = listed(value)
    is_empty = 0 < len(entries) < SEATS.stop and all(entry is None for entry in entries)
    return None if is_empty else value


def are_places(value: object, size: int) -> bool:
    """Whether this gives a place (1 is the best), or none, to each of so many players; who is left out at the end has
    none.
    """
    entries = listed(value)
    return 0 < len(entries) <= size and all(
        entry is None or (type(entry) is int and entry in _PLACES) for entry in entries
    )


def tiers_by(places: Iterable[int | None], seats: Sequence[int]) -> Tiers:
    """The seats by their places, the best first; who has none is left out."""
    by_place: dict[int, list[int]] = {}
    for seat, place in zip(seats, places, strict=False):
        if place is not None:
            by_place.setdefault(place, []).append(seat)
    return tuple(tuple(by_place[place]) for place in sorted(by_place))


def amounts(field: str, value: object) -> Iterator[Problem]:
    """`amount_invalid` for each amount of a list that is none; a gap is another matter, and so is a list that is longer
    than the largest table.
    """
    for place, amount in enumerate(listed(value)[: SEATS.stop]):
        if amount is not None and not is_amount(amount):
            yield no_amount(amount, f"{field}.{place}")


def complete(value: object, size: int) -> bool:
    """Whether a list has an entry for each of so many players."""
    return len(listed(value)) == size and None not in listed(value)


def banner_problems(banners: object, seats: Sequence[int], order: Sequence[int]) -> Iterator[Problem]:
    """What is wrong with a list of banners of a table whose deal goes in this order."""
    if not complete(banners, len(seats)):
        yield problem("banner_required", "banners")
        return
    by_seat = dict(zip(seats, listed(banners), strict=True))
    for first in range(0, len(order), SUITS):
        suits = [suit_of(by_seat[seat]) for seat in order[first : first + SUITS] if is_card(by_seat[seat])]
        if len(set(suits)) < len(suits):
            yield problem("banner_diversity", "banners")
    for place, card in enumerate(listed(banners)):
        if not is_card(card):
            yield problem("bad_card", f"banners.{place}")


def duplicates(field: str, cards: Iterable[object]) -> Iterator[Problem]:
    """`duplicate_card` where a card stands there a second time."""
    known = [*filter(is_card, cards)]
    if len(set(known)) < len(known):
        yield problem("duplicate_card", field)
