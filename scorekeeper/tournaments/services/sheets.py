"""Sheets that nobody fills any more: what the desk has written, or whom it has let go, closes them."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_unused, reopen_unused
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Entrant, Round, RoundTable
from scorekeeper.tournaments.rounds.results import Played, read_tables


def close_written(table_id: UUID, by: User, now: datetime) -> None:
    """A table all of whose results were written at the desk waits for nobody: its empty sheet is closed."""
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    if played.state == "desk" and played.sitting:
        reason = _("Its result was written at the desk.")
        close_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def reopen_unwritten(table_id: UUID, by: User, now: datetime) -> None:
    """What was written there is taken back: its empty sheet can be filled after all."""
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    if played.state != "desk" and played.sitting:
        reason = _("The result of the desk was taken back.")
        reopen_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def close_left(entrant: Entrant, by: User, now: datetime) -> None:
    """Who leaves has lost the open match of a bracket; where nothing was recorded yet its sheet is closed, so that the
    other one can sit down elsewhere. The tournament is locked."""
    for played in _matches(entrant):
        if played.sitting and not played.match:
            reason = _("Somebody of it has left the tournament.")
            close_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def reopen_left(entrant: Entrant, by: User, now: datetime) -> None:
    """Who has left is back: the match is played after all."""
    for played in _matches(entrant):
        if played.sitting and not played.match:
            reason = _("Who had left is back.")
            reopen_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def _matches(entrant: Entrant) -> Iterable[Played]:
    """Their matches in the rounds of a bracket that are being played."""
    stages = [stage.pk for stage in entrant.tournament.stages.filter(state="running") if format_of(stage).is_by_matches]
    tables = RoundTable.objects.filter(round__stage__in=stages, round__state=Round.State.PUBLISHED)
    return read_tables(tables.filter(places__entrant=entrant), named=False)
