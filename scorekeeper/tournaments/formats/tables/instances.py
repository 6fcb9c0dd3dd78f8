"""What the tables of a stage are drawn from: who is there, what was played, who is kept apart, who stays where. The
tables of two to five teams follow from the squares of team leagues, not from a search.

Rounds are who sat where: those that were played, and those to come, as they were drawn together with one before them
and as people have seen them. Who has seen a round that was opened has seen it, whatever becomes of it: that it was, the
stage keeps until its number is opened again."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from games.core.record import load
from scorekeeper.draws.drawn import Ahead, DrawRequest, Locked, places_of, report_of
from scorekeeper.pairing.drawing import smaller_sizes, table_sizes
from scorekeeper.pairing.schedules.instance import ClubsRule, Instance, Lock
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.schedules.planning import meetings
from scorekeeper.pairing.teams import FEWEST, SIZE, TEAMS, Seating, seating
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    absent_in,
    club_of,
    key_of,
    names_in,
    new_lines,
    pairs_of,
    units_of,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

Pair = tuple[str, str]
AHEAD: Final = frozenset({"mix", "team"})
"""The styles whose rounds are all drawn together."""
FIRST: Final = "first"
"""What `seen` of a stage calls the number of the first of the rounds that it keeps."""
OPENED: Final = "opened"
"""What it calls how many of them were opened; those after these are as they were drawn together with them."""


def plan_of_tables(stage: Stage) -> TablesPlan:
    """Of a stage of rounds at tables."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    return plan


def is_drawn_ahead(stage: Stage) -> bool:
    """Whether all rounds that are left are drawn together."""
    return isinstance(stage.typed_plan, TablesPlan) and stage.typed_plan.style in AHEAD


def is_by_list(stage: Stage) -> bool:
    """Whether the list alone says who sits where, until somebody is put elsewhere by hand."""
    return isinstance(stage.typed_plan, TablesPlan) and stage.typed_plan.style == "manual"


def can_keep(stage: Stage) -> bool:
    """Whether a draw can change little of what people have seen."""
    return not is_by_list(stage)


def instance_of(
    stage: Stage, field: Field, asked: DrawRequest, order: Sequence[UUID] | None = None, read: Read = nameless
) -> Instance:
    """What the rounds that are left start from, those played as they were; where the style draws round by round, the
    next one alone. By points people sit in the `order` of these entrants, without one in that of the standing."""
    plan, units = plan_of_tables(stage), units_of(stage.tournament, field.here)
    here = {unit.key for unit in units}
    done = played(stage, field.number)
    players = {key for earlier in (*done, *asked.shown) for key in _in(earlier)}
    squares = squares_of(stage, field)
    smaller = _smaller(stage, len(here)) if asked.smaller and not squares else {}
    shape = tuple(Counter(smaller).elements()) or shape_of(stage, len(here), squares)
    apart, pairs = _apart_of(stage, plan, units, shape), pairs_of(stage.tournament, units)
    keeps = asked.few_changes and bool(asked.shown) and can_keep(stage)
    started = Instance(
        players=sorted(here | players),
        rounds=plan.rounds,
        sizes=sizes(stage.tournament.plays, stage.tournament.typed_rules),
        preferred=plan.size,
        seed=asked.seed,
        clubs=apart.clubs,
        clubs_rule=apart.rule,
        forbidden=[*apart.mates, *_in_pairs(pairs.forbidden)],
        wanted=list(_in_pairs(pairs.wanted)),
        from_round={key: field.number for key in here if not any(key in _in(round_) for round_ in done)},
        until_round=dict.fromkeys(players - here, field.number - 1),
        absent=_absent(stage, plan, field, units),
        locks=list(_locks(field, asked.held, here, shape)),
        history=_met_before(stage, here),
        done=done,
        published=asked.shown if keeps else (),
        keep=keeps,
    )
    if plan.style == "seeded" and field.number > 1 and order is None:
        order = standing_of(stage, before=field.number, read=read).order
    styled = _in_style(plan, field, units, started, order or ())
    if smaller:
        return replace(styled, mode="by_round", tables=smaller)
    return replace(styled, tables_in=_tables_in(stage, styled, squares))


def _in_style(
    plan: TablesPlan, field: Field, units: Sequence[Unit], started: Instance, order: Sequence[UUID]
) -> Instance:
    if plan.style in AHEAD:
        return started
    if plan.style in {"random", "manual"}:
        return replace(started, mode="by_round", style="random")
    if field.number == 1:
        return replace(started, mode="by_round")
    place = {pk: len(order) - nth for nth, pk in enumerate(order)}
    points = {unit.key: place.get(unit.entrant.pk, 0) for unit in units}
    return replace(started, mode="by_round", style="seeded", points=points)


