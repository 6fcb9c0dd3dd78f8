"""What archives of earlier versions hold otherwise: each of them is read for ever."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

VERSION: Final = 3  # another one as soon as any row is written otherwise: docs/archive.schema.json holds what it was


@dataclass(frozen=True, slots=True)
class Format:
    """How the files of a version differ from those of the newest one, by the names they have in that: `called`
    otherwise then, or `without` them, for the table was not there yet; `lacks` are columns that came later, with what
    rows without them mean."""

    called: Mapping[str, str] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    lacks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def name_of(self, file: str) -> str | None:
        """What a file is called in this version; None where it has none."""
        return None if file in self.without else self.called.get(file, file)


FORMATS: Final[Mapping[int, Format]] = {
    1: Format(
        called={"clubs.keepapart.jsonl": "leagues.keepapart.jsonl"},
        without=frozenset({"tournaments.pairrule.jsonl"}),
        lacks={
            "tournaments.roundplace.jsonl": {"holds_seat": False, "held_by": None, "held_at": None},
            "tournaments.stage.jsonl": {"seen": None},
        },
    ),
    2: Format(lacks={"tournaments.stage.jsonl": {"seen": None}}),
    VERSION: Format(),
}
