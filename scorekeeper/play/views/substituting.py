"""Somebody plays for a seat, and its holder plays again."""

from uuid import uuid4

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.common.errors import Refused, require
from scorekeeper.common.texts import isolated
from scorekeeper.play.acting import require_open
from scorekeeper.play.closing.reads import is_signed
from scorekeeper.play.opening.forms import known_or_named
from scorekeeper.play.recording.forms import by_field, uuid_or_new
from scorekeeper.play.seats.substituting import Substitution, substitute, substitution_moves
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import Sheet, sheet_of
from scorekeeper.play.sheet.views import answered_on_table
from scorekeeper.play.views.choosing import chosen_from

LONGEST = 6  # digits of the number of a hand
UNKNOWN = 0


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def seat_substitute(here: Here, number: int) -> HttpResponse:
    """Who plays for this seat, and from which hand on; or, with `back`, that its holder plays again. First what that
    changes, then (`confirmed`) the act."""
    require(here.may["keep"])
    sheet = sheet_of(here.sitting)
    if number not in sheet.by_seat:
        raise Http404
    if here.request.method != "POST":
        return _page(here, sheet, number)
    try:
        wanted = _wanted(here, number)
        if "confirmed" not in here.request.POST:
            return _preview(here, sheet, wanted)
        substitute(
            sitting_id=here.sitting.pk,
            by=here.actor,
            wanted=wanted,
            key=uuid_or_new(here.request.POST.get("key", "")),
            reason=here.request.POST.get("reason", ""),
            now=here.now,
        )
    except Refused as error:
        return _page(here, sheet, number, error)
    return here.to_seats()


def _wanted(here: Here, number: int) -> Substitution:
    """What was sent. Raises Refused."""
    sent = here.request.POST
    typed = sent.get("number", "").strip()
    first = (int(typed) if typed.isdecimal() and len(typed) < LONGEST else UNKNOWN) if typed else None
    sitter = None if "back" in sent else known_or_named(here.sitting.club, sent)
    return Substitution(number, sitter, first, elsewhere="elsewhere" in sent)


def _preview(here: Here, sheet: Sheet, wanted: Substitution) -> HttpResponse:
    """What it would change. What is sent then is what was shown: this person, from this hand on."""
    require_open(here.sitting)
    moves = substitution_moves(here.sitting, wanted)
    sent, holder = here.request.POST, sheet.by_seat[wanted.seat]
    kept = {"key": sent.get("key", ""), "reason": sent.get("reason", ""), "number": str(moves.first)}
    if wanted.sitter is None:
        kept["back"] = "1"
    elif moves.is_new:
        kept |= {"name": moves.player.name, "new": "1"}
    else:
        kept["player"] = str(moves.player.pk)
    if moves.elsewhere:
        kept["elsewhere"] = "1"
    names = {"name": isolated(moves.player.name), "holder": isolated(holder.name), "first": moves.first}
    asks = (
        _("{holder} plays again from hand {first} on")
        if moves.is_back
        else _("{name} plays for {holder} from hand {first} on")
    )
    words = {
        "title": _("Somebody plays for {name}").format(name=isolated(holder.short)),
        "asks": asks.format(**names),
        "reason": kept["reason"],
        "confirm": (_("{holder} plays again") if moves.is_back else _("{name} plays")).format(**names),
        "back": reverse("seat_substitute", args=[here.sitting.pk, wanted.seat]),
        "signed": is_signed(here.sitting),
    }
    return here.show(
        "play/substitute_moves.html", moves=moves, sheet=sheet, kept=kept.items(), words=words, column=holder
    )


def _page(here: Here, sheet: Sheet, number: int, error: Refused | None = None) -> HttpResponse:
    return here.show(
        "play/substitute.html",
        422 if error else 200,
        sheet=sheet,
        column=sheet.by_seat[number],
        span=sheet.substitutes.get(number),
        **chosen_from(here, sheet, error),
        problems=by_field(error.problems, sheet.names) if error else {},
        typed=here.request.POST,
        key=here.request.POST.get("key") or str(uuid4()),
    )
