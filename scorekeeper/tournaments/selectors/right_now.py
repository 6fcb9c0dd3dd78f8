"""Where a tournament that runs stands: the round that is played, how much of it is missing; what is drawn next."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.rounds.results import Once
from scorekeeper.tournaments.words import stage_title


@dataclass(frozen=True, slots=True)
class Now:
    """The newest opened round of the stage that is on, if there is one, and how many of its results are not final. Of a
    knock-out at tables, which has no rounds, how many are `left`."""

    stage: Stage
    title: str
    round: Round | None
    missing: int
    left: int

    @property
    def is_of_two(self) -> bool:
        return format_of(self.stage).is_of_matches


def now_of(tournament: Tournament) -> Now | None:
    """None where every stage has ended."""
    stages = list(tournament.stages.order_by("number"))
    stage = next((one for one in stages if one.state != Stage.State.ENDED), None)
    if stage is None:
        return None
    stage.tournament = tournament
    newest = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    if newest:
        newest.stage = stage
    format_ = format_of(stage)
    left = format_.people_left(newest) if newest else 0
    is_open = newest is not None and newest.official_at is None
    return Now(
        stage=stage,
        title=stage_title(stage) if len(stages) > 1 else "",
        round=newest,
        missing=len(format_.missing(newest, Once())) if newest and is_open and not left else 0,
        left=left,
    )


def next_number(stage: Stage, rounds: Sequence[Round]) -> int:
    """The number of the round of a stage that can be drawn, or is a draft; 0 where there is none, or the one before it
    is not official yet. `rounds` are all of the stage."""
    opened = [one for one in rounds if not one.is_draft]
    if stage.state == Stage.State.ENDED or any(one.official_at is None for one in opened):
        return 0
    number = max((one.number for one in opened), default=0) + 1
    return number if format_of(stage).is_left(stage, number) else 0
