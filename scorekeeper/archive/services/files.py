"""Keep the file of a tournament while it is looked at, open it, and forget it."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.core.text import gettext_noop
from scorekeeper.accounts.models import User
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.opened import Opening, OpeningTerms
from scorekeeper.archive.reading import refused
from scorekeeper.archive.records import TournamentFileAnswers, TournamentFileSent
from scorekeeper.archive.tournament.opening import open_file
from scorekeeper.archive.trf.opening import open_report
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.tournaments.policies import can_plan

MOST_BYTES: Final = 900_000  # of a file that a page takes; a command takes larger ones
KEPT: Final = timedelta(days=1)
ZIP: Final = b"PK"
TOO_LARGE: Final = gettext_noop(
    "This file is larger than {most} kB, too large for this page. The operator can open it "
    "with `manage.py import_tournament`."
)


@transaction.atomic
def keep_file(sent: TournamentFileSent, *, club: Club, by: User, now: datetime) -> TournamentFile:
    """Keep a file to look at; once it can be read.

    Raises:
        PermissionDenied: not a director, or the club is closed.
        Refused: `file_large`, as `looked_at`: it cannot be read.
    """
    require(can_plan(role_in(by, club)))
    data = sent.file.data
    if len(data) > MOST_BYTES:
        raise refused("file_large", "file", TOO_LARGE, most=MOST_BYTES // 1000)
    looked_at(TournamentFile(club=club, by=by, data=data), by=by, now=now)
    called = tidied(sent.file.name)[:LONGEST] or "file"
    return TournamentFile.objects.create(club=club, by=by, name=called, data=data, at=now)


@transaction.atomic
def say_of_file(answers: TournamentFileAnswers, *, file: TournamentFile, by: User) -> TournamentFile:
    """Who of the file is who of the book, and what was played where the file does not say it. An answer that nobody can
    choose leaves its question open."""
    require(can_plan(role_in(by, file.club)))
    people = {**file.said.get("people", {}), **(answers.people or {})}
    game = file.said.get("game", "") if answers.game is None else answers.game
    file.said = {**file.said, "people": people, "game": game}
    TournamentFile.objects.filter(pk=file.pk).update(said=file.said)
    return file


def looked_at(file: TournamentFile, *, by: User, now: datetime) -> Opening:
    """What opening the file would do; nothing is kept.

    Raises:
        PermissionDenied, Refused: as `open_any`.
    """
    return open_any(bytes(file.data), _asked(file, by, now), keep=False)


@transaction.atomic
def open_kept(*, file: TournamentFile, by: User, now: datetime) -> Opening:
    """Open it, all of it or nothing; a file that was opened is kept no longer.

    Raises:
        PermissionDenied, Refused: as `open_any`.
    """
    opening = open_any(bytes(file.data), _asked(file, by, now), keep=True)
    if opening.tournament or opening.there:
        TournamentFile.objects.filter(pk=file.pk).delete()
    return opening


def open_any(data: bytes, asked: OpeningTerms, *, keep: bool) -> Opening:
    """What opening the file does; without `keep` all of it is done and taken back.

    Raises:
        PermissionDenied: not a director, or the club is closed.
        Refused: as `open_file`, as `open_report`.
    """
    return (open_file if data.startswith(ZIP) else open_report)(data, asked, keep=keep)


def forget_files(*, now: datetime) -> int:
    """Delete those that nobody opened; how many. Safe to run twice."""
    return TournamentFile.objects.filter(at__lte=now - KEPT).delete()[0]


def _asked(file: TournamentFile, by: User, now: datetime) -> OpeningTerms:
    people = file.said.get("people", {})
    return OpeningTerms(file.club, by, people, now, file.said.get("game", ""))
