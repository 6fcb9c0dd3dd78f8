"""The standing of a stage as a table, whatever is played in it: points and keys, a bracket, or places."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Figure, Table
from scorekeeper.common.texts import MINUS, fraction_figure
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of
from scorekeeper.tournaments.formats.bracket.picture import Part, Shown, ShownRound, parts_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.knockout.tables import knockout_lines
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.standing import ABSENT, BYE, HALF, Group, duel_standing_of
from scorekeeper.tournaments.matches.standing import Cell as Met
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.rounds.units import place_words
from scorekeeper.tournaments.selectors.papers import (
    over,
    standing_out,
    titled,
    told_after,
    without_empty,
)

ROOM = "            "  # for what is written in by hand


def stage_out(stage: Stage, *, official: bool) -> Table:
    """Who stands where in it, as if it ended now or by what is official; of a bracket its matches."""
    if format_of(stage).counts == "half_points":
        return _duels(stage, official=official)
    if format_of(stage).is_by_matches:
        return _bracket(stage, official=official)
    if isinstance(stage.typed_plan, KnockoutPlan):
        return _knockout(stage, official=official)
    return standing_out(stage, official=official)


def _duels(stage: Stage, *, official: bool) -> Table:
    """All groups below one another, each line with its rounds and its keys."""
    found = duel_standing_of(stage, official=official)
    groups = found.groups if found.rounds else ()
    columns = {column.name: column for group in groups for column in group.columns}
    rounds = sorted({cell.number for group in groups for line in group.lines for cell in line.cells})
    numbers = {line.entrant.pk: line.entrant.number for line in found.lines}
    heads = [_("Place"), _("No."), _("Name"), _("Group"), *(_("R{number}").format(number=one) for one in rounds)]
    rows: list[list[Cell]] = []
    for group in groups:
        for line in group.lines:
            cells = {cell.number: against(cell, numbers) for cell in line.cells}
            keys = [_key(line.figure_of(name)) for name in columns]
            lead: list[Cell] = [line.rank, line.entrant.number, line.name, group.number if len(groups) > 1 else None]
            end: list[Cell] = [Figure(line.extra_said) if line.given else None, Figure(line.said)]
            rows.append([*lead, *(cells.get(one, "") for one in rounds), *keys, *end])
    heads += [*(column.title for column in columns.values()), _("Penalties"), _("Points")]
    said = [
        *told_after(len(found.rounds), official=official),
        *([_how_rounds_are_written()] if rounds else []),
        *_who_counts_for_nobody(groups),
    ]
    title = titled(stage, _("official standing") if official else _("standing"))
    return without_empty(Table(title, heads, rows, over(stage.tournament, *said)))


def _how_rounds_are_written() -> str:
    return _("Rounds: the number of the opponent with + won, − lost or = drawn; in brackets, it was not played.")


def _who_counts_for_nobody(groups: Sequence[Group]) -> list[str]:
    """Whoever has no line, and whose matches are a dash in those of the others."""
    names = [name for group in groups for name in group.removed]
    said = _("Have left before half of their matches, so that none of these counts:")
    return [f"{said} {', '.join(names)}."] if names else []


def against(cell: Met, numbers: Mapping[UUID, int]) -> str:
    """A round in short: the number of the opponent with +, − or =, nothing behind it while it is open; in brackets
    what was not played. A bye in a word, half a one as a half, a round that was missed as a dash, and so a match that
    counts for nobody because the opponent has left too early to stand anywhere."""
    if cell.opponent_id is None:
        return {BYE: _("bye"), HALF: _("½ bye"), ABSENT: "–"}.get(cell.kind, "")
    if cell.opponent_id not in numbers:
        return "–"
    number, outcome = numbers[cell.opponent_id], cell.match.outcome if cell.match else None
    if cell.match is None:
        return f"({number}{'+' if cell.points else MINUS})"
    if outcome is None:
        return str(number)
    other = outcome.of(cell.opponent_id)
    mine = outcome.of_home if cell.is_home else outcome.of_away
    sign = "+" if mine > other else MINUS if mine < other or outcome.is_forfeit else "="
    return f"({number}{sign})" if outcome.is_forfeit else f"{number}{sign}"


def _key(figure: int | Fraction | None) -> Cell:
    return None if figure is None else Figure(fraction_figure(figure))


def bracket_out(stage: Stage, *, official: bool) -> tuple[str, list[str], list[Part]]:
    """The title of a bracket, what stands under it, and its parts; none while nothing was opened, or is official."""
    state = bracket_of(stage, official=official)
    parts = parts_of(state, on_paper=True) if state and state.rounds else []
    is_part = official and stage.state != Stage.State.ENDED
    title = titled(stage, _("bracket by what is official") if is_part else _("bracket"))
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
    if figures.strip(":"):
        return f"{figures} {winner.name}"
    return winner.name if match.state == "played" else f"{winner.name} ({match.words})"


def _knockout(stage: Stage, *, official: bool) -> Table:
    """Who is out, at which place; who still plays shares the first."""
    lines = knockout_lines(stage, official=official)
    rows: list[list[Cell]] = [
        [place_words(line.first, line.last), name, _("plays") if plays else None]
        for line in lines
        for name, plays in ((name, act is None and line.is_shared) for name, act in line.rows)
    ]
    said = [] if official else [_("As if it ended now; not official.")]
    title = titled(stage, _("official standing") if official else _("standing"))
    return without_empty(Table(title, [_("Place"), _("Name"), _("State")], rows, over(stage.tournament, *said)))
