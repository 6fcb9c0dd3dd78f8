"""Rounds of a stage of tables that were drawn together with one before them, and are still to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.rounds.units import called, with_players

AHEAD = "ahead"
"""What the report of a round calls the rounds that were drawn with it and come after it."""
RULES = "rules"
"""What it calls the digests of who was to be kept apart or to meet when they were drawn: one of each of them."""


def planned_after(stage: Stage, number: int) -> tuple[Round | None, list[Seated]]:
    """The published round before this number, and this one with those after it as they were drawn together with it."""
    states = (Round.State.PUBLISHED, Round.State.OFFICIAL)
    before = stage.rounds.filter(number=number - 1, state__in=states).first()
    return before, ahead_of(before) if before else []


def ahead_of(one: Round) -> list[Seated]:
    """The rounds that were drawn together with this one and come after it, by what draws call people."""
    return unpacked(one.report.get(AHEAD))


def packed(rounds: Sequence[Seated]) -> dict[str, Any]:
    """Rounds as plain values in as few characters as it takes: everybody is named once."""
    people = sorted({key for one in rounds for table in (*one.tables, one.out) for key in table})
    number = {key: place for place, key in enumerate(people)}
    return {
        "people": people,
        "rounds": [
            [[[number[key] for key in table] for table in one.tables], [number[key] for key in one.out]]
            for one in rounds
        ],
    }


def unpacked(kept: dict[str, Any] | None) -> list[Seated]:
    """The other way round; nothing was kept: no rounds."""
    if not kept:
        return []
    people = kept["people"]
    return [
        Seated(
            tuple(tuple(people[place] for place in table) for table in tables), tuple(people[place] for place in out)
        )
        for tables, out in kept["rounds"]
    ]


@dataclass(frozen=True, slots=True)
class Coming:
    """A round that was drawn together with one before it, as the page shows it: the names of each table, in the order
    of the seats, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


def coming_of(one: Round) -> list[Coming]:
    """The rounds that come after this one as they are planned, for those who draw."""
    rounds = ahead_of(one)
    if not rounds:
        return []
    names = names_in(one.stage)
    return [
        Coming(
            number,
            tuple(tuple(names[key] for key in table) for table in seated.tables),
            tuple(names[key] for key in seated.out),
        )
        for number, seated in enumerate(rounds, one.number + 1)
    ]


def names_in(stage: Stage) -> dict[str, str]:
    """What everybody is called who has entered, by what draws call them: entrants, and each player of theirs."""
    found = {}
    for entrant in with_players(Entrant.objects.filter(tournament=stage.tournament_id)):
        for one in entrant.players.all():
            found[str(one.player_id)] = found[str(one.player.person.pk)] = one.player.person.name
        found[str(entrant.pk)] = called(entrant)
    return found