@dataclass(frozen=True, slots=True)
class _Apart:
    """Who is to be kept apart: by club, and of one team."""

    clubs: Mapping[str, str]
    rule: ClubsRule
    mates: Collection[Pair] = ()


def _apart_of(stage: Stage, plan: TablesPlan, units: Sequence[Unit], tables: Sequence[int]) -> _Apart:
    """Those of one team never sit together, unless it has more people than there are tables (of these sizes); then they
    count as of one club, as far as tables allow."""
    origins = {unit.key: club_of(unit.entrant) for unit in units if unit.entrant.origin}
    if stage.tournament.of == Tournament.Of.PLAYERS:
        return _Apart(origins, plan.apart)
    most = max(Counter(unit.entrant.pk for unit in units).values(), default=0)
    if most > len(tables) + len(units) - sum(tables):
        return _Apart({unit.key: origins.get(unit.key, str(unit.entrant.pk)) for unit in units}, "soft")
    mates = [
        (one.key, other.key)
        for one, other in combinations(sorted(units, key=lambda unit: unit.key), 2)
        if one.entrant.pk == other.entrant.pk
    ]
    is_off = plan.apart == "off" and plan.style != "team"
    return _Apart(origins, "off" if is_off else "soft", mates)


def _in_pairs(pairs: Iterable[frozenset[str]]) -> Iterator[Pair]:
    yield from ((min(pair), max(pair)) for pair in pairs)


def shape_of(stage: Stage, people: int, squares: Sequence[Seated] = ()) -> tuple[int, ...]:
    """The sizes of the tables of so many, largest first: those of the `squares` where their teams have any."""
    if squares:
        return _shape_in(squares[0])
    tournament = stage.tournament
    return table_sizes(people, sizes(tournament.plays, tournament.typed_rules), plan_of_tables(stage).size)


def _shape_in(seated: Seated) -> tuple[int, ...]:
    return tuple(sorted(map(len, seated.tables), reverse=True))


def _tables_in(stage: Stage, instance: Instance, squares: Sequence[Seated]) -> dict[int, dict[int, int]]:
    """{round: {size: how many tables}} of the squares, where so many people would usually sit otherwise: however they
    are drawn, there are as many tables. A round for which somebody comes back who misses this one is counted then."""
    found = {}
    for number, square in enumerate(squares, len(instance.done) + 1):
        people, shape = len(instance.present(number)), _shape_in(square)
        if people == len(_in(square)) and shape != shape_of(stage, people):
            found[number] = dict(Counter(shape))
    return found


def _smaller(stage: Stage, people: int) -> dict[int, int]:
    """{size: how many tables} that a director can choose instead of the usual ones."""
    allowed = sizes(stage.tournament.plays, stage.tournament.typed_rules)
    return dict(Counter(smaller_sizes(people, allowed, plan_of_tables(stage).size)))


def _absent(stage: Stage, plan: TablesPlan, field: Field, units: Sequence[Unit]) -> dict[int, list[str]]:
    """Who has said that they miss a round after the next one."""
    found = {}
    for number in range(field.number + 1, plan.rounds + 1):
        missing = absent_in(stage, number)
        if keys := sorted(unit.key for unit in units if unit.entrant.pk in missing):
            found[number] = keys
    return found


def _locks(field: Field, held: Mapping[str, Locked], here: Collection[str], shape: Sequence[int]) -> Iterator[Lock]:
    """Those of people who are still here, as far as tables of these sizes hold them: a table that is no more holds
    nobody."""
    room: dict[int | None, int] = {**dict(enumerate(shape)), None: len(here) - sum(shape)}
    taken: set[tuple[int, int]] = set()
    for key, lock in sorted(held.items()):
        if key not in here or not room.get(lock.table):
            continue
        room[lock.table] -= 1
        if lock.table is None:
            yield Lock(round=field.number, player=key, table=0)
            continue
        seat = lock.seat
        if seat is None or seat >= shape[lock.table] or (lock.table, seat) in taken:
            seat = None
        else:
            taken.add((lock.table, seat))
        yield Lock(round=field.number, player=key, table=lock.table + 1, seat=seat)


def _met_before(stage: Stage, here: set[str]) -> dict[Pair, int]:
    """How often each pair of these met in the stages before."""
    earlier = Q(round__stage__tournament=stage.tournament_id, round__stage__number__lt=stage.number)
    met: Counter[Pair] = Counter()
    for number in range(1, stage.number):
        met.update(meetings(seated(earlier & Q(round__stage__number=number)).values()))
    return {pair: times for pair, times in met.items() if here.issuperset(pair)}


def _in(seated: Seated) -> set[str]:
    """Who was there."""
    return {key for table in (*seated.tables, seated.out) for key in table}


