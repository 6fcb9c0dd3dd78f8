"""The steps of the card grid: an entry and one step in, the entry after it out."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.cards import read_card
from games.tonk.cards import Card
from games.tonk.values import MOST_PLAYERS

Plain: TypeAlias = dict[str, Any]

AT: Final = "screen-at"
"""Where the next card goes: the screen remembers it beside the record."""
FIRST: Final = "hands.0"
MOST_SPREADS: Final = 17
"""So many of three cards has a deck."""
_MOST: Final = {"hands": MOST_PLAYERS, "spreads": MOST_SPREADS}


class Place(NamedTuple):
    """The cards of one player, or one spread: `hands.2`, `spreads.0`; places are those of the table."""

    name: str
    number: int


def read_place(field: object) -> Place | None:
    """Which cards a field names; None where it names none."""
    name, _dot, number = field.partition(".") if isinstance(field, str) else ("", "", "")
    known = name in _MOST and number in set(map(str, range(_MOST[name])))
    return Place(name, int(number)) if known else None


def stepped(draft: Mapping[str, Any], step: object) -> Plain:
    """The entry after one step of the grid.

    `{"cards": true}` or false (whether cards are given in the place of counts), `{"at": place}`,
    `{"add": card, "at": place}`, `{"take": card}`, `{"back": true}`. A step that cannot be read changes nothing.
    """
    after = dict(draft)
    if not isinstance(step, Mapping):
        return after
    if type(step.get("cards")) is bool:
        return _cards(after, wanted=step["cards"])
    place = read_place(step.get("at"))
    if place is not None:
        after[AT] = step["at"]
    if (added := read_card(step.get("add"))) and place is not None:
        return _add(after, place, added)
    if taken := read_card(step.get("take")):
        return _take(after, taken)
    return _back(after) if step.get("back") is True else after


def _cards(draft: Plain, *, wanted: bool) -> Plain:
    lost = ("totals",) if wanted else ("hands", "spreads")
    kept = {name: value for name, value in draft.items() if name not in lost}
    return {**kept, AT: FIRST if wanted else ""}


def _add(draft: Plain, place: Place, card: Card) -> Plain:
    """A card that is somewhere already stays there."""
    held = {name: _lists(draft, name) for name in _MOST}
    if any(card in cards for lists in held.values() for cards in lists):
        return draft
    lists = held[place.name]
    lists += [[] for _missing in range(place.number + 1 - len(lists))]
    lists[place.number].append(card)
    return {**draft, place.name: _stored(place.name, lists)}


def _take(draft: Plain, card: Card) -> Plain:
    after = dict(draft)
    for name in _MOST:
        lists = _lists(draft, name)
        if any(card in cards for cards in lists):
            after[name] = _stored(name, [[own for own in cards if own != card] for cards in lists])
    return after


def _back(draft: Plain) -> Plain:
    """The last card of the last spread goes, then those of the hands."""
    cards = [card for name in ("hands", "spreads") for cards in _lists(draft, name) for card in cards]
    return _take(draft, cards[-1]) if cards else draft


def _lists(draft: Mapping[str, Any], name: str) -> list[list[Card]]:
    given = draft.get(name)
    lists = given if isinstance(given, list | tuple) else []
    return [_read(cards) for cards in lists[: _MOST[name]]]


def _read(cards: object) -> list[Card]:
    given = cards if isinstance(cards, list | tuple) else []
    return [card for card in map(read_card, given) if card is not None]


def _stored(name: str, lists: list[list[Card]]) -> list[list[Card] | None] | None:
    """Without cards a hand was not looked at, and a spread is none."""
    if not any(lists):
        return None
    return [cards or None for cards in lists if cards or name == "hands"]
