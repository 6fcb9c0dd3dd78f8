"""A draft of tables as the page explains it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.names import alphabetical
from scorekeeper.leagues.models import EveningGame, Place, TableDraw


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A table of the draft: its places in the order of the seats."""

    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the draft, what it asks of people, and whether they are still those who are here."""

    draw: TableDraw
    tables: tuple[DraftTable, ...]
    out: tuple[Place, ...]
    reasons: tuple[str, ...]
    is_stale: bool

    @property
    def places(self) -> list[Place]:
        """Everybody, by name."""
        seated = [place for table in self.tables for place in table.places]
        return sorted([*seated, *self.out], key=lambda place: (alphabetical(place.player.name), place.pk))

    @property
    def is_by_hand(self) -> bool:
        return any(place.by_hand for place in self.places)


def draft_of(game: EveningGame, here: Collection[UUID]) -> Draft | None:
    """The draft of this game of an evening, for which these people are here; None where there is none."""
    draw = TableDraw.objects.filter(evening_game=game, published_at=None).first()
    if draw is None:
        return None
    places = list(
        draw.places.select_related("player", "table").order_by("table__number", "seat", Alphabetical("player__name"))
    )
    numbers = sorted({place.table.number for place in places if place.table})
    return Draft(
        draw=draw,
        tables=tuple(
            DraftTable(number, tuple(place for place in places if place.table and place.table.number == number))
            for number in numbers
        ),
        out=tuple(place for place in places if place.table is None),
        reasons=tuple(_reasons(draw, places)),
        is_stale={place.player_id for place in places} != set(here),
    )


def _reasons(draw: TableDraw, places: Sequence[Place]) -> Iterable[str]:
    """What the draw asks of people, in sentences; and whether it could be otherwise."""
    names = {str(place.player_id): place.player.name for place in places}
    found = draw.report["broken"]
    yield from (_sentence(one, names) for one in found)
    if any(place.by_hand for place in places):
        yield _("Somebody was put elsewhere by hand.")
    elif found and draw.report["is_best"]:
        yield _("It cannot be done better: every other draw of these people asks as much of somebody.")
    elif found:
        yield ngettext(
            "It is the best of {steps} way that was tried.",
            "It is the best of {steps} ways that were tried.",
            draw.report["steps"],
        ).format(steps=draw.report["steps"])


def _sentence(one: Mapping[str, object], names: Mapping[str, str]) -> str:
    players = one["players"]
    assert isinstance(players, list)  # noqa: S101 written by services.drawing
    table = one["table"]
    values = {
        "first": names.get(players[0], _("somebody")),
        "second": names.get(players[-1], _("somebody")),
        "table": int(str(table)) + 1 if table is not None else 0,
        "nth": ordinal(str(one["times"])),
    }
    return _sentences()[str(one["kind"])].format(**values)


def _sentences() -> Mapping[str, str]:
    return {
        "apart": _("Table {table}: {first} and {second} are to be kept apart, and sit together."),
        "met": _("Table {table}: {first} and {second} sit together for the {nth} time."),
        "small": _("Table {table}: {first} sits at a smaller table for the {nth} time."),
        "bye": _("{first} sits out for the {nth} time."),
    }


def as_uuid(text: str) -> UUID | None:
    """An id that came with a form; None where it is none."""
    try:
        return UUID(text)
    except ValueError:
        return None
