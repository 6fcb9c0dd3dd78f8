"""The results of a whole round by programs: read, written at once, compared with the paper."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer
from scorekeeper.common.api import REFUSALS, Again
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.strict import Strict
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY
from scorekeeper.tournaments.api.results import ActsBody, DeskView
from scorekeeper.tournaments.api.round_requests import GotRequest, MatchWonRequest, ResultRequest
from scorekeeper.tournaments.models import DeskAct, Round, RoundTable
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.records import DeskActBody
from scorekeeper.tournaments.selectors.round_results import POINTS, ResultRow, rows_of_round
from scorekeeper.tournaments.services.matches import MatchResult
from scorekeeper.tournaments.services.results import Saying
from scorekeeper.tournaments.services.round_results import RowWanted, check_tables, write_rows

SEEN = "The mark of what was read there: if something else stands there by now, nothing is written (`result_changed`)."
MOST_SEEN = 16
ONE_KIND = Text(gettext_noop("Name the points of entrants, or who has won the match: one of both."))
NAMED_TWICE = Text(gettext_noop("Name everybody once."))


class RowRequest(ResultRequest):
    """The result of a table: `points`, or the `match`. What is known already is not written again."""

    table = serializers.UUIDField()
    seen = serializers.CharField(max_length=MOST_SEEN, help_text=SEEN)
    points = serializers.ListField(child=GotRequest(), max_length=MOST_ENTRANTS, required=False, default=list)
    match = MatchWonRequest(required=False, allow_null=True, default=None)
    despite_sum = serializers.BooleanField(
        required=False,
        default=False,
        help_text="As it is, although the points do not come to what the game says; else that is refused with "
        "`sum_differs`.",
    )


class RoundResultsRequest(Strict):
    """Results of tables of a round: all are written, or none."""

    results = serializers.ListField(child=RowRequest(), min_length=1, max_length=MOST_ENTRANTS)


class CheckRequest(Strict):
    """A table that agrees with its paper sheet."""

    table = serializers.UUIDField()
    seen = serializers.CharField(max_length=MOST_SEEN, help_text=SEEN)


class ChecksRequest(Strict):
    """Tables that agree with their paper sheets."""

    checks = serializers.ListField(child=CheckRequest(), min_length=1, max_length=MOST_ENTRANTS)


class SeatResultBody(Answer):
    """What is known of an entrant at a table."""

    entrant: UUID
    called: str
    points: int | None = Field(description="Null: nothing is known yet.")
    measures: dict[str, int] = Field(description="What the game counts besides.")


class CheckBody(Answer):
    """Who has compared the result with the paper."""

    by: str
    at: datetime
    is_writer: bool = Field(description="They had written it themselves.")


class RowBody(Answer):
    """A table with its result."""

    table: UUID
    number: int
    seen: str = Field(description="Send it back with what you write or have compared.")
    has_result: bool
    seats: list[SeatResultBody]
    winner: UUID | None = Field(description="Of a match; null: none, or a draw.")
    written_by: str = Field(description="Empty: the sheet says it, or nobody does.")
    checks: list[CheckBody]

    @classmethod
    def of(cls, value: ResultRow) -> "RowBody":
        row = value
        facts = {
            "table": row.table,
            "number": row.number,
            "seen": row.seen,
            "has_result": row.has_result,
            "seats": [
                {
                    "entrant": seat.entrant,
                    "called": seat.name,
                    "points": seat.figures.get(POINTS),
                    "measures": {name: figure for name, figure in seat.figures.items() if name != POINTS},
                }
                for seat in row.seats
            ],
            "winner": row.outcome.winner if row.outcome else None,
            "written_by": row.writer,
            "checks": [{"by": check.name, "at": check.at, "is_writer": check.is_writer} for check in row.checks],
        }
        return cls.model_validate(facts)


class RoundResultsBody(Answer):
    """Every table of a round with its result."""

    results: list[RowBody]


class RoundRows(DeskView):
    """The tables of a round as rows."""

    @extend_schema(operation_id="round_rows", responses={200: RoundResultsBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """List the tables of a round with their results.

        A scorer reads every table of a round with its result and who has compared it with the paper sheet.
        """
        found, here = self.round(request, round)
        require(can_desk(here.role))
        return self.told(
            request, RoundResultsBody(results=[RowBody.of(row) for row in rows_of_round(found)]).model_dump()
        )


class RoundResults(DeskView):
    """The results of a round."""

    rights = {"POST": can_plan}

    @extend_schema(
        operation_id="round_results",
        parameters=[KEY],
        request=RoundResultsRequest,
        responses={201: ActsBody, 200: OpenApiResponse(ActsBody, description="Written before."), **REFUSALS},
    )
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Enter the results of a round.

        A director enters the results of several tables of a round, all or none. A result that replaces another needs a
        reason.
        """
        found, _here = self.round(request, round)
        sent = self.body(RoundResultsRequest, request)["results"]
        rows = [_row(index, one) for index, one in enumerate(sent)]
        say = self.saying(request)
        try:
            acts = write_rows(round_id=round, rows=rows, say=say)
        except Refused as refused:
            raise Refused(_named(found, rows, refused.problems)) from None
        return _answer(acts, say)


