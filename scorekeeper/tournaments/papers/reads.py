"""The lists of a tournament as tables: to print, and for other programs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Table, figure, headed
from scorekeeper.common.texts import isolated
from scorekeeper.standings.standing import place_cell
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.entries.reads import entry_list
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.lists import named, over, titled, without_empty
from scorekeeper.tournaments.models import Round, RoundPlace, Stage, Tournament
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
    found, tournament = explained(round_), round_.stage.tournament
    most = max((len(table.places) for table in found.tables), default=0)
    is_matches = most == 2
    heads = [
        pgettext("column", "Table"),
        pgettext("column", "Match"),
        *(_seat(number, is_matches=is_matches) for number in range(1, most + 1)),
    ]
    rows: list[list[Cell]] = [
        [table.table.number, table.table.code, *_filled([name_of(place) for place in table.places], most)]
        for table in found.tables
    ]
    if is_matches:
        heads, rows = [*heads, pgettext("column", "Result")], [[*row, "            "] for row in rows]
    what = pgettext("in a line", "pairings of {round}") if is_matches else pgettext("in a line", "seat plan of {round}")
    name = titled(round_.stage, what.format(round=_round(round_)))
    left_out = _left_out(found.out, found.absent, is_matches=is_matches)
    return without_empty(Table(name, heads, rows, over(tournament, *left_out), grows=True))


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
    tournament = round_.stage.tournament
    found = explained(round_) if format_of(round_.stage).has_rounds else None
    tables = found.tables if found else format_of(round_.stage).tables_now(round_)
    rows: list[list[Cell]] = [
        [name_of(place), table.table.number, place.seat + 1 if place.seat is not None else None]
        for table in tables
        for place in table.places
    ]
    away = (*found.out, *found.absent) if found else ()
    rows += [[name_of(place), None, None, str(place.get_kind_display())] for place in away]
    rows = [[*row, *[""] * (4 - len(row))] for row in rows]
    rows.sort(key=lambda row: alphabetical(str(row[0])))
    heads = [pgettext("column", "Name"), pgettext("column", "Table"), pgettext("column", "Seat"), ""]
    name = titled(round_.stage, pgettext("heading", "seats by name"))
    if found:
        name = titled(round_.stage, pgettext("heading", "seats of {round} by name").format(round=_round(round_)))
    return without_empty(Table(name, heads, rows, over(tournament), grows=True))


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


def _seat(number: int, *, is_matches: bool) -> str:
    if is_matches:
        return pgettext("heading", "One side") if number == 1 else pgettext("heading", "Other side")
    if number == 1:
        return _("Seat 1, deals first")
    return pgettext("heading", "Seat {number}").format(number=number)


def _round(round_: Round) -> str:
    text = (
        pgettext("in a line", "round {number}, draft") if round_.is_draft else pgettext("in a line", "round {number}")
    )
    return text.format(number=round_.number)


def _filled(names: Sequence[str], most: int) -> list[str]:
    return [*names, *[""] * (most - len(names))]


def _left_out(out: Iterable[RoundPlace], absent: Iterable[RoundPlace], *, is_matches: bool) -> list[str]:
    sentences = []
    if names := ", ".join(name_of(place) for place in out):
        words = _("Without an opponent: {names}") if is_matches else _("Sitting out: {names}")
        sentences.append(words.format(names=names))
    if names := ", ".join(name_of(place) for place in absent):
        sentences.append(_("Missing this round: {names}").format(names=names))
    return sentences


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
