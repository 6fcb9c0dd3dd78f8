"""Rounds of tables whose points add up."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, report_of
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.play.offers import hands_of, length_problems, length_sentence, rules_of_round
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.clubs import apart_sentences
from scorekeeper.tournaments.formats.corrections import Corrected
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Format, Places, Seeding
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.formats.tables.corrected import corrected, points_of
from scorekeeper.tournaments.formats.tables.draw import changed_report, drawn_tables, never_together, next_of
from scorekeeper.tournaments.formats.tables.fields import STYLES, fields_of, styles_of
from scorekeeper.tournaments.formats.tables.instances import seen_with, seen_without, shown_before
from scorekeeper.tournaments.formats.tables.obstacles import next_round
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.reasons import details_of_tables, reasons_of_tables
from scorekeeper.tournaments.formats.tables.standing import standing
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.field import Field, Unit, key_of, new_lines, units_of
from scorekeeper.tournaments.rounds.results import Read, nameless

USUAL_SIZE: Final = 4
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
        found = [rounds.format(number=plan.rounds, size=plan.size), f"{STYLES[plan.style]}."]
        if lengths := length_sentence(plan.lengths, plan.size):
            found.append(lengths)
        if plan.counts == "team_points":
            found.append(
                _("Each round gives 3, 2, 1 and 0 team points for the places of the teams; with five teams, 4 to 0.")
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
        return next_round(stage, read)

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


FORMATS = (TablesFormat(),)
