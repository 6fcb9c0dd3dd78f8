"""What a draw of tables has to know of the rounds before: who has met, who sat at small tables, out, and where."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from uuid import UUID

from django.db.models import Q

from scorekeeper.pairing.drawing import Entry, Pair
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import Unit, key_of

Seats = Mapping[str, Mapping[tuple[int, int], int]]


def entry_of(stage: Stage, number: int, units: Sequence[Unit], seed: int) -> Entry:
    """What the draw of this round starts from, for these people: all rounds of the tournament before it. A draw by
    chance alone asks only who sat out."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    there = {unit.key for unit in units}
    byes, tables = _before(stage, number)
    meetings: Counter[Pair] = Counter()
    small: Counter[str] = Counter()
    seats: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for table in tables:
        for seat, key in table:
            if key in there:
                seats[key][len(table), seat] += 1
                small[key] += len(table) < plan.size
        meetings.update(map(frozenset, combinations(sorted(there.intersection(key for _seat, key in table)), 2)))
    by_chance = plan.style == "random"
    return Entry(
        players=there,
        sizes=sizes(stage.tournament.plays, stage.tournament.typed_rules),
        preferred=plan.size,
        seed=seed,
        meetings={} if by_chance else meetings,
        small={} if by_chance else +small,
        byes={key: times for key, times in byes.items() if key in there},
        seats=seats,
        apart=apart_of(plan, units),
    )


def _before(stage: Stage, number: int) -> tuple[Counter[str], Iterable[list[tuple[int, str]]]]:
    """How often each sat out before this round, and of each table who sat in which seat."""
    earlier = Q(round__stage=stage, round__number__lt=number) | Q(round__stage__number__lt=stage.number)
    places = RoundPlace.objects.filter(earlier, round__stage__tournament=stage.tournament_id)
    places = places.exclude(round__state=Round.State.DRAFT).exclude(kind=RoundPlace.Kind.ABSENT)
    byes: Counter[str] = Counter()
    tables: dict[UUID, list[tuple[int, str]]] = defaultdict(list)
    rows = places.values_list("kind", "table", "seat", "entrant", "player").order_by("table", "seat", "pk")
    for kind, table, seat, entrant, player in rows:
        if kind == RoundPlace.Kind.BYE:
            byes[key_of(entrant, player)] += 1
        elif table and seat is not None:
            tables[table].append((seat, key_of(entrant, player)))
    return byes, tables.values()


def apart_of(plan: TablesPlan, units: Collection[Unit]) -> list[Pair]:
    """Who is not to sit together: those of one team, and those who come from the same club, where the plan says so."""
    found = set()
    for one, other in combinations(sorted(units, key=lambda unit: unit.key), 2):
        origins = {one.entrant.origin.casefold(), other.entrant.origin.casefold()}
        is_of_one = one.entrant.pk == other.entrant.pk
        is_near = plan.apart != "off" or plan.style == "team"
        if is_of_one or (is_near and len(origins) == 1 and "" not in origins):
            found.add(frozenset((one.key, other.key)))
    return sorted(found, key=sorted)
