"""The players of an unfinished log, for the screen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.text import Text
from games.palace_poker.afterwards import clearing
from games.palace_poker.battle import minimum
from games.palace_poker.buttons import Button, attack_refusals
from games.palace_poker.detail import PART_OF
from games.palace_poker.position import Position
from games.palace_poker.reading import listed
from games.palace_poker.state import PalaceTable
from games.palace_poker.values import is_card
from games.palace_poker.walking import Walked, palaces_of


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of what a player paid: what `for_` (ante, soldiers, battles), and on how much it lies."""

    for_: str
    amount: int
    below: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player now. `cards` are the soldiers where they are named, `palace` as far as it was shown; `left` is
    None without stacks. `minimum` is what an attack or a call costs. `refusal` says why the player whose
    turn it is cannot attack this one, None where that is possible. `parts` is what was paid, from the
    bottom; `turned` says that somebody waits for this player; `clear` takes the palace back, where it can be.
    """

    seat: int
    banner: str
    soldiers: int
    cards: tuple[str, ...]
    paid: int
    left: int | None
    minimum: int
    out: bool
    all_in: bool
    refusal: Text | None
    palace: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    turned: bool = False
    clear: Button | None = None


def seat_views(
    walked: Walked, position: Position, table: PalaceTable, draft: Mapping[str, Any]
) -> tuple[SeatView, ...]:
    """The players in the order of the table."""
    refusals = attack_refusals(position) if walked.wants == "action" else {}
    palaces, clear = palaces_of(draft, table.seats), clearing(position, draft, table.seats)
    parts, turned = _parts(position), _turned(walked, position)
    by_seat = {player.seat: (place, player) for place, player in enumerate(position.players)}
    return tuple(
        SeatView(
            seat=seat,
            banner=player.banner,
            soldiers=player.soldiers,
            cards=player.cards,
            paid=player.paid,
            left=player.left,
            minimum=minimum(position, place),
            out=player.out,
            all_in=player.all_in,
            refusal=refusals.get(place),
            palace=tuple(card for card in listed(palaces[seat]) if is_card(card)),
            parts=parts[seat],
            turned=place == turned,
            clear=clear.get(seat),
        )
        for seat, (place, player) in ((seat, by_seat[seat]) for seat in table.seats)
    )


def _turned(walked: Walked, position: Position) -> int | None:
    """The place that is waited for."""
    if position.end is not None:
        return None
    return position.turn if walked.fight is None else walked.fight.awaited


def _parts(position: Position) -> Mapping[int, tuple[Part, ...]]:
    """{seat: what the player paid, by what it was for}."""
    moved = {player.seat: {"ante": 0, "soldiers": 0, "battles": 0} for player in position.players}
    for entry in position.ledger:
        moved[entry.seat][PART_OF[entry.reason]] += entry.amount
    return {seat: tuple(_stacked(own)) for seat, own in moved.items()}


def _stacked(moved: Mapping[str, int]) -> Iterator[Part]:
    """One on the other."""
    below = 0
    for for_, amount in moved.items():
        if amount:
            yield Part(for_, amount, below)
        below += amount
