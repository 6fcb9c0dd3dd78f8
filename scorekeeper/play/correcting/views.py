"""Strike everything from a hand on, where a correction before it leaves no room for what follows."""

from functools import partial
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.correcting.forms import StrikingForm
from scorekeeper.play.correcting.services import strike_from, strike_moves
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.views import answered_on_table
from scorekeeper.play.tables import moved_table


@at_table
@answered_on_table
def strike_files(here: Here, hand_id: UUID, table: str, kind: str) -> HttpResponse:
    """What striking the hands from this one on would move, as a file."""
    require(here.may["keep"])
    first = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    moves = strike_moves(here.sitting, first, here.now, directs=here.may["direct"])
    return file_of(here.request, {"moved": partial(moved_table, moves, here.sitting)}, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(strike_files)
@at_table
@answered_on_table
def hands_strike(here: Here, hand_id: UUID) -> HttpResponse:
    """The hands from this one to the last: what that moves and a reason, then all of them are struck at once."""
    require(here.may["keep"])
    first = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    last = here.sitting.next_number - 1
    many = first.number < last
    numbers = {"first": first.number, "last": last}
    words = {
        "title": (_("Strike hands {first} to {last}?") if many else _("Strike hand {first}?")).format(**numbers),
        "text": _("They stay readable, struck, and count nothing. What was played there is recorded anew."),
        "confirm": (_("Strike hands {first} to {last}") if many else _("Strike hand {first}")).format(**numbers),
        "keep": _("Keep them"),
        "last": str(last),
    }
    sent = here.request.POST
    shown = sent.get("last", "")
    shown_last = int(shown) if shown.isdecimal() and len(shown) < LONGEST else last
    directs = here.may["direct"]
    return with_reason(
        here,
        partial(strike_from, hand_id=hand_id),
        words,
        StrikingForm(sent or None, last=shown_last),
        moved=lambda: strike_moves(here.sitting, first, here.now, directs=directs),
    )


LONGEST = 7  # digits of a number of a hand
