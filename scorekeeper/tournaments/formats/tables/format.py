"""Rounds of tables whose points add up. What people fill in, and what stands in the way of the next round before
anything is drawn, every obstacle at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated, stop_after
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, report_of
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.pairing.drawing import smaller_sizes
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.teams import TEAMS
from scorekeeper.play.offers import (
    LengthsField,
    hands_of,
    length_problems,
    length_sentence,
    rules_of_round,
    sizes,
    usual_hands,
)
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.format import Format, Places, Seeding
from scorekeeper.tournaments.formats.next_round import (
    Corrected,
    Entering,
    NextRound,
    Obstacle,
    apart_field,
    apart_sentences,
    large_clubs,
    of_people,
    of_rounds,
    of_stage,
)
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.formats.tables.draw import changed_report, drawn_tables, never_together, next_of
from scorekeeper.tournaments.formats.tables.instances import seen_with, seen_without, shape_of, shown_before, squares_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.reasons import corrected, details_of_tables, points_of, reasons_of_tables
from scorekeeper.tournaments.formats.tables.standing import standing
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    all_apart,
    field_of,
    key_of,
    listed,
    names_of,
    new_lines,
    pairs_of,
    units_of,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

STYLES: Final = {
    "mix": gettext_lazy("Meet as many others as possible"),
    "seeded": gettext_lazy("By points, from round 2 on"),
    "team": gettext_lazy("One of each team at a table"),
    "random": gettext_lazy("Purely by chance"),
    "manual": pgettext_lazy("heading", "By hand"),
}
COUNTS: Final = {
    "points": gettext_lazy("The points of all rounds, added up"),
    "team_points": gettext_lazy("Team points, as on match days"),
}
LEAST, MOST = -10_000, 10_000  # points


def styles_of(who: Entering) -> tuple[str, ...]:
    """In which styles rounds can be drawn for them."""
    return ("team", "manual") if who.of == Tournament.Of.TEAMS else ("mix", "seeded", "random", "manual")


def fields_of(plan: TablesPlan, who: Entering) -> dict[str, forms.Field]:
    """How many rounds at which tables, who sits with whom, and what counts."""
    sizes = [(size, str(size)) for size in who.sizes]
    found: dict[str, forms.Field] = {
        "rounds": forms.IntegerField(
            label=pgettext("field", "Rounds"),
            min_value=1,
            max_value=MOST_ROUNDS,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            initial=plan.rounds,
        ),
        "size": forms.TypedChoiceField(
            label=_("Players at a table, if possible"),
            choices=sizes,
            coerce=int,
            widget=Boxes(min(3, len(sizes))),
            initial=plan.size,
        ),
        "style": forms.ChoiceField(
            label=_("Who sits with whom"),
            choices=[(style, str(STYLES[style])) for style in styles_of(who)],
            widget=Boxes(1),
            initial=plan.style,
        ),
    }
    if who.game.of_length:
        found["lengths"] = LengthsField(plan.lengths, usual_hands(who.game, who.rules, plan.size))
    found |= {
        "apart": apart_field(plan.apart),
        "absent": _points_field(_("Value of a missed round"), plan.absent),
        "bye": _points_field(_("Value of a round without a table"), plan.bye),
    }
    if who.of == Tournament.Of.TEAMS:
        found["counts"] = forms.ChoiceField(
            label=pgettext("field", "First criterion"),
            choices=list(COUNTS.items()),
            widget=Boxes(1),
            help_text=_(
                "Team points are for two to five teams: 3, 2, 1 and 0 for the places in each round. With five "
                "teams, 4 to 0."
            ),
            initial=plan.counts,
        )
    return found


def _points_field(label: str, points: int) -> forms.Field:
    return forms.IntegerField(label=label, required=False, min_value=LEAST, max_value=MOST, initial=points)


USUAL_SIZE: Final = 4
OF_SIZES: Final = frozenset({"small_tables", "sits_out"})
"""The codes of what is said of the tables that people make."""
NO_TABLES: Final = Text(gettext_noop("At these tables everybody plays alone. Choose single players or teams."))
NO_SEATS: Final = Text(gettext_noop("These rules do not allow so many seats at a table."))
NO_TEAMS: Final = Text(gettext_noop("“One of each team at a table” needs teams."))
TEAMS_BY_TEAM: Final = Text(
    gettext_noop("In a team event each table seats one player of each team. Choose that option.")
)
NO_TEAM_POINTS: Final = Text(gettext_noop("Only teams have team points. Choose points."))


class TablesFormat(Format):
    """Everybody sits at tables by themselves, or one of each team."""

    plan = TablesPlan
    order = 1
    title = gettext_lazy("Rounds at tables")
    about = gettext_lazy("Each round has new seats, and points add up.")
    on_pairs = gettext_lazy(
        "“Never together” sits at different tables if there is any way. “Should meet” happens once, as far as "
        "the rest of the draw allows."
    )
    counts = "points"
    fills_up = True
    takes_late = True
    gives_points = True

    def is_usual(self, game: AnyGame) -> bool:
        return game.duel is None

    def unsuited(self, who: Entering) -> Iterator[Problem]:
        """Refuses `format_unsuited`."""
        if who.of == Tournament.Of.PAIRS or len(who.game.sides(range(max(who.sizes)))) < max(who.sizes):
            yield Problem("format_unsuited", "kind", NO_TABLES)

    def usual_plan(self, who: Entering) -> TablesPlan:
        size = min(who.sizes, key=lambda seats: abs(seats - USUAL_SIZE))
        return TablesPlan(size=size, style="team" if who.of == Tournament.Of.TEAMS else "mix")

    def problems(self, plan: TablesPlan, who: Entering) -> Iterator[Problem]:
        """Refuses `size_unknown`, `style_unsuited`, `counts_unsuited`, as `length_problems`."""
        if plan.size not in who.sizes:
            yield Problem("size_unknown", "size", NO_SEATS)
        if plan.style not in styles_of(who):
            text = TEAMS_BY_TEAM if who.of == Tournament.Of.TEAMS else NO_TEAMS
            yield Problem("style_unsuited", "style", text)
        yield from length_problems(who.game, who.rules, plan.size, plan.lengths)
        if plan.counts == "team_points" and who.of != Tournament.Of.TEAMS:
            yield Problem("counts_unsuited", "counts", NO_TEAM_POINTS)

    def sentences(self, plan: TablesPlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        rounds = ngettext("{number} round at tables of {size}.", "{number} rounds at tables of {size}.", plan.rounds)
        style = str(STYLES[plan.style])
        found = [rounds.format(number=plan.rounds, size=plan.size), f"{style}{stop_after(style)}"]
        if lengths := length_sentence(plan.lengths, plan.size):
            found.append(lengths)
        if plan.counts == "team_points":
            found.append(
                _("Each round gives 3, 2, 1 and 0 team points for the places of the teams. With five teams, 4 to 0.")
            )
        if plan.style != "manual":
            found += apart_sentences(plan.apart)
        if plan.absent:
            found.append(_("A missed round counts {points}.").format(points=plan.absent))
        if plan.bye:
            found.append(_("A round without a table counts {points}.").format(points=plan.bye))
        return found

    def fields(self, plan: TablesPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who)

    def filled_in(self, plan: TablesPlan, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        """Points that nobody wrote are none."""
        return {**super().filled_in(plan, sent, who), "absent": sent["absent"] or 0, "bye": sent["bye"] or 0}

    def planned_rounds(self, stage: Stage) -> int | None:
        plan = stage.typed_plan
        assert isinstance(plan, TablesPlan)  # noqa: S101 the format of this plan
        return plan.rounds

    def rules_of_round(self, stage: Stage, number: int) -> tuple[dict[str, Any], str] | None:
        plan, tournament = stage.typed_plan, stage.tournament
        assert isinstance(plan, TablesPlan)  # noqa: S101 the format of this plan
        hands = hands_of(plan.lengths, number)
        return rules_of_round(tournament.plays, tournament.typed_rules, tournament.rules_name, plan.size, hands)

    def is_left(self, stage: Stage, number: int) -> bool:
        return number <= (self.planned_rounds(stage) or 0)

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        plan = stage.typed_plan
        assert isinstance(plan, TablesPlan)  # noqa: S101 the format of this plan
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

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        return units_of(stage.tournament, field.here)

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        return new_lines(stage, field)

    def lengths(self, plan: TablesPlan) -> tuple[int | None, ...]:
        return plan.lengths

    def table_size(self, plan: TablesPlan) -> int:
        return plan.size

    def forget(self, round_: Round) -> None:
        """Who has seen seats gets as few others as possible."""
        round_.stage.seen = seen_without(round_)
        round_.stage.save(update_fields=["seen"])

    def seen_with(self, round_: Round) -> dict[str, Any] | None:
        return seen_with(round_)

    def shown(self, stage: Stage, number: int) -> Sequence[Seated]:
        return shown_before(stage, number)

    def planned(self, stage: Stage, field: Field, seed: int | None) -> Drawn | None:
        return next_of(stage, field, seed)

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        return drawn_tables(stage, field, asked, read=read)

    def changed_report(self, stage: Stage, draft: Round) -> Report:
        return changed_report(stage, draft)

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return never_together(stage, draft)

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        standing = standing_of(stage, before=field.number, read=read)
        return {"points": standing.totals, "order": [str(pk) for pk in standing.order]}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        origins = {key_of(place.entrant_id, place.player_id): place.entrant.origin for place in places}
        report = report_of(round_.report)
        return Explanation(
            tuple(reasons_of_tables(round_, report, names, origins, for_desk=for_desk)),
            tuple(details_of_tables(report, names, for_desk=for_desk)),
        )

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        return points_of(round_, read)

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        return [table.number for table in read([round_]) if not table.is_final]

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        return corrected(round_, read)

    def places(self, stage: Stage, *, official: bool) -> Places:
        lines = standing_of(stage, official=official).lines
        return [[[line.entrant.pk for line in tied] for _rank, tied in groupby(lines, key=lambda line: line.rank)]]

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        return standing(stage, official=official, read=read, is_file=is_file)


# What stands in the way of the next round, before anything is drawn.


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


FORMATS = (TablesFormat(),)
