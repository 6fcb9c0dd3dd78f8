"""What corrections made after a draw would have moved in it. They change nothing by themselves: this only says so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import Unit, called, key_of, with_players
from scorekeeper.tournaments.selectors.standing import standing_of
from scorekeeper.tournaments.selectors.tables import drawn_for, name_of, places_of

Tables = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Changed:
    """Whose points are others than the draw knew; of matches in words, because they count in halves."""

    name: str
    before: int | str
    now: int | str


@dataclass(frozen=True, slots=True)
class Corrected:
    """The points that have changed since a draw; `by_points` says whether it looked at them, `moved` who would have sat
    elsewhere, with the table there was and the table there would have been (None: sitting out)."""

    changed: tuple[Changed, ...]
    by_points: bool
    moved: tuple[tuple[str, int | None, int | None], ...]


def corrected(one: Round) -> Corrected | None:
    """Of a published round of tables; None where nothing has changed since its draw."""
    if not isinstance(one.stage.typed_plan, TablesPlan):
        return None
    known = one.before.get("points", {})
    now = standing_of(one.stage, before=one.number).totals
    differs = {pk for pk in known if now.get(pk, 0) != known[pk]}
    if not differs:
        return None
    entrants = with_players(Entrant.objects.filter(pk__in=differs)).order_by("number")
    changed = tuple(Changed(called(who), known[str(who.pk)], now.get(str(who.pk), 0)) for who in entrants)
    by_points = bool(one.report.get("by_points"))
    return Corrected(changed, by_points, _moved(one) if by_points else ())


def points_of(one: Round) -> dict[str, int]:
    """{entrant: what this round has brought}, as it is now."""
    standing = standing_of(one.stage)
    place = next(nth for nth, other in enumerate(standing.rounds) if other.pk == one.pk)
    return {str(line.entrant.pk): line.cells[place].points or 0 for line in standing.lines if line.cells[place].kind}


def since_official(one: Round, now: Mapping[str, int]) -> tuple[Changed, ...]:
    """Whose result of a round is another one now, {entrant: what it has brought}, than when it was made official."""
    stood = one.report.get("official")
    if not stood:
        return ()
    differs = {pk for pk in stood if now.get(pk, 0) != stood[pk]}
    entrants = with_players(Entrant.objects.filter(pk__in=differs)).order_by("number")
    return tuple(Changed(called(who), stood[str(who.pk)], now.get(str(who.pk), 0)) for who in entrants)


def _moved(one: Round) -> tuple[tuple[str, int | None, int | None], ...]:
    """Drawn again from the same seed with the points of now, for the same people."""
    assert isinstance(one.stage.typed_plan, TablesPlan)  # noqa: S101 asked for rounds of tables alone
    places = list(
        one.places.exclude(kind=RoundPlace.Kind.ABSENT)
        .select_related("entrant", "player__merged_into", "table")
        .prefetch_related("entrant__players__player__merged_into")
    )
    tables, out = places_of(one)
    lines = {entrant: line for line, entrant in one.stage.entrants.values_list("line", "entrant")}
    ordered = sorted(places, key=lambda place: (lines.get(place.entrant_id, 0), str(place.player_id)))
    units = [Unit(place.entrant, place.player, (place.entrant.players.all()[0].player,)) for place in ordered]
    fixed = {
        key_of(place.entrant_id, place.player_id): place.table.number - 1 if place.table else len(tables)
        for place in places
        if place.by_hand
    }
    drawn = drawn_for(one.stage, one.number, units, one.seed, fixed)
    would_sit = [table.keys for table in drawn.tables]
    was, would = _numbers(tables, out), _numbers(would_sit, drawn.out)
    mates_before, mates_after = _mates(tables), _mates(would_sit)
    found = []
    for place in ordered:
        key = key_of(place.entrant_id, place.player_id)
        if mates_before.get(key) != mates_after.get(key):
            found.append((name_of(place), was[key], would[key]))
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
