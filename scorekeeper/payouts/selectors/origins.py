"""Where amounts came from, by name, for lists and files: a few statements, however many bookings there are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Booking, Leg
from scorekeeper.payouts.scopes import PERIOD
from scorekeeper.payouts.sources import names_of
from scorekeeper.payouts.words import called

AT_ONCE: Final = 1_000  # ids in one statement
BETWEEN: Final = {Kind.SETTLED, Kind.TRANSFER}  # kinds that are as much about the other side


def places_of(bookings: Iterable[Booking]) -> dict[UUID, str]:
    """{booking: the table, the season or the evening that it leads back to, by name}, where there is one."""
    found: dict[UUID, str] = {}
    asked: dict[tuple[str, UUID], dict[UUID, list[UUID]]] = defaultdict(lambda: defaultdict(list))
    for booking in bookings:
        if thing := booking.sitting or booking.competition:
            found[booking.pk] = thing.name
        elif booking.source and booking.source_kind != PERIOD:
            asked[booking.source_kind, booking.club_id][booking.source].append(booking.pk)
    for (kind, club), by_source in asked.items():
        for some in _some(by_source):
            for source, name in names_of(kind, some, club).items():
                found.update(dict.fromkeys(by_source[source], name))
    return found


def told_of(legs: Sequence[Leg]) -> dict[UUID, str]:
    """{booking: where each of these entries of an account came from, and with whom that was settled}."""
    places, others = places_of(leg.booking for leg in legs), _others(legs)
    return {
        leg.booking_id: " · ".join(filter(None, (places.get(leg.booking_id), others.get(leg.booking_id))))
        for leg in legs
    }


def _others(legs: Sequence[Leg]) -> Mapping[UUID, str]:
    """Whose the other leg is, of what was paid or moved between two."""
    own = {leg.booking_id: leg.pk for leg in legs if leg.booking.detail.get("of", leg.booking.kind) in BETWEEN}
    return dict(_named(own))


def _named(own: Mapping[UUID, UUID]) -> Iterator[tuple[UUID, str]]:
    for some in _some(own):
        both = Leg.objects.filter(booking__in=some)
        for leg in both.select_related("account__player", "account__sitting", "account__competition"):
            if own[leg.booking_id] != leg.pk:
                yield leg.booking_id, _("with {name}").format(name=isolated(called(leg.account)))


def _some(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    """So many at once as one statement takes."""
    found = list(ids)
    return (found[begin : begin + AT_ONCE] for begin in range(0, len(found), AT_ONCE))
