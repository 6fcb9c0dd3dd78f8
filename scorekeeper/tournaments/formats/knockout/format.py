"""A knock-out at several tables. It has one round, which goes on until one is left."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.ids import digest
from scorekeeper.draws.drawn import Concession, Drawn, DrawRequest, Report, SeatedTable, places_of, report_of
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.draws.words import SEATS
from scorekeeper.pairing.knockout import started, table_counts
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.at_desk import LedRound
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Format, Places, Seeding
from scorekeeper.tournaments.formats.knockout.at_desk import led
from scorekeeper.tournaments.formats.knockout.course import apart_in, knockout_of, running_of, terms_of
from scorekeeper.tournaments.formats.knockout.fields import fields_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.knockout.standing import standing, stands
from scorekeeper.tournaments.formats.knockout.tables import tables_now, whereabouts
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle, of_people, of_stage
from scorekeeper.tournaments.formats.standing import Stand, Whereabouts
from scorekeeper.tournaments.formats.tables.reasons import sentences_of_tables
from scorekeeper.tournaments.formats.words import THE_TABLES
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, RoundTable, Stage, Tournament
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    acts_in_force,
    field_of,
    listed,
    names_of,
    new_lines,
    pairs_of,
    units_of,
)
from scorekeeper.tournaments.rounds.results import Played, Read, nameless

ENGINE = "knock-out 1"
MOST_SEATS: Final = 9
NO_KNOCKOUT: Final = Text(
    gettext_noop("A knock-out ends with two at a table, but this game needs more. Choose tables.")
)
NO_SEATS: Final = Text(gettext_noop("These rules do not allow so many seats at a table."))
ALONE: Final = Text(gettext_noop("In a knock-out everybody plays alone. Choose single players."))
BREAKS_TWICE: Final = Text(gettext_noop("A table can be broken only once. Name each number once."))


class KnockoutFormat(Format):
    """Who has nothing left is out; tables are broken until one is left. What is on the table is not written down."""

    plan = KnockoutPlan
    order = 6
    title = gettext_lazy("Knock-out at tables")
    about = gettext_lazy("A player with nothing left is out. Tables are broken until one player is left.")
    on_pairs = gettext_lazy(
        "“Never together” counts when seats are drawn: at the start and when a table is broken. To balance "
        "tables, the deal decides who moves. At the last table everybody sits together."
    )
    counts = "places"
    has_rounds = False
    words = SEATS
    rounds = THE_TABLES
    has_sheets = False
    table_papers = ("cards",)
    takes_late = True
    no_check_in = gettext_noop(
        "This stage has one round. Everybody who is here gets a seat. Late arrivals get one at its tables."
    )

    def unsuited(self, who: Entering) -> Iterator[Problem]:
        """Refuses `format_unsuited`."""
        if who.of != Tournament.Of.PLAYERS:
            yield Problem("format_unsuited", "kind", ALONE)
        elif who.largest_unbroken <= 2:
            yield Problem("format_unsuited", "kind", NO_KNOCKOUT)

    def usual_plan(self, who: Entering) -> KnockoutPlan:
        return KnockoutPlan(seats=min(MOST_SEATS, who.largest_unbroken))

    def problems(self, plan: KnockoutPlan, who: Entering) -> Iterator[Problem]:
        """Refuses `seats_unknown`, `break_twice`."""
        if plan.seats > who.largest_unbroken:
            yield Problem("seats_unknown", "seats", NO_SEATS)
        if len(set(plan.breaks)) < len(plan.breaks):
            yield Problem("break_twice", "breaks", BREAKS_TWICE)

    def sentences(self, plan: KnockoutPlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        seats = _("Tables of at most {seats}, broken as people go out.").format(seats=plan.seats)
        found = [seats, _("Tables are balanced when they differ by {number}.").format(number=plan.balance_at)]
        if plan.breaks:
            text = _("Broken first, in this order: tables {numbers}; then the smallest.")
            found.append(text.format(numbers=", ".join(map(str, plan.breaks))))
        return found

    def fields(self, plan: KnockoutPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who)

    def planned_rounds(self, stage: Stage) -> int | None:
        return 1

    def is_left(self, stage: Stage, number: int) -> bool:
        return number == 1

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        field = field_of(stage)
        people = len(self.seated(stage, field))
        obstacles = [*of_stage(stage), *of_people(stage, field, people, 0 if people > 1 else 2)]
        if field.number > 1:
            text = _("The knock-out has begun. Late arrivals get a seat on the page of its tables.")
            obstacles.append(Obstacle("rounds_over", text, stops=True))
        sizes = table_counts(people, terms_of(stage).most) if people else ()
        obstacles += _of_pairs(stage, field, len(sizes))
        return NextRound(field.number, field, sizes, 0, tuple(obstacles))

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        return units_of(stage.tournament, field.here)

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        return new_lines(stage, field)

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        keys = {unit.entrant.number: unit.key for unit in self.seated(stage, field)}
        terms = replace(terms_of(stage), apart=apart_in(stage, field.here))
        state = started(keys, terms, asked.seed)
        tables = [[keys[table.seats[seat]] for seat in sorted(table.seats)] for table in state.tables]
        kept = _put(tables, asked.fixed)
        apart = [sorted(map(sorted, terms.apart))] if terms.apart else []
        facts = digest([repr((sorted(keys), terms.most, asked.seed, sorted(kept.items()), *apart))])
        drawn = tuple(SeatedTable(tuple(table)) for table in tables)
        report = Report(broken=_asked_of_people(stage, self.seated(stage, field), tables))
        return Drawn(drawn, (), asked.seed, ENGINE, facts, report, frozenset(kept))

    def changed_report(self, stage: Stage, draft: Round) -> Report:
        units = self.seated(stage, field_of(stage, draft.number))
        return report_of(draft.report).but(broken=_asked_of_people(stage, units, places_of(draft)[0]))

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        found = self.changed_report(stage, draft).asked_at_tables(for_desk=True)
        return {(each.players[0], each.players[1]) for each in found}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        found = [_("As few tables as possible, equal to within one player. Every seat is drawn.")]
        found += sentences_of_tables(report_of(round_.report), names, for_desk=for_desk)
        if any(place.by_hand for place in places):
            found.append(_("Somebody was moved by hand."))
        return Explanation(tuple(found))

    def undecided(self, round_: Round) -> str:
        return self.open_question(round_.stage)

    def entrants_at(self, table: RoundTable) -> QuerySet[Any]:
        """As it goes on people move."""
        sitting = knockout_of(table.round).course.sitting
        numbers = [number for number, spot in sitting.items() if spot.table == table.number]
        return Entrant.objects.filter(tournament=table.round.stage.tournament_id, number__in=numbers).values("pk")

    def whereabouts(self, stage: Stage, entrant: Entrant) -> Whereabouts | None:
        return whereabouts(stage, entrant)

    def tables_left(self, round_: Round) -> int:
        return len(knockout_of(round_).course.state.tables)

    def people_left(self, round_: Round) -> int:
        return knockout_of(round_).course.left

    def tables_for_others(self, round_: Round) -> list[Played]:
        """None: who still sits there says who is out."""
        return []

    def takes_sheet(self, entrants: Iterable[UUID], here: Collection[UUID]) -> bool:
        """What lies on its tables is not written down."""
        return False

    def chair(self, place: RoundPlace) -> int | None:
        return None if place.seat is None else place.seat + 1

    def table_state(self, round_: Round, played: Played) -> str:
        """Its tables have no sheets to say so."""
        return "closed" if round_.official_at else "playing"

    def tables_now(self, round_: Round) -> list[Played]:
        return tables_now(round_)

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        """The places."""
        running = knockout_of(round_)
        numbers = dict(round_.stage.entrants.values_list("entrant__number", "entrant"))
        found = {str(numbers[who]): place for who, place in running.course.places.items()}
        return {**found, **{str(numbers[who]): 1 for who in running.course.sitting}}

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        running = knockout_of(round_)
        return [] if running.is_over else [table.number for table in running.course.state.tables]

    def led(self, round_: Round) -> LedRound:
        return led(round_)

    def places(self, stage: Stage, *, official: bool) -> Places:
        one = running_of(stage)
        if one is None or (official and one.state != Round.State.OFFICIAL):
            return []
        one.stage = stage
        at_place: dict[int, list[UUID]] = {}
        for entrant, place in self.points(one).items():
            at_place.setdefault(place, []).append(UUID(entrant))
        orders = [[UUID(text) for text in act.detail["order"]] for act in acts_in_force(stage, DeskAct.Kind.LOT)]
        return [[tied for place in sorted(at_place) for tied in _parted(sorted(at_place[place]), orders)]]

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        return standing(stage, official=official, is_file=is_file)

    def stands(self, stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
        return stands(stage)

    def open_question(self, stage: Stage) -> str:
        one = running_of(stage)
        if one is None:
            return ""
        one.stage = stage
        running = knockout_of(one)
        return "" if running.is_over else _("{number} still play.").format(number=running.course.left)


FORMATS = (KnockoutFormat(),)


def _asked_of_people(stage: Stage, units: Iterable[Unit], tables: Sequence[Sequence[str]]) -> tuple[Concession, ...]:
    """Who is kept apart by a list, and sits at one of these tables."""
    forbidden = pairs_of(stage.tournament, units).forbidden
    return tuple(
        Concession(kind="forbidden", players=tuple(sorted(pair)), table=number, times=1)
        for number, table in enumerate(tables)
        for pair in forbidden
        if pair <= set(table)
    )


def _of_pairs(stage: Stage, field: Field, tables: int) -> Iterator[Obstacle]:
    """Who is kept apart by a list, as far as the seats are drawn."""
    units = units_of(stage.tournament, field.here)
    pairs = pairs_of(stage.tournament, units).forbidden
    if not pairs or field.number > 1:
        return
    text = _("All sit at one table, even players kept apart: {pairs}.")
    if tables > 1:
        text = _(
            "Kept apart when seats are drawn, at the start and when a table is broken: {pairs}. To balance "
            "tables, the deal decides who moves. At the last table everybody sits together."
        )
    yield Obstacle("kept_apart", text.format(pairs=listed(pairs, names_of(units))))


def _put(tables: list[list[str]], fixed: Mapping[str, int | None]) -> dict[str, int]:
    """Who was put at a table by hand sits there, in the place of the last one there who was not; who can't be is
    seated as drawn. Returns who is where they were put."""
    kept = {}
    for key, wanted in sorted(fixed.items()):
        at = next((number for number, table in enumerate(tables) if key in table), None)
        if at is None or wanted is None or wanted >= len(tables):
            continue
        others = [other for other in tables[wanted] if fixed.get(other) != wanted]
        if at != wanted:
            if not others:
                continue
            seat, place = tables[at].index(key), tables[wanted].index(others[-1])
            tables[at][seat], tables[wanted][place] = others[-1], key
        kept[key] = wanted
    return kept


def _parted(tied: list[UUID], orders: Sequence[Sequence[UUID]]) -> list[list[UUID]]:
    """Those who share a place, in the order of the newest lot that was drawn among all of them, if there is one."""
    for order in reversed(orders):
        if len(tied) > 1 and set(tied) <= set(order):
            return [[one] for one in sorted(tied, key=order.index)]
    return [tied]
