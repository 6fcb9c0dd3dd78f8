"""Files of tournaments: what is asked about them, and how programs are shown them."""

from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from django.db import transaction
from pydantic import Field

from games.core.text import gettext_noop
from scorekeeper.accounts.models import User
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.reading import Opening, OpeningTerms, refused
from scorekeeper.archive.tournament.opening import open_file
from scorekeeper.archive.trf.opening import open_report
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.common.parsers import FilePart
from scorekeeper.tournaments.policies import can_plan

MOST_PEOPLE: Final = 5_000


class TournamentFileSent(Asked):
    """A file of a tournament to look at."""

    file: FilePart


class TournamentFileAnswers(Asked):
    """What a file leaves open; what is not named stays as it was said before."""

    people: Annotated[
        dict[Annotated[str, Field(max_length=LONGEST)], Annotated[str, Field(max_length=36)]] | None,
        Field(max_length=MOST_PEOPLE, description="{name of the file: id of the person of the book, or `new`}."),
    ] = None
    game: Annotated[str | None, Field(max_length=20, description="What was played, of `games`.")] = None


class BookNameBody(Answer):
    """Somebody of the book whom a name may mean."""

    player: UUID
    name: str


class FileEntrantBody(Answer):
    """A name of the file, and who that is."""

    name: str
    player: UUID | None = Field(description="Who of the book it is; null: somebody new, or not said yet.")
    asked: bool = Field(description="Say in `people` who it is.")
    may_be: list[BookNameBody]


class TournamentFileBody(Answer):
    """The file of a tournament, and what opening it would do; nothing is opened yet."""

    id: UUID
    file: str = Field(description="Its name.")
    name: str = Field(description="Of the tournament.")
    source: str = Field(description="The club that it is from; empty: the file does not say it.")
    starts_at: datetime | None
    ready: bool
    facts: list[str] = Field(description="What comes along, and what does not.")
    games: list[str] = Field(description="What can have been played, where the file does not say it.")
    game: str
    names: list[FileEntrantBody]
    problems: list[str] = Field(description="Why it can’t be opened.")
    there: UUID | None = Field(description="The tournament where the file was opened before.")


class OpenedTournamentBody(Answer):
    """The tournament that a file has become."""

    tournament: UUID


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