def squares_of(stage: Stage, field: Field) -> list[Seated]:
    """The tables of this round and of those after it, in no order of seats, with these people, as far as the squares
    have a place for them: not for fewer than two teams or more than five, for one of other than three or four people,
    for tables that the game does not have. Empty where that is this round."""
    plan, tournament = stage.typed_plan, stage.tournament
    if not isinstance(plan, TablesPlan) or plan.style != "team" or tournament.of != Tournament.Of.TEAMS:
        return []
    teams, before = _teams(stage, field), played(stage, field.number)
    allowed = {*sizes(tournament.plays, tournament.typed_rules)}
    found: list[Seated] = []
    for number in range(field.number, plan.rounds + 1):
        missing = absent_in(stage, number) if number > field.number else {entrant.pk for entrant in field.absent}
        one = _round(teams, missing, [*before, *found])
        if one is None or not {*map(len, one.tables)} <= allowed:
            break
        found.append(one)
    return found


def squares_to_the_end(stage: Stage, field: Field) -> list[Seated]:
    """The same where they have a place in all rounds that are left; else none, for those are drawn together."""
    found, plan = squares_of(stage, field), stage.typed_plan
    return found if isinstance(plan, TablesPlan) and len(found) > plan.rounds - field.number else []


def _teams(stage: Stage, field: Field) -> list[Entrant | None]:
    """The teams by their numbers in the squares, which are those of their lines, so that each keeps its own. The place
    of one that has left stays empty, until another one that comes late takes it."""
    lines = dict(stage.entrants.values_list("entrant", "line"))
    lines |= {entrant.pk: line for entrant, _group, line in new_lines(stage, field)}
    here = {entrant.pk: entrant for entrant in (*field.here, *field.absent)}
    places = TEAMS if len(here) == TEAMS else SIZE
    first, more = (ordered := sorted(lines, key=lines.__getitem__))[:places], ordered[places:]
    late = [here[pk] for pk in more if pk in here]
    teams = [here.get(pk) or (late.pop(0) if late else None) for pk in first]
    return [*teams, *late]


def _round(teams: list[Entrant | None], missing: set[UUID], before: Sequence[Seated]) -> Seated | None:
    slots = _in_places([{} if team is None or team.pk in missing else _slots(team) for team in teams])
    if not 1 < sum(map(bool, slots)) <= len(slots) <= TEAMS or any(_is_odd(own) for own in slots):
        return None
    squares = seating(slots, [_as_now(slots, round_) for round_ in before])
    in_order = sorted(squares.tables, key=len, reverse=True)  # the largest first, as wherever tables are drawn
    tables = tuple(tuple(slots[team][slot] for team, slot in table) for table in in_order)
    return Seated(tables, tuple(slots[team][slot] for team, slot in squares.out)) if tables else None


def _in_places(slots: Sequence[dict[int, str]]) -> list[dict[int, str]]:
    """The teams that play: whoever comes after the fourth takes the place of one that does not, for this round; five
    that play have five places."""
    places = TEAMS if sum(map(bool, slots)) == TEAMS else SIZE
    first, more = slots[:places], [own for own in slots[places:] if own]
    return [*(own or (more.pop(0) if more else own) for own in first), *more]


def _as_now(slots: Sequence[Mapping[int, str]], seated: Seated) -> Seating:
    """Where those of these teams sat in a round, by the places that they have now."""
    place = {key: (team, slot) for team, own in enumerate(slots) for slot, key in own.items()}
    tables = tuple(tuple(place[key] for key in table if key in place) for table in seated.tables)
    return Seating(tables, tuple(place[key] for key in seated.out if key in place))


def _slots(entrant: Entrant) -> dict[int, str]:
    """{the place in the line-up: who has it}"""
    active = [player for player in entrant.players.all() if player.is_active]
    return {member.order: key_of(entrant.pk, member.player.person.pk) for member in active}


def _is_odd(slots: Mapping[int, str]) -> bool:
    return bool(slots) and not (FEWEST <= len(slots) <= SIZE and max(slots) < SIZE)


def planned_after(stage: Stage, number: int) -> tuple[Round | None, list[Seated]]:
    """The published round before this number, and this one with those after it as they were drawn together with it."""
    states = (Round.State.PUBLISHED, Round.State.OFFICIAL)
    before = stage.rounds.filter(number=number - 1, state__in=states).first()
    return before, ahead_of(before) if before else []


def ahead_of(round_: Round) -> list[Seated]:
    """The rounds that were drawn together with this one and come after it, by what draws call people."""
    return unpacked(report_of(round_.report).ahead)


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
    return [found.get(earlier, Seated(())) for earlier in range(1, number)]


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
