"""What the recording screen draws for a half-filled entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.record import load_kind
from games.core.text import Text
from games.tonk.cards import Card
from games.tonk.cells import Grids
from games.tonk.grid import entry_of, gone_cards, laid_so_far
from games.tonk.hand import HANDS
from games.tonk.moves import Move, moves_of
from games.tonk.problems import problems
from games.tonk.reading import Entry
from games.tonk.reading_cards import lacking_on_table
from games.tonk.reading_counts import can_count, count_hand, needed_seats
from games.tonk.rules import TonkRules
from games.tonk.scoring import score
from games.tonk.state import TonkTable

STEPS: Final = {"cards": {"cards": True}, "counts": {"cards": False}}


@dataclass(frozen=True, slots=True)
class Guide:
    """Where an unfinished entry stands. Whatever the draft is, there is a guide to it.

    `kind` is the ending, None while it is not chosen. `by` are the seats chosen, of which `asks_by` wants
    "none", "one" or "several"; `asks_out_by` is true where spread and hits pay differently.
    `needed` are the seats whose cards decide, `missing` those of them that are still open. `counts` stand in the order
    of the table: entered, or what the cards tapped so far count. `lowest` are the seats with the lowest count so
    far, where that decides. `gone` says where each tapped card is; `laid` of `lacking` cards lie on the
    table (`lacking` None: the hands do not tell yet). `has_cards`: cards were given in the place of counts,
    `grids` draws them; `steps` go over to `cards` or back to `counts`. `moves` is what the hand would move for each
    seat.
    """

    kind: str | None
    by: tuple[int, ...]
    asks_by: str
    asks_out_by: bool
    needed: tuple[int, ...]
    missing: tuple[int, ...]
    counts: tuple[int | None, ...]
    lowest: tuple[int, ...]
    gone: Mapping[Card, Text]
    laid: int
    lacking: int | None
    has_cards: bool
    grids: Grids
    steps: Mapping[str, Mapping[str, bool]]
    moves: tuple[Move, ...]


def guide(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable) -> Guide:
    """What to ask next, and what stands already; never raises."""
    entry = entry_of(draft, rules, table)
    chosen = entry.kind if draft.get("kind") in (*HANDS,) else None
    needed = needed_seats(entry) if chosen else ()
    counts, cards = _counts(entry), laid_so_far(entry)
    by_seat = dict(zip(table.seats, counts, strict=True))
    return Guide(
        kind=chosen,
        by=entry.by,
        asks_by=_asks_by(entry),
        asks_out_by=entry.kind == "tonk_out" and rules.tonk_out_multiplier != rules.tonk_out_hits_multiplier,
        needed=needed,
        missing=tuple(seat for seat in needed if by_seat[seat] is None),
        counts=counts,
        lowest=_lowest({seat: by_seat[seat] for seat in needed}) if not entry.is_dealt else (),
        gone=gone_cards(draft, rules, table),
        laid=sum(map(len, cards.spreads or ())),
        lacking=lacking_on_table(entry, cards),
        has_cards=bool(cards.cards),
        grids=Grids(draft, rules, table),
        steps=STEPS,
        moves=_moves(draft, rules, table),
    )


def _moves(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable) -> tuple[Move, ...]:
    if problems(draft, rules, table):
        return tuple(map(Move, table.seats))
    return moves_of(score(load_kind(HANDS, draft), rules, table).detail)


def _asks_by(entry: Entry) -> str:
    if entry.is_dealt:
        return "several"
    return "none" if entry.kind == "stock_out" else "one"


def _counts(entry: Entry) -> tuple[int | None, ...]:
    if entry.data.get("hands") is not None:
        return tuple(None if not hand else count_hand(hand, entry) for hand in laid_so_far(entry).hands)
    totals = entry.data.get("totals")
    given = list(totals) if isinstance(totals, list | tuple) else []
    read = [total if type(total) is int and can_count(total, entry) else None for total in given]
    return (*read, *[None] * (len(entry.seats) - len(read)))[: len(entry.seats)]


def _lowest(counts: Mapping[int, int | None]) -> tuple[int, ...]:
    low = min((count for count in counts.values() if count is not None), default=None)
    return tuple(seat for seat, count in counts.items() if count is not None and count == low)
