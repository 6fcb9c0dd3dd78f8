"""The next round of a Swiss stage: how many there are, who is paired, and why they meet, as plain values; and what
corrections made after a draw would have moved in it, which changes nothing by itself."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from scorekeeper.common.ids import digest
from scorekeeper.draws.drawn import (
    ByeReasons,
    Drawn,
    DrawRequest,
    MatchReasons,
    Report,
    SeatedTable,
    held_in,
    places_of,
    report_of,
)
from scorekeeper.pairing import dutch, swiss
from scorekeeper.pairing.dutch import NoDutch
from scorekeeper.pairing.keys import Event
from scorekeeper.pairing.records import Counts, Record, late, records
from scorekeeper.pairing.swiss import Draw, Match, SitsOut, Unpairable
from scorekeeper.tournaments.formats.next_round import Corrected, Elsewhere
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.play import gives_half, groups_played
from scorekeeper.tournaments.matches.ties import corrected_points
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import (
    Field,
    acts_in_force,
    called,
    club_of,
    field_of,
    new_lines,
    pairs_of,
    rounds_played,
    sides,
    with_players,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Basis:
    """What a draw knows: the numbers of all who ever were in the stage, of them those who are `here`, which of these
    are never to meet and which clubs they come from; and the rounds before."""

    numbers: Mapping[UUID, int]
    here: tuple[UUID, ...]
    event: Event
    before: int
    apart: frozenset[frozenset[int]]
    clubs: Mapping[int, str]
    counts: Counts

    def records(self) -> dict[int, Record]:
        """Of all of them, before this round."""
        ranks = {number: number for number in self.numbers.values()}
        return records(ranks, self.event.games, self.event.byes, rounds=self.before, counts=self.counts)

    def played_last(self, number: int) -> bool:
        """Whether they met somebody in the round before."""
        games = (game for game in self.event.games if game.round == self.before and not game.forfeited)
        return any(number in {game.one, game.other} for game in games)


def swiss_plan(stage: Stage) -> SwissPlan:
    plan = stage.typed_plan
    assert isinstance(plan, SwissPlan)  # noqa: S101 asked for Swiss stages alone
    return plan


def rounds_of(stage: Stage, field: Field) -> int:
    """How many rounds it has: those of the plan; else as many as are usual for all who have been there or are, late
    ones too who have not played yet."""
    plan = swiss_plan(stage)
    if plan.rounds is not None:
        return plan.rounds
    many = max(len(field.here) + len(field.absent), stage.entrants.count())
    return swiss.default_rounds(many) if many >= TWO else 1


def basis_of(stage: Stage, field: Field, read: Read = nameless, until: datetime | None = None) -> Basis:
    """What is known before a round of this number; of penalties and bonuses what was given `until` then."""
    rounds = rounds_played(stage, before=field.number)
    here = tuple(entrant.pk for entrant in field.here)
    groups = groups_played(stage, rounds, playing=here, read=read)
    event = groups[0].event if groups else Event(0, 0, ())
    numbers = dict(groups[0].numbers) if groups else {}
    new = {entrant.pk: line for entrant, _group, line in new_lines(stage, field)}
    numbers |= new
    missed = [bye for pk in here if pk in new for bye in late(new[pk], field.number, has_half=gives_half(stage))]
    event = replace(event, byes=(*event.byes, *missed))
    clubs = {numbers[entrant.pk]: club_of(entrant) for entrant in field.here if entrant.origin}
    counts = _counts(stage, numbers, rounds, until)
    return Basis(numbers, here, event, field.number - 1, _apart(stage, field, numbers), clubs, counts)


def _apart(stage: Stage, field: Field, numbers: Mapping[UUID, int]) -> frozenset[frozenset[int]]:
    pairs = pairs_of(stage.tournament, sides(field.here)).forbidden
    return frozenset(frozenset(numbers[UUID(key)] for key in pair) for pair in pairs)


def _counts(
    stage: Stage, numbers: Mapping[UUID, int], rounds: Sequence[Round], until: datetime | None = None
) -> Counts:
    """What the standing counts: the points of the plan, penalties and bonuses. These count for the rounds that were
    opened after them."""
    plan = swiss_plan(stage)
    given: dict[int, dict[int, int]] = {}
    for act in acts_in_force(stage, DeskAct.Kind.PENALTY, until=until):
        if act.entrant_id and act.entrant_id in numbers:
            after = sum(round_.published_at is not None and round_.published_at <= act.at for round_ in rounds)
            amounts, who = given.setdefault(after, {}), numbers[act.entrant_id]
            amounts[who] = amounts.get(who, 0) + act.points
    return Counts(pay=(plan.win, plan.draw, plan.loss), bye=plan.for_bye, given=given)


def drawn_swiss(stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
    """The matches of a round. Where other people have come or gone, what was done by hand may leave no way any more,
    and then makes way.

    Raises:
        NoDutch: that system is not to be had.
        Unpairable: pairs that are never to meet leave no way.
    """
    basis = basis_of(stage, field, read, asked.until)
    try:
        return _drawn(stage, basis, asked.seed, asked.fixed)
    except Unpairable:
        if not asked.fixed:
            raise
        return _drawn(stage, basis, asked.seed, {})


def in_the_way(stage: Stage, field: Field, read: Read = nameless) -> list[frozenset[str]]:
    """Where nobody can be paired: the pairs that are never to meet, of which any one alone, if it met, would leave a
    way; else all of them, if they together would. None: it is not for them."""
    basis = basis_of(stage, field, read)
    keys = {number: str(pk) for pk, number in basis.numbers.items()}
    if not _is_pairable(stage, replace(basis, apart=frozenset())):
        return []
    each = [pair for pair in basis.apart if _is_pairable(stage, replace(basis, apart=basis.apart - {pair}))]
    return [frozenset(keys[number] for number in pair) for pair in each or basis.apart]


def _is_pairable(stage: Stage, basis: Basis) -> bool:
    try:
        _drawn(stage, basis, stage.seed, {})
    except Unpairable:
        return False
    return True


def _drawn(stage: Stage, basis: Basis, seed: int, fixed: Mapping[str, int | None]) -> Drawn:
    system = _dutch if swiss_plan(stage).system == "dutch" else _matched
    return system(stage, basis, seed, fixed)


def _why(match: Match, basis: Basis, keys: Mapping[int, str]) -> MatchReasons:
    """Why these meet; whether they are of one club, and whether they are kept apart, so
    that they meet by hand alone. Who had no match in the last round goes up or down, but not again, though a round
    without one weighs as one against fewer points."""
    found, club = match.reasons, basis.clubs.get(match.home)
    return MatchReasons(
        kind="match",
        home=keys[match.home],
        away=keys[match.away],
        group=found.group,
        scores=found.scores,
        floats=found.floats,
        again=(
            found.again[0] and basis.played_last(match.home),
            found.again[1] and basis.played_last(match.away),
        ),
        met=found.met,
        off=found.off,
        balance=found.balance,
        home_by=found.home_by,
        mates=bool(club) and club == basis.clubs.get(match.away),
        apart=frozenset((match.home, match.away)) in basis.apart,
    )


def met_in(stage: Stage, draft: Round) -> list[MatchReasons]:
    """Why everybody of a draft meets, as it stands: changed by hand, or who is kept apart has changed."""
    basis = basis_of(stage, field_of(stage, draft.number))
    found, keys = basis.records(), {number: str(pk) for pk, number in basis.numbers.items()}
    ranked = sorted((found[basis.numbers[pk]] for pk in basis.here), key=swiss.by_rank)
    place = {record.entrant: nth for nth, record in enumerate(ranked)}
    ideal = swiss.ideals(ranked)
    result = []
    reasons = {(each.home, each.away): each for each in report_of(draft.report).matches(for_desk=True)}
    for one, other in _matches(draft):
        was = reasons.get((str(one.entrant_id), str(other.entrant_id)))
        if not {one.entrant_id, other.entrant_id} <= basis.numbers.keys():
            result += [was] if was else []  # came in with this draft and has left again: it is to be drawn again
            continue
        home, away = basis.numbers[one.entrant_id], basis.numbers[other.entrant_id]
        if was:
            result.append(was.model_copy(update={"apart": frozenset((home, away)) in basis.apart}))
            continue
        high, low = sorted((home, away), key=lambda number: place.get(number, len(place)))
        off = abs(place[low] - ideal[place[high]]) if {high, low} <= place.keys() else 0
        result.append(_why(swiss.explained(found[home], found[away], off, "hand"), basis, keys))
    return result


def never_met(stage: Stage, draft: Round) -> set[tuple[str, str]]:
    """Who of a draft meet though the rules of the stage say never: kept apart, again, or of one club where that is
    hard."""
    is_hard = swiss_plan(stage).apart == "hard"
    return {
        (min(each.home, each.away), max(each.home, each.away))
        for each in met_in(stage, draft)
        if each.apart or each.met or (is_hard and each.mates)
    }


def _matches(draft: Round) -> list[list[RoundPlace]]:
    places = draft.places.exclude(table=None).order_by("table__number", "seat")
    tables: dict[UUID | None, list[RoundPlace]] = {}
    for place in places:
        tables.setdefault(place.table_id, []).append(place)
    return list(tables.values())


def _matched(stage: Stage, basis: Basis, seed: int, fixed: Mapping[str, int | None]) -> Drawn:
    keys = {number: str(pk) for pk, number in basis.numbers.items()}
    pairs, out = _by_hand(basis, fixed)
    found = basis.records()
    playing = [found[basis.numbers[pk]] for pk in basis.here if basis.numbers[pk] not in out]
    first: swiss.First = "random" if swiss_plan(stage).first == "random" else "halves"
    rule = swiss_plan(stage).apart
    clubs: Mapping[int, str] = {} if rule == "off" else basis.clubs
    entry = swiss.Entry(
        records=playing,
        seed=seed,
        apart=basis.apart,
        first=first,
        fixed=pairs,
        clubs=clubs,
        clubs_rule="hard" if rule == "hard" else "soft",
    )
    return _reported(swiss.draw(entry), basis, seed, digest(swiss.facts(entry)), out, _kept(pairs, out, keys))


def _dutch(stage: Stage, basis: Basis, seed: int, fixed: Mapping[str, int | None]) -> Drawn:
    keys = {number: str(pk) for pk, number in basis.numbers.items()}
    pairs, out = _by_hand(basis, fixed)
    entry = dutch.Entry(
        ranks={number: number for number in basis.numbers.values()},
        there=[basis.numbers[pk] for pk in basis.here if basis.numbers[pk] not in out],
        games=basis.event.games,
        byes=basis.event.byes,
        rounds=basis.before,
        planned=rounds_of(stage, field_of(stage, basis.before + 1)),
        seed=seed,
        apart=basis.apart,
        fixed=pairs,
        counts=basis.counts,
        clubs=basis.clubs if swiss_plan(stage).apart == "hard" else {},
    )
    return _reported(dutch.draw(entry), basis, seed, digest(dutch.facts(entry)), out, _kept(pairs, out, keys))


def _kept(pairs: Collection[tuple[int, int]], out: Collection[int], keys: Mapping[int, str]) -> set[str]:
    """Who stands where they were put by hand."""
    return {keys[number] for number in (*out, *(who for pair in pairs for who in pair))}


def _by_hand(basis: Basis, fixed: Mapping[str, int | None]) -> tuple[list[tuple[int, int]], list[int]]:
    """The matches that were set by hand, of those who are both still here, and who sits out by hand: nobody does where
    all can play."""
    tables: dict[int | None, list[int]] = {}
    out = []
    here = {str(pk): basis.numbers[pk] for pk in basis.here}
    for key, table in fixed.items():
        if key in here and table is None:
            out.append(here[key])
        elif key in here:
            tables.setdefault(table, []).append(here[key])
    pairs = [(two[0], two[1]) for _table, two in sorted(tables.items()) if len(two) == TWO]
    return pairs, out[: len(basis.here) % 2]


def _reported(draw: Draw, basis: Basis, seed: int, facts: str, out: Sequence[int], kept: Collection[str]) -> Drawn:
    keys = {number: str(pk) for pk, number in basis.numbers.items()}
    apart = (sorted(keys[number] for number in pair) for pair in basis.apart)
    report = Report(
        broken=tuple(_why(match, basis, keys) for match in draw.matches),
        bye=_bye(draw.bye, keys) if draw.bye else None,
        is_thinned=draw.is_thinned,
        by_points=True,
        fell_back=draw.fell_back,
        apart=tuple(sorted((first, second) for first, second in apart)),
    )
    tables = tuple(SeatedTable((keys[match.home], keys[match.away])) for match in draw.matches)
    without = (*(keys[number] for number in out), *([keys[draw.bye.entrant]] if draw.bye else []))
    return Drawn(tables, without, seed, draw.engine[:20], facts, report, frozenset(kept))


def _bye(bye: SitsOut, keys: Mapping[int, str]) -> ByeReasons:
    return ByeReasons(
        entrant=keys[bye.entrant],
        byes=bye.byes,
        had_more=tuple(keys[number] for number in bye.had_more),
        needed=tuple(keys[number] for number in bye.needed),
    )


def corrected(round_: Round, read: Read = nameless) -> Corrected | None:
    """Of a published round; None where nothing has changed since its draw."""
    changed = corrected_points(round_, read)
    return Corrected(changed, by_points=True, moved=_moved(round_, read)) if changed else None


def _moved(round_: Round, read: Read) -> tuple[Elsewhere, ...]:
    """Drawn again from the same number with the points of now, for the same people: whose opponent is another one."""
    places = list(
        round_.places.exclude(kind=RoundPlace.Kind.ABSENT).select_related("entrant", "table").order_by("seat")
    )
    lines = dict(round_.stage.entrants.values_list("entrant", "line"))
    here = with_players(Entrant.objects.filter(pk__in=[place.entrant_id for place in places]))
    in_order = sorted(here, key=lambda entrant: lines.get(entrant.pk, 0))
    tables, out = places_of(round_)
    asked = DrawRequest(seed=round_.seed, held=held_in(round_), until=round_.made_at)
    try:
        drawn = drawn_swiss(round_.stage, Field(round_.number, tuple(in_order), (), ()), asked, read)
    except (NoDutch, Unpairable):
        return ()
    was, would = (
        _seats([tuple(keys) for keys in tables], out),
        _seats([table.keys for table in drawn.tables], drawn.out),
    )
    entrants = {str(who.pk): who for who in in_order}
    found = []
    for key, who in entrants.items():
        (table, met), (would_be, would_meet) = was[key], would[key]
        if met != would_meet:
            both = entrants.get(met), entrants.get(would_meet)
            found.append(Elsewhere(who.pk, None, called(who), table, would_be, *both))
    return tuple(found)


def _seats(tables: list[tuple[str, ...]], out: Iterable[str]) -> dict[str, tuple[int | None, str]]:
    """{who: (number of the match, against whom)}."""
    found: dict[str, tuple[int | None, str]] = {}
    for number, (home, away) in enumerate(tables, 1):
        found |= {home: (number, away), away: (number, home)}
    return found | dict.fromkeys(out, (None, ""))
