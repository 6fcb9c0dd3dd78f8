"""What stands in the way of the next round of tables, before anything is drawn: every obstacle at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.drawing import smaller_sizes
from scorekeeper.pairing.teams import TEAMS
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle, large_clubs, of_people, of_rounds, of_stage
from scorekeeper.tournaments.formats.tables.instances import shape_of, squares_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.rounds.field import Unit, all_apart, field_of, listed, names_of, pairs_of, units_of
from scorekeeper.tournaments.rounds.results import Read, nameless

OF_SIZES: Final = frozenset({"small_tables", "sits_out"})
"""The codes of what is said of the tables that people make."""


def next_round(stage: Stage, read: Read = nameless) -> NextRound:
    """Of the next round of a stage of tables."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    field = field_of(stage)
    units = units_of(stage.tournament, field.here)
    allowed = sizes(stage.tournament.plays, stage.tournament.typed_rules)
    squares = squares_of(stage, field)
    found = shape_of(stage, len(units), squares)
    obstacles = (
        *of_stage(stage),
        *of_rounds(plan.rounds, field.number),
        *of_people(stage, field, len(units), min(allowed, default=0) if not found else 0),
        *_of_round_before(stage, plan, field.number, read),
        *_of_clubs(plan, field.here, len(found)),
        *_of_sizes(found, len(units) - sum(found), plan),
        *_of_teams(plan, len(field.here)),
        *_of_pairs(stage, units, len(found), len(units) - sum(found)),
    )
    smaller = () if squares else smaller_sizes(len(units), allowed, plan.size)
    return NextRound(field.number, field, found, len(units) - sum(found), obstacles, smaller)


def of_draft(stage: Stage, look: NextRound, drawn: Sequence[int]) -> NextRound:
    """The same of a draft whose tables have these sizes, where a director chose smaller ones: what it says of sizes and
    of who sits out is what the draft has."""
    plan, sizes = stage.typed_plan, tuple(sorted(drawn, reverse=True))
    if not isinstance(plan, TablesPlan) or not look.smaller or sizes != look.smaller:
        return look
    others = (obstacle for obstacle in look.obstacles if obstacle.code not in OF_SIZES)
    obstacles = (*others, *_of_sizes(sizes, out := look.out_of_smaller, plan))
    return replace(look, sizes=sizes, out=out, smaller=look.sizes, obstacles=obstacles, is_smaller=True)


def _of_round_before(stage: Stage, plan: TablesPlan, number: int, read: Read) -> Iterator[Obstacle]:
    """Whoever puts people by their points has to have the points; who still plays can't sit down elsewhere."""
    before = Round.objects.filter(stage=stage, number=number - 1).first()
    if before is None:
        return
    open_tables = [table.number for table in read([before]) if not table.is_final]
    if open_tables:
        numbers = ", ".join(map(str, open_tables))
        text = _("These tables of round {round} have no final result yet: {numbers}.")
        stops = plan.style == "seeded"
        if stops:
            text += " " + _("The next round follows the points, so these results are needed first.")
        yield Obstacle("round_open", text.format(round=number - 1, numbers=numbers), stops=stops)


def _of_clubs(plan: TablesPlan, here: Sequence[Entrant], tables: int) -> Iterator[Obstacle]:
    """At the one table there is all sit together, whoever they are."""
    if plan.apart == "off" or plan.style == "manual" or tables < 2:
        return
    for origin, times in large_clubs(here, tables):
        text = _("{number} come from {origin}, but there are only {tables} tables. Some of them have to sit together.")
        if plan.apart == "hard":
            text += " " + _("They are kept apart as far as possible.")
        yield Obstacle("origin_too_large", text.format(number=times, origin=origin, tables=tables))


def _of_teams(plan: TablesPlan, here: int) -> Iterator[Obstacle]:
    """Team points go by up to five places."""
    if plan.counts == "team_points" and here > TEAMS:
        text = _(
            "{number} teams are here, but team points work for at most five. Count points, or let fewer teams play."
        )
        yield Obstacle("teams_many", text.format(number=here), stops=True)


def _of_pairs(stage: Stage, units: Sequence[Unit], tables: int, out: int) -> Iterator[Obstacle]:
    """Who is kept apart by a list, where there is nowhere else to sit."""
    pairs = pairs_of(stage.tournament, units).forbidden if tables else ()
    if tables == 1 and pairs:
        text = _("Kept apart, but there is only one table: {pairs}.")
        yield Obstacle("kept_apart", text.format(pairs=listed(pairs, names_of(units))))
    elif len(group := all_apart(pairs)) > tables + out:
        names = names_of(units)
        text = _("None of these should sit together, but there are only {tables} tables: {names}.")
        people = ", ".join(isolated(name) for name in sorted((names[key] for key in group), key=alphabetical))
        yield Obstacle("kept_apart", text.format(tables=tables, names=people))


def _of_sizes(found: Sequence[int], out: int, plan: TablesPlan) -> Iterator[Obstacle]:
    if not found:
        return
    small = sum(size < plan.size for size in found)
    if small:
        text = ngettext("{number} table is smaller than {size}.", "{number} tables are smaller than {size}.", small)
        yield Obstacle("small_tables", text.format(number=small, size=plan.size))
    if out:
        text = ngettext("{number} sits out.", "{number} sit out.", out)
        yield Obstacle("sits_out", text.format(number=out))
