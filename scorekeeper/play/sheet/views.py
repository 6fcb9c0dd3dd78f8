"""The page of a table: what is asked now, the sheet, the chart, what else can be done; and the sheet on paper."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial, wraps
from typing import Any, ParamSpec, cast
from uuid import UUID

from django.http import HttpResponse
from django.template.defaultfilters import date as date_words
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.tables.serving import Tables, file_of, with_files
from scorekeeper.common.texts import amount_words, isolated, translated
from scorekeeper.play.closing.services import withdrawal_problems
from scorekeeper.play.forms import filled
from scorekeeper.play.marks.reads import MarksState, marks_state
from scorekeeper.play.models import Act, Hand, Seat, Sitting, State
from scorekeeper.play.parties import beside
from scorekeeper.play.passes.reads import asking, called
from scorekeeper.play.passes.services import be_seen
from scorekeeper.play.policies import can_accept, confirms_for, seats_occupied, signs_for_self
from scorekeeper.play.recording.forms import Entry, HandForm, clash_of, entry_again, fresh_entry
from scorekeeper.play.sheet.files import paper_of, sheet_out
from scorekeeper.play.sheet.here import Here, View, at_table
from scorekeeper.play.sheet.origins import Box, last_act, origins_of, signature_boxes
from scorekeeper.play.sheet.reads import Sheet, acts_of, chart_of, news_of, piece, result_words, sheet_of, totals_words
from scorekeeper.play.sheet.rows import names_of, progress_of
from scorekeeper.play.tables import dues_table
from scorekeeper.play.upkeep.anchors import mark_of

P = ParamSpec("P")


@at_table
def sitting_files(here: Here, table: str, kind: str) -> HttpResponse:
    """The sheet, and each table beside it, as a file."""
    sitting, sheet = here.sitting, sheet_of(here.sitting)
    tables: Tables = {
        "sheet": partial(sheet_out, sitting, sheet, here.phones),
        "dues": partial(dues_table, sheet, sitting),
    }
    if table and table not in tables:
        tables = {key: make for piece in beside(sitting, here.actor, here.who) for key, make in piece.tables.items()}
    return file_of(here.request, tables, table, kind, prints=True)


@require_safe
@with_files(sitting_files)
@at_table
def sitting_detail(here: Here) -> HttpResponse:
    """The table. `since` is the stamp of the page that asks again: 204 while nothing is new."""
    if here.sitting.is_open and here.may["record"]:
        be_seen(here.sitting, here.actor, here.present, here.now)
    if here.request.GET.get("since") == here.stamp:
        return HttpResponse(status=204)
    sheet = sheet_of(here.sitting)
    saved = here.request.GET.get("saved", "")
    row = next((row for row in sheet.rows if str(row.hand.number) == saved), None)
    return table_page(here, sheet=sheet, saved=row.hand if row else None)


def answered_on_table(view: View[P]) -> View[P]:
    """Where somebody was quicker (409) or the act is refused (422), the table says so and shows what stands."""

    def answer(here: Here, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(here, *args, **kwargs)
        except Conflict as error:
            status, notice = 409, error.message
        except Refused as error:
            names = names_of(here.sitting, here.sitting.seats.select_related("player"))
            status, notice = 422, " ".join(translated(problem.message, names) for problem in error.problems)
        here.again()
        return table_page(here, status=status, notice=notice, notice_kind="bad")

    return cast("View[P]", wraps(cast("Callable[..., HttpResponse]", view))(answer))


def table_page(here: Here, *, status: int = 200, sheet: Sheet | None = None, **more: Any) -> HttpResponse:
    """The table as a page, or only its piece where htmx asks."""
    context = {**table_context(here, sheet or sheet_of(here.sitting), **more), **pieces_beside(here)}
    template = "play/_table_piece.html" if here.wants_piece else "play/sitting_detail.html"
    return here.show(template, status, **context)


def table_context(
    here: Here, sheet: Sheet, *, entry: Entry | None = None, saved: Hand | None = None, **more: str
) -> dict[str, Any]:
    """What the templates of the table need; they query nothing."""
    sitting = here.sitting
    seats = [column.seat for column in sheet.columns]
    records = sitting.accepts_hands and here.may["record"]
    entry = (entry or fresh_entry(sitting, seats)) if records else None
    said = marks_state(sitting, here.now)
    return {
        "sheet": sheet,
        "chart": chart_of(sheet, here.who.seat),
        "entry": entry,
        **more,
        "others": called(here.others, seats, sheet.names),
        "stamp": here.stamp,
        "marked": saved.number if saved else None,
        "saved": _saved(here, sheet, saved),
        "news": news_of(sheet),
        "acts": [_act_words(act, sheet, translated(sitting.plays.words.piece)) for act in acts_of(sitting)],
        **_list_words(sitting, sheet),
        **_state_words(here, sheet, said),
        **_entry_words(here, sheet, entry, said),
        **_closing_words(here, sheet),
        **_claim_words(here),
        **_phone_words(here, sheet),
        "origins": origins_of(sitting, [row.hand for row in sheet.rows], sheet.names, here.phones),
    }


def _phone_words(here: Here, sheet: Sheet) -> dict[str, Any]:
    """Which phones wait for who keeps the sheet; whether this one has no seat yet, or sits as somebody whose account it
    is not signed in with."""
    device = here.who.device
    is_open = here.sitting.is_open
    seats = [column.seat for column in sheet.columns]
    silent = [seat for seat in seats_occupied(here.who, seats) if not signs_for_self(here.who, seat)]
    return {
        "may_withdraw": is_open and here.may["keep"] and not withdrawal_problems(here.sitting),
        "asking": asking(here.phones, here.now) if is_open and here.may["keep"] else (),
        "has_no_seat": is_open and device is not None and device.seat_id is None and not device.is_host,
        "needs_account": silent[0].player.name if is_open and silent else "",
    }


def pieces_beside(here: Here) -> dict[str, Any]:
    """What apps above put on this page, and whether one of them says who has won what."""
    found = beside(here.sitting, here.actor, here.who)
    return {"beside": found, "settled_beside": any(piece.settles for piece in found)}


def _list_words(sitting: Sitting, sheet: Sheet) -> dict[str, Any]:
    seats = [column.seat for column in sheet.columns]
    active = [seat.number for seat in seats if seat.is_active]
    following = [number for number in active if number > sitting.dealer] or active
    progress = progress_of(sitting, seats, sheet.names)
    return {
        "counted": progress.played,
        "length": progress.length,
        "stands": progress.stands,
        "system_title": sitting.plays.system_titles.get(str(sitting.rules.get("system"))),
        "sheet_template": (f"games/{sitting.game}/_sheet.html", "play/_sheet.html"),
        "hand_template": piece(sitting.game, "_hand.html"),
        "foot_template": piece(sitting.game, "_foot.html"),
        "entry_template": f"games/{sitting.game}/_entry.html",
        "next_dealer": following[0],
        "dealer_name": sheet.names.get(sitting.dealer, ""),
        "next_dealer_name": sheet.names[following[0]],
    }


def _state_words(here: Here, sheet: Sheet, said: MarksState) -> dict[str, Any]:
    """How far each hand binds, what is disputed, and the newest hand that this phone may confirm."""
    states = said.by_number(row.hand for row in sheet.rows)
    seats = [column.seat for column in sheet.columns]
    seated: dict[UUID | None, str] = {column.seat.pk: column.short for column in sheet.columns}
    mine = [row for row in sheet.newest_first if may_confirm(here, row.hand, seats, said)]
    # A sheet binds as far as its weakest hand
    found = set(states.values())
    return {
        "states": states,
        "sheet_state": next((state for state in WEAKEST_FIRST if state in found), None),
        "to_confirm": mine[0] if mine else None,
        "more_to_confirm": len(mine) - 1,
        "disputes": [
            (row.hand, [(seated.get(mark.seat_id, ""), mark.reason) for mark in there.values()])
            for row in sheet.rows
            if (there := said.disputes.get(row.hand.number))
        ],
    }


def may_confirm(here: Here, hand: Hand, seats: Sequence[Seat], said: MarksState) -> bool:
    """Whether a tap on this phone would say something new of this version."""
    seat = confirms_for(here.actor, here.who, hand, seats)
    return said.state(hand) == State.RECORDED and seat is not None and not said.has_agreed(hand, seat)


WEAKEST_FIRST = (State.DISPUTED, State.RECORDED, State.CONFIRMED, State.OFFICIAL)


def entry_kept(here: Here, sheet: Sheet) -> Entry:
    """What is being filled in on the table, for the hand it was begun for: it came along with another act."""
    sent, fields = HandForm(here.sitting, here.request.POST), filled(here.request.POST)
    seats = [column.seat for column in sheet.columns]
    return entry_again(here.sitting, seats, fields, number=sent.number if fields else None)


def _entry_words(here: Here, sheet: Sheet, entry: Entry | None, said: MarksState) -> dict[str, Any]:
    pk = here.sitting.pk
    words: dict[str, Any] = {
        "is_live": True,
        "action": reverse("hand_create", args=[pk]),
        "preview": reverse("hand_preview", args=[pk]),
        "step": reverse("hand_step", args=[pk]),
        "save": save_words(entry.number) if entry else "",
    }
    if here.may["record"] and sheet.last is newest(sheet) and can_be_undone(sheet, said):
        words["undo_url"] = reverse("hand_undo", args=[pk, sheet.last.hand.pk])
    if entry and entry.conflict:
        words["clash"] = clash_of(entry, [column.seat for column in sheet.columns], here.who, said)
    return words


def can_be_undone(sheet: Sheet, said: MarksState) -> bool:
    """Whether the last hand that counts may still be taken back: nobody has said anything of it."""
    return sheet.last is not None and said.state(sheet.last.hand) == State.RECORDED


def newest(sheet: Sheet) -> Any:
    """The newest row, struck or not."""
    return sheet.rows[-1] if sheet.rows else None


def save_words(number: int) -> str:
    return _("Save hand {number}").format(number=number)


def _saved(here: Here, sheet: Sheet, hand: Hand | None) -> dict[str, str] | None:
    """What the toast says in the place of the preview."""
    if hand is None:
        return None
    result = result_words(hand.said, sheet.names)
    text = _("Hand {number} saved: {result}").format(number=hand.number, result=result)
    news = pgettext("note", "{hand}. {totals}").format(hand=text, totals=totals_words(sheet))
    last = sheet.last
    undo = reverse("hand_undo", args=[here.sitting.pk, hand.pk]) if last and last.hand.pk == hand.pk else ""
    return {"words": text, "undo_url": undo, "news": news}


def _closing_words(here: Here, sheet: Sheet) -> dict[str, Any]:
    sitting = here.sitting
    if sitting.accepts_hands:
        return {}
    boxes = signature_boxes(sitting, sheet.columns, here.who, here.phones)
    return {
        "signs": [_sign_words(box, sheet) for box in boxes],
        "signed_by_all": all(box.signature for box in boxes),
        "can_accept": sitting.awaits_acceptance and can_accept(here.who),
        "closed_words": "" if sitting.is_open else _closed_words(here),
        "verdict": verdict_words(sitting, sheet),
        "closing_template": piece(sitting.game, "_closing.html"),
    }


def verdict_words(sitting: Sitting, sheet: Sheet) -> str:
    """What the sitting has decided, where its game decides something."""
    by_hands = {column.seat.number: column.by_hands for column in sheet.columns}
    decided = sitting.plays.verdict(by_hands, sitting.typed_rules)
    return translated(decided, sheet.names) if decided else ""


def _sign_words(box: Box, sheet: Sheet) -> dict[str, Any]:
    return {
        "column": box.column,
        "words": box.words,
        "can_sign": box.can_sign,
        "for_self": box.for_self,
        "signed_at": box.signed_at,
        "total": amount_words(box.column.total, sheet.unit),
    }


def _closed_words(here: Here) -> str:
    act = last_act(here.sitting, Act.Kind.CLOSED)
    if act is None:
        return ""
    time, day = clock(act.at), date_words(localtime(act.at), "DATE_FORMAT")
    if localtime(act.at).date() == localtime(here.now).date():
        if not act.reason:
            return _("Signed by all and closed at {time}.").format(time=time)
        return _("Closed by {name} at {time}: {reason}").format(name=who_did(act), time=time, reason=act.reason)
    if not act.reason:
        return _("Signed by all and closed on {day} at {time}.").format(day=day, time=time)
    words = _("Closed by {name} on {day} at {time}: {reason}")
    return words.format(name=who_did(act), day=day, time=time, reason=act.reason)


def who_did(row: Any) -> str:
    """The person or phone behind an act or a version of a hand."""
    return isolated(str(row.by_user or row.by_device or pgettext("note", "the app")))


def clock(moment: datetime) -> str:
    """A time of day where the club is, which `at_table` has set."""
    return date_words(localtime(moment), "TIME_FORMAT")


def _act_words(act: Act, sheet: Sheet, piece: str) -> dict[str, Any]:
    """What happened; an end is that of what the game calls its sittings."""
    endings = {
        Act.Kind.ENDED: pgettext("log", "ended the {piece}"),
        Act.Kind.RESUMED: pgettext("log", "went on with the {piece}"),
    }
    kind = Act.Kind(act.kind)
    return {
        "kind": endings[kind].format(piece=piece) if kind in endings else _kind_words(act, sheet),
        "at": act.at,
        "who": who_did(act),
        "seat": sheet.names.get(act.seat.number, "") if act.seat else "",
        "reason": act.reason,
        "points": act.detail.get("points"),
    }


def _kind_words(act: Act, sheet: Sheet) -> str:
    """What was done, and with whom."""
    if act.kind == Act.Kind.SWAPPED:
        other = next(column.short for column in sheet.columns if str(column.seat.pk) == act.detail["seats"][1])
        words = (
            pgettext("log", "changed places with {name} from hand {number} on")
            if "from" in act.detail
            else pgettext("log", "changed places with {name}")
        )
        return words.format(name=other, number=act.detail.get("from"))
    if act.kind == Act.Kind.SUBSTITUTE and act.player:
        words = pgettext("log", "is played for by {name} from hand {number}")
        return words.format(name=isolated(act.player.name), number=act.detail["from"])
    if act.kind == Act.Kind.RETURNED:
        return pgettext("log", "plays again from hand {number}").format(number=act.detail["from"])
    return str(act.get_kind_display())


def _claim_words(here: Here) -> dict[str, Any]:
    """A sheet started without an account can be claimed from the phone that keeps it."""
    if not (here.sitting.club.is_private and here.who.hosts):
        return {}
    if Membership.objects.filter(club=here.sitting.club, role=Role.OWNER).exists():
        return {}
    return {"can_claim": here.actor.user is not None, "should_sign_in": here.actor.user is None}


@require_safe
@at_table
def sitting_print(here: Here) -> HttpResponse:
    """Every hand, the closing block with its arithmetic, who would pay whom, signatures, check line."""
    sitting = here.sitting
    sheet = sheet_of(sitting)
    closed = None if sitting.is_open else last_act(sitting, Act.Kind.CLOSED)
    signs = [(box.column, box.words) for box in signature_boxes(sitting, sheet.columns, here.who, here.phones)]
    return here.show(
        "play/sitting_print.html",
        back=reverse("sitting_detail", args=[sitting.pk]),
        sheet=sheet,
        **pieces_beside(here),
        print_template=piece(sitting.game, "_print.html"),
        hand_template=piece(sitting.game, "_hand.html"),
        verdict=verdict_words(sitting, sheet),
        system_title=sitting.plays.system_titles.get(str(sitting.rules.get("system"))),
        paper=paper_of(sitting, sheet, marks_state(sitting, here.now)),
        signs=signs,
        origins=origins_of(sitting, [row.hand for row in sheet.rows if not row.hand.is_void], sheet.names, here.phones),
        seasons=[season.name for season in sitting.competitions.all()],
        closed=closed,
        closed_at=clock(closed.at) if closed else "",
        mark=mark_of(sitting),
    )
