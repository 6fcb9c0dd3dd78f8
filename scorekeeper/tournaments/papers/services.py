"""Codes and papers of a tournament: the address behind the code at the door, the passes that lead everybody at a table
to its sheet, and an account of what is printed at the desk."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.addresses import Doors
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.ids import uuid7
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import make_pass
from scorekeeper.tournaments.acting import locked, locked_round, refused, role_at
from scorekeeper.tournaments.models import PrintedPaper, Round, Tournament
from scorekeeper.tournaments.papers import printing
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
    papers = printing.wanted_papers(found, printing.begun_stages(found), reads_accounts=reads_accounts)
    states = printing.states_of(papers, printing.last_printed(found), now)
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
    paper_name = printing.paper_called(paper, found, reads_accounts=reads_accounts)
    if paper_name is None:
        raise refused("paper_unknown", "paper", UNKNOWN)
    last = printing.last_printed(found).get(paper_name.key)
    if last and last.content == printing.content_of(paper_name, now):
        return last.batch
    return _noted(found, [paper_name], by, now)


def _at_desk(tournament_id: UUID, by: User) -> tuple[Tournament, bool]:
    """The locked tournament, and whether they may print what the prizes are."""
    found = locked(tournament_id)
    role = role_at(by, found)
    require(can_desk(role))
    return found, can_read_accounts(role)


def _noted(tournament: Tournament, papers: Sequence[printing.Paper], by: User, now: datetime) -> UUID:
    batch = uuid7()
    PrintedPaper.objects.bulk_create(
        PrintedPaper(
            club_id=tournament.club_id,
            tournament=tournament,
            kind=paper.kind,
            stage=paper.stage,
            round=paper.round,
            content=printing.content_of(paper, now),
            batch=batch,
            at=now,
            by=by,
        )
        for paper in papers
    )
    return batch


DOORS = Doors("scorekeeper.tournaments.door")
door_of, is_door_of = DOORS.of, DOORS.is_of


@transaction.atomic
def make_round_passes(*, round_id: UUID, by: User, now: datetime) -> int:
    """A pass for every table of the round whose sheet is open; one in force stays. How many there are.

    Raises:
        Round.DoesNotExist.
        PermissionDenied: not who runs the desk.
        Conflict: `not_playing`: the round is not being played; `sitting_closed`.
    """
    one = locked_round(round_id)
    require(can_desk(role_at(by, one.stage.tournament)))
    if one.state != Round.State.PUBLISHED:
        raise Conflict("not_playing", _("This round is not being played, so its tables need no codes."))
    sittings = one.tables.filter(sitting__isnull=False, sitting__closed_at=None).order_by("number")
    found = [make_pass(sitting_id=pk, by=Actor(user=by), now=now) for pk in sittings.values_list("sitting", flat=True)]
    return len(found)
