"""What cannot be chosen now in a half-filled entry, and why.

Only what is asked earlier counts (ending, who, how, then each count), so that an earlier answer can
always be changed. Whether counts are possible together is told by `problems`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from games.core.text import Text, gettext_noop
from games.tonk.hand import HANDS
from games.tonk.reading import WAYS_OUT, Data, Entry, read_entry
from games.tonk.reading_counts import can_count, impossible_total, is_tonk
from games.tonk.refusals import refusal, refusal_of
from games.tonk.rules import TonkRules
from games.tonk.state import TonkTable
from games.tonk.values import FACES

Reasons: TypeAlias = dict[str, Text]

_NO_TONK: Final = Text(gettext_noop("By the rules of this table no tonk is dealt."))


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
