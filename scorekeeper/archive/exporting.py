"""The job that writes a whole club into an archive."""

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.archive.snapshots import snapshot
from scorekeeper.archive.writing import Counted, write_archive
from scorekeeper.common.names import file_name
from scorekeeper.jobs.kinds import Done
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.working import Work
from scorekeeper.play.upkeep.anchors import anchor_club

SAID = gettext_noop("The whole club, {rows} rows. Keep the file where you keep the club’s papers.")


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
