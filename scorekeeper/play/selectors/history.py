"""One hand and all its versions; what happened at a table beside its hands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.text import Text
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.selectors.sheet import Column, Row, Sheet


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the ledger: what a hand moved for a player, and why."""

    column: Column
    measure: str
    amount: int
    weighed: int
    text: Text


@dataclass(frozen=True, slots=True)
class History:
    """`versions` newest first; `reasons` are those of the newest; `row` is missing for a hand taken back."""

    newest: Hand
    versions: tuple[Hand, ...]
    reasons: tuple[Reason, ...]
    warnings: tuple[Text, ...]
    row: Row | None
    dealer: str


def history_of(sitting: Sitting, number: int, sheet: Sheet) -> History:
    """Everything that was ever written of hand `number`."""
    versions = tuple(
        sitting.hands.filter(number=number).select_related("by_user", "by_device").order_by("-version"),
    )
    newest = versions[0]
    weights = sitting.plays.weights(sitting.typed_rules)
    return History(
        newest=newest,
        versions=versions,
        reasons=tuple(_reasons(newest, sheet, weights)),
        warnings=tuple(Text.from_json(notice["message"]) for notice in newest.outcome["warnings"]),
        row=next((row for row in sheet.rows if row.hand.number == number), None),
        dealer=sheet.names.get(newest.table["dealer"], ""),
    )


def acts_of(sitting: Sitting) -> list[Act]:
    """What happened to the sitting beyond its hands, newest first, with who did it and the seat."""
    return list(sitting.acts.select_related("by_user", "by_device", "seat").order_by("-id"))


def _reasons(hand: Hand, sheet: Sheet, weights: Mapping[str, int]) -> Any:
    columns = {column.seat.number: column for column in sheet.columns}
    for seat, measure, amount, reason in hand.outcome["lines"]:
        if measure in weights:
            yield Reason(columns[seat], measure, amount, weights[measure] * amount, Text.from_json(reason))
