"""Keep account of what is printed at the desk of a tournament."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.ids import uuid7
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.tournaments.acting import locked, refused, role_at
from scorekeeper.tournaments.models import PrintedPaper, Tournament
from scorekeeper.tournaments.papers.printing import (
    Paper,
    begun_stages,
    content_of,
    last_printed,
    paper_called,
    states_of,
    wanted_papers,
)
from scorekeeper.tournaments.policies import can_desk

UNKNOWN: Final = gettext_noop("This tournament has no such paper.")


@transaction.atomic
def print_new(*, tournament_id: UUID, by: User, now: datetime) -> UUID:
    """Note that everything is printed that was not printed yet, or says something else since; under which batch its
    pages are had. Two who ask at once do not print it twice.

    Raises:
        Tournament.DoesNotExist.
        PermissionDenied: not who runs the desk.
        Conflict: `nothing_new`.
    """
    found, reads_accounts = _at_desk(tournament_id, by)
    papers = wanted_papers(found, begun_stages(found), reads_accounts=reads_accounts)
    states = states_of(papers, last_printed(found), now)
    fresh = [paper for paper in states.values() if paper.state and paper.state.is_new]
    if not fresh:
        raise Conflict("nothing_new", _("Nothing new to print. All papers are up to date."))
    return _noted(found, fresh, by, now)


@transaction.atomic
def note_printed(*, tournament_id: UUID, paper: str, by: User, now: datetime) -> UUID:
    """Note that this paper (its key, like `seats:<id of the round>`) was printed as it stands; the batch of it alone.
    One that was noted so already stays as it was.

    Raises:
        Tournament.DoesNotExist.
        PermissionDenied: not who runs the desk.
        Refused: `paper_unknown`.
    """
    found, reads_accounts = _at_desk(tournament_id, by)
    paper_name = paper_called(paper, found, reads_accounts=reads_accounts)
    if paper_name is None:
        raise refused("paper_unknown", "paper", UNKNOWN)
    last = last_printed(found).get(paper_name.key)
    if last and last.content == content_of(paper_name, now):
        return last.batch
    return _noted(found, [paper_name], by, now)


def _at_desk(tournament_id: UUID, by: User) -> tuple[Tournament, bool]:
    """The locked tournament, and whether they may print what the prizes are."""
    found = locked(tournament_id)
    role = role_at(by, found)
    require(can_desk(role))
    return found, can_read_accounts(role)


def _noted(tournament: Tournament, papers: Sequence[Paper], by: User, now: datetime) -> UUID:
    batch = uuid7()
    PrintedPaper.objects.bulk_create(
        PrintedPaper(
            club_id=tournament.club_id,
            tournament=tournament,
            kind=paper.kind,
            stage=paper.stage,
            round=paper.round,
            content=content_of(paper, now),
            batch=batch,
            at=now,
            by=by,
        )
        for paper in papers
    )
    return batch
