"""What the recording screen draws for a half-filled entry; and the worked example of section 4, counted by the real
rules: what a club chooses between with `catch_extra`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from games.core.record import load_kind
from games.core.text import Text, pgettext
from games.core.values import Table
from games.tonk.grid import Grids, entry_of, gone_cards, laid_so_far
from games.tonk.hand import HANDS, Card, Drop, TonkDetail
from games.tonk.reading import (
    WAYS_OUT,
    Data,
    Entry,
    can_count,
    count_hand,
    impossible_total,
    is_tonk,
    lacking_on_table,
    needed_seats,
    problems,
    read_entry,
)
from games.tonk.refusals import refusal, refusal_of
from games.tonk.rules import FACES, TonkRules
from games.tonk.scoring import score
from games.tonk.sheet import Move, moves_of
from games.tonk.state import TonkTable, start

# What cannot be chosen now in a half-filled entry, and why.
#
# Only what is asked earlier counts (ending, who, how, then each count), so that an earlier answer can
# always be changed. Whether counts are possible together is told by `problems`.

Reasons: TypeAlias = dict[str, Text]

_NO_TONK: Final = Text(pgettext("tonk", "The rules of this table have no dealt tonk."))


def choices(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable) -> Mapping[str, Mapping[str, Text]]:
    """{field: {value as text: reason}} of what is impossible; empty fields are left out.

    The count of the player at a place of the table is the field `totals.PLACE`.
    """
    found = {"kind": _kinds(rules)}
    kind = draft.get("kind")
    if isinstance(kind, str) and kind in HANDS:
        entry = read_entry(kind, draft, rules, table.seats)
        found |= {"by": _by(entry), "out_by": _out_by(entry), **dict(_totals(entry, draft))}
    return {field: reasons for field, reasons in found.items() if reasons}


def _kinds(rules: TonkRules) -> Reasons:
    is_dealt = rules.initial_high_min is not None or rules.initial_low_max is not None
    return {} if is_dealt else {"initial_tonk": _NO_TONK}


def _by(entry: Entry) -> Reasons:
    if entry.kind != "stock_out":
        return {}
    return {str(seat): refusal("by_not_allowed").message for seat in entry.seats}


def _out_by(entry: Entry) -> Reasons:
    if entry.kind == "tonk_out":
        return {}
    return {way: refusal("out_by_invalid").message for way in sorted(WAYS_OUT)}


def _totals(entry: Entry, draft: Data) -> Iterator[tuple[str, Reasons]]:
    if draft.get("hands") is not None:
        return
    most = FACES[entry.rules.face_values][-1] * entry.rules.hand_size
    for place in range(len(entry.seats)):
        reasons = ((total, _why_not(total, place, entry)) for total in range(most + 1))
        yield f"totals.{place}", {str(total): reason for total, reason in reasons if reason is not None}


def _why_not(total: int, place: int, entry: Entry) -> Text | None:
    """Why the player at this place cannot have this count."""
    seat = entry.seats[place]
    if place == entry.out:
        return refusal_of("out_player_has_cards", "", seat).message if total else None
    if not can_count(total, entry):
        return impossible_total(total, "", entry).message
    if entry.is_dealt and entry.by and is_tonk(total, entry.rules) != (seat in entry.by):
        code = "not_initial_tonk" if seat in entry.by else "undeclared_initial_tonk"
        return refusal_of(code, "", seat, {"total": total}).message
    return None


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


Extra: TypeAlias = Literal["all", "others", "none"]

STAKE: Final = 10
TOTALS: Final = (8, 5, 20, 10)
"""Of four players in the order of their seats; the last of them drops."""
DROPPER: Final = 3
NAMES: Final = {0: "Ann", 1: "Bob", 2: "Cy", 3: "Dee"}

_TITLES: Final[dict[Extra, Text]] = {
    "all": Text(pgettext("tonk", "Double, and everyone, including the knocker, pays the lowest hand one stake")),
    "others": Text(pgettext("tonk", "Double, and everyone except the knocker pays the lowest hand one stake")),
    "none": Text(pgettext("tonk", "Only the double; nobody else pays")),
}
_TWO_PLAYERS = pgettext("tonk", "With two players, a caught knocker pays {stakes} stakes.")


@dataclass(frozen=True, slots=True)
class CatchExample:
    """What one value of `catch_extra` makes of the example.

    Seats 0 to 3 are four players of a made-up table, called `names`; `detail` holds the net of each, and who pays
    whom, `moves` says it for each. `two_players` says what a catch costs where only two play.
    """

    option: Extra
    title: Text
    detail: TonkDetail
    sentence: Text
    two_players: Text
    moves: tuple[Move, ...]
    names: Mapping[int, str] = field(default_factory=lambda: NAMES)


@lru_cache(maxsize=1)
def catch_examples() -> tuple[CatchExample, ...]:
    """The example under each value, the default first."""
    return tuple(_example(option, title) for option, title in _TITLES.items())


def _example(option: Extra, title: Text) -> CatchExample:
    rules = TonkRules(stake=STAKE, catch_extra=option)
    drop = Drop(by=DROPPER, totals=TOTALS)
    outcome = score(drop, rules, Table((0, 1, 2, 3), 1, DROPPER, start(rules, 4)))
    pair = score(Drop(by=1, totals=TOTALS[1::2]), rules, Table((0, 1), 1, 1, start(rules, 2)))
    sentence = Text(_TWO_PLAYERS, {"stakes": pair.detail.net[0] // STAKE})
    return CatchExample(option, title, outcome.detail, outcome.sentence, sentence, moves_of(outcome.detail))
