"""All rounds of a stage of tables drawn together: the schedule, and the rounds of it that are still to come."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.instance import ENGINE, VERSION, Impossible, Instance, Schedule, Unfit, input_hash
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import Unit, called, key_of, units_of, with_players
from scorekeeper.tournaments.selectors.drawn import Drawn, DrawnTable
from scorekeeper.tournaments.selectors.history import entry_of
from scorekeeper.tournaments.selectors.tables import broken_in
from scorekeeper.tournaments.selectors.taking_part import Field, absent_in

AHEAD = "ahead"
"""What the report of a round calls the rounds that were drawn with it and come after it."""


def instance_of(stage: Stage, field: Field, seed: int) -> Instance | None:
    """What a schedule of the rounds that are left starts from, those played as they were; None where rounds are not
    drawn together: in another style, by points, or of teams."""
    plan = stage.typed_plan
    if not isinstance(plan, TablesPlan) or plan.style != "mix" or stage.tournament.of != Tournament.Of.PLAYERS:
        return None
    units = units_of(stage.tournament, field.here)
    here = {unit.key: unit for unit in units}
    done = _played(stage, field.number)
    gone = {key for one in done for table in (*one.tables, one.out) for key in table} - here.keys()
    coming = range(field.number + 1, plan.rounds + 1)
    away = {number: {str(pk) for pk in absent_in(stage, number)} & here.keys() for number in coming}
    meetings = entry_of(stage, 1, units, seed).meetings  # of the stages before
    return Instance(
        players=sorted({*here, *gone}),
        rounds=plan.rounds,
        sizes=sizes(stage.tournament.plays, stage.tournament.typed_rules),
        preferred=plan.size,
        seed=seed,
        clubs={key: unit.entrant.origin.casefold() for key, unit in here.items() if unit.entrant.origin},
        clubs_rule=plan.apart,
        from_round={key: field.number for key in here if not any(_has(one, key) for one in done)},
        until_round=dict.fromkeys(gone, field.number - 1),
        absent={number: sorted(keys) for number, keys in away.items() if keys},
        history={(min(pair), max(pair)): times for pair, times in meetings.items()},
        done=done,
    )


def together(
    stage: Stage,
    field: Field,
    seed: int,
    *,
    ready: Schedule | None = None,
    stop: Callable[[], bool] | None = None,
) -> Drawn | None:
    """The next round of a schedule of all that are left, which keeps those that come after it; `ready` is one that was
    drawn already. None where rounds are not drawn together, where no schedule honours all that must be, or where the
    one that is ready started from something else.
    """
    instance = instance_of(stage, field, seed)
    if instance is None or (ready and ready.report.input_hash != input_hash(instance)):
        return None
    try:
        schedule = ready or draw_schedule(instance, stop=stop)
    except (Unfit, Impossible):
        return None
    told = schedule.report
    together = {
        "first": field.number,
        "rounds": len(schedule.rounds),
        "repeats": told.repeats,
        "bound": told.lower_bound,
        "steps": told.iterations,
    }
    rounds = schedule.rounds[field.number - 1 :]
    return _drawn(stage, field, rounds, together, told.seed, told.input_hash)


def next_of(stage: Stage, field: Field) -> Drawn | None:
    """The round that was drawn together with the one before it; None where there is none, or where other people play
    it."""
    before = stage.rounds.filter(number=field.number - 1, state__in=_PUBLISHED).first()
    if before is None or AHEAD not in before.report:
        return None
    rounds = ahead_of(before)
    here = {unit.key for unit in units_of(stage.tournament, field.here)}
    if not rounds or {key for table in (*rounds[0].tables, rounds[0].out) for key in table} != here:
        return None
    return _drawn(stage, field, rounds, before.report["together"], before.seed, before.facts)


def ahead_of(one: Round) -> list[Seated]:
    """The rounds that were drawn together with this one and come after it, by what draws call people."""
    kept = one.report.get(AHEAD)
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
    entrants = with_players(Entrant.objects.filter(tournament=one.stage.tournament_id))
    names = {str(entrant.pk): called(entrant) for entrant in entrants}
    return [
        Coming(
            number,
            tuple(tuple(names[key] for key in table) for table in seated.tables),
            tuple(names[key] for key in seated.out),
        )
        for number, seated in enumerate(rounds, one.number + 1)
    ]


_PUBLISHED = (Round.State.PUBLISHED, Round.State.OFFICIAL)


def _drawn(
    stage: Stage, field: Field, rounds: Sequence[Seated], together: Mapping[str, Any], seed: int, facts: str
) -> Drawn:
    this, later = rounds[0], rounds[1:]
    units: list[Unit] = units_of(stage.tournament, field.here)
    entry = entry_of(stage, field.number, units, seed)
    report = {
        "steps": together["steps"],
        "is_best": False,
        "by_points": False,
        "broken": broken_in(entry, this.tables, this.out),
        "together": dict(together),
    }
    if later:
        report[AHEAD] = _kept(later)
    tables = tuple(DrawnTable(tuple(table)) for table in this.tables)
    return Drawn(tables, tuple(this.out), seed, f"{ENGINE} {VERSION}", facts, report)


def _kept(rounds: Sequence[Seated]) -> dict[str, Any]:
    """As few characters as it takes: everybody is named once."""
    people = sorted({key for one in rounds for table in (*one.tables, one.out) for key in table})
    number = {key: place for place, key in enumerate(people)}
    return {
        "people": people,
        "rounds": [
            [[[number[key] for key in table] for table in one.tables], [number[key] for key in one.out]]
            for one in rounds
        ],
    }


def _played(stage: Stage, number: int) -> list[Seated]:
    """The published rounds before this one, as they were seated."""
    places = RoundPlace.objects.filter(round__stage=stage, round__number__lt=number, round__state__in=_PUBLISHED)
    tables: dict[int, dict[UUID, list[str]]] = {one: {} for one in range(1, number)}
    out: dict[int, list[str]] = {one: [] for one in range(1, number)}
    rows = places.exclude(kind=RoundPlace.Kind.ABSENT).order_by("round__number", "table__number", "seat", "pk")
    for of, table, entrant, player in rows.values_list("round__number", "table", "entrant", "player"):
        if table is None:
            out[of].append(key_of(entrant, player))
        else:
            tables[of].setdefault(table, []).append(key_of(entrant, player))
    return [Seated(tuple(map(tuple, tables[one].values())), tuple(out[one])) for one in range(1, number)]


def _has(one: Seated, key: str) -> bool:
    return key in one.out or any(key in table for table in one.tables)
