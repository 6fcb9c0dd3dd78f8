"""Tables that were shown before an act, kept for a while: as a file they say what was read, and nothing is done for it
a second time."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.common.tables.values import Table, Value
from scorekeeper.transfer.models import ShownTable

KEPT: Final = timedelta(hours=1)
MOST: Final = 200  # of one reader: older ones give way to newer ones
MOST_OF_NOBODY: Final = 2_000  # of all who have no account
NOBODY: Final = "-"  # how the readers without an account begin


@transaction.atomic
def keep_shown(tables: Mapping[UUID, Table], *, reader: str, now: datetime) -> None:
    """Keep them for this reader, each under its id."""
    forget_shown(now=now)
    ShownTable.objects.bulk_create(
        ShownTable(
            id=table_id,
            reader=reader,
            name=table.name[:200],
            heads=heads,
            rows=[[_stored(cell) for cell in row] for row in rows],
            at=now,
        )
        for table_id, table in tables.items()
        for heads, rows in [table.as_values()]
    )
    _keep_newest(ShownTable.objects.filter(reader=reader), MOST)
    if reader.startswith(NOBODY):
        _keep_newest(ShownTable.objects.filter(reader__startswith=NOBODY), MOST_OF_NOBODY)


def _keep_newest(kept: QuerySet[ShownTable], most: int) -> None:
    too_many = list(kept.order_by("-at").values_list("pk", flat=True)[most:])
    if too_many:
        ShownTable.objects.filter(pk__in=too_many).delete()


def shown_table(table_id: UUID, *, reader: str, now: datetime) -> Table | None:
    """What this reader was shown under this id; None for anybody else, and once the hour is over."""
    found = ShownTable.objects.filter(pk=table_id, reader=reader, at__gt=now - KEPT).first()
    if found is None:
        return None
    return Table(found.name, found.heads, [[_read(cell) for cell in row] for row in found.rows])


def forget_shown(*, now: datetime) -> int:
    """Delete those that are kept no longer; say how many."""
    return ShownTable.objects.filter(at__lte=now - KEPT).delete()[0]


def _stored(cell: Value) -> Any:
    """A cell as JSON; what JSON has no word for as {what it is: its text}."""
    match cell:
        case Decimal():
            return {"decimal": str(cell)}
        case datetime():
            return {"time": cell.isoformat()}
        case date():
            return {"day": cell.isoformat()}
    return cell


def _read(stored: Any) -> Value:
    if not isinstance(stored, dict):
        return stored  # type: ignore[no-any-return]  # a text, a whole number or nothing
    [(kind, text)] = stored.items()
    return {"decimal": Decimal, "time": datetime.fromisoformat, "day": date.fromisoformat}[kind](text)  # type: ignore[operator,no-any-return]
