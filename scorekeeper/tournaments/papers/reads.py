"""The lists of a tournament as tables: to print, and for other programs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.tables.values import Cell, Table, figure, headed, without_empty
from scorekeeper.common.texts import isolated
from scorekeeper.draws.selectors.papers import names_title, plan_title, seats_by_name, seats_by_table
from scorekeeper.standings.standing import place_cell
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.entries.reads import entry_list
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.lists import named, over, titled
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.papers.blanks import Awarded
from scorekeeper.tournaments.rounds.field import name_of
from scorekeeper.tournaments.standing.reads import final_lines, points_of_stages
from scorekeeper.tournaments.words import stage_title


def of_stage(stage: Stage) -> str:
    """Its tournament, and its own name where it has one."""
    return f"{isolated(stage.tournament.name)}, {isolated(stage.name)}" if stage.name else stage.tournament.name


def entries_out(tournament: Tournament) -> Table:
    """Everybody on the list with how they stand, by number."""
    heads = [
        pgettext("note", "No."),
        pgettext("column", "Name"),
        pgettext("column", "Players"),
        pgettext("column", "Comes from"),
        pgettext("column", "Rating"),
        pgettext("column", "Seed"),
        pgettext("column", "State"),
    ]
    lines = sorted(entry_list(tournament).lines, key=lambda line: line.entrant.number)
    rows: Iterable[list[Cell]] = [
        [
            line.entrant.number,
            line.name,
            line.who,
            line.entrant.origin,
            line.entrant.rating,
            line.seed or None,
            str(line.entrant.get_state_display()),
        ]
        for line in lines
    ]
    return without_empty(
        Table(named(tournament, pgettext("in a line", "entry list")), heads, list(rows), over(tournament))
    )


def seats_out(round_: Round) -> Table:
    """Who sits where, table by table; of a round of matches who plays whom, with room for the result."""
    if not format_of(round_.stage).has_rounds:
        return _seats_now(round_)
    found = explained(round_)
    is_matches = max((len(table.places) for table in found.tables), default=0) == 2
    name = titled(round_.stage, plan_title(round_.number, is_draft=round_.is_draft, is_matches=is_matches))
    codes = [table.table.code for table in found.tables]
    return seats_by_table(name, over(round_.stage.tournament), found, name_of, is_matches=is_matches, codes=codes)


def _seats_now(round_: Round) -> Table:
    """Of a knock-out at tables who sits where now; seats keep their numbers, and empty ones stay empty."""
    tables = format_of(round_.stage).tables_now(round_)
    most = 1 + max((place.seat or 0 for table in tables for place in table.places), default=0)
    rows: list[list[Cell]] = []
    for table in tables:
        sits = {place.seat: name_of(place) for place in table.places}
        rows.append([table.number, *(sits.get(seat, "") for seat in range(most))])
    heads = [
        pgettext("column", "Table"),
        *(pgettext("column", "Seat {number}").format(number=number) for number in range(1, most + 1)),
    ]
    left = sum(len(table.places) for table in tables)
    sentence = ngettext("{number} is left.", "{number} are left.", left).format(number=left)
    name = titled(round_.stage, pgettext("heading", "seat plan of now"))
    return Table(name, heads, rows, over(round_.stage.tournament, sentence), grows=True)


def names_out(round_: Round) -> Table:
    """Who sits where, by name: the list to hang up."""
    found = explained(round_) if format_of(round_.stage).has_rounds else None
    tables = found.tables if found else format_of(round_.stage).tables_now(round_)
    seats: list[tuple[str, int | None, int | None, str]] = [
        (name_of(place), table.table.number, place.seat + 1 if place.seat is not None else None, "")
        for table in tables
        for place in table.places
    ]
    name = titled(round_.stage, pgettext("heading", "seats by name"))
    if found:
        seats += [(name_of(place), None, None, str(place.get_kind_display())) for place in (*found.out, *found.absent)]
        name = titled(round_.stage, names_title(round_.number, is_draft=round_.is_draft))
    return seats_by_name(name, over(round_.stage.tournament), seats)


def places_out(tournament: Tournament) -> Table:
    """Who stands where over all stages, with the points of each stage that gives any."""
    lines = final_lines(tournament, official=tournament.is_ended)
    points = points_of_stages(tournament)
    rows: list[list[Cell]] = [
        [
            place_cell(line.first, line.last),
            line.name,
            ", ".join(line.people),
            *(of_stage.get(line.entrant.pk) for _head, of_stage in points),
        ]
        for line in lines
    ]
    what = (
        pgettext("in a line", "final places")
        if tournament.is_ended
        else pgettext("in a line", "places, if it ended now")
    )
    heads = [
        pgettext("column", "Place"),
        pgettext("column", "Name"),
        pgettext("column", "Players"),
        *(head for head, _of_stage in points),
    ]
    return without_empty(Table(named(tournament, what), heads, rows, over(tournament)))


def prizes_out(tournament: Tournament, prizes: Awarded) -> Table:
    """The places with what they get, and who was passed over because their club has its prize already."""
    unit = prizes.pool.in_unit
    rows: list[list[Cell]] = [[what, name, figure(amount, unit)] for name, what, amount in prizes.receipts]
    passed_over = _("{place}: one prize for each club, and theirs has one")
    rows += [[passed_over.format(place=place), name, None] for name, place in prizes.passed_over]
    heads = [pgettext("column", "For"), pgettext("column", "Name"), headed(pgettext("column", "Prize"), unit)]
    return Table(named(tournament, pgettext("in a line", "prizes")), heads, rows, over(tournament))


def by_official(stage: Stage, *, asked: bool) -> bool:
    """Whether its standing is by what is official: where that is asked for, and always once it has ended."""
    return asked or stage.state == Stage.State.ENDED


@dataclass(frozen=True, slots=True)
class ToPrint:
    """A stage that has begun, with its title and its rounds, the newest first."""

    stage: Stage
    title: str
    rounds: list[Round]


def rounds_to_print(tournament: Tournament) -> list[ToPrint]:
    """Every stage that has begun."""
    stages = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("-number").prefetch_related("rounds")
    found = []
    for stage in stages:
        rounds = sorted((round_ for round_ in stage.rounds.all() if not round_.is_draft), key=lambda one: -one.number)
        found.append(ToPrint(stage, stage_title(stage), rounds))
    return found
