"""A knock-out at tables: its format, and what the director's desk shows of it: its course by the tables that are left,
who is out, who moves."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.ids import digest
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import isolated
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.drawn import Concession, Drawn, DrawRequest, Report, SeatedTable, places_of, report_of
from scorekeeper.draws.selectors.desk import MOST_NAMED, Need
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.draws.words import SEATS
from scorekeeper.pairing.knockout import started, table_counts
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.at_desk import CourseStep, LedRound, NextStep, TableAtDesk
from scorekeeper.tournaments.formats.format import Format, Places, Seeding
from scorekeeper.tournaments.formats.knockout.course import Kind, apart_in, knockout_of, running_of, terms_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.knockout.tables import (
    ShownStep,
    ShownTables,
    Sits,
    shown_of,
    standing,
    stands,
    tables_now,
    whereabouts,
)
from scorekeeper.tournaments.formats.next_round import Entering, NextRound, Obstacle, of_people, of_stage
from scorekeeper.tournaments.formats.plan import MOST_TABLES
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
from scorekeeper.tournaments.rounds.results import Got, Played, Read, nameless


def led(round_: Round) -> LedRound:
    """A published round as it stands now."""
    shown = shown_of(round_, {})
    is_on = not round_.official_at and not shown.winner
    step = shown.steps[0] if shown.steps else None
    return LedRound(
        title=_title(shown),
        figures=pgettext("state", "Players"),
        course=tuple(_course(round_, shown)),
        played=tuple(
            Played(table.table, table.places, {place.entrant_id: Got(None, {}) for place in table.places})
            for table in shown.tables
        ),
        tables={table.number: _table(round_, shown, table) for table in shown.tables},
        missing=tuple(table.number for table in shown.tables) if is_on else (),
        ends_when=_ends_when(shown) if is_on else "",
        step=_step(round_, shown) if is_on else None,
        needs=tuple(_needs(round_, shown)) if is_on else (),
        latest=_latest(step) if step else "",
        latest_back=_back(round_, step) if step and step.is_open and not round_.official_at else "",
    )


def _page(round_: Round) -> str:
    """Its tables; what is done there leads back to the desk."""
    return f"{reverse('knockout_tables', args=[round_.pk])}?next={_desk(round_)}"


def _back(round_: Round, step: ShownStep) -> str:
    return f"{reverse('knockout_back', args=[round_.pk, step.said.number])}?next={_desk(round_)}"


def _desk(round_: Round) -> str:
    return reverse("tournament_desk", args=[round_.stage.tournament_id])


def _title(shown: ShownTables) -> str:
    if shown.winner:
        return _("{name} has won").format(name=isolated(shown.winner))
    return _("{number} of {of} left").format(number=shown.left, of=shown.knockout.course.entrants)


def _course(round_: Round, shown: ShownTables) -> Iterator[CourseStep]:
    """By how many tables there are: at the beginning, now, next, at the end."""
    began, now, most = len(round_.tables.all()), len(shown.tables), shown.knockout.terms.most
    if began > now:
        yield CourseStep(_tables(began), pgettext("state", "at most"), "done", round_)
    if shown.winner:
        yield CourseStep(pgettext("state", "Decided"), _title(shown), "done" if round_.official_at else "now", round_)
        return
    yield CourseStep(_tables(now), _title(shown), "now", round_)
    if now > 2:
        yield CourseStep(
            _tables(now - 1), pgettext("state", "from {left} left").format(left=(now - 1) * most), "to_come"
        )
    if now > 1:
        yield CourseStep(_tables(1), pgettext("state", "from {left} left").format(left=most), "to_come")


def _tables(number: int) -> str:
    return _("The last table") if number == 1 else pgettext("heading", "{number} tables").format(number=number)


def _table(round_: Round, shown: ShownTables, table: Sits) -> TableAtDesk:
    note = ""
    if any(move.table == table.number for move in shown.due):
        note = pgettext("in a line", "somebody moves away")
    elif any(move.to_table == table.number for move in shown.due):
        note = pgettext("in a line", "somebody comes")
    has_won = bool(shown.winner)
    state = "official" if round_.official_at else "written" if has_won else "waits" if table.waits else "playing"
    menu = {} if has_won or round_.official_at else {"menu": _("Who is out?"), "menu_at": _page(round_)}
    return TableAtDesk(state, str(len(table.places)), note, **menu)


def _ends_when(shown: ShownTables) -> str:
    text = _(
        "{left} still play at {number} tables. The knock-out ends when one is left. Mark who is out at each table."
    )
    if len(shown.tables) == 1:
        text = _(
            "{left} still play at the last table. The knock-out ends when one is left. Mark who is out at the table."
        )
    return text.format(left=shown.left, number=len(shown.tables))


def _step(round_: Round, shown: ShownTables) -> NextStep | None:
    """Moves that are due come before anybody else can go on."""
    if not shown.due:
        return None
    address = _page(round_) + "#moves"
    first = shown.due[0]
    if first.kind == "final":
        text = _("{left} are left. You see the seats before the last table begins.").format(left=shown.left)
        return NextStep(_("Begin the last table"), (text,), address=address)
    if first.kind == "break":
        words = _("Break table {number}").format(number=first.table)
        return NextStep(words, (_("You see who moves before you confirm."),), address=address)
    text = _("The tables are uneven. Let them finish their hand. The next dealer there decides who moves.")
    return NextStep(_("Make the tables even"), (text,), address=address)


def _needs(round_: Round, shown: ShownTables) -> Iterator[Need]:
    """Who is here and has had no seat yet."""
    if not shown.late:
        return
    title = ngettext("{number} has come and has no seat", "{number} have come and have no seat", len(shown.late))
    names = ", ".join(isolated(name) for _pk, name in shown.late[:MOST_NAMED])
    address = _page(round_) + "#late"
    more = " …" if len(shown.late) > MOST_NAMED else ""
    yield Need("no-seat", title.format(number=len(shown.late)), names + more, _("Give a seat"), address)


def _latest(step: ShownStep) -> str:
    texts = {
        Kind.OUT: ngettext("{names} is out, {time}.", "{names} are out, {time}.", len(step.said.acts)),
        Kind.MOVED: ngettext("{names} has moved, {time}.", "{names} have moved, {time}.", len(step.said.acts)),
        Kind.SEATED: _("{names} has got a seat, {time}."),
    }
    time = date_format(localtime(step.said.act.at), "TIME_FORMAT")
    return texts[Kind(step.said.kind)].format(names=step.names, time=time)


class NumbersField(forms.CharField):
    """Whole numbers from 1, with commas or spaces between them."""

    def __init__(self, *, most: int, **more: Any) -> None:
        super().__init__(max_length=LONGEST, **more)
        self.most = most

    def to_python(self, value: Any) -> Any:
        """Raises ValidationError: something else, or a number that no table has."""
        parts = str(value or "").replace(",", " ").split()
        if all(part.isascii() and part.isdecimal() and 0 < int(part[:9]) <= self.most for part in parts):
            return tuple(map(int, parts))
        text = _("Type whole numbers from 1 to {most} with commas between them, such as 3, 1.")
        raise forms.ValidationError(text.format(most=self.most))


def fields_of(plan: KnockoutPlan, who: Entering) -> dict[str, forms.Field]:
    """How many sit at a table, when tables are balanced, which are broken first."""
    sizes = [(size, str(size)) for size in who.sizes][1:]
    return {
        "seats": forms.TypedChoiceField(
            label=_("Most seats at a table"),
            choices=sizes,
            coerce=int,
            widget=Boxes(min(5, len(sizes))),
            initial=plan.seats,
        ),
        "balance_at": forms.TypedChoiceField(
            label=_("Balance tables that differ by"),
            choices=[(2, "2"), (3, "3")],
            coerce=int,
            widget=Boxes(2),
            initial=plan.balance_at,
        ),
        "breaks": NumbersField(
            label=_("Tables that are broken first"),
            required=False,
            most=MOST_TABLES,
            help_text=_(
                "Numbers in order, for example 3, 1. If empty: always the smallest table, or the last "
                "one if several are equal."
            ),
            initial=", ".join(map(str, plan.breaks)),
        ),
    }


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
            return [[entrant] for entrant in sorted(tied, key=order.index)]
    return [tied]
