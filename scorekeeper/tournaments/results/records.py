"""Results at the desk, penalties and bonuses, lots: what is asked, and how programs are shown them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, Switch
from scorekeeper.tournaments.models import MOST_ENTRANTS, DeskAct
from scorekeeper.tournaments.records import DeskActBody, Reason, WithReason
from scorekeeper.tournaments.results.reads import POINTS, ResultRow

MOST: Final = 10_000_000  # points at once, either way
MOST_SCORED: Final = 10_000  # sets or points of one side in a match
MOST_SEEN: Final = 16
IN_UNIT: Final = "In the smallest unit of the tournament."
Points = Annotated[int, Field(ge=-MOST, le=MOST)]
MaybeReason = Annotated[Reason, Field(description="Needed where a hand or the desk has said something already.")]
Seen = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_SEEN,
        description="The mark of what was read there: if something else stands there by now, nothing is written "
        "(`result_changed`).",
    ),
]
Sets = Annotated[int, Field(ge=0, le=MOST_SCORED)]
Scored = Annotated[int, Field(ge=-MOST_SCORED, le=MOST_SCORED)]


class Got(Asked):
    """What an entrant has of a table."""

    entrant: UUID
    points: Annotated[Points, Field(description=IN_UNIT)]
    measures: dict[str, Points] = Field(
        default_factory=dict,
        description="What the game asks of equals, by measure: of Skat `won` and `lost`. What is not named stays as "
        "the sheet has it.",
    )


class TableResult(Asked):
    """What entrants have of a table, whatever its sheet says; who is not named keeps what the sheet says."""

    points: Annotated[tuple[Got, ...], Field(max_length=MOST_ENTRANTS)]
    reason: MaybeReason = ""


class MatchWon(Asked):
    """Who has won a match of two."""

    winner: UUID | None = Field(description="An entrant; null: a draw, or with `forfeit` neither.")
    forfeit: bool = Field(default=False, description="Who lost did not come.")
    sets: tuple[Sets, Sets] | None = Field(
        default=None, description="Of who is at home and who is away; null: nobody has counted them."
    )
    scored: tuple[Scored, Scored] | None = Field(
        default=None,
        description="Points of the sets, as `sets`; where points decide a match, its points, which can be less than 0.",
    )


class TableMatch(MatchWon):
    """Who has won a match of two, whatever its sheet says; the newest one counts."""

    reason: MaybeReason = ""


class PointsGiven(WithReason):
    """A bonus, or with less than 0 a penalty."""

    entrant: UUID
    points: Annotated[Points, Field(description=f"{IN_UNIT} Where matches give points: in half points.")]


class LotsAmong(Asked):
    """All who share a place."""

    entrants: Annotated[tuple[UUID, ...], Field(min_length=2, max_length=MOST_ENTRANTS)]


class RowResult(Asked):
    """The result of a table: `points`, or the `match`. What is known already is not written again."""

    table: UUID
    seen: Seen
    points: Annotated[tuple[Got, ...], Field(max_length=MOST_ENTRANTS)] = ()
    match: MatchWon | None = None
    reason: MaybeReason = ""
    despite_sum: bool = Field(
        default=False,
        description="As it is, although the points do not come to what the game says; else that is refused with "
        "`sum_differs`.",
    )


class RoundResults(Asked):
    """Results of tables of a round: all are written, or none."""

    results: Annotated[tuple[RowResult, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]


class PaperCheck(Asked):
    """A table that agrees with its paper sheet."""

    table: UUID
    seen: Seen


class PaperChecks(Asked):
    """Tables that agree with their paper sheets."""

    checks: Annotated[tuple[PaperCheck, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]


class ActsBody(Answer):
    """What was written at the desk."""

    acts: list[DeskActBody]

    @classmethod
    def of(cls, value: Iterable[DeskAct]) -> "ActsBody":
        return cls(acts=[DeskActBody.of(act) for act in value])


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


class StandingAsked(Asked):
    """Which standing of a stage."""

    official: Switch = Field(default=False, description="Only rounds whose results stand.")
