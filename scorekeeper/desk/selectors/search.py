"""Look for a person, an evening, a tournament or a table of a club by its name, its place or its day.

The newest few thousand evenings, tournaments and tables are looked through in memory: so accents, case and the order of
words count as little as in the book, on every database, for the same few statements.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dates import MONTHS

from scorekeeper.clubs.models import Club
from scorekeeper.common.names import LONGEST, look_key
from scorekeeper.leagues.models import Evening
from scorekeeper.people.selectors.book import Line, book
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.tournaments.models import Tournament

LOOKED_THROUGH: Final = 2000  # evenings, and as many tournaments and tables
SHOWN: Final = 20  # of each kind


@dataclass(frozen=True, slots=True)
class Found:
    """What has all of the words, the newest first; `more` of each kind says how many are not shown."""

    people: Sequence[Line]
    evenings: Sequence[Evening]
    tournaments: Sequence[Tournament]
    tables: Sequence[Sitting]
    more_people: int
    more_evenings: int
    more_tournaments: int
    more_tables: int

    @property
    def is_empty(self) -> bool:
        return not (self.people or self.evenings or self.tournaments or self.tables)


def search(club: Club, wanted: str) -> Found:
    """Nine statements at most, however much there is."""
    words = [key for word in wanted[:LONGEST].split() if (key := look_key(word))]
    if not words:
        return Found([], [], [], [], 0, 0, 0, 0)
    people = book(club, wanted)
    evenings = _with(words, Evening.objects.filter(club=club).order_by("-starts_at"), "name", "starts_at", "venue")
    held = Tournament.objects.filter(club=club).order_by("-starts_at")
    tournaments = _with(words, held, "name", "starts_at", "venue")
    tables = _with(words, Sitting.objects.filter(club=club).order_by("-opened_at"), "name", "opened_at", "rules_name")
    return Found(
        people=people.lines(people.found[:SHOWN]),
        evenings=_in_order(Evening.objects.prefetch_related("games"), evenings),
        tournaments=_in_order(Tournament.objects.all(), tournaments),
        tables=_in_order(Sitting.objects.prefetch_related(seats_with_players()), tables),
        more_people=max(0, len(people.found) - SHOWN),
        more_evenings=max(0, len(evenings) - SHOWN),
        more_tournaments=max(0, len(tournaments) - SHOWN),
        more_tables=max(0, len(tables) - SHOWN),
    )


def _with(words: Iterable[str], rows: QuerySet[Any], name: str, at: str, place: str) -> list[Any]:
    """The ids of those that have all of these words in their name, their place or their day."""
    newest = rows.values_list("pk", name, place, at)[:LOOKED_THROUGH]
    return [pk for pk, *texts, moment in newest if _has(words, texts, moment)]


def _has(words: Iterable[str], texts: Iterable[str], moment: datetime) -> bool:
    said = " ".join([*map(look_key, texts), *_ways(timezone.localtime(moment))])
    return all(word in said for word in words)


def _ways(day: datetime) -> tuple[str, ...]:
    """A day as people type it: 2026-09-04, 4.9.2026, 04.09.2026, 4 September 2026."""
    written = (f"{day:%Y%m%d}", f"{day.day}{day.month}{day.year}", f"{day:%d%m%Y}", str(MONTHS[day.month]))
    return tuple(map(look_key, written))


def _in_order(rows: QuerySet[Any], ids: Sequence[Any]) -> list[Any]:
    found = rows.in_bulk(list(ids[:SHOWN]))
    return [found[pk] for pk in ids[:SHOWN]]
