"""What the pages of drafts share: where they lead, and what came with their forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.http import HttpRequest

from scorekeeper.common.ids import uuid_in

NOBODY: Final = UUID(int=0)  # what no row is called


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the forms of the page of a draft lead. `draw` is what their field is called that names the draft, `also`
    what they send with it."""

    page: str
    swap: str
    hold: str
    undo: str
    drop: str
    draw: str = "draw"
    also: Mapping[str, str] = field(default_factory=dict)

    @property
    def take(self) -> str:
        """The page with somebody taken; their place comes at its end."""
        return f"{self.page}{'&' if '?' in self.page else '?'}take="


def seen_in(request: HttpRequest, name: str = "draw") -> tuple[UUID, int]:
    """Which draft the form was made for, and its revision; one that is none is never the one that stands."""
    revision = request.POST.get("revision", "")
    is_number = revision.isascii() and revision.isdecimal() and len(revision) < 9
    return id_in(request.POST.get(name, "")), int(revision) if is_number else 0


def id_in(text: str) -> UUID:
    """An id that came with a form; one that no row has where it is none."""
    return uuid_in(text) or NOBODY
