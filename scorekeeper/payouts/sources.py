"""Things of apps above this one that bookings come from, by the kind they name: settings say who knows them."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class Thing:
    """What a booking comes from: what it is called, its page, and the tables that are part of it."""

    name: str
    link: str
    sittings: tuple[UUID, ...] = ()


def thing(kind: str, pk: UUID, club: UUID) -> Thing | None:
    """The thing of this kind and id in this club; None where nobody knows it."""
    path = settings.SCOREKEEPER_MONEY_SOURCES.get(kind)
    if path is None:
        return None
    known: Callable[[UUID, UUID], Thing | None] = import_string(path)
    return known(pk, club)
