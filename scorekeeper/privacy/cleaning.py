"""The job that takes old names from a club: one person at a time, so that it can be stopped and begun again."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from games.core.text import Text, gettext_noop
from scorekeeper.jobs.kinds import Done
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import Work
from scorekeeper.privacy.selectors import nameless_of
from scorekeeper.privacy.services import forget_person, forget_phones


def run(work: Work) -> Done:
    """Only those who were shown when it was asked for, and who have not played meanwhile."""
    since = datetime.fromisoformat(work.arguments["before"])
    people = [UUID(person) for person in work.arguments["people"]]
    for done, person in enumerate(people):
        work.report(done, len(people))
        forget_person(club=work.club, person=person, since=since, now=work.now())
    forget_phones(club=work.club, since=since)
    return Done(
        Text(gettext_noop("Names removed: {many}. No totals have changed."), {"many": nameless_of(work.club, people)})
    )


def again(job: Job) -> str:
    """Whom it would still concern."""
    return reverse("club_retention", args=[job.club_id])
