"""What corrections made after a draw would have moved in it. They change nothing by themselves: this only says so."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from uuid import UUID

from django.db.models import Prefetch

from scorekeeper.draws.drawn import DrawRequest, held_in, places_of, report_of
from scorekeeper.pairing.schedules.instance import Impossible, Unfit
from scorekeeper.tournaments.formats.corrections import Corrected, Elsewhere, changed_in
from scorekeeper.tournaments.formats.tables.draw import drawn_tables
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.field import Field, key_of, name_of, people
from scorekeeper.tournaments.rounds.results import Read, nameless

Tables = Sequence[Sequence[str]]
Points = Mapping[str, int]


def corrected(round_: Round, read: Read = nameless) -> Corrected | None:
    """Of a published round of tables; None where nothing has changed since its draw."""
    if not isinstance(round_.stage.typed_plan, TablesPlan):
        return None
    now = standing_of(round_.stage, before=round_.number, until=round_.made_at, read=read)
    changed = changed_in(round_.before.get("points", {}), now.totals)
    if not changed:
        return None
    by_points = report_of(round_.report).by_points
    return Corrected(changed, by_points, _moved(round_, now.order) if by_points else ())


def points_of(round_: Round, read: Read = nameless) -> dict[str, int]:
    """{entrant: what this round has brought}, as it is now."""
    standing = standing_of(round_.stage, read=read)
    place = next(nth for nth, other in enumerate(standing.rounds) if other.pk == round_.pk)
    return {str(line.entrant.pk): line.cells[place].points or 0 for line in standing.lines if line.cells[place].kind}


def _moved(round_: Round, order: Sequence[UUID]) -> tuple[Elsewhere, ...]:
    """Drawn again from the same seed for the same people, with the points that the draw knew and with those of now, in
    whose `order` they stand."""
    places = list(
        round_.places.exclude(kind=RoundPlace.Kind.ABSENT)
        .select_related("entrant", "player__merged_into", "table")
        .prefetch_related(Prefetch("entrant__players", queryset=people()))
    )
    lines = dict(round_.stage.entrants.values_list("entrant", "line"))
    ordered = sorted(places, key=lambda place: (lines.get(place.entrant_id, 0), str(place.player_id)))
    field = Field(round_.number, tuple(dict.fromkeys(place.entrant for place in ordered)), (), ())
    asked = DrawRequest(seed=round_.seed, held=held_in(round_))
    knew = [UUID(pk) for pk in round_.before.get("order", round_.before["points"])]
    try:
        then, now = (drawn_tables(round_.stage, field, asked, order) for order in (knew, order))
    except (Impossible, Unfit):
        return ()
    was, would = _numbers(*places_of(round_)), _numbers([table.keys for table in now.tables], now.out)
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
