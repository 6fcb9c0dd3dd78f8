"""Who sits at the table, who deals, who comes late, who leaves early, who plays for somebody, who changes places."""

import json
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.values import Problem
from scorekeeper.common.errors import require
from scorekeeper.common.texts import isolated, translated
from scorekeeper.play.acting import require_hand, require_open
from scorekeeper.play.correcting.forms import SwapForm
from scorekeeper.play.correcting.views import two_steps
from scorekeeper.play.forms import TableForm, seat_in, uuid_or_new
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.forms import asked_about, known_or_named
from scorekeeper.play.opening.reads import offered
from scorekeeper.play.opening.services import size_problems
from scorekeeper.play.passes.reads import places_of
from scorekeeper.play.passes.services import SeatWanted, ask_for_seat, take_seat
from scorekeeper.play.recording.forms import by_field
from scorekeeper.play.seats import services
from scorekeeper.play.seats.reads import not_begun
from scorekeeper.play.seats.records import Dealer, Latecomer, Leaving, Naming, Substitution
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.origins import is_signed
from scorekeeper.play.sheet.reads import Sheet, sheet_of
from scorekeeper.play.sheet.views import answered_on_table, entry_kept, table_page

LONGEST: Final = 6  # digits of the number of a hand
NO_HAND: Final = 0


class PersonForm(TableForm):
    """Somebody of the book, or the name of a guest, as a field in which one is chosen says it."""

    def __init__(self, data: Any, sitting: Sitting, **more: Any) -> None:
        super().__init__(data, **more)
        self.sitting = sitting

    def person(self) -> dict[str, Any]:
        """Who is meant. Raises Refused `player_similar`."""
        sitter = known_or_named(self.sitting.club, self.data)
        who: dict[str, Any] = {"player": sitter.player_id} if sitter.player_id else {"name": sitter.name}
        return {**who, "elsewhere": "elsewhere" in self.data}


class LateForm(PersonForm):
    """Who comes late."""

    asks = Latecomer

    def answers(self) -> dict[str, Any]:
        return self.person()


class NamesForm(TableForm):
    """The names of those who sit in these seats, as far as they were sent."""

    asks = Naming

    def __init__(self, data: Any, *, seats: Iterable[int]) -> None:
        super().__init__(data)
        self.sent = {seat: str(data[f"names.{seat}"]) for seat in seats if f"names.{seat}" in data}

    def answers(self) -> dict[str, Any]:
        return {"names": [{"seat": seat, "name": name} for seat, name in self.sent.items()]}


class LeavingForm(TableForm):
    """Why somebody leaves early."""

    asks = Leaving
    reason = forms.CharField(required=False)

    def __init__(self, data: Any, *, seat: int) -> None:
        super().__init__(data)
        self.seat = seat

    def answers(self) -> dict[str, Any]:
        return {"seat": self.seat, "reason": self.cleaned_data["reason"]}


class SubstituteForm(PersonForm):
    """Who plays for a seat, and from which hand on; with `back` its holder plays again. The key makes sending it twice
    one act."""

    asks = Substitution
    number = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(self, data: Any, sitting: Sitting, *, seat: int) -> None:
        super().__init__(data, sitting)
        self.seat = seat

    def clean_key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    def answers(self) -> dict[str, Any]:
        typed, who = self.cleaned_data["number"].strip(), {} if "back" in self.data else self.person()
        number = (int(typed) if typed.isdecimal() and len(typed) < LONGEST else NO_HAND) if typed else None
        if number is not None:
            require_hand(self.sitting, number)
        return {**who, "seat": self.seat, "number": number, "reason": self.cleaned_data["reason"]}


def chosen_from(here: Here, sheet: Sheet, refused: Sequence[Problem] = ()) -> dict[str, Any]:
    """Who is offered to whoever keeps the sheet, where a member of the club searches its book, and whom a refused name
    may mean. A phone with the code sees nobody.
    """
    if not here.may["keep"]:
        return {"players": [], "find": "", "seated": "[]", "asks": []}
    club = here.sitting.club
    seated = {column.seat.player.identity for column in sheet.columns if column.seat.is_active}
    is_asked = any(problem.code == "player_similar" for problem in refused)
    return {
        "players": offered(club, seated),
        "find": reverse("people_find", args=[club.pk]) if here.who.role and not club.is_private else "",
        "seated": json.dumps([str(pk) for pk in seated]),
        "asks": asked_about(club, here.request.POST) if is_asked else [],
    }


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
    form = LateForm(here.request.POST, here.sitting)
    place: dict[str, Any] = {"sitting_id": here.sitting.pk, "by": here.actor}
    if "confirmed" in here.request.POST:
        return here.to_seats() if form.does(services.seat_player, **place) else _seats_page(here, form.problems)
    late = form.previews(partial(services.seat_late, **place))
    return _late_page(here, late) if late else _seats_page(here, form.problems)


def _late_page(here: Here, late: services.Late) -> HttpResponse:
    """What is sent then is what was shown."""
    kept = {"name": late.player.name, "new": "1"} if late.is_new else {"player": str(late.player.pk)}
    if late.elsewhere:
        kept["elsewhere"] = "1"
    return here.show("play/seat_late.html", late=late, kept=kept.items(), signed=is_signed(here.sitting))