class RoundChecks(DeskView):
    """Comparing with the paper."""

    rights = {"POST": can_desk}

    @extend_schema(
        operation_id="round_checks",
        parameters=[KEY],
        request=ChecksRequest,
        responses={201: ActsBody, 200: OpenApiResponse(ActsBody, description="Done before."), **REFUSALS},
    )
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Confirm that results agree with the paper sheets.

        A scorer confirms that these tables agree with their paper sheets. A result that changes later has to be checked
        again.
        """
        self.round(request, round)
        sent = self.body(ChecksRequest, request)["checks"]
        checks = {one["table"]: one["seen"] for one in sent}
        if len(checks) < len(sent):
            raise Refused([Problem("named_twice", "checks", NAMED_TWICE)])
        say = self.saying(request)
        try:
            acts = check_tables(round_id=round, checks=checks, say=say)
        except Refused as refused:
            raise Refused([replace(problem, field="checks") for problem in refused.problems]) from None
        return _answer(acts, say)


def _row(index: int, sent: dict[str, Any]) -> RowWanted:
    """Raises Refused: `named_twice`, `one_kind`."""
    if bool(sent["points"]) == bool(sent["match"]):
        raise Refused([Problem("one_kind", f"results.{index}", ONE_KIND)])
    points = {one["entrant"]: one["points"] for one in sent["points"]}
    if len(points) < len(sent["points"]):
        raise Refused([Problem("named_twice", f"results.{index}.points", NAMED_TWICE)])
    match = sent["match"]
    return RowWanted(
        sent["table"],
        sent["seen"],
        points,
        {one["entrant"]: one["measures"] for one in sent["points"] if one["measures"]},
        _match(match) if match else None,
        sent["reason"],
        sent["despite_sum"],
    )


def _match(sent: dict[str, Any]) -> MatchResult:
    sets, scored = (tuple(sent[name]) if sent[name] else None for name in ("sets", "scored"))
    return MatchResult(sent["winner"], sent["forfeit"], sets, scored)


def _named(round_: Round, rows: list[RowWanted], problems: tuple[Problem, ...]) -> list[Problem]:
    """The problems by the place of their row in what was sent, and not by the number of their table."""
    places = {row.table: place for place, row in enumerate(rows)}
    numbers = RoundTable.objects.filter(round=round_, pk__in=places).values_list("number", "pk")
    by_number = {str(number): places[pk] for number, pk in numbers}
    found = []
    for problem in problems:
        number, _dot, field = problem.field.partition(".")
        inside = "points" if field in {"entrant", "measures"} else field
        field = f"results.{by_number[number]}.{inside}".rstrip(".") if number in by_number else "results"
        found.append(replace(problem, field=field))
    return found


def _answer(acts: list[DeskAct], say: Saying) -> Response:
    body = ActsBody(acts=[DeskActBody.of(act) for act in acts]).model_dump()
    return Response(body, status=201) if any(act.at == say.now for act in acts) else Again(body)
