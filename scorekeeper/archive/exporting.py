"""The job that writes a whole club into an archive."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.accounts.models import User
from scorekeeper.archive.snapshots import snapshot
from scorekeeper.archive.writing import Counted, write_archive
from scorekeeper.clubs.models import Club
from scorekeeper.common.names import file_name
from scorekeeper.jobs.kinds import Done
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import Asked, Work, ask
from scorekeeper.play.upkeep.anchors import anchor_club

SAID = gettext_noop("The whole club, {rows} rows. Keep the file with the club’s records.")


KIND: Final = "club_archive"


def ask_for_archive(*, club: Club, by: User, key: UUID, now: datetime) -> Job:
    """Have the whole club written into a file in the background; the same key is the same file.

    Raises:
        PermissionDenied: only owners take a club along.
        Refused: `jobs_many`.
    """
    return ask(Asked(KIND, key), by=by, club=club, now=now)


def run(work: Work) -> Done:
    """Reads only; run twice it writes the file anew."""
    club, now = work.club, work.now()
    count = Counted(work.report)
    name = file_name(f"{club.name[:80]}-{now:%Y-%m-%d}.zip")
    anchor_club(club.pk, now=now)  # what is in it can be compared later, to the last act
    with snapshot() as using, work.writing(name, "application/zip") as file:
        write_archive(club, file, using=using, now=now, count=count)
    return Done(Text(SAID, {"rows": count.done}))


def again(job: Job) -> str:
    return reverse("club_archive", args=[job.club_id])
