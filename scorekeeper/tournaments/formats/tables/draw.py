"""Rounds at tables as they are drawn: all that are left together, or the next one by itself, in the style of the plan;
and the report of a draw, also of a draft that was changed by hand."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from random import Random
from typing import Final
from uuid import UUID

from games.core.record import load
from scorekeeper.common.ids import digest
from scorekeeper.draws.drawn import (
    AskedKind,
    Concession,
    Drawn,
    DrawRequest,
    OffPoints,
    Parted,
    Report,
    ScheduleFigures,
    SeatedTable,
    Together,
    held_in,
    places_of,
    report_of,
)
from scorekeeper.pairing.schedules.drawing import changed, draw_schedule, in_order, report_of_changed
from scorekeeper.pairing.schedules.instance import (
    ENGINE,
    VERSION,
    Impossible,
    Instance,
    Player,
    Schedule,
    ScheduleReport,
    Unfit,
    input_hash,
)
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.schedules.planning import kept_apart, meetings
from scorekeeper.pairing.schedules.seats import seats_given
from scorekeeper.tournaments.formats.tables import instances
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.field import Field, Unit, field_of, units_of
from scorekeeper.tournaments.rounds.results import Read, nameless

SQUARES: Final = "squares 3"
LISTED: Final = "list 2"  # the order of the list, of each team one after the other, cut from the top
KINDS: Final = ("forbidden", "apart", "bye", "met", "small")
"""What a round can ask of people, the worst first."""
CHANGES: Final = ("mates_changed", "seats_changed", "seats_changed_later")
TOLD: Final = (
    *("lower_bound", "repeats", "max_meetings", "small_above", "small_below", "small_spread", "wanted_unmet"),
    *("seat_spread", "byes", "locks_honoured", "iterations", "stopped_early", "repeated", "club_meetings", "breaches"),
)
"""What is kept of the report of a schedule, beside seed, engine and hash, which stand in the round."""


def drawn_tables(
    stage: Stage, field: Field, asked: DrawRequest, order: Sequence[UUID] | None = None, read: Read = nameless
) -> Drawn:
    """The tables of the next round, and with them, where the style draws all rounds together, those that come after it.
    By points people sit in the `order` of these entrants, without one in that of the standing.

    Raises:
        Impossible: no way was found to keep those apart who must never meet.
        Unfit: more people than can be drawn.
    """
    first = instances.instance_of(stage, field, asked, order, read)
    if instances.plan_of_tables(stage).style == "manual":
        # In the order of the list. Who is together that way and never should be, nobody has asked for, unless it was.
        listed = _in_turn(units_of(stage.tournament, field.here))
        rounds = [*first.done, in_order(first, listed)]
        drawn = _drawn(
            first, asked, rounds, report_of_changed(first, rounds), facts=digest([input_hash(first), listed])
        )
        never = tuple(sorted(pair for table in drawn.tables for pair in never_in(first, table.keys)))
        return drawn if asked.despite or not never else replace(drawn, report=drawn.report.but(unsaid=never))
    squared = _squared(stage, field, first, asked)
    if squared and not _can_be_better(squared):
        return squared
    try:
        schedule, instance = _searched(first, asked.stop)
    except Impossible:
        if not (asked.despite or squared):
            raise
        return squared or _together(first, asked)
    if squared and squared.report.schedule and squared.report.schedule.repeats <= schedule.report.repeats:
        return squared
    return drawn_from(instance, asked, schedule)


def _in_turn(units: Sequence[Unit]) -> list[str]:
    """Of each entrant the first, then of each the second: so one of each team comes to a table."""
    seen: Counter[UUID] = Counter()
    turns = []
    for unit in units:
        turns.append((seen[unit.entrant.pk], unit.key))
        seen[unit.entrant.pk] += 1
    return [key for _turn, key in sorted(turns, key=lambda turn: turn[0])]


def _squared(stage: Stage, field: Field, first: Instance, asked: DrawRequest) -> Drawn | None:
    """A team event as the squares say; None where they have no place for it, or where it was asked for otherwise."""
    squares = [] if asked.held or asked.few_changes else instances.squares_to_the_end(stage, field)
    if not squares:
        return None
    seated = seats_given(first, squares, Random(f"{asked.seed}:seats"))  # noqa: S311 a draw is to be drawn again
    if any(never_in(first, table) for seated_round in seated for table in seated_round.tables):
        return None
    rounds = [*first.done, *seated]
    drawn = _drawn(first, asked, rounds, report_of_changed(first, rounds), facts=digest([input_hash(first), SQUARES]))
    return replace(drawn, engine=SQUARES)


def _can_be_better(squared: Drawn) -> bool:
    """Whether a search could do with fewer repeats."""
    figures = squared.report.schedule
    return figures is not None and figures.repeats > figures.lower_bound


def drawn_from(instance: Instance, asked: DrawRequest, schedule: Schedule) -> Drawn:
    """The next round of this schedule, which was drawn from this instance."""
    return _drawn(instance, asked, schedule.rounds, schedule.report, facts=schedule.report.input_hash)


def next_of(stage: Stage, field: Field, seed: int | None) -> Drawn | None:
    """The round that was drawn together with the one before it, with this `seed`, or, without one, where there is no
    draft of it; None where there is none, where other people play it,
    where it or one after it has people together by now who are never to be, or where it is said otherwise by now who
    is kept apart or should meet. What has changed is told where people have seen it otherwise than it was planned."""
    if seed is None and stage.rounds.filter(state=Round.State.DRAFT).exists():
        return None
    before, rounds = instances.planned_after(stage, field.number)
    if before is None or (seed is not None and before.seed != seed):
        return None
    here = {unit.key for unit in units_of(stage.tournament, field.here)}
    if not rounds or {key for table in (*rounds[0].tables, rounds[0].out) for key in table} != here:
        return None
    this, *later = rounds
    instance = instances.instance_of(stage, field, DrawRequest(seed=before.seed))
    report = report_of(before.report)
    rules = report.rules
    if _never(instance) & meetings(rounds).keys() or not _as_said(instance, this, rules):
        return None
    of_then = {
        **_changes(instance, instances.taken_back(stage, field.number), [*instance.done, *rounds]),
        "locks_honoured": 0,
    }
    kept = ("steps", "by_points", "together", "schedule")
    report = report.without(*(name for name in Report.model_fields if name not in kept)).but(
        broken=broken_in(instance, this)
    )
    if report.schedule:
        report = report.but(schedule=report.schedule.model_copy(update=of_then))
    if later:
        report = report.but(ahead=instances.packed(later), rules=rules[1:])
    tables = tuple(SeatedTable(tuple(table)) for table in this.tables)
    return Drawn(tables, tuple(this.out), before.seed, before.engine, before.facts, report)


def _searched(instance: Instance, stop: Callable[[], bool] | None) -> tuple[Schedule, Instance]:
    """A schedule, and what it was drawn from: where a later round leaves no way, the next round by itself; where clubs
    leave none, they are kept apart as far as can be."""
    *ways, last = ways_of(instance)
    for way in ways:
        try:
            return draw_schedule(way, stop=stop), way
        except (Unfit, Impossible):
            continue
    return draw_schedule(last, stop=stop), last


def _together(instance: Instance, asked: DrawRequest) -> Drawn:
    """The next round, with those together whom no way was found to part; the report tells of them.

    Raises:
        Impossible: it is something else that leaves no way.
    """
    *_others, whole = ways_of(instance)
    eased = whole
    while True:
        try:
            found = draw_schedule(eased, stop=asked.stop)
        except Impossible as impossible:
            pairs = {frozenset(collision.players) for collision in impossible.collisions}
            left = [pair for pair in eased.forbidden if frozenset(pair) not in pairs]
            if len(left) == len(eased.forbidden):
                raise
            eased = replace(eased, forbidden=left)
            continue
        report = replace(
            report_of_changed(whole, found.rounds, iterations=found.report.iterations),
            input_hash=found.report.input_hash,
        )
        return _drawn(whole, asked, found.rounds, report, facts=report.input_hash)


def ways_of(instance: Instance) -> Iterator[Instance]:
    """What a schedule is looked for from, one after the other."""
    yield instance
    if instance.mode == "fixed":
        instance = replace(instance, mode="by_round")
        yield instance
    if instance.clubs_rule == "hard":
        yield replace(instance, clubs_rule="soft")


def _drawn(
    instance: Instance, asked: DrawRequest, rounds: Sequence[Seated], report: ScheduleReport, *, facts: str
) -> Drawn:
    this = rounds[len(instance.done)]
    return Drawn(
        tables=tuple(SeatedTable(tuple(table)) for table in this.tables),
        out=tuple(this.out),
        seed=instance.seed,
        engine=f"{ENGINE} {VERSION}" if facts == report.input_hash else LISTED,
        facts=facts,
        report=_report(instance, asked, rounds, report),
        fixed=frozenset(lock.player for lock in instance.locks),
    )


def _report(instance: Instance, asked: DrawRequest, rounds: Sequence[Seated], report: ScheduleReport) -> Report:
    """What a round says of its draw."""
    number = len(instance.done) + 1
    this, later = rounds[number - 1], rounds[number:]
    plain = report.as_json()
    figures = {
        **{name: plain[name] for name in TOLD},
        "last": len(rounds),
        "clubs_too_large": [
            sorted(player for player, own in instance.clubs.items() if own == club) for club in report.clubs_too_large
        ],
        "few_changes": instance.keep,
        **_changes(instance, asked.shown, rounds),
    }
    found = Report(
        steps=report.iterations,
        by_points=instance.style == "seeded",
        broken=broken_in(instance, this),
        schedule=load(ScheduleFigures, figures),
    )
    if instance.style == "seeded":
        found = found.but(moved=moved_in(instance, this))
    if instance.mode == "fixed":
        together = Together(
            first=number,
            rounds=len(rounds),
            repeats=report.repeats,
            bound=report.lower_bound,
            steps=report.iterations,
        )
        found = found.but(together=together)
    if later:
        found = found.but(ahead=instances.packed(later), rules=tuple(_rules(instance, seated) for seated in later))
    return found


def _as_said(instance: Instance, this: Seated, rules: Sequence[str]) -> bool:
    """Whether this round was drawn by what is said now of who is kept apart or should meet. An earlier release kept no
    such `rules`: then it is if nobody should meet."""
    return rules[0] == _rules(instance, this) if rules else not instance.wanted


def _rules(instance: Instance, seated: Seated) -> str:
    """Who of this round is kept apart or should meet, by their places in it, as a digest."""
    place = {key: number for number, key in enumerate(key for table in (*seated.tables, seated.out) for key in table)}
    clubs: dict[str, list[int]] = {}
    for key, club in instance.clubs.items():
        if key in place and instance.clubs_rule != "off":
            clubs.setdefault(club, []).append(place[key])
    pairs = [
        sorted(sorted(place[key] for key in pair) for pair in own if place.keys() >= set(pair))
        for own in (instance.forbidden, instance.wanted)
    ]
    return digest([*pairs, instance.clubs_rule, sorted(sorted(own) for own in clubs.values() if len(own) > 1)])


def _changes(instance: Instance, shown: Sequence[Seated], rounds: Sequence[Seated]) -> dict[str, int | None]:
    """Against what people have seen, of the next round and, the last number, of those after it; None where they have
    seen nothing."""
    if not shown:
        return dict.fromkeys(CHANGES)
    mates, seats = changed(instance, shown[:1], rounds)
    _mates, all_seats = changed(instance, shown, rounds)
    return dict(zip(CHANGES, (mates, seats, all_seats - seats), strict=True))


def broken_in(instance: Instance, this: Seated) -> tuple[Concession, ...]:
    """What the next round asks of people; `times` counts this round in. Where all sit at smaller
    tables, that is asked of nobody more than of others."""
    done = instance.done
    met = meetings(done)
    met.update({(min(pair), max(pair)): times for pair, times in instance.history.items()})
    usual = instance.preferred or 0
    has_other = any(len(table) >= usual for table in this.tables)
    small = Counter(player for earlier in done for table in earlier.tables if len(table) < usual for player in table)
    byes = Counter(player for round_ in done for player in round_.out)
    found = [_asked("bye", (player,), None, byes[player] + 1) for player in this.out if byes[player]]
    apart = kept_apart(instance)
    for number, table in enumerate(this.tables):
        if has_other and len(table) < usual:
            found += [_asked("small", (player,), number, small[player] + 1) for player in table if small[player]]
        for pair in combinations(sorted(table), 2):
            if pair in apart:
                kind: AskedKind = "forbidden" if apart[pair] == "forbidden" else "apart"
                found.append(_asked(kind, pair, number, met[pair] + 1))
            elif met[pair]:
                found.append(_asked("met", pair, number, met[pair] + 1))
    return tuple(sorted(found, key=_weight))


def _asked(kind: AskedKind, players: tuple[str, ...], table: int | None, times: int) -> Concession:
    return Concession(kind=kind, players=players, table=table, times=times)


def _weight(asked: Concession) -> tuple[int, int, int, tuple[str, ...]]:
    return KINDS.index(asked.kind), -asked.times, asked.table or 0, asked.players


def never_in(instance: Instance, table: Sequence[str]) -> set[tuple[str, str]]:
    """Pairs at this table who must never sit together."""
    return _never(instance).intersection(combinations(sorted(table), 2))


def _never(instance: Instance) -> set[tuple[str, str]]:
    return {pair for pair, kind in kept_apart(instance).items() if kind != "soft"}


Homes = Mapping[Player, tuple[int, int]]
"""The first and the last table where the points put somebody: those who are equal fill several."""


def moved_in(instance: Instance, this: Seated) -> tuple[OffPoints, ...]:
    """In the order of the points: where the points put them (`home`), where they sit, tables from 0,
    and from whom that parts them, each with why: `forbidden`, `apart` (of one club) or `met`. Who was put somewhere by
    hand was not moved."""
    homes = _homes(instance, this)
    at = {player: number for number, table in enumerate(this.tables) for player in table}
    found = []
    for player, (first, last) in homes.items():
        if not first <= at[player] <= last:
            home = first if at[player] < first else last
            mates = [mate for mate, own in homes.items() if own == (home, home) and mate != player]
            parted = tuple(mate for mate in _parted(instance, player, mates) if at[mate.player] != at[player])
            found.append(OffPoints(player=player, home=home, table=at[player], parted=parted))
    return tuple(found)


def _homes(instance: Instance, this: Seated) -> Homes:
    """Cut from the top: whoever no lock holds, into what room the locks leave."""
    locked = {lock.player for lock in instance.locks}
    free = [player for table in this.tables for player in table if player not in locked]
    free.sort(key=lambda player: (-instance.points.get(player, 0), player))
    room = [number for number, table in enumerate(this.tables) for player in table if player not in locked]
    found: dict[Player, tuple[int, int]] = {}
    for _points, tied in groupby(free, key=lambda player: instance.points.get(player, 0)):
        own, begin = list(tied), len(found)
        found |= dict.fromkeys(own, (room[begin], room[begin + len(own) - 1]))
    return found


def _parted(instance: Instance, player: Player, mates: Sequence[Player]) -> Iterator[Parted]:
    """The worst first."""
    apart, met = kept_apart(instance), meetings(instance.done)
    met.update({(min(pair), max(pair)): times for pair, times in instance.history.items()})
    for mate in mates:
        pair = (min(player, mate), max(player, mate))
        if pair in apart:
            yield Parted(player=mate, why="forbidden" if apart[pair] == "forbidden" else "apart")
        elif met[pair]:
            yield Parted(player=mate, why="met")


@dataclass(frozen=True, slots=True)
class ChangedDraft:
    """A draft as it stands: what it would be drawn from now, and its rounds."""

    asked: DrawRequest
    instance: Instance
    this: Seated


def as_it_stands(stage: Stage, draft: Round) -> ChangedDraft:
    """Of the people who are in the draft and still here."""
    tables, out = places_of(draft)
    there = {key for table in (*tables, out) for key in table}
    field = field_of(stage, draft.number)
    here = [unit.entrant for unit in units_of(stage.tournament, field.here) if unit.key in there]
    report = report_of(draft.report)
    asked = DrawRequest(
        seed=draft.seed,
        held=held_in(draft),
        shown=instances.shown_before(stage, draft.number),
        few_changes=report.schedule is not None and report.schedule.few_changes,
    )
    instance = instances.instance_of(stage, Field(draft.number, tuple(dict.fromkeys(here)), (), ()), asked)
    if report.together is None:
        instance = replace(instance, mode="by_round")
    return ChangedDraft(asked, instance, Seated(tuple(map(tuple, tables)), tuple(out)))


def changed_report(stage: Stage, draft: Round) -> Report:
    """The report of a draft as it stands; as it was, where so many have gone that nothing can be drawn any more."""
    again, before = as_it_stands(stage, draft), report_of(draft.report)
    rounds = [*again.instance.done, again.this, *instances.ahead_of(draft)]
    try:
        figures = report_of_changed(again.instance, rounds, iterations=before.steps or 0)
        report = _report(again.instance, again.asked, rounds, figures)
    except (Unfit, Impossible):
        return before
    return report.but(rules=before.rules) if before.rules else report


def never_together(stage: Stage, draft: Round) -> set[tuple[str, str]]:
    """Pairs at one table of this draft who must never sit together."""
    again = as_it_stands(stage, draft)
    return {pair for table in again.this.tables for pair in never_in(again.instance, table)}
