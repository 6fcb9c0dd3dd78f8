"""New ids for the rows of a tournament that is opened in another club."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID, uuid5

from scorekeeper.common.ids import uuid7

AN_ID: Final = re.compile("(?<![0-9a-f-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f-])")


def opened_id(club: UUID, tournament: str) -> UUID:
    """The id that a tournament of a file has in this club: the same each time, so that it is found again."""
    return uuid5(club, f"tournament {tournament}")


class NewIds:
    """An id of this installation for each one of a file. Rows keep their order, because much is told by the order in
    which it was done; no id of the file is taken over, so that nothing of anybody else can be named by it."""

    def __init__(self, old: Iterable[UUID], given: Mapping[UUID, UUID]) -> None:
        self._new = {pk: uuid7() for pk in sorted(old)} | dict(given)

    def of(self, old: UUID) -> UUID:
        return self._new.get(old) or self._new.setdefault(old, uuid7())

    def of_any(self, old: UUID | None) -> UUID | None:
        return None if old is None else self.of(old)

    def within(self, value: Any) -> Any:
        """Plain values with the new ids, in texts and in keys too."""
        match value:
            case str():
                return AN_ID.sub(self._written, value)
            case dict():
                return {self.within(key): self.within(inner) for key, inner in value.items()}
            case list():
                return [self.within(inner) for inner in value]
        return value

    def _written(self, found: re.Match[str]) -> str:
        new = self.of(UUID(found[0]))
        return str(new) if "-" in found[0] else new.hex
