"""Take away what somebody typed, so that the chains stay as they are."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection

from scorekeeper.chains.models import ERASURE, Salt, Waiting, owner_of
from scorekeeper.common.append_only import ERASABLE, ERASED

Cause: TypeAlias = tuple[str, UUID]  # the table and the id of the act by which texts are erased: see Content.erasing


def erase(model: Any, ids: Collection[UUID], cause: Cause) -> int:
    """Overwrite the texts of these rows with `ERASED` and take their salts away; how many texts. Texts of rows from
    before the salts are part of a chain and stay. Whoever calls writes the act, which says how many: `verify` believes
    no other erasure."""
    table = model._meta.db_table  # noqa: SLF001
    found = {row.pk: row for row in model._base_manager.filter(pk__in=ids)}  # noqa: SLF001
    salts = [salt for salt in Salt.objects.filter(table=table, row__in=ids).exclude(salt="") if _may(found, salt)]
    rows: defaultdict[str, list[UUID]] = defaultdict(list)
    columns: defaultdict[UUID, list[str]] = defaultdict(list)
    for salt in salts:
        rows[salt.column].append(salt.row)
        columns[salt.row].append(salt.column)
    for column in sorted(rows):
        _overwrite(model, column, rows[column])
    erased = {pk: {"table": table, "columns": sorted(columns[pk]), "cause": [cause[0], cause[1].hex]} for pk in columns}
    Waiting.objects.bulk_create(
        Waiting(club_id=found[pk].club_id, owner=owner_of(found[pk]), table=ERASURE, row=pk, detail=erased[pk])
        for pk in sorted(erased)
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
