"""Evenings as the money book knows them: see payouts/sources.py."""

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from scorekeeper.leagues.models import Evening
from scorekeeper.payouts.sources import Thing
from scorekeeper.play.models import Sitting


def evening_of_bookings(pk: UUID, club: UUID) -> Thing | None:
    """The evening of this id in this club, with the tables it had."""
    evening = Evening.objects.filter(pk=pk, club=club).first()
    if evening is None:
        return None
    tables = Sitting.objects.filter(drawn_table__draw__evening=evening).values_list("pk", flat=True)
    return Thing(evening.name, reverse("evening_detail", args=[evening.pk]), tuple(tables))


def names_of_evenings(pks: Collection[UUID], club: UUID) -> dict[UUID, str]:
    """What these evenings of the club are called."""
    return dict(Evening.objects.filter(pk__in=pks, club=club).values_list("pk", "name"))
