"""The evenings of a club as a calendar that other programs read again and again (RFC 5545)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.journal.models import Entry
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.selectors.words import game_names

BACK: Final = timedelta(days=366)
MOST: Final = 500
LASTS: Final = timedelta(hours=4)  # evenings have no end beforehand


def calendar_of(club: Club, now: datetime, address: str) -> bytes:
    """The last year and whatever is planned, in three statements. An evening keeps its UID; each act on it, as its
    club's journal has them, raises its SEQUENCE. `address` leads to an evening, with its id at the end."""
    from icalendar import Calendar, Event

    evenings = _evenings(club, now)
    acts = _acts(club, evenings)
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//Evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    for evening in reversed(evenings):
        many, last = acts.get(evening.pk, (1, evening.planned_at))
        event = Event()
        event.add("uid", f"{evening.pk}@scorekeeper")
        event.add("dtstamp", last)
        event.add("last-modified", last)
        event.add("sequence", many - 1)
        event.add("summary", evening.name)
        event.add("dtstart", evening.starts_at)
        event.add("duration", LASTS)
        event.add("description", _("{game} at {club}").format(game=game_names(evening), club=club.name))
        event.add("url", f"{address}{evening.pk}/")
        event.add("status", "CANCELLED" if is_called_off(evening) else "CONFIRMED")
        if evening.venue:
            event.add("location", evening.venue)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _evenings(club: Club, now: datetime) -> list[Evening]:
    """The newest first, with their games."""
    found = Evening.objects.filter(club=club, starts_at__gt=now - BACK).prefetch_related("games")
    return list(found.order_by("-starts_at")[:MOST])


def is_called_off(evening: Evening) -> bool:
    """Closed before it was ever opened."""
    return evening.is_closed and evening.opened_at is None


def _acts(club: Club, evenings: Iterable[Evening]) -> dict[object, tuple[int, datetime]]:
    """How often something was done to each, and when last."""
    found = Entry.objects.filter(club=club, thing__in=[evening.pk for evening in evenings]).order_by()
    counted = found.values_list("thing").annotate(Count("pk"), Max("at"))
    return {thing: (many, last) for thing, many, last in counted}
