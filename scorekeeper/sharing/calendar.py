"""The evenings and tournaments of a club as a calendar that other programs read again and again (RFC 5545)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import translated
from scorekeeper.journal.models import Entry
from scorekeeper.leagues.evenings.reads import game_names
from scorekeeper.leagues.models import Evening
from scorekeeper.tournaments.models import Stage, Tournament

BACK: Final = timedelta(days=366)
MOST: Final = 500
LASTS: Final = timedelta(hours=4)  # nothing here has an end beforehand


@dataclass(frozen=True, slots=True)
class Date:
    """Something that takes place, as a calendar shows it; `page` is where it is told of, after the address of all."""

    id: UUID
    name: str
    starts_at: datetime
    venue: str
    about: str
    page: str
    is_off: bool
    planned_at: datetime


def calendar_of(club: Club, now: datetime, address: str) -> bytes:
    """The last year and whatever is planned, in five statements. What takes place keeps its UID; each act on it, as
    its club's journal has them, raises its SEQUENCE. `address` is that of this installation."""
    from icalendar import Calendar, Event

    dates = sorted([*_evenings(club, now), *_tournaments(club, now)], key=lambda date: (date.starts_at, date.id))
    acts = _acts(club, [date.id for date in dates])
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//Evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    for date in dates:
        many, last = acts.get(date.id, (1, date.planned_at))
        event = Event()
        event.add("uid", f"{date.id}@scorekeeper")
        event.add("dtstamp", last)
        event.add("last-modified", last)
        event.add("sequence", many - 1)
        event.add("summary", date.name)
        event.add("dtstart", date.starts_at)
        event.add("duration", LASTS)
        event.add("description", date.about)
        event.add("url", f"{address}{date.page}")
        event.add("status", "CANCELLED" if date.is_off else "CONFIRMED")
        if date.venue:
            event.add("location", date.venue)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _evenings(club: Club, now: datetime) -> list[Date]:
    """With their games."""
    found = Evening.objects.filter(club=club, starts_at__gt=now - BACK).prefetch_related("games")
    return [
        Date(
            one.pk,
            one.name,
            one.starts_at,
            one.venue,
            _("{game} at {club}").format(game=game_names(one), club=club.name),
            f"evenings/{one.pk}/",
            is_called_off(one),
            one.planned_at,
        )
        for one in found.order_by("-starts_at")[:MOST]
    ]


def _tournaments(club: Club, now: datetime) -> list[Date]:
    """One that ended before any stage of it had begun was called off."""
    begun = Stage.objects.filter(tournament=OuterRef("pk")).exclude(state=Stage.State.PLANNED)
    found = Tournament.objects.filter(club=club, starts_at__gt=now - BACK).annotate(has_begun=Exists(begun))
    return [
        Date(
            one.pk,
            one.name,
            one.starts_at,
            one.venue,
            _("{game} at {club}").format(game=translated(one.plays.title), club=club.name),
            f"tournaments/{one.pk}/",
            one.is_ended and not one.has_begun,
            one.made_at,
        )
        for one in found.order_by("-starts_at")[:MOST]
    ]


def is_called_off(evening: Evening) -> bool:
    """Closed before it was ever opened."""
    return evening.is_closed and evening.opened_at is None


def _acts(club: Club, things: Iterable[UUID]) -> dict[object, tuple[int, datetime]]:
    """How often something was done to each, and when last."""
    found = Entry.objects.filter(club=club, thing__in=list(things)).order_by()
    counted = found.values_list("thing").annotate(Count("pk"), Max("at"))
    return {thing: (many, last) for thing, many, last in counted}