@require_POST
@at_table
@answered_on_table
def seats_name(here: Here) -> HttpResponse:
    """Who sits where at a table without a club."""
    require(here.may["keep"])
    form = NamesForm(here.request.POST, seats=[column.seat.number for column in sheet_of(here.sitting).columns])
    if form.does(services.name_seats, sitting_id=here.sitting.pk, by=here.actor):
        return here.to_table()
    return _seats_page(here, form.problems)


@require_POST
@at_table
@answered_on_table
def seat_take(here: Here, number: int) -> HttpResponse:
    """A phone that joined without a seat takes a free one."""
    take_seat(SeatWanted.read({"seat": number}), sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return here.to_table()


@require_POST
@at_table
@answered_on_table
def seat_ask(here: Here, number: int) -> HttpResponse:
    """A phone without a seat asks for one that another phone holds, or whose player has an account."""
    ask_for_seat(SeatWanted.read({"seat": number}), sitting_id=here.sitting.pk, by=here.actor)
    return here.to_seats()


@require_POST
@at_table
@answered_on_table
def seat_leave(here: Here, number: int) -> HttpResponse:
    """Somebody leaves early: the line stays, the others go on at a smaller table. With `undo` they were seated by
    mistake, and it is as if they had never sat there."""
    is_undone = "undo" in here.request.POST
    form = LeavingForm(here.request.POST, seat=number)
    act = services.take_seat_back if is_undone else services.seat_leaves
    if form.does(act, sitting_id=here.sitting.pk, by=here.actor):
        return here.to_seats()
    return _seats_page(here, form.problems, leaving=number)


@require_POST
@at_table
@answered_on_table
def dealer_set(here: Here) -> HttpResponse:
    """Put a wrong rotation right; what is being filled in on the table stays."""
    dealer = Dealer.read({"seat": seat_in(here.request.POST.get("seat", ""))})
    services.set_dealer(dealer, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    if not here.wants_piece:
        return here.to_seats() if "from_seats" in here.request.POST else here.to_table()
    here.again()
    sheet = sheet_of(here.sitting)
    return table_page(here, sheet=sheet, entry=entry_kept(here, sheet))


def _seats_page(here: Here, refused: Sequence[Problem] = (), leaving: int | None = None) -> HttpResponse:
    sheet = sheet_of(here.sitting)
    device = here.who.device
    takes_seat = here.sitting.is_open and device is not None and device.seat_id is None and not device.is_host
    places = places_of(here.sitting, here.actor.user, here.now) if takes_seat else []
    may_change = here.sitting.is_open and here.may["keep"]
    active = sum(column.seat.is_active for column in sheet.columns)
    no_more, no_fewer = size_problems(here.sitting, active + 1), size_problems(here.sitting, active - 1)
    return here.show(
        "play/seats.html",
        422 if refused else 200,
        sheet=sheet,
        problems=by_field(refused, sheet.names),
        leaving=leaving,
        typed=here.request.POST,
        places=places,
        has_free_seat=any(place.is_open for place in places),
        **chosen_from(here, sheet, refused),
        called=_called(here.sitting, [column.seat.number for column in sheet.columns if column.seat.is_active]),
        can_name=may_change and here.sitting.club.is_private,
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
            "Two players sit in each other’s seats. They swap seats together with the points of the hands; penalties "
            "stay with the person. Hands confirmed under the wrong name need a new confirmation."
        ),
        "confirm": _("Swap the seats"),
        "back": reverse("sitting_seats", args=[here.sitting.pk]),
    }
    return two_steps(here, SwapForm(here.sitting, sheet, here.request.POST or None), words)


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
    form = SubstituteForm(here.request.POST, here.sitting, seat=number)
    if "confirmed" in here.request.POST:
        done = form.does(services.substitute, sitting_id=here.sitting.pk, by=here.actor)
        return here.to_seats() if done else _page(here, sheet, number, form.problems)
    require_open(here.sitting)
    moves = form.previews(partial(services.substitution_moves, here.sitting))
    return _preview(here, sheet, moves) if moves else _page(here, sheet, number, form.problems)


def _preview(here: Here, sheet: Sheet, moves: services.SubstitutionMoves) -> HttpResponse:
    """What it would change. What is sent then is what was shown: this person, from this hand on."""
    sent, holder = here.request.POST, sheet.by_seat[moves.seat.number]
    kept = {"key": sent.get("key", ""), "reason": sent.get("reason", ""), "number": str(moves.first)}
    if "back" in sent:
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
        "confirm": (_("{holder} plays again") if moves.is_back else pgettext("note", "{name} plays")).format(**names),
        "back": reverse("seat_substitute", args=[here.sitting.pk, moves.seat.number]),
        "signed": is_signed(here.sitting),
    }
    return here.show(
        "play/substitute_moves.html", moves=moves, sheet=sheet, kept=kept.items(), words=words, column=holder
    )


def _page(here: Here, sheet: Sheet, number: int, refused: Sequence[Problem] = ()) -> HttpResponse:
    return here.show(
        "play/substitute.html",
        422 if refused else 200,
        sheet=sheet,
        column=sheet.by_seat[number],
        span=sheet.substitutes.get(number),
        **chosen_from(here, sheet, refused),
        problems=by_field(refused, sheet.names),
        typed=here.request.POST,
        key=here.request.POST.get("key") or str(uuid4()),
    )
