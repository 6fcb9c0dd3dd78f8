"""The addresses of files that are taken over, and of jobs, for callers of the API: what each of them takes, and what it
answers to whom."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.services import TournamentFileSent, keep_file
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.clubs.models import Club
from scorekeeper.common.parsers import SentFile
from scorekeeper.jobs.models import Job, Piece, State
from scorekeeper.standings.models import Competition, Import, Spreadsheet
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.services.running import take_money_over
from scorekeeper.transfer.services.taking import take_over
from tests import factories
from tests.acting import FormBody
from tests.api.cups import DIRECTORS, DONE, MADE, NOTHING, REASON, Body, Row
from tests.factories.files import kept_file
from tests.factories.money import with_money
from tests.factories.tournaments import make_cup

TOTALS = "Name;3.3.2025\nMario Rossi;5\nAnna Neu;7\n"
FILE = {"kind": "totals", "file": ("old.csv", TOTALS.encode())}


@dataclass(frozen=True, slots=True)
class Files:
    """A file that leaves something open, one that is ready, and what came of others."""

    open: Upload
    ready: Upload
    people: Upload
    money: Upload
    imported: Import
    spreadsheet: Spreadsheet
    job: UUID
    tournament: TournamentFile
    somebody: UUID


def make_files(club: Club) -> Files:
    """In a club that has no season yet."""
    season, owner, now = factories.make_season(club), factories.owner_of(club), factories.NOW
    somebody = factories.make_player(club, "Maria Rossi").pk
    money = kept_file(with_money(club), "Name;Saldo\nPaul Paid;-5,00\nGerd Got;5,00\n", "balances")
    people = kept_file(club, "Name\nPaula Plain\n", "people")
    return Files(
        open=kept_file(club, TOTALS, season=season.pk),
        ready=kept_file(club, "Name;10.3.2025\nAnna Neu;7\n", season=season.pk),
        people=take_over(upload=people, by=owner, now=now, link=lambda _secret: ""),
        money=take_money_over(upload=money, by=owner, now=now),
        imported=factories.import_evening(season, {factories.make_player(club): {"points": 100}}),
        spreadsheet=_spreadsheet(season),
        job=_job_with_file(club),
        tournament=_tournament_file(club),
        somebody=somebody,
    )


def _spreadsheet(season: Competition) -> Spreadsheet:
    return Spreadsheet.objects.create(
        club=season.club, competition=season, name="Year", kind="totals", at=factories.NOW
    )


def _job_with_file(club: Club) -> UUID:
    """A job that has made a file."""
    times = {"due_at": factories.NOW, "created_at": factories.NOW, "ended_at": factories.NOW}
    until = timezone.now() + timedelta(days=1)
    made: dict[str, Any] = {"file_name": "club.zip", "file_type": "application/zip", "file_until": until}
    job = Job.objects.create(club=club, kind="import", key=uuid4(), state=State.DONE, attempts=1, **times, **made)
    Piece.objects.create(job=job, attempt=1, number=0, data=b"PK")
    return job.pk


def _tournament_file(club: Club) -> TournamentFile:
    """A tournament of another club, sent to this one."""
    data = tournament_file(make_cup(people=4, name="Cup of the valley").tournament, now=factories.NOW)
    sent = TournamentFileSent(file=SentFile("cup.zip", data))
    return keep_file(sent, club=club, by=factories.owner_of(club), now=factories.NOW)


CLUB, OPEN, READY = "clubs/{club.pk}", "files/{files.open.pk}", "files/{files.ready.pk}"
IMPORT, JOB = "imports/{files.imported.pk}", "jobs/{files.job}"
NO_JOB = (401, 404, 404, 200)  # of a kind that directors ask for
CUP = "tournament-files/{files.tournament.pk}"
NOT_SAID = (401, 403, 403, 422)  # who is who
NO_REPORT = (401, 404, 404, 404)
_READ = {
    f"{CLUB}/imports": DIRECTORS,
    OPEN: DIRECTORS,
    IMPORT: DIRECTORS,
    JOB: NO_JOB,
    f"{JOB}/file": NO_JOB,
    CUP: DIRECTORS,
    "tournaments/{cups.planned.pk}/file": DIRECTORS,
    "stages/{cups.played.pk}/report": NO_REPORT,
}
_WRITTEN: dict[str, tuple[Body, tuple[int, int, int, int]]] = {
    f"{CLUB}/files": (lambda world: FormBody({**FILE, "season": str(world.season.pk)}), MADE),
    f"{OPEN}/answers": (
        lambda world: {"people": {"Mario Rossi": str(world.files.somebody)}, "leave_out": False},
        DIRECTORS,
    ),
    f"{READY}/take-over": (lambda _world: {"shown": ""}, DIRECTORS),
    f"{IMPORT}/take-back": (lambda _world: REASON, DIRECTORS),
    "people-lists/{files.people.pk}/take-back": (lambda _world: REASON, DIRECTORS),
    "money-files/{files.money.pk}/take-back": (lambda _world: REASON, DIRECTORS),
    "spreadsheets/{files.spreadsheet.pk}/forget": (NOTHING, DONE),
    f"{JOB}/stop": (NOTHING, NO_JOB),
    f"{CLUB}/tournament-files": (
        lambda world: FormBody({"file": ("cup.zip", bytes(world.files.tournament.data))}),
        MADE,
    ),
    f"{CUP}/answers": (lambda _world: {"people": {}, "game": ""}, DIRECTORS),
    f"{CUP}/open": (NOTHING, NOT_SAID),
}
ENDPOINTS: dict[str, Row] = {
    **{address: ("GET", NOTHING, "read", *statuses) for address, statuses in _READ.items()},
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
}
"""As in test_access.py."""
