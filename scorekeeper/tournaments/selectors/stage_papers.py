"""The standing of a stage as a table, whatever is played in it: points and keys, a bracket, or places."""

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.tables_out import Cell, Table
from scorekeeper.common.texts import fraction_figure
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.plans import OF_DUELS, DoublePlan, KnockoutPlan, SinglePlan
from scorekeeper.tournaments.selectors.bracket import bracket_of
from scorekeeper.tournaments.selectors.bracket_page import Part, Shown, ShownRound, parts_of
from scorekeeper.tournaments.selectors.duel_standing import Line, duel_standing_of
from scorekeeper.tournaments.selectors.duel_why import Column
from scorekeeper.tournaments.selectors.knockout_page import knockout_lines
from scorekeeper.tournaments.selectors.papers import named, over, standing_out, without_empty
from scorekeeper.tournaments.words import place_words

ROOM = "            "  # for what is written in by hand


def is_bracket(stage: Stage) -> bool:
    """Whether it is printed as matches, round by round."""
    return isinstance(stage.typed_plan, SinglePlan | DoublePlan)


def stage_out(stage: Stage, *, official: bool) -> Table:
    """Who stands where in it, as if it ended now or by what is official; of a bracket its matches."""
    if stage.plan["kind"] in OF_DUELS:
        return _duels(stage, official=official)
    if is_bracket(stage):
        return _bracket(stage, official=official)
    if isinstance(stage.typed_plan, KnockoutPlan):
        return _knockout(stage, official=official)
    return standing_out(stage, official=official)


def _duels(stage: Stage, *, official: bool) -> Table:
    """All groups below one another, each line with its keys."""
    found = duel_standing_of(stage, official=official)
    groups = found.groups if found.rounds else ()
    columns = {column.name: column for group in groups for column in group.columns}
    heads = [_("Place"), _("Name"), _("Group"), *(column.title for column in columns.values())]
    rows = [
        _line(line, group.number if len(groups) > 1 else None, columns.values())
        for group in groups
        for line in group.lines
    ]
    after = ngettext("After {number} round.", "After {number} rounds.", len(found.rounds))
    said = [after.format(number=len(found.rounds)), *([] if official else [_("As if it ended now; not official.")])]
    title = _title(stage, _("official standing") if official else _("standing"))
    return without_empty(Table(title, [*heads, _("Penalties"), _("Points")], rows, over(stage.tournament, *said)))


def _line(line: Line, group: int | None, columns: Iterable[Column]) -> list[Cell]:
    keys = [_key(line.figures.get(column.name, "")) for column in columns]
    return [line.rank, line.name, group, *keys, line.extra_said if line.given else None, line.said]


def _key(figure: int | Fraction | str) -> Cell:
    return figure if isinstance(figure, str) else fraction_figure(figure)


def bracket_out(stage: Stage, *, official: bool) -> tuple[str, list[str], list[Part]]:
    """The title of a bracket, what stands under it, and its parts; none while nothing was opened, or is official."""
    state = bracket_of(stage, official=official)
    parts = parts_of(state, on_paper=True) if state and state.rounds else []
    title = _title(stage, _("bracket by what is official") if official else _("bracket"))
    return title, over(stage.tournament), parts


def _bracket(stage: Stage, *, official: bool) -> Table:
    """Every match in the order of the rounds; what is open has room for its result."""
    title, said, parts = bracket_out(stage, official=official)
    heads = [_("Round"), _("Match"), _("One side"), _("The other side"), _("Result")]
    rows = [_match(one, match) for part in parts for one in part.rounds for match in one.matches]
    return Table(title, heads, rows, said)


def _match(one: ShownRound, match: Shown) -> list[Cell]:
    sides = [f"{side.seed}. {side.name}" if side.seed else side.name for side in match.sides]
    return [one.title, match.name, *sides, _result(match)]


def _result(match: Shown) -> str:
    """Who goes on, with what was counted; words where it was not played."""
    winner = next((side for side in match.sides if side.has_won), None)
    if match.state not in {"played", "walkover"}:
        return ROOM if match.state in {"waits", "open", "playing"} else match.words
    if winner is None:
        return match.words
    figures = ":".join(side.figure for side in match.sides)
    return f"{figures} {winner.name}" if figures.strip(":") else f"{winner.name} ({match.words})"


def _knockout(stage: Stage, *, official: bool) -> Table:
    """Who is out, at which place; who still plays shares the first."""
    lines = knockout_lines(stage, official=official)
    rows: list[list[Cell]] = [
        [place_words(line.first, line.last), name, _("plays") if plays else None]
        for line in lines
        for name, plays in ((name, act is None and line.is_shared) for name, act in line.rows)
    ]
    said = [] if official else [_("As if it ended now; not official.")]
    title = _title(stage, _("official standing") if official else _("standing"))
    return without_empty(Table(title, [_("Place"), _("Name"), _("State")], rows, over(stage.tournament, *said)))


def _title(stage: Stage, what: str) -> str:
    title = named(stage.tournament, what)
    return f"{title}, {stage.name}" if stage.name else title
