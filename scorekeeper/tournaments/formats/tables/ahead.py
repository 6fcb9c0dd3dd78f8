"""Rounds of a stage of tables as who sat where: those that were played, and those to come, as they were drawn together
with one before them and as people have seen them. Who has seen a round that was opened has seen it, whatever becomes of
it: that it was, the stage keeps until its number is opened again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from games.core.record import load
from scorekeeper.draws.drawn import places_of
from scorekeeper.draws.report import Ahead
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.units import key_of, names_in

FIRST: Final = "first"
"""What `seen` of a stage calls the number of the first of the rounds that it keeps."""
OPENED: Final = "opened"
"""What it calls how many of them were opened; those after these are as they were drawn together with them."""


def planned_after(stage: Stage, number: int) -> tuple[Round | None, list[Seated]]:
    """The published round before this number, and this one with those after it as they were drawn together with it."""
    states = (Round.State.PUBLISHED, Round.State.OFFICIAL)
    before = stage.rounds.filter(number=number - 1, state__in=states).first()
    return before, ahead_of(before) if before else []


def ahead_of(round_: Round) -> list[Seated]:
    """The rounds that were drawn together with this one and come after it, by what draws call people."""
    return unpacked(round_.typed_report.ahead)


def packed(rounds: Sequence[Seated]) -> Ahead:
    """Rounds in as few characters as it takes."""
    people = sorted({key for round_ in rounds for table in (*round_.tables, round_.out) for key in table})
    number = {key: place for place, key in enumerate(people)}
    return Ahead(
        people=tuple(people),
        rounds=tuple(
            (
                tuple(tuple(number[key] for key in table) for table in seated.tables),
                tuple(number[key] for key in seated.out),
            )
            for seated in rounds
        ),
    )


def unpacked(kept: Ahead | None) -> list[Seated]:
    """The rounds; nothing was kept: none."""
    if not kept:
        return []
    people = kept.people
    return [
        Seated(
            tuple(tuple(people[place] for place in table) for table in tables), tuple(people[place] for place in out)
        )
        for tables, out in kept.rounds
    ]


@dataclass(frozen=True, slots=True)
class Coming:
    """A round that was drawn together with one before it, as the page shows it: the names of each table, in the order
    of the seats, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


def coming_of(round_: Round) -> list[Coming]:
    """The rounds that come after this one as they are planned, for those who draw."""
    rounds = ahead_of(round_)
    if not rounds:
        return []
    names = names_in(round_.stage.tournament_id)
    return [
        Coming(
            number,
            tuple(tuple(names[key] for key in table) for table in seated.tables),
            tuple(names[key] for key in seated.out),
        )
        for number, seated in enumerate(rounds, round_.number + 1)
    ]


def shown_before(stage: Stage, number: int) -> list[Seated]:
    """The round of this number, which is the next, and those after it as people have seen them: as they were opened,
    where that was taken back, else as they were drawn together with the round before."""
    return taken_back(stage, number) or planned_after(stage, number)[1]


def taken_back(stage: Stage, number: int) -> list[Seated]:
    """The same where the opening of this round was taken back; none where it was not."""
    return unpacked(load(Ahead, stage.seen)) if stage.seen and stage.seen[FIRST] == number else []


def seen_without(round_: Round) -> dict[str, Any]:
    """What its stage keeps once the opening of this round, which is its newest, is taken back."""
    stage, after = round_.stage, round_.number + 1
    opened = stage.seen[OPENED] if stage.seen and taken_back(stage, after) else 0
    tables, out = places_of(round_)
    this = Seated(tuple(map(tuple, tables)), tuple(out))
    return _kept(round_.number, opened + 1, [this, *shown_before(stage, after)])


def seen_with(round_: Round) -> dict[str, Any] | None:
    """What its stage keeps once this round is opened: later ones that were open too, then as it is planned now."""
    stage, seen = round_.stage, taken_back(round_.stage, round_.number)
    later = stage.seen[OPENED] - 1 if stage.seen and seen else 0
    return _kept(round_.number + 1, later, [*seen[1 : later + 1], *ahead_of(round_)[later:]]) if later else None


def _kept(first: int, opened: int, rounds: list[Seated]) -> dict[str, Any]:
    return {FIRST: first, OPENED: opened, **packed(rounds).model_dump(mode="json")}


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
