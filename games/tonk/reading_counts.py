"""Reading what the hands count, and whether that fits the ending."""

from collections.abc import Sequence
from typing import TypeAlias

from games.core.cards import read_card
from games.core.values import Problem
from games.tonk.cards import count, unmatched
from games.tonk.deck import Deal, are_possible, is_possible
from games.tonk.reading import Entry, Found
from games.tonk.refusals import TOTALS_MALFORMED, no_dealt_total, refusal, refusal_of
from games.tonk.rules import TonkRules
from games.tonk.values import FACES, NEEDS_ALL

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
    held = [total for place, total in enumerate(totals) if total is not None and place != entry.out]
    return [] if are_possible(held, deal_of(entry)) else [refusal("totals_infeasible")]


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
    held = [card for card in map(read_card, cards) if card is not None]
    may_match = entry.counts_unmatched and len(held) <= entry.rules.hand_size
    counted = unmatched if may_match else count
    return counted(held, entry.rules.face_values)


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
