"""Base values, and what was counted in a Ramsch, as tables."""

from collections.abc import Mapping
from typing import Any, Final

from games.core.listings import Head, Listing, Suited
from games.core.text import SeatName, Text
from games.core.text import gettext_noop as _
from games.skat.values import BASES, NULL_VALUES

VALUES: Final = Listing(
    "values",
    Text(_("Base values")),
    (Head("game", Text(_("Game"))), Head("value", Text(_("Base value")), "number")),
    (
        (Suited("diamonds", Text(_("Diamonds"))), BASES["diamonds"]),
        (Suited("hearts", Text(_("Hearts"))), BASES["hearts"]),
        (Suited("spades", Text(_("Spades"))), BASES["spades"]),
        (Suited("clubs", Text(_("Clubs"))), BASES["clubs"]),
        (Text(_("Grand")), BASES["grand"]),
        (Text(_("Null")), NULL_VALUES[False, False]),
        (Text(_("Null hand")), NULL_VALUES[True, False]),
        (Text(_("Null ouvert")), NULL_VALUES[False, True]),
        (Text(_("Null ouvert hand")), NULL_VALUES[True, True]),
    ),
)


def listings(record: Mapping[str, Any], detail: Mapping[str, Any]) -> tuple[Listing, ...]:
    """Card points and tricks of a Ramsch."""
    if record["kind"] != "ramsch" or not detail:
        return ()
    heads = (
        Head("player", Text(_("Player"))),
        Head("points", Text(_("Points")), "number"),
        Head("tricks", Text(_("Tricks")), "number"),
    )
    rows = tuple(
        (SeatName(seat), points, tricks)
        for seat, points, tricks in zip(detail["seats"], record["points"], record["tricks"], strict=True)
    )
    return (Listing("counted", Text(_("Card points and tricks of each")), heads, rows),)
