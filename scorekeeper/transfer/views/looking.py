"""The page on which a file is looked at before anything of it counts: the same for results, people and money."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.ids import uuid7
from scorekeeper.common.tables.serving import Tables, page_or_file
from scorekeeper.spreadsheets.forms import ReadingForm
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.transfer.forms import LookForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.plan import Plan, as_read
from scorekeeper.transfer.selectors.looking import wanted_of
from scorekeeper.transfer.tables import refused_table, warned_table

SHOWN = 100  # lines of a list on a page


@dataclass(frozen=True, slots=True)
class Words:
    """What the page is called, where it leads back to, that nothing has happened yet, the button that takes the file
    over, what the lines come to (a sentence each), and what becomes of lines that are pointed out."""

    title: str
    back: str
    back_to: str
    not_yet: str
    confirm: str
    numbers: Sequence[str]
    warned: str


@dataclass(frozen=True, slots=True)
class OfKind:
    """What the page of a kind of file has of its own: its address, words, tables, and what the template is given
    `more`."""

    at: str
    words: Words
    tables: Tables
    more: dict[str, Any]


def look_page(
    request: AuthedRequest, upload: Upload, look: Any, form: LookForm, own: OfKind, file: tuple[str, str]
) -> HttpResponse:
    """The page, or of one of its tables the `file` (table, kind)."""
    plan: Plan = look.plan
    read: Reading | None = look.reading
    reading = as_read(read, plan) if read else None
    tables: Tables = {
        "refused": partial(refused_table, plan.faults),
        "warned": partial(warned_table, plan.warnings),
        **own.tables,
    }
    page = {
        "club": upload.club,
        "upload": upload,
        "look": look,
        "words": own.words,
        "here": own.at,
        "key": uuid7(),
        "form": form,
        "reading": reading,
        "reading_form": ReadingForm(reading, wanted_of(upload.kind, upload.competition)) if reading else None,
        "faults": refused_table(plan.faults[:SHOWN]) if plan.faults else None,
        "more_faults": max(len(plan.faults) - SHOWN, 0),
        "warnings": warned_table(plan.warnings[:SHOWN]) if plan.warnings else None,
        **own.more,
    }
    status = form.status
    return page_or_file(request, "transfer/look.html", page, tables, table=file[0], kind=file[1], status=status)
