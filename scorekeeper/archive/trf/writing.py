"""A stage of two as a report in FIDE's format: what its official rounds were for everybody."""

from typing import Final
from uuid import UUID

from django.utils import timezone

from games.core.text import gettext_noop
from scorekeeper.archive.reading import refused
from scorekeeper.archive.trf.report import (
    BLACK,
    MOST_POINTS,
    NO_COLOUR,
    NOTHING,
    TOGETHER,
    USUAL,
    WHITE,
    Player,
    Result,
    TournamentReport,
    worth,
)
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.plan import MatchPlan
from scorekeeper.tournaments.matches.results import LOSS, WIN
from scorekeeper.tournaments.matches.totals import BYE, HALF, LEFT, Cell, DuelStanding, Line, duel_standing_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.rounds.field import active, called, with_players

TENTHS: Final = 5  # of half a point


def can_report(stage: Stage) -> bool:
    """Whether a report can say what was played: matches that give points, all in one group."""
    return format_of(stage).has_cross_table(stage.typed_plan) and stage.entrants.exists()


def report_of(stage: Stage) -> TournamentReport:
    """The stage by its official rounds.

    Raises:
        Refused: `no_report`: the format knows nothing of it; `points_many`: its columns have no room for the points.
    """
    if not can_report(stage):
        raise refused("no_report", "", NO_REPORT)
    found = duel_standing_of(stage, official=True)
    plan = stage.typed_plan
    assert isinstance(plan, MatchPlan)  # noqa: S101 asked for stages of two alone
    scoring = _scoring(plan)
    numbers = dict(stage.entrants.values_list("entrant", "line"))
    lines = {line.entrant.pk: line for line in found.lines}
    ranked = {pk: number for pk, number in numbers.items() if pk in lines}  # of who left too early nothing counts
    entrants = with_players(stage.tournament.entrants.filter(pk__in=numbers)).in_bulk()
    players = []
    for pk, number in sorted(numbers.items(), key=lambda entry: entry[1]):
        entrant, line = entrants[pk], lines.get(pk)
        results = _results(found, line, ranked, plan) if line else (NOTHING,) * len(found.rounds)
        points = sum(worth(result, scoring) for result in results)
        if points > MOST_POINTS:
            raise refused("points_many", "", NO_ROOM)
        rank = line.rank if line else len(numbers)
        people = [player.name for player in active(entrant)]
        name = TOGETHER.join(people) if stage.tournament.of == Tournament.Of.PAIRS else called(entrant)
        players.append(
            Player(number=number, name=name, rating=entrant.rating, points=points, rank=rank, results=results)
        )
    rounds = format_of(stage).planned_rounds(stage) or len(found.rounds)
    last = max((round_.official_at for round_ in found.rounds if round_.official_at), default=None)
    return TournamentReport(
        name=stage.tournament.name,
        city=stage.tournament.venue,
        starts_on=timezone.localdate(stage.tournament.starts_at),
        ends_on=timezone.localdate(last) if last else None,
        is_round_robin=plan.is_cross,
        players=players,
        rounds=max(rounds, len(found.rounds)),
        scoring=scoring,
    )


def _scoring(plan: MatchPlan) -> dict[str, int]:
    """What everything counts, in tenths of a point. Whoever does not come gets nothing, whatever a defeat counts."""
    counts = {"W": plan.win, "D": plan.draw, "L": plan.loss}
    bye = plan.for_bye or 0
    own = {code: counts[code[1]] * TENTHS for code in ("WW", "BW", "WD", "BD", "WL", "BL")}
    own |= {"FW": plan.win * TENTHS, "FL": 0, "FPB": plan.win * TENTHS, "HPB": plan.draw * TENTHS}
    return {**USUAL, **own, "PAB": bye * TENTHS, "ZPB": 0}


def _results(found: DuelStanding, line: Line, numbers: dict[UUID, int], plan: MatchPlan) -> tuple[Result, ...]:
    opened = {round_.number for round_ in found.rounds}
    own = {cell.number: cell for cell in line.cells}
    return tuple(
        _result(own[number], numbers[line.entrant.pk], numbers, plan) if number in own else NOTHING
        for number in range(1, max(opened, default=0) + 1)
    )


def _result(cell: Cell, own: int, numbers: dict[UUID, int], plan: MatchPlan) -> Result:
    opponent = numbers.get(cell.opponent_id, 0) if cell.opponent_id else 0
    outcome = cell.match.outcome if cell.match else None
    if opponent and outcome:
        points = outcome.of_home if cell.is_home else outcome.of_away
        colour = WHITE if cell.is_home else BLACK
        if outcome.is_forfeit:
            return Result(opponent, colour, "+" if points == WIN else "-")
        return Result(opponent, colour, "1" if points == WIN else "0" if points == LOSS else "=")
    if opponent and cell.kind == LEFT:
        return Result(opponent, WHITE if own < opponent else BLACK, "+" if cell.points else "-")
    code = {BYE: "U", HALF: "H"}.get(cell.kind, "Z") if plan.for_bye is not None else "Z"
    return Result(0, NO_COLOUR, code)


NO_REPORT: Final = gettext_noop(
    "FIDE’s format covers only single-group round-robin or Swiss events, with matches of two that give points."
)
NO_ROOM: Final = gettext_noop("FIDE’s format cannot hold more than 99.9 points.")
