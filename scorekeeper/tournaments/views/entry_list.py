"""The list of entries as its page shows it, whole or the rows that have changed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.doing import NotDone
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.tournaments.forms.entries import EntryForm
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.selectors.entries import EntryList, entry_list
from scorekeeper.tournaments.selectors.fees import fees_of
from scorekeeper.tournaments.services.entry_acts import Kind
from scorekeeper.tournaments.views.here import Here, at_tournament

MOST_IN_BOOK: Final = 400  # names that a field completes from


@dataclass(frozen=True, slots=True)
class Answer:
    """What was just done, in a sentence; `undo` says how it is taken back, `entered` who has just come in."""

    text: str
    undo: str = ""
    entered: UUID | None = None


def at_entrant(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> tuple[Here, Entrant]:
    """The reader at an entrant of a tournament. Raises Http404: there is none, or it is not theirs to see."""
    here = at_tournament(request, tournament_id)
    entrant = get_object_or_404(Entrant, pk=entrant_id, tournament=here.tournament)
    entrant.tournament = here.tournament
    return here, entrant


def list_at(here: Here, **asked: object) -> str:
    query = f"?{urlencode(asked)}" if asked else ""
    return reverse("tournament_entries", args=[here.tournament.pk]) + query


def show_list(
    here: Here, form: EntryForm, problem: NotDone | None = None, answer: Answer | None = None
) -> HttpResponse:
    """The page; to a script that asked for a part of it, that part: the form of entries with the list behind it, or
    the list alone."""
    page = list_page(here, here.request.GET.get("show", "all"))
    listed: EntryList = page["listed"]
    there = [player.pk for line in listed.lines for player in line.players]
    form.leave_out(there)
    page["entered"] = next((line for line in listed.lines if answer and line.entrant.pk == answer.entered), None)
    page |= {"form": form, "answer": answer, "book": book_of(here.tournament) if here.may_desk else []}
    status = 422 if form.errors else 200
    template = "tournaments/entries.html"
    if here.request.htmx:
        is_form = here.request.htmx.target in {"enter", None}
        template = "tournaments/_entered.html" if is_form else "tournaments/_entries.html"
    return here.show(template, problem, status=status, **page)


def list_page(here: Here, shown: str) -> dict[str, Any]:
    """What the list needs of the tournament as it is now."""
    found = here.tournament
    found.refresh_from_db()
    fees = fees_of(found) if can_keep_money(here.membership.role) and not here.membership.club.is_closed else None
    listed = entry_list(found, fees)
    parts = {
        "all": (_("All"), listed.in_order),
        "awaited": (_("Expected"), listed.awaited),
        "here": (_("Here"), listed.present),
        "waiting": (_("Waiting list"), list(listed.waiting)),
        "gone": (_("Gone, or not coming"), list(listed.gone)),
        "owing": (_("Not paid"), listed.owing),
    }
    kept = {name: part for name, part in parts.items() if part[1] or name in {"all", shown}}
    return {
        "listed": listed,
        "fees": fees,
        "shown": shown if shown in parts else "all",
        "counts": [(name, word, len(lines)) for name, (word, lines) in kept.items()],
        "lines": parts.get(shown, parts["all"])[1],
    }


def row_answer(here: Here, entrant: Entrant, now: datetime, problem: NotDone | None = None) -> HttpResponse:
    """After something was done with one of the list: the list there, or with scripts its row, with the rows of those
    who have moved up by it."""
    if not here.request.htmx:
        if problem:
            return show_list(here, EntryForm(None, tournament=here.tournament), problem)
        return redirect(list_at(here) + _next_line(entrant))
    moved = here.tournament.acts.filter(at=now, kind=Kind.MOVED_UP).values_list("entrant", flat=True)
    page = list_page(here, "all")
    changed = {entrant.pk: 0, **{pk: 1 for pk in moved if pk != entrant.pk}}
    lines = [line for line in page["listed"].in_order if line.entrant.pk in changed]
    page["lines"] = sorted(lines, key=lambda line: changed[line.entrant.pk])
    response = here.show("tournaments/_entry_answer.html", problem, **page)
    response["HX-Retarget"], response["HX-Reswap"] = f"#entry-{entrant.number}", "outerHTML settle:400ms"
    return response


def _next_line(entrant: Entrant) -> str:
    """Where the list goes on after a tap: at whoever is expected next, else at its head."""
    expected = Entrant.objects.filter(tournament=entrant.tournament_id, state=Entrant.State.ENTERED)
    after = expected.filter(number__gt=entrant.number).order_by("number").first()
    return f"#entry-{after.number}" if after else ""


def book_of(found: Tournament) -> list[str]:
    """The names of the club's book, for fields to complete from."""
    people = Player.objects.people().filter(club=found.club_id, retired_at=None)
    return list(people.order_by(Alphabetical("name")).values_list("name", flat=True)[:MOST_IN_BOOK])
