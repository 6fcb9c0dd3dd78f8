"""Pages of a list that grows for ever: none counts how many there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

R = TypeVar("R", bound=Model)
MOST = 100_000  # the number of a page: what nobody turns to by hand


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows in their order, and whether there are more. Named as a page of Django's paginator is, which would count
    them all each time."""

    rows: list[R]
    number: int
    has_next: bool

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next

    @property
    def next_page_number(self) -> int:
        return self.number + 1

    @property
    def previous_page_number(self) -> int:
        return self.number - 1


def page_of(rows: QuerySet[R, Any], asked: str | None, most: int) -> Page[R]:
    """The page that was asked for by its number, else the first; so is a number behind the last."""
    number = int(asked) if asked and asked.isascii() and asked.isdigit() and len(asked) < len(str(MOST)) else 1
    number = max(number, 1)
    begin = (number - 1) * most
    found = list(rows[begin : begin + most + 1])
    if not found and number > 1:
        return page_of(rows, None, most)
    return Page(found[:most], number, has_next=len(found) > most)
