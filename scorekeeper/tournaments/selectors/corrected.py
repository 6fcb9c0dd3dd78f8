"""What corrections made after a draw would have moved in it. They change nothing by themselves: this only says so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

from django.db.models import Prefetch

from scorekeeper.common.texts import halves
from scorekeeper.pairing.schedules.instance import Impossible, Unfit
from scorekeeper.tournaments.formats.tables.draw import drawn_tables
from scorekeeper.tournaments.formats.tables.standing import standing_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.rounds.drawing import Asked
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.holding import held_in, places_of
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import called, key_of, people, with_players
from scorekeeper.tournaments.selectors.tables import name_of

Tables = Sequence[Sequence[str]]
Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Changed:
    """Whose points are others than they were; of matches (`in_halves`) they are half points."""

    entrant: UUID
    name: str
    before: int
    now: int
    in_halves: bool = False

    @property
    def before_said(self) -> int | str:
        return halves(self.before) if self.in_halves else self.before

    @property
    def now_said(self) -> int | str:
        return halves(self.now) if self.in_halves else self.now


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who would have sat elsewhere or with others, of a team the `player`: the table there was and the one there would
    have been (None: sitting out). Of matches also whom they `met` and would have met."""

    entrant: UUID
    player: UUID | None
    name: str
    table: int | None
    would_be: int | None
    met: Entrant | None = None
    would_meet: Entrant | None = None

    @property
    def stays(self) -> bool:
        """Whether it would have been the same table, with others at it."""
        return self.table == self.would_be and self.met is None

    @property
    def met_said(self) -> str:
        return called(self.met) if self.met else ""

    @property
    def would_meet_said(self) -> str:
        return called(self.would_meet) if self.would_meet else ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The points that have changed since a draw, by what was corrected: who got a penalty or a bonus after it had what
    they had. `by_points` says whether it looked at them, `moved` who would have sat
    elsewhere."""

    changed: tuple[Changed, ...]
    by_points: bool
    moved: tuple[Elsewhere, ...]


def corrected(one: Round, read: Read = nameless) -> Corrected | None:
    """Of a published round of tables; None where nothing has changed since its draw."""
    if not isinstance(one.stage.typed_plan, TablesPlan):
        return None
    now = standing_of(one.stage, before=one.number, until=one.made_at, read=read)
    changed = changed_in(one.before.get("points", {}), now.totals)
    if not changed:
        return None
    by_points = bool(one.report.get("by_points"))
    return Corrected(changed, by_points, _moved(one, now.order) if by_points else ())


def points_of(one: Round, read: Read = nameless) -> dict[str, int]:
    """{entrant: what this round has brought}, as it is now."""
    standing = standing_of(one.stage, read=read)
    place = next(nth for nth, other in enumerate(standing.rounds) if other.pk == one.pk)
    return {str(line.entrant.pk): line.cells[place].points or 0 for line in standing.lines if line.cells[place].kind}


def changed_in(known: Points, now: Points, *, in_halves: bool = False) -> tuple[Changed, ...]:
    """Of those who are known, {entrant: points}, whose points are others now."""
    differs = {pk for pk in known if now.get(pk, 0) != known[pk]}
    entrants = with_players(Entrant.objects.filter(pk__in=differs)).order_by("number")
    return tuple(
        Changed(who.pk, called(who), known[str(who.pk)], now.get(str(who.pk), 0), in_halves) for who in entrants
    )


def _moved(one: Round, order: Sequence[UUID]) -> tuple[Elsewhere, ...]:
    """Drawn again from the same seed for the same people, with the points that the draw knew and with those of now, in
    whose `order` they stand."""
    places = list(
        one.places.exclude(kind=RoundPlace.Kind.ABSENT)
        .select_related("entrant", "player__merged_into", "table")
        .prefetch_related(Prefetch("entrant__players", queryset=people()))
    )
    lines = dict(one.stage.entrants.values_list("entrant", "line"))
    ordered = sorted(places, key=lambda place: (lines.get(place.entrant_id, 0), str(place.player_id)))
    field = Field(one.number, tuple(dict.fromkeys(place.entrant for place in ordered)), (), ())
    asked = Asked(seed=one.seed, held=held_in(one))
    knew = [UUID(pk) for pk in one.before.get("order", one.before["points"])]
    try:
        then, now = (drawn_tables(one.stage, field, asked, order) for order in (knew, order))
    except (Impossible, Unfit):
        return ()
    was, would = _numbers(*places_of(one)), _numbers([table.keys for table in now.tables], now.out)
    before, after = (_mates([table.keys for table in drawn.tables]) for drawn in (then, now))
    found = []
    for place in ordered:
        key = key_of(place.entrant_id, place.player_id)
        if before.get(key) != after.get(key):
            found.append(Elsewhere(place.entrant_id, place.player_id, name_of(place), was[key], would.get(key)))
    return tuple(found)


def _numbers(tables: Tables, out: Sequence[str]) -> dict[str, int | None]:
    found: dict[str, int | None] = dict.fromkeys(out)
    for number, table in enumerate(tables, 1):
        found.update(dict.fromkeys(table, number))
    return found


def _mates(tables: Tables) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table in tables:
        for one, other in combinations(table, 2):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found
