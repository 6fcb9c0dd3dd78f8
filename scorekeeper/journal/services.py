"""The one way into a club's journal. Called by the services of other apps, inside their transactions."""

from datetime import datetime
from typing import Any
from uuid import UUID

from scorekeeper.journal.models import Entry, Kind


def write(kind: Kind, club_id: UUID, *, at: datetime | None = None, **said: Any) -> None:
    """Write down what was done, with the fields of `Entry` that say by whom, to what and why; `at` is now unless it is
    said."""
    if at is not None:
        said["at"] = at
    Entry.objects.create(kind=kind, club_id=club_id, **said)
