"""Where a page of the history begins, as addresses and programs say it."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from scorekeeper.payouts.selectors.history import Turn
from scorekeeper.payouts.selectors.places import Place


def turn_of(asked: Mapping[str, Any]) -> Turn:
    """Where a page begins; what means nothing is the newest page."""
    is_newer = "after" in asked
    on, _mark, pk = asked.get("after" if is_newer else "before", "").partition("_")
    try:
        return Turn((date.fromisoformat(on), UUID(pk)), is_newer)
    except ValueError:
        return Turn()


def place_word(place: Place | None) -> str:
    """A place as addresses say it."""
    return f"{place[0].isoformat()}_{place[1].hex}" if place else ""
