"""Swap two seats that were entered the wrong way round."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.common.errors import require
from scorekeeper.play.adjusting.forms import SwapForm
from scorekeeper.play.adjusting.views import two_steps
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.views import answered_on_table


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def seats_swap(here: Here) -> HttpResponse:
    """First the two, then what it moves, then the swap."""
    require(here.may["keep"])
    sheet = sheet_of(here.sitting)
    words = {
        "title": _("Swap two seats"),
        "text": _(
            "Two sit in one another’s seats. They change places, and with them what the hands brought there; penalties "
            "stay with the person. A hand that was confirmed as somebody else’s is to be confirmed again."
        ),
        "confirm": _("Swap the seats"),
        "back": reverse("sitting_seats", args=[here.sitting.pk]),
    }
    return two_steps(here, SwapForm(here.sitting, sheet, here.request.POST or None), words)
