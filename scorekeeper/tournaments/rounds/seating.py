"""Who sat where in the rounds at tables that are published, and what people have seen of those to come.

Who has seen a round that was opened has seen it, whatever becomes of it: that it was, the stage keeps until its number
is opened again.
"""

from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from scorekeeper.draws.drawn import places_of
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.formats.tables.ahead import ahead_of, packed, planned_after, unpacked
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.units import key_of

FIRST: Final = "first"
"""What `seen` of a stage calls the number of the first of the rounds that it keeps."""
OPENED: Final = "opened"
"""What it calls how many of them were opened; those after these are as they were drawn together with them."""


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


def shown_before(stage: Stage, number: int) -> list[Seated]:
    """The round of this number, which is the next, and those after it as people have seen them: as they were opened,
    where that was taken back, else as they were drawn together with the round before."""
    return taken_back(stage, number) or planned_after(stage, number)[1]


def taken_back(stage: Stage, number: int) -> list[Seated]:
    """The same where the opening of this round was taken back; none where it was not."""
    return unpacked(stage.seen) if stage.seen and stage.seen[FIRST] == number else []


def seen_without(one: Round) -> dict[str, Any]:
    """What its stage keeps once the opening of this round, which is its newest, is taken back."""
    stage, after = one.stage, one.number + 1
    opened = stage.seen[OPENED] if stage.seen and taken_back(stage, after) else 0
    tables, out = places_of(one)
    this = Seated(tuple(map(tuple, tables)), tuple(out))
    return _kept(one.number, opened + 1, [this, *shown_before(stage, after)])


def seen_with(one: Round) -> dict[str, Any] | None:
    """What its stage keeps once this round is opened: later ones that were open too, then as it is planned now."""
    stage, seen = one.stage, taken_back(one.stage, one.number)
    later = stage.seen[OPENED] - 1 if stage.seen and seen else 0
    return _kept(one.number + 1, later, [*seen[1 : later + 1], *ahead_of(one)[later:]]) if later else None


def _kept(first: int, opened: int, rounds: list[Seated]) -> dict[str, Any]:
    return {FIRST: first, OPENED: opened, **packed(rounds)}
