"""What runs in the background: a zip with all that is held about a person, each table as JSON and as CSV; and taking
old names from a club, one person at a time, so that it can be stopped and begun again."""

import json
from datetime import datetime
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile
from zoneinfo import ZoneInfo

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.clubs.http import clock_of
from scorekeeper.common.tables.files import csv_of
from scorekeeper.common.tables.values import Table
from scorekeeper.jobs.models import Done, Job
from scorekeeper.jobs.services import Work
from scorekeeper.privacy.selectors import Part, models, nameless_of, parts_of
from scorekeeper.privacy.services import forget_person, forget_phones


def export(work: Work) -> Done:
    """Reads only; run twice it writes the file anew."""
    user, in_all, tables = work.job.by, len(models()), 0
    if user is None:
        raise LookupError("this job is of nobody")
    clock = clock_of(user)
    with work.writing("scorekeeper.zip", "application/zip") as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _readme(clock))
        for done, part in enumerate(parts_of(user, lambda done: work.report(done, in_all))):
            work.report(done, in_all)
            if part:
                _write(archive, part, clock)
                tables += 1
    return Done(Text(gettext_noop("Your data, from {tables} tables."), {"tables": tables}))


def _write(archive: ZipFile, part: Part, clock: ZoneInfo) -> None:
    """A file they sent is a file of its own; its row says what that is called."""
    for number, row in enumerate(part.rows, start=1):
        for name in [name for name, value in row.items() if isinstance(value, bytes | memoryview)]:
            path = f"{part.name}/{number}"
            archive.writestr(path, bytes(row[name]))
            row[name] = path
    archive.writestr(f"{part.name}.json", json.dumps(part.rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
    with timezone.override(clock):
        archive.writestr(f"{part.name}.csv", "".join(csv_of(Table(part.name, part.heads, part.cells))))


def _readme(clock: ZoneInfo) -> str:
    return _(
        "This is all the data held about you: your account, your entries in clubs, your seats, your hands and "
        "signatures. It also holds what you recorded, decided and planned.\n"
        "Each table is here twice: as JSON for programs and as CSV for spreadsheets. Secrets are left out: passwords "
        "and tokens are kept only as fingerprints. Other people are listed by number, not by name.\n"
        "Times in the CSV are in {clock}, times in the JSON are in UTC.\n"
    ).format(clock=clock.key)


def export_again(_job: Job) -> str:
    return reverse("account_data")


def clean(work: Work) -> Done:
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


def clean_again(job: Job) -> str:
    """Whom it would still concern."""
    return reverse("club_retention", args=[job.club_id])
