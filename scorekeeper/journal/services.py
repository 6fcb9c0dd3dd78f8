"""The one way into a club's journal. Called by the services of other apps, inside their transactions."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from scorekeeper.chains.services import erase
from scorekeeper.common.ids import uuid7
from scorekeeper.journal.models import Entry, Kind


def write(kind: Kind, club_id: UUID, *, at: datetime | None = None, **said: Any) -> None:
    """Write down what was done, with the fields of `Entry` that say by whom, to what and why; `at` is now unless it is
    said."""
    if at is not None:
        said["at"] = at
    Entry.objects.create(kind=kind, club_id=club_id, **said)


def erase_texts(club_id: UUID, rows: Mapping[type[Model], Collection[UUID]], *, at: datetime) -> int:
    """Erase what was typed in these rows of a club, because somebody is forgotten, and write into its journal how many
    texts that were: what is erased otherwise `verify` takes for a forgery."""
    act = uuid7()
    number = sum(erase(model, ids, (Entry.columns().table, act)) for model, ids in rows.items())
    if number:
        write(Kind.TEXTS_ERASED, club_id, at=at, pk=act, detail={"number": number})
    return number
