"""What people at a table are called there."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch

from scorekeeper.common.names import apart, with_initial
from scorekeeper.common.texts import Names
from scorekeeper.play.models import Seat, Sitting


def seats_with_players() -> "Prefetch[Any, Any, Any]":
    """The seats of sittings with their players. These are joined: fetched by key, players by the thousand would be more
    than SQLite takes in one statement."""
    return Prefetch("seats", Seat.objects.select_related("player").order_by("number"))


def names_of(sitting: Sitting, seats: Iterable[Seat]) -> Names:
    """The short names at a table, and the unit its amounts are in, for all sentences of the sitting."""
    return Names(short_names(full_names(seats)), sitting.unit)


def together(names: Iterable[str]) -> str:
    """What those who score as one are called: "Ana & Caio"."""
    return " & ".join(names)


def full_names(seats: Iterable[Seat]) -> dict[int, str]:
    """{seat number: name} of seats whose players are loaded; namesakes carry the number of their seat, from 1."""
    return apart({seat.number: [seat.player.name] for seat in seats})


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """First names where they tell the players apart, else lengthened until they do: an initial, then the full name,
    then the number of the seat."""
    return apart({number: [name.split()[0], with_initial(name), name] for number, name in names.items()})
