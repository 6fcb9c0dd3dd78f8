"""Enter a whole list: pasted or as a file, looked at before anything is written."""

import csv
import io
from dataclasses import replace
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import done
from scorekeeper.common.errors import require
from scorekeeper.common.texts import translated
from scorekeeper.common.uploads import takes_file
from scorekeeper.spreadsheets.choosing import posted, remember, remembered
from scorekeeper.spreadsheets.files import MOST_BYTES
from scorekeeper.spreadsheets.forms import ReadingForm
from scorekeeper.spreadsheets.reading import Choices, Reading, read
from scorekeeper.spreadsheets.refusing import Unreadable
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.services.importing import COLUMNS, ListLine, enter_list, lines_of
from scorekeeper.tournaments.views.here import Here, at_tournament

KIND = "entries"  # whose columns the club remembers
LONGEST = 60_000  # characters of a list that is pasted


class ListForm(forms.Form):
    """A list as it was pasted, or a file of one."""

    text = forms.CharField(
        label=_("The list, one line each"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        max_length=200,
        help_text=_("CSV, XLSX, XLS or ODS. You see first what would happen; nothing is entered yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_import(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Look at a list, then enter all of it. What a file held stands in the field then, and can be put right there."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method != "POST":
        return here.show("tournaments/entry_list.html", form=ListForm())
    form = ListForm(request.POST, request.FILES)
    reading = _read(form, here.tournament) if form.is_valid() else None
    if reading is None:
        return _look(here, form, None, [])
    form = ListForm({"text": _typed(reading)})
    lines: list[ListLine] = []
    takes = request.POST.get("take") == "1"

    def act() -> None:
        lines.extend(lines_of(here.tournament, reading))
        made = enter_list(tournament_id=tournament_id, by=request.user, lines=lines, now=timezone.now(), dry=not takes)
        if takes:
            changed = sum(bool(line.changes) for line in lines)
            if made or not changed:
                text = ngettext("{number} has entered.", "{number} have entered.", len(made))
                messages.success(request, text.format(number=len(made)))
            if changed:
                text = ngettext("{number} entry is changed.", "{number} entries are changed.", changed)
                messages.success(request, text.format(number=changed))

    if done(form, act) and takes:
        return redirect("tournament_entries", tournament_id)
    return _look(here, form, reading, lines)


def _look(here: Here, form: ListForm, reading: Reading | None, lines: list[ListLine]) -> HttpResponse:
    waiting = [line for line in lines if line.waits]
    entered = [line for line in lines if line.has_entered]
    wrong = [f"line-{line.number}-{n}" for line in lines for n, _problem in enumerate(line.problems, 1)]
    if wrong:
        wrong += [f"{form['text'].auto_id}_error"] if "text" in form.errors else []
        form.fields["text"].widget.attrs |= {"aria-invalid": "true", "aria-describedby": " ".join(wrong)}
    page: dict[str, Any] = {
        "form": form,
        "lines": lines,
        "coming": 0 if form.errors else len(lines) - len(entered),
        "entered": len(entered),
        "changed": sum(bool(line.changes) for line in entered),
        "waiting": len(waiting),
        "reading": reading,
        "reading_form": ReadingForm(reading, COLUMNS[here.tournament.of], is_pasted=True) if reading else None,
    }
    return here.show("tournaments/entry_list.html", status=422 if form.errors else 200, **page)


def _read(form: ListForm, tournament: Tournament) -> Reading | None:
    """The list that was sent, read as the club has chosen for earlier ones and now for this one, but for a file that
    comes anew; None where it cannot be read, which the form says then."""
    file, wanted = form.cleaned_data["file"], COLUMNS[tournament.of]
    chosen = posted(form.data, wanted)
    columns = remembered(tournament.club, KIND)
    choices = Choices(chosen.sheet, None, columns) if file else replace(chosen, columns={**columns, **chosen.columns})
    try:
        reading = read(file.read(MOST_BYTES + 1) if file else form.cleaned_data["text"].encode(), wanted, choices)
    except Unreadable as unreadable:
        form.add_error("file" if file else "text", translated(unreadable.message))
        return None
    if chosen.columns and not file:
        remember(tournament.club, KIND, reading, wanted, chosen.columns)
    return reading


def _typed(reading: Reading) -> str:
    """The lines as somebody would type them."""
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(row.cells for row in reading.lines)
    return text.getvalue()
