"""Sign the sheet, end it, close it, open it again."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.common.errors import require
from scorekeeper.play.forms.reasons import ReasonForm
from scorekeeper.play.services.closing import close_sitting, reopen_sitting, sign
from scorekeeper.play.services.sittings import end_list, resume_list
from scorekeeper.play.views.here import Here, at_table
from scorekeeper.play.views.table import answered_on_table, table_page


@require_POST
@at_table
@answered_on_table
def seat_sign(here: Here, number: int) -> HttpResponse:
    """A seat agrees to the sheet this phone showed; the last signature closes it."""
    head = here.request.POST.get("head", "")
    sign(sitting_id=here.sitting.pk, by=here.actor, number=number, head=head, now=here.now)
    if not here.wants_piece:
        return here.to_table()
    here.again()
    return table_page(here)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_end(here: Here) -> HttpResponse:
    """A time limit: the hands not begun are struck."""
    require(here.may["keep"])
    words = {
        "title": _("End the list now?"),
        "text": _("The hands not begun are struck, and the list is signed as it stands. It can be taken up again."),
        "confirm": _("End after hand {number}").format(number=here.sitting.next_number - 1),
        "keep": _("Go on playing"),
        "example": _("the time is up"),
    }
    return _with_reason(here, end_list, words)


@require_POST
@at_table
@answered_on_table
def sitting_resume(here: Here) -> HttpResponse:
    """Go on with a list that was ended early."""
    resume_list(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return here.to_table()


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_close(here: Here) -> HttpResponse:
    """A director closes the sheet without all signatures."""
    require(here.may["direct"])
    words = {
        "title": _("Close without all signatures?"),
        "text": _("The sheet becomes official and counts in the standings."),
        "confirm": _("Close the sheet"),
        "keep": _("Leave it open"),
        "example": _("one player had to leave"),
    }
    return _with_reason(here, close_sitting, words)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_reopen(here: Here) -> HttpResponse:
    """A director opens a closed sheet again."""
    require(here.may["direct"])
    words = {
        "title": _("Open the sheet again?"),
        "text": _("It is provisional again in the standings, and every seat signs anew."),
        "confirm": _("Open the sheet"),
        "keep": _("Keep it closed"),
        "example": _("hand 12 was written wrong"),
    }
    return _with_reason(here, reopen_sitting, words)


def _with_reason(here: Here, service: Callable[..., Any], words: dict[str, str]) -> HttpResponse:
    """A page that asks for the reason and says what happens; then the act."""
    form = ReasonForm(here.request.POST or None)
    if here.request.method == "POST" and form.save(service, here.sitting, here.actor, here.now):
        return here.to_table()
    status = 422 if form.errors else 200
    return here.show("play/reason.html", status, form=form, words=words)
