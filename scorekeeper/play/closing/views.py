"""Sign the sheet, end it, close it, open it again."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.policies import can_score
from scorekeeper.common.addresses import next_page, page_of_ours
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.texts import translated
from scorekeeper.play.acting import has_length, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing import services
from scorekeeper.play.closing.notices import remind_who_has_not_signed
from scorekeeper.play.forms import PerhapsReasonForm, ReasonForm
from scorekeeper.play.home.reads import awaiting_sheets
from scorekeeper.play.marks.services import require_undisputed
from scorekeeper.play.moves import reopening
from scorekeeper.play.records import Signing
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.rows import names_of
from scorekeeper.play.sheet.views import answered_on_table, table_page
from scorekeeper.play.tables import official_table


@require_POST
@at_table
@answered_on_table
def seat_sign(here: Here, number: int) -> HttpResponse:
    """A seat agrees to the sheet this phone showed; the last signature closes it."""
    signing = Signing.read({"seat": number, "head": here.request.POST.get("head", "")})
    services.sign(signing, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    if not here.wants_piece:
        return here.to_table()
    here.again()
    return table_page(here)


@require_POST
@at_table
@answered_on_table
def sitting_accept(here: Here) -> HttpResponse:
    """A scorer or director makes official what phones with the code alone have signed."""
    services.accept_sheet(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return here.to_table()


@require_POST
@login_required
def sheets_accept(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The same from a page that names several sheets (`sitting`), and goes on there (`next`)."""
    here = enter_club(request, club_id)
    require(can_score(here.role))
    asked = set(request.POST.getlist("sitting"))
    sheets = [sitting.pk for sitting in awaiting_sheets(here.club) if str(sitting.pk) in asked]
    services.accept_sheets(sheets=sheets, by=Actor(user=request.user), now=timezone.now())
    return redirect(next_page(request, reverse("club_detail", args=[club_id])))


@require_POST
@at_table
@answered_on_table
def sitting_remind(here: Here) -> HttpResponse:
    """Remind those members whose signatures are missing, and go on where that was tapped (`next`)."""
    require(here.actor.user is not None)
    reminded = remind_who_has_not_signed(sitting_id=here.sitting.pk, by=here.actor.user, now=here.now)
    if reminded:
        text = ngettext("A reminder goes to {number} person.", "A reminder goes to {number} people.", reminded)
        messages.success(here.request, text.format(number=reminded))
    else:
        messages.info(
            here.request, _("Nobody is left to remind: the others have no account or already had a reminder.")
        )
    return redirect(next_page(here.request, reverse("sitting_detail", args=[here.sitting.pk])))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_end(here: Here) -> HttpResponse:
    """A time limit, or enough for today: hands not played yet are struck."""
    require(here.may["keep"])
    piece = translated(here.sitting.plays.words.piece)
    words = {
        "title": _("End the {piece} now?").format(piece=piece),
        "text": _("No more hands are played, and the players sign the sheet as it is. You can continue it later."),
        "confirm": _("End after hand {number}").format(number=here.sitting.next_number - 1),
        "keep": pgettext("button", "Keep playing"),
        "example": pgettext("example of a reason", "the time is up"),
    }
    asks = ReasonForm if has_length(here.sitting) else PerhapsReasonForm
    return with_reason(here, services.end_list, words, asks(here.request.POST or None))


@require_POST
@at_table
@answered_on_table
def sitting_resume(here: Here) -> HttpResponse:
    """Go on with a sitting that was ended early."""
    services.resume_list(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return here.to_table()


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_close(here: Here) -> HttpResponse:
    """A director closes the sheet without all signatures; with a disputed hand they are told so at once."""
    require(here.may["direct"])
    require_undisputed(here.sitting, here.now)
    words = {
        "title": _("Close without all signatures?"),
        "text": _("The sheet becomes official and counts in the standings."),
        "confirm": _("Close the sheet"),
        "keep": _("Leave the sheet open"),
        "example": pgettext("example of a reason", "one player had to leave"),
    }
    return with_reason(here, services.close_sitting, words)


@at_table
@answered_on_table
def reopening_files(here: Here, table: str, kind: str) -> HttpResponse:
    """What leaves the official standings of each season while the sheet is open again, as a file."""
    require(here.may["direct"])
    seasons = reopening(here.sitting).seasons
    tables = {str(season.competition.pk): partial(official_table, season) for season in seasons}
    return file_of(here.request, tables, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(reopening_files)
@at_table
@answered_on_table
def sitting_reopen(here: Here) -> HttpResponse:
    """A director opens a closed sheet again."""
    require(here.may["direct"])
    words = {
        "title": _("Open the sheet again?"),
        "text": _("The sheet becomes provisional again and everyone must sign again."),
        "confirm": _("Open the sheet"),
        "keep": _("Keep the sheet closed"),
        "example": pgettext("example of a reason", "hand 12 was written wrong"),
    }
    return with_reason(here, services.reopen_sitting, words, moved=lambda: reopening(here.sitting))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_withdraw(here: Here) -> HttpResponse:
    """A table that was opened by mistake is withdrawn, as if nobody had opened it; `next` is where to go on."""
    require(here.may["keep"])
    require_open(here.sitting)
    if problems := services.withdrawal_problems(here.sitting):
        raise Refused(problems)
    club = here.sitting.club
    home = reverse("home") if club.is_private else reverse("club_detail", args=[club.pk])
    words = {
        "title": _("Withdraw this table?"),
        "text": _(
            "No hand was played here. The table disappears from all lists, the draw, the report, the season and the "
            "phones that joined. You can’t bring it back; open a new table if you need one."
        ),
        "confirm": _("Withdraw the table"),
        "keep": _("Keep the table"),
        "next": page_of_ours(here.request, here.request.GET.get("next", ""), home),
    }
    form = PerhapsReasonForm(here.request.POST or None)
    answer = with_reason(here, services.withdraw_table, words, form, then=next_page(here.request, home))
    if answer.status_code == HTTPStatus.FOUND:
        messages.success(here.request, _("{table} is withdrawn.").format(table=here.sitting.name))
    return answer


def with_reason(
    here: Here,
    service: Callable[..., Any],
    words: dict[str, str],
    form: ReasonForm | None = None,
    *,
    moved: Callable[[], Any] | None = None,
    then: str = "",
) -> HttpResponse:
    """A page that asks for the reason and says what happens, and with `moved` what that moves; then the act, and on to
    the page `then`, or back to the table."""
    words = {"back": reverse("sitting_detail", args=[here.sitting.pk]), **words}
    form = form or ReasonForm(here.request.POST or None)
    if form.is_bound and form.does(service, sitting_id=here.sitting.pk, by=here.actor) is not None:
        return redirect(then or words["back"])
    status = 422 if form.errors else 200
    names = names_of(here.sitting, here.sitting.seats.select_related("player"))
    return here.show("play/reason.html", status, form=form, words=words, moves=moved() if moved else None, names=names)
