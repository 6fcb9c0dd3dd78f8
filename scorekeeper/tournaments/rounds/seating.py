"""Who sat where in the rounds at tables that are published."""

from uuid import UUID

from django.db.models import Q

from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.units import key_of


def played(stage: Stage, number: int) -> list[Seated]:
    """The published rounds before this one, as they were seated."""
    found = seated(Q(round__stage=stage, round__number__lt=number))
    return [found.get(one, Seated(())) for one in range(1, number)]


def seated(which: Q) -> dict[int, Seated]:
    """{number: who sat where in the published rounds that are asked for}"""
    places = RoundPlace.objects.filter(which).exclude(round__state=Round.State.DRAFT)
    tables: dict[int, dict[UUID, list[str]]] = {}
    out: dict[int, list[str]] = {}
    rows = places.exclude(kind=RoundPlace.Kind.ABSENT).order_by("round__number", "table__number", "seat", "pk")
    for number, table, entrant, player in rows.values_list("round__number", "table", "entrant", "player"):
        own = tables.setdefault(number, {})
        if table is None:
            out.setdefault(number, []).append(key_of(entrant, player))
        else:
            own.setdefault(table, []).append(key_of(entrant, player))
    return {
        number: Seated(tuple(map(tuple, own.values())), tuple(out.get(number, ()))) for number, own in tables.items()
    }
