"""Team events of up to four teams: their tables follow from the squares of team leagues, not from a search."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scorekeeper.pairing.seating import seated
from scorekeeper.pairing.teams import FEWEST, SIZE, seating
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import key_of
from scorekeeper.tournaments.selectors.taking_part import Field

ENGINE: Final = "squares 1"


@dataclass(frozen=True, slots=True)
class Squares:
    """The tables of a round by what draws call people, in the order of the seats, and who finds no table."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(sorted(map(len, self.tables), reverse=True))


def squares_of(stage: Stage, field: Field, seed: int = 0) -> Squares | None:
    """Where everybody sits in this round; None where the squares have no place for these teams: fewer than two or more
    than four of them, one of other than three or four people, tables that the game does not have."""
    plan, tournament = stage.typed_plan, stage.tournament
    if not isinstance(plan, TablesPlan) or plan.style != "team" or tournament.of != Tournament.Of.TEAMS:
        return None
    here = {entrant.pk for entrant in field.here}
    teams = sorted((*field.here, *field.absent), key=lambda entrant: entrant.number)
    slots = [_slots(entrant) if entrant.pk in here else {} for entrant in teams]
    if not 1 < len(here) <= len(teams) <= SIZE or any(_is_odd(own) for own in slots):
        return None
    found = seating(slots, field.number - 1)
    if not found.tables or not {*map(len, found.tables)} <= {*sizes(tournament.plays, tournament.typed_rules)}:
        return None
    had, chance = _seats_before(stage, field.number), Random(f"{seed}:seats")  # noqa: S311 a draw is to be drawn again
    tables = (seated([slots[team][slot] for team, slot in table], had, chance) for table in found.tables)
    return Squares(tuple(tables), tuple(slots[team][slot] for team, slot in found.out))


def _slots(entrant: Entrant) -> dict[int, str]:
    """{the place in the line-up: who has it}"""
    active = [one for one in entrant.players.all() if one.is_active]
    return {one.order: key_of(entrant.pk, one.player.person.pk) for one in active}


def _is_odd(slots: Mapping[int, str]) -> bool:
    return bool(slots) and not (FEWEST <= len(slots) <= SIZE and max(slots) < SIZE)


def _seats_before(stage: Stage, number: int) -> Mapping[str, Mapping[tuple[int, int], int]]:
    """How often everybody had each seat of each size of table in the rounds of the stage before this one."""
    places = RoundPlace.objects.filter(round__stage=stage, round__number__lt=number, kind=RoundPlace.Kind.SEAT)
    places = places.exclude(round__state=Round.State.DRAFT).order_by("table", "seat")
    tables: dict[object, list[tuple[int, str]]] = defaultdict(list)
    for table, seat, entrant, player in places.values_list("table", "seat", "entrant", "player"):
        tables[table].append((seat or 0, key_of(entrant, player)))
    had: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for own in tables.values():
        for seat, key in own:
            had[key][len(own), seat] += 1
    return had


def shape_of(stage: Stage, field: Field) -> Sequence[int]:
    """The sizes of the tables, largest first; empty where the squares do not say."""
    squares = squares_of(stage, field)
    return squares.sizes if squares else ()
