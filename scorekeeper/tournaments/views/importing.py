"""Enter a whole list: pasted or as a file, looked at before anything is written."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import done
from scorekeeper.common.errors import require
from scorekeeper.common.uploads import takes_file
from scorekeeper.spreadsheets.forms import ListForm, reading_form_of_list
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.tournaments.services.importing import COLUMNS, ListLine, enter_list, lines_of
from scorekeeper.tournaments.views.here import Here, at_tournament

KIND = "entries"  # whose columns the club remembers


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
    reading = form.read(here.tournament.club, KIND, COLUMNS[here.tournament.of]) if form.is_valid() else None
    if reading is None:
        return _look(here, form, None, [])
    form = ListForm.of(reading)
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
        "refused": sum(bool(line.problems) for line in lines),
        "reading": reading,
        "reading_form": reading_form_of_list(reading, COLUMNS[here.tournament.of]) if reading else None,
    }
    return here.show("tournaments/entry_list.html", status=422 if form.errors else 200, **page)
