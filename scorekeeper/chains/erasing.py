"""Take away what somebody typed, so that the chains stay as they are."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from scorekeeper.chains.models import ERASURE, Chained, Salt, Waiting
from scorekeeper.common.append_only import ERASABLE, ERASED


def erase(model: Any, ids: Collection[UUID]) -> int:
    """Overwrite the texts of these rows with `ERASED` and take their salts away; how many texts. Texts of rows from
    before the salts are part of a chain and stay."""
    table = model._meta.db_table  # noqa: SLF001 public but for its name
    found = {row.pk: row for row in model._base_manager.filter(pk__in=ids)}  # noqa: SLF001
    salts = [salt for salt in Salt.objects.filter(table=table, row__in=ids).exclude(salt="") if _may(found, salt)]
    for column in sorted({salt.column for salt in salts}):
        _overwrite(model, column, [salt.row for salt in salts if salt.column == column])
    gone = [found[pk] for pk in sorted({salt.row for salt in salts})]
    Waiting.objects.bulk_create(
        Waiting(club_id=row.club_id, owner=_owner(row), table=ERASURE, row=row.pk) for row in gone
    )
    return Salt.objects.filter(pk__in=[salt.pk for salt in salts]).update(salt="")


def _may(rows: Mapping[UUID, Any], salt: Salt) -> bool:
    """Whether the row is there, and no hash of before covers the text itself."""
    row = rows.get(salt.row)
    if row is None or not hasattr(row, "content_hash"):
        return row is not None
    row.salted = salt
    return bool(row.content_hash() == row.hash)


def _overwrite(model: Any, column: str, ids: Collection[UUID]) -> None:
    table = model._meta.db_table  # noqa: SLF001
    if connection.vendor == "postgresql" and column in ERASABLE.get(table, ()):
        with connection.cursor() as cursor:  # the role of the app may not do it by itself
            cursor.execute("SELECT erase_text(%s, %s, %s)", [table, column, list(ids)])
    else:
        model._base_manager.filter(pk__in=ids).update(**{column: ERASED})  # noqa: SLF001


def _owner(row: Any) -> UUID:
    """The chain that says so."""
    owner: UUID = row.content.owner(row) if isinstance(row, Chained) else row.sitting_id
    return owner
