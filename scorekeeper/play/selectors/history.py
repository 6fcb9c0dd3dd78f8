"""One hand and all its versions; what happened at a table beside its hands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.common.texts import Names
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.selectors.substitutes import Span
from scorekeeper.play.sheet.reads import Sheet
from scorekeeper.play.sheet.rows import Row, Side


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the ledger: what a hand moved for a side, and why. Where a hand moves more than the total, as the
    points of a single game of a match, each line says what it counts."""

    side: Side
    weighed: int
    unit: InUnits
    text: Text
    measure: Text | None


@dataclass(frozen=True, slots=True)
class History:
    """`versions` newest first, each with who had which seat when it was written; `reasons` are those of the newest;
    `row` is missing for a hand taken back."""

    newest: Hand
    versions: tuple[tuple[Hand, Names], ...]
    reasons: tuple[Reason, ...]
    warnings: tuple[Text, ...]
    row: Row | None
    dealer: str
    spans: tuple[Span, ...]


def history_of(sitting: Sitting, number: int, sheet: Sheet) -> History:
    """Everything that was ever written of hand `number`."""
    versions = tuple(
        sitting.hands.filter(number=number).select_related("by_user", "by_device").order_by("-version"),
    )
    newest, swaps = versions[0], swaps_of(sitting)
    return History(
        newest=newest,
        versions=tuple((version, names_then(version, sheet.names, swaps)) for version in versions),
        reasons=tuple(_reasons(sitting, newest, sheet)),
        warnings=tuple(Text.from_json(notice["message"]) for notice in newest.outcome["warnings"]),
        row=next((row for row in sheet.rows if row.hand.number == number), None),
        dealer=sheet.names.get(newest.table["dealer"], ""),
        spans=tuple(s for s in sheet.spans if s.covers(number) and s.seat.number in newest.table["seats"]),
    )


def names_then(version: Hand, names: Names, swaps: Iterable[Act]) -> Names:
    """The people a version speaks of: where two changed places after its hand, one that was written before names them
    by the numbers they had then. `swaps` are those of the sitting, the newest first."""
    then = Names({}, names.unit)
    then.update(names)
    for act in swaps:
        if act.detail.get("from", 0) > version.number and (act.seq or 0) > version.seq:
            one, other = act.detail["places"]
            then[one], then[other] = then[other], then[one]
    return then


def swaps_of(sitting: Sitting) -> list[Act]:
    """Who changed places with whom, the newest first."""
    return list(sitting.acts.filter(kind=Act.Kind.SWAPPED).order_by("-seq"))


def acts_of(sitting: Sitting) -> list[Act]:
    """What happened to the sitting beyond its hands, newest first, with who did it and the seat."""
    return list(sitting.acts.select_related("by_user", "by_device", "seat", "player").order_by("-id"))


def _reasons(sitting: Sitting, hand: Hand, sheet: Sheet) -> Iterable[Reason]:
    """Of a side that scores as one the lines of its first seat: those of the others say the same."""
    game, rules = sitting.plays, sitting.typed_rules
    weights: Mapping[str, int] = game.weights(rules)
    factors = {**game.chart_weights(rules), **weights}
    sides = {side.number: side for side in sheet.sides}
    titles = game.titles(rules)
    lines = [line for line in hand.outcome["lines"] if line[0] in sides and line[1] in factors]
    are_all_total = all(measure in weights for _seat, measure, _amount, _reason in lines)
    for seat, measure, amount, reason in lines:
        yield Reason(
            side=sides[seat],
            weighed=factors[measure] * amount,
            unit=sitting.unit_of([measure]),
            text=Text.from_json(reason),
            measure=None if are_all_total else titles[measure],
        )
