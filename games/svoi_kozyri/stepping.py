"""The steps of the screen: an entry and one step in, the entry after it out."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from games.svoi_kozyri.cards import is_suit
from games.svoi_kozyri.hand import SvoiDeal
from games.svoi_kozyri.reading import listed

Plain: TypeAlias = dict[str, Any]

MOST_SEATS: Final = 4
_FIELDS: Final = frozenset(SvoiDeal.model_fields) - {"kind"}
LAST_FIRST: Final = ("result", "top_card", "last_card", "cards_left", "loser")
"""What a step back takes away before it touches the order of going out."""


def stepped(draft: Mapping[str, Any], step: object) -> Plain:
    """The entry after `{"add": {"finished": seat}}`, `{"set": {field: value}}`, `{"take": {"trumps.0": suit}}` or
    `{"back": true}`.

    A field may be `trumps.0`, the trump of the first seat of the table. Who takes the suit of another player gives
    their own for it; who has none cannot. Taken again, a suit is let go. A step that cannot be read changes nothing.
    """
    after = dict(draft)
    if not isinstance(step, Mapping):
        return after
    added, given, taken = (step.get(name) for name in ("add", "set", "take"))
    if isinstance(added, Mapping) and type(added.get("finished")) is int:
        return {**after, "finished": [*listed(draft, "finished"), added["finished"]]}
    if isinstance(given, Mapping):
        for field, value in given.items():
            after |= _set(after, str(field), value)
    elif isinstance(taken, Mapping):
        for field, suit in taken.items():
            after |= _take(after, str(field), suit)
    elif step.get("back") is True:
        return _back(after)
    return after


def _set(draft: Plain, field: str, value: object) -> Plain:
    name, _dot, place = field.partition(".")
    if field in _FIELDS:
        return {field: value}
    if name != "trumps" or place not in set(map(str, range(MOST_SEATS))):
        return {}
    trumps = listed(draft, "trumps")
    trumps += [None] * (int(place) + 1 - len(trumps))
    trumps[int(place)] = value
    return {"trumps": trumps}


def _take(draft: Plain, field: str, suit: object) -> Plain:
    """The trumps after this suit was tapped: nobody else is ever left without one."""
    before = listed(draft, "trumps")
    taken = listed(_set(draft, field, suit), "trumps") if field.startswith("trumps.") and is_suit(suit) else []
    if not taken:
        return {}
    place = int(field.partition(".")[2])
    own = before[place] if place < len(before) and is_suit(before[place]) else None
    if own == suit:
        taken[place] = None
    elif suit in before:
        if own is None:
            return {}
        taken[before.index(suit)] = own
    return {"trumps": taken}


def _back(draft: Plain) -> Plain:
    for field in LAST_FIRST:
        if draft.get(field) is not None:
            return {name: value for name, value in draft.items() if name != field}
    return {**draft, "finished": listed(draft, "finished")[:-1]}
