"""The rows of a tournament as they are in the club where its file is opened."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import JSONField, UUIDField

from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import Carried, keys_of
from scorekeeper.archive.tournament.holds import TOURNAMENT
from scorekeeper.archive.tournament.ids import NewIds
from scorekeeper.archive.tournament.sheets import SheetRows, chained_anew
from scorekeeper.chains.models import keep_salts
from scorekeeper.play.models import Act, Hand, HandMark, Sitting

A_BATCH: Final = 500  # rows
Renamed: TypeAlias = dict[UUID, dict[str, Any]]
"""{id in the file: the row as it is here}"""


def renamed_rows(table: Carried, rows: Sequence[Mapping[str, Any]], ids: NewIds, *, club: UUID, by: UUID) -> Renamed:
    """The rows of a table with new ids. Where an account has to stand it is that of who opens the file; else none."""
    keys = keys_of(table.model)
    implied = {key.attname: by for key in keys if key.related_model is User and not key.null} | {"club_id": club}
    pointing = {key.attname for key in keys}
    columns = [field for field in table.fields if field.name not in table.outside]
    found: Renamed = {}
    for row in rows:
        values = dict(implied)
        for field in columns:
            value = row[field.attname]
            if field.attname in pointing or isinstance(field, UUIDField):
                value = ids.of_any(value)
            elif isinstance(field, JSONField):
                value = ids.within(value)
            values[field.attname] = value
        _put_right(table.label, values)
        found[row["id"]] = values
    return found


def _put_right(label: str, values: dict[str, Any]) -> None:
    """What goes by ids or by the club: a table counts for no season here; of two people the smaller id comes first."""
    if label == "play.Act" and values["kind"] == Act.Kind.OPENED:
        values["detail"] = {**values["detail"], "seasons": []}
    elif label == "tournaments.PairRule":
        values["one_id"], values["other_id"] = sorted((values["one_id"], values["other_id"]))


def create_rows(renamed: Mapping[str, Renamed], sheets: Sequence[SheetRows]) -> None:
    """Write the rows of all tables, with the chains of the sheets made anew."""
    values = {pk: row for rows in renamed.values() for pk, row in rows.items()}
    here, heads = [], {"": ""}
    for sheet in sheets:
        anew, of_sheet = chained_anew(sheet, values)
        here.append(anew)
        heads |= of_sheet
    for row in renamed["play.Signature"].values():
        row["head"] = heads.get(row["head"], "")
    chained: dict[Any, list[Any]] = {
        Sitting: [sheet.sitting for sheet in here],
        Hand: [link for sheet in here for link in sheet.links if isinstance(link, Hand)],
        Act: [act for sheet in here for act in (*sheet.links, *sheet.beside) if isinstance(act, Act)],
        HandMark: [mark for sheet in here for mark in sheet.marks],
    }
    for table in TOURNAMENT.tables():
        if table.label in renamed:
            model: Any = table.model
            rows = chained[model] if model in chained else [model(**row) for row in renamed[table.label].values()]
            model.objects.bulk_create(rows, batch_size=A_BATCH)
    keep_salts(link for sheet in here for link in (*sheet.links, *sheet.marks))
