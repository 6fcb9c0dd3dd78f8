"""Reading a hand: each check of section 7 from the dealer on, in its order.

The checks work on plain values, because shape and rule problems come in one mixed order that a
validation library cannot give. What they let through is a valid record that can be scored.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, cast

from games.core.record import field_unknown, kind_of
from games.core.values import Problem, card_name, read_card
from games.tonk.deck import Deal, are_possible, is_possible
from games.tonk.hand import HANDS, Card, count, is_spread, unmatched
from games.tonk.refusals import (
    HANDS_MALFORMED,
    NO_WAY_OUT,
    SPREADS_MALFORMED,
    TOTALS_MALFORMED,
    no_dealt_total,
    not_dealt,
    refusal,
    refusal_of,
    still_holds,
)
from games.tonk.rules import FACES, NEEDS_ALL, OUT, TonkRules, size_problems
from games.tonk.state import TonkTable

Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]

_FIELDS = frozenset(name for record in HANDS.values() for name in record.model_fields)
WAYS_OUT = frozenset({"spread", "hits"})


class Entry(NamedTuple):
    """A hand as it was entered, at a table of these seats.

    `by` are the seats that ended it as far as they can be read, in the order of the table; `out` is the
    place of the one who holds no cards. `is_dealt`: the hands are still as they were dealt.
    `counts_unmatched`: section 5, `count`, which a dealt tonk does not follow.
    """

    kind: str
    data: Data
    rules: TonkRules
    seats: tuple[int, ...]
    by: tuple[int, ...]
    out: int | None
    is_dealt: bool
    counts_unmatched: bool


def read_entry(kind: str, data: Data, rules: TonkRules, seats: tuple[int, ...]) -> Entry:
    """Reads who ended the hand; any data will do."""
    given = data.get("by")
    several = given if isinstance(given, list | tuple) else (given,)
    named = [seat for seat in several if type(seat) is int]
    by = tuple([seat for seat in seats if seat in named])
    out = seats.index(by[0]) if kind in OUT and by else None
    is_dealt = kind == "initial_tonk"
    return Entry(kind, data, rules, seats, by, out, is_dealt, rules.count == "unmatched" and not is_dealt)


def who_problems(entry: Entry) -> Found:
    """Dealer, who ended it and how, and whether it comes with counts or with cards."""
    found: Found = []
    dealer = entry.data.get("dealer")
    if dealer is not None and not _is_at_table(dealer, entry):
        found.append(refusal("unknown_player", "dealer"))
    _by(entry, found)
    _out_by(entry, found)
    if entry.data.get("totals") is not None and entry.data.get("hands") is not None:
        found.append(refusal("totals_and_hands"))
    return found


def unknown_fields(data: Data) -> Found:
    """One problem for each field no hand of Tonk has."""
    if _FIELDS.issuperset(data):
        return []
    return [field_unknown(str(name)) for name in data if name not in _FIELDS]


def _is_at_table(seat: object, entry: Entry) -> bool:
    return type(seat) is int and seat in entry.seats


def _by(entry: Entry, found: Found) -> None:
    by = entry.data.get("by")
    if entry.kind == "stock_out":
        if by is not None:
            found.append(refusal("by_not_allowed"))
    elif entry.is_dealt:
        _declarers(by, entry, found)
    elif type(by) is not int:
        found.append(refusal("by_required"))
    elif by not in entry.seats:
        found.append(refusal("unknown_player", "by"))


def _declarers(by: object, entry: Entry, found: Found) -> None:
    seats = [seat for seat in by if seat is not None] if isinstance(by, list | tuple) else []
    if not seats or any(type(seat) is not int for seat in seats):
        found.append(refusal("by_required"))
        return
    if not set(entry.seats).issuperset(seats):
        found.append(refusal("unknown_player", "by"))
    if len(set(seats)) < len(seats):
        found.append(refusal("duplicate_player", "by"))


def _out_by(entry: Entry, found: Found) -> None:
    out_by, rules = entry.data.get("out_by"), entry.rules
    if out_by is None:
        differ = rules.tonk_out_multiplier != rules.tonk_out_hits_multiplier
        if entry.kind == "tonk_out" and differ:
            found.append(refusal("out_by_required"))
    elif entry.kind != "tonk_out":
        found.append(refusal("out_by_invalid"))
    elif not isinstance(out_by, str) or out_by not in WAYS_OUT:
        found.append(NO_WAY_OUT)


# Reading the cards of a hand: those the players hold and those on the table.

Held = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards of an entry: by place at the table (None: not seen), and the spreads (None: not seen)."""

    hands: tuple[Held | None, ...]
    spreads: tuple[Held, ...] | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that is somewhere."""
        groups = (*self.hands, *(self.spreads or ()))
        return tuple(card for group in groups for card in group or ())


def card_problems(entry: Entry) -> Found:
    """Section 7: unreadable cards, then duplicates, sizes, spreads and the number of cards."""
    found: Found = []
    if entry.data.get("hands") is None and entry.data.get("spreads") is None:
        return found
    laid = read_cards(entry, found)
    if laid is None:
        return found
    twice = (card for card, times in Counter(laid.cards).items() if times > 1)
    found += [refusal("duplicate_card", card=card_name(card)) for card in twice]
    found += _sizes(entry, laid)
    _spreads(entry, laid, found)
    if not found:
        _number(entry, laid, found)
    return found


def read_cards(entry: Entry, found: Found) -> Laid | None:
    """The cards, or None with what is wrong added to `found`."""
    hands, spreads = entry.data.get("hands"), entry.data.get("spreads")
    before = len(found)
    if hands is not None and (not isinstance(hands, list | tuple) or len(hands) > len(entry.seats)):
        found.append(HANDS_MALFORMED)
    if spreads is not None and not isinstance(spreads, list | tuple):
        found.append(SPREADS_MALFORMED)
    if len(found) > before:
        return None
    hands_laid = [
        None if hand is None else _read(hand, f"hands.{place}", found) for place, hand in enumerate(hands or ())
    ]
    hands_laid += [None] * (len(entry.seats) - len(hands_laid))
    on_table = [_read(spread, f"spreads.{place}", found) for place, spread in enumerate(spreads or ())]
    if len(found) > before:
        return None
    return Laid(tuple(hands_laid), None if spreads is None else tuple(on_table))


def _read(cards: object, field: str, found: Found) -> Held:
    read = [read_card(card) for card in cards if card is not None] if isinstance(cards, list | tuple) else [None]
    if None in read:
        found.append(refusal("bad_card", field))
    return tuple(card for card in read if card is not None)


def _sizes(entry: Entry, laid: Laid) -> Found:
    size, out = entry.rules.hand_size, entry.out
    sizes: Found = []
    empty: Found = []
    still: Found = []
    for place, hand in enumerate(laid.hands):
        if hand is None:
            continue
        field, seat = f"hands.{place}", entry.seats[place]
        if entry.is_dealt and len(hand) != size:
            sizes.append(not_dealt(field, size))
        elif len(hand) > size:
            sizes.append(refusal("hand_size", field, size=size))
        elif not hand and place != out:
            empty.append(refusal_of("empty_hand", field, seat))
        if hand and place == out:
            still.append(still_holds(field, seat))
    return sizes + empty + still


def _spreads(entry: Entry, laid: Laid, found: Found) -> None:
    if entry.is_dealt and laid.spreads:
        found.append(refusal("spreads_not_allowed"))
        return
    for place, spread in enumerate(laid.spreads or ()):
        if not is_spread(spread):
            found.append(refusal("bad_spread", f"spreads.{place}"))


def _number(entry: Entry, laid: Laid, found: Found) -> None:
    """Every completed turn draws one card and discards one; only who tonks out ends on a draw."""
    lacking = lacking_on_table(entry, laid)
    if lacking is None or laid.spreads is None:
        return
    on_table = sum(len(spread) for spread in laid.spreads)
    if on_table != lacking:
        found.append(refusal("card_count_mismatch", laid=on_table, lacking=lacking))


def lacking_on_table(entry: Entry, laid: Laid) -> int | None:
    """How many cards must lie on the table, where the hands of all tell it."""
    lacking = 1 if entry.kind == "tonk_out" else 0
    for place, hand in enumerate(laid.hands):
        if hand is None and place != entry.out:
            return None
        lacking += entry.rules.hand_size - len(hand or ())
    return lacking


# Reading what the hands count, and whether that fits the ending.

Counts: TypeAlias = tuple[int | None, ...]


def total_problems(entry: Entry) -> Found:
    """Section 7: each count alone, and all of them from one deck."""
    totals = entry.data.get("totals")
    if totals is None:
        return []
    if not isinstance(totals, list | tuple) or len(totals) > len(entry.seats):
        return [TOTALS_MALFORMED]
    still: Found = []
    unread: Found = []
    impossible: Found = []
    for place, total in enumerate(totals):
        field = f"totals.{place}"
        if total is None:
            continue
        if type(total) is not int:
            unread.append(refusal("total_not_integer", field))
        elif place == entry.out:
            still += [refusal_of("out_player_has_cards", field, entry.seats[place])] if total else []
        elif not can_count(total, entry):
            impossible.append(impossible_total(total, field, entry))
    return still + unread + impossible or _together(totals, entry)


def _together(totals: Sequence[int | None], entry: Entry) -> Found:
    if entry.counts_unmatched:
        return []
    others = [total for place, total in enumerate(totals) if total is not None and place != entry.out]
    return [] if are_possible(others, deal_of(entry)) else [refusal("totals_infeasible")]


def can_count(total: int, entry: Entry) -> bool:
    """Whether a player who is not out can have this count."""
    if entry.counts_unmatched:
        return 0 <= total <= FACES[entry.rules.face_values][-1] * entry.rules.hand_size
    return is_possible(total, deal_of(entry))


def impossible_total(total: int, field: str, entry: Entry) -> Problem:
    """The problem of a count that no hand has; of those that were dealt all have the same size."""
    if entry.is_dealt:
        return no_dealt_total(field, total, entry.rules.hand_size)
    return refusal("total_impossible", field, total=total)


def deal_of(entry: Entry) -> Deal:
    """How many cards a counted hand may have."""
    size = entry.rules.hand_size
    return Deal(size if entry.is_dealt else 1, size, entry.rules.face_values)


def counts_of(entry: Entry) -> Counts:
    """What each hand counts, by place at the table; None where nobody looked. For what was read without a problem."""
    totals, hands = entry.data.get("totals"), entry.data.get("hands")
    if hands is not None:
        given = [None if hand is None else count_hand(hand, entry) for hand in hands]
    else:
        given = list(totals or ())
    return (*given, *[None] * (len(entry.seats) - len(given)))


def count_hand(cards: Sequence[str], entry: Entry) -> int:
    """What the cards of one hand count.

    No spreads are looked for in a hand that is too long: it is refused, and there may be very many.
    """
    readable = [card for card in map(read_card, cards) if card is not None]
    may_match = entry.counts_unmatched and len(readable) <= entry.rules.hand_size
    counted = unmatched if may_match else count
    return counted(readable, entry.rules.face_values)


def game_problems(entry: Entry) -> Found:
    """What is missing, and whether a dealt tonk is one. For what was read without a problem."""
    counts = counts_of(entry)
    return _required(entry, counts) or _declared(entry, counts)


def _required(entry: Entry, counts: Counts) -> Found:
    needed = needed_seats(entry)
    field = "totals" if entry.data.get("hands") is None else "hands"
    missing = [place for place, seat in enumerate(entry.seats) if seat in needed and counts[place] is None]
    return [refusal_of("totals_required", f"{field}.{place}", entry.seats[place]) for place in missing]


def needed_seats(entry: Entry) -> tuple[int, ...]:
    """Whose count decides something (section 2)."""
    if entry.kind in NEEDS_ALL:
        return entry.seats
    return entry.by if entry.is_dealt else ()


def _declared(entry: Entry, counts: Counts) -> Found:
    if not entry.is_dealt:
        return []
    wrong: Found = []
    silent: Found = []
    for place, (seat, total) in enumerate(zip(entry.seats, counts, strict=True)):
        if total is not None and is_tonk(total, entry.rules) != (seat in entry.by):
            code = "not_initial_tonk" if seat in entry.by else "undeclared_initial_tonk"
            problem = refusal_of(code, f"totals.{place}", seat, {"total": total})
            (wrong if seat in entry.by else silent).append(problem)
    return wrong + silent


def is_tonk(total: int, rules: TonkRules) -> bool:
    """Whether a dealt hand of this count may be declared."""
    high, low = rules.initial_high_min, rules.initial_low_max
    return (high is not None and total >= high) or (low is not None and total <= low)


# Why a hand is refused.

_HOW: Final = refusal("ending_invalid").message


def problems(data: object, rules: TonkRules, table: TonkTable) -> Found:
    """Every reason to refuse this hand, in the order of the rules file; empty if there is none."""
    problem, kind = kind_of(HANDS, data)
    if problem is not None:
        return [replace(problem, message=_HOW) if problem.code == "kind_unknown" else problem]
    if wrong_size := size_problems(rules, len(table.seats)):
        return list(wrong_size)
    data = cast("Data", data)
    entry = read_entry(kind, data, rules, table.seats)
    return entry_problems(entry, []) + unknown_fields(data)


def entry_problems(entry: Entry, strangers: Found) -> Found:
    """The checks of one hand; `strangers` are counts or cards given for nobody at the table."""
    found = who_problems(entry) + strangers
    if any(problem.code == "totals_and_hands" for problem in found):
        return found
    counted = card_problems(entry) + total_problems(entry)
    return found + (counted or game_problems(entry))
