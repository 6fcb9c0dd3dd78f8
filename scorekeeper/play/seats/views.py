"""Who sits at the table, who deals, who comes late and who leaves early."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.common.errors import Refused, require
from scorekeeper.common.texts import translated
from scorekeeper.play.closing.reads import is_signed
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.forms import known_or_named
from scorekeeper.play.passes.reads import places_of
from scorekeeper.play.passes.services import take_seat
from scorekeeper.play.recording.forms import by_field
from scorekeeper.play.seats.reads import not_begun
from scorekeeper.play.seats.services import Late, seat_late, seat_leaves, seat_player, set_dealer, take_seat_back
from scorekeeper.play.services.phones import ask_for_seat
from scorekeeper.play.services.sizes import size_problems
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import Sheet, sheet_of
from scorekeeper.play.sheet.views import answered_on_table, entry_kept, table_page
from scorekeeper.play.views.choosing import chosen_from


@require_safe
@at_table
def sitting_seats(here: Here) -> HttpResponse:
    """The seats in the order of the table."""
    return _seats_page(here)


@require_POST
@at_table
@answered_on_table
def seat_join(here: Here) -> HttpResponse:
    """Somebody comes late: a player of the book, or a name to make a guest of. First where they will sit, and whether
    they sit elsewhere, then (`confirmed`) the act."""
    require(here.may["keep"])  # before a name is looked up: whoever may not seat people learns nothing of the book
    sent = here.request.POST
    try:
        sitter = known_or_named(here.sitting.club, sent)
        if "confirmed" not in sent:
            return _late_page(here, seat_late(sitting_id=here.sitting.pk, by=here.actor, sitter=sitter))
        elsewhere = "elsewhere" in sent
        seat_player(sitting_id=here.sitting.pk, by=here.actor, sitter=sitter, now=here.now, elsewhere=elsewhere)
    except Refused as error:
        return _seats_page(here, error)
    return here.to_seats()


def _late_page(here: Here, late: Late) -> HttpResponse:
    """What is sent then is what was shown."""
    kept = {"name": late.player.name, "new": "1"} if late.is_new else {"player": str(late.player.pk)}
    if late.elsewhere:
        kept["elsewhere"] = "1"
    return here.show("play/seat_late.html", late=late, kept=kept.items(), signed=is_signed(here.sitting))


@require_POST
@at_table
@answered_on_table
def seat_take(here: Here, number: int) -> HttpResponse:
    """A phone that joined without a seat takes a free one."""
    take_seat(sitting_id=here.sitting.pk, by=here.actor, seat_number=number, now=here.now)
    return here.to_table()


@require_POST
@at_table
@answered_on_table
def seat_ask(here: Here, number: int) -> HttpResponse:
    """A phone without a seat asks for one that another phone holds, or whose player has an account."""
    ask_for_seat(sitting_id=here.sitting.pk, by=here.actor, seat_number=number)
    return here.to_seats()


@require_POST
@at_table
@answered_on_table
def seat_leave(here: Here, number: int) -> HttpResponse:
    """Somebody leaves early: the line stays, the others go on at a smaller table. With `undo` they were seated by
    mistake, and it is as if they had never sat there."""
    reason = here.request.POST.get("reason", "")
    try:
        if "undo" in here.request.POST:
            take_seat_back(sitting_id=here.sitting.pk, by=here.actor, number=number, now=here.now)
            return here.to_seats()
        seat_leaves(sitting_id=here.sitting.pk, by=here.actor, number=number, reason=reason, now=here.now)
    except Refused as error:
        return _seats_page(here, error, leaving=number)
    return here.to_seats()


@require_POST
@at_table
@answered_on_table
def dealer_set(here: Here) -> HttpResponse:
    """Put a wrong rotation right; what is being filled in on the table stays."""
    seat = here.request.POST.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) <= LONGEST else UNKNOWN
    set_dealer(sitting_id=here.sitting.pk, by=here.actor, number=number, now=here.now)
    if not here.wants_piece:
        return here.to_seats() if "from_seats" in here.request.POST else here.to_table()
    here.again()
    sheet = sheet_of(here.sitting)
    return table_page(here, sheet=sheet, entry=entry_kept(here, sheet))


LONGEST = 2  # digits of a seat's number
UNKNOWN = 99


def _seats_page(here: Here, error: Refused | None = None, leaving: int | None = None) -> HttpResponse:
    sheet = sheet_of(here.sitting)
    device = here.who.device
    takes_seat = here.sitting.is_open and device is not None and device.seat_id is None and not device.is_host
    places = places_of(here.sitting, here.actor.user, here.now) if takes_seat else []
    may_change = here.sitting.is_open and here.may["keep"]
    active = sum(column.seat.is_active for column in sheet.columns)
    no_more, no_fewer = size_problems(here.sitting, active + 1), size_problems(here.sitting, active - 1)
    return here.show(
        "play/seats.html",
        422 if error else 200,
        sheet=sheet,
        problems=by_field(error.problems, sheet.names) if error else {},
        leaving=leaving,
        typed=here.request.POST,
        places=places,
        has_free_seat=any(place.is_open for place in places),
        **chosen_from(here, sheet, error),
        called=_called(here.sitting, [column.seat.number for column in sheet.columns if column.seat.is_active]),
        can_join=may_change and not no_more,
        can_leave=may_change and not no_fewer,
        undoable=_undoable(here, sheet) if may_change and not no_fewer else (),
        fixed=dict.fromkeys(translated(problem.message) for problem in (*no_fewer, *no_more)) if may_change else (),
    )


def _undoable(here: Here, sheet: Sheet) -> set[int]:
    """The seats of those who have played no hand here: they can be taken off the table again."""
    seats = [column.seat for column in sheet.columns]
    fresh = not_begun(here.sitting, seats)
    return {seat.number for seat in seats if seat.pk in fresh}


def _called(sitting: Sitting, active: Sequence[int]) -> dict[int, str]:
    """What the places of those who sit here are called, by seat."""
    if sitting.plays.line_up is None:
        return {}
    return dict(zip(active, map(translated, sitting.plays.line_up(len(active))), strict=True))
