"""The steps of a tournament as its director takes them: several acts in one, each of which can be done by itself."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from scorekeeper.accounts.models import User
from scorekeeper.jobs.models import Job
from scorekeeper.tournaments.acting import locked_stage
from scorekeeper.tournaments.draft.publishing import publish_round
from scorekeeper.tournaments.draft.scheduling import draw_or_ask
from scorekeeper.tournaments.draft.services import SeenDraft
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.results.services import make_official

PATIENCE: Final = 60.0  # seconds; such a draw takes a few milliseconds


@transaction.atomic
def make_rounds_official(*, stage_id: UUID, by: User, now: datetime) -> list[Round]:
    """Every round of the stage that is being played, in order: all of them, or none. What each had then is kept.

    Raises:
        Conflict, Refused: as `make_official`.
    """
    stage = locked_stage(stage_id)
    rounds = stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number")
    return [make_official(round_id=pk, by=by, now=now) for pk in list(rounds.values_list("pk", flat=True))]


@transaction.atomic
def open_next_matches(*, stage_id: UUID, by: User, now: datetime) -> Round | Job:
    """Draw the next matches and open them in one, where who meets follows from results and nobody chooses; the job,
    where somebody has asked for that draw in the background.

    Raises:
        Conflict: `tournament_ended`.
        Refused: what stands in the way of the draw, or of opening it.
    """
    stage = locked_stage(stage_id)
    assert not format_of(stage).has_swaps  # noqa: S101 asked for brackets alone
    draft = draw_or_ask(stage_id=stage_id, by=by, now=now, patience=PATIENCE)
    if isinstance(draft, Job):
        return draft
    return publish_round(SeenDraft(round=draft.pk, revision=draft.revision), stage_id=stage_id, by=by, now=now)


@transaction.atomic
def finish_stage(*, stage_id: UUID, by: User, now: datetime) -> Stage:
    """Make what is complete official and end the stage, the tournament after the last one: all of it, or nothing.

    Raises:
        Conflict, Refused: as `make_official`, as `end_stage`.
    """
    make_rounds_official(stage_id=stage_id, by=by, now=now)
    return end_stage(stage_id=stage_id, by=by, now=now)
