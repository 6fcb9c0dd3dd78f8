"""The page of a table: what is asked now, the sheet, the chart, and what else can be done."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, cast

from django.http import HttpResponse
from django.template.defaultfilters import date as date_words
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import translated
from scorekeeper.play.forms.entry import Entry, fresh_entry, signed
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.selectors.chart import chart_of
from scorekeeper.play.selectors.history import acts_of
from scorekeeper.play.selectors.sheet import Sheet, sheet_of
from scorekeeper.play.views.here import Here, View, at_table
from scorekeeper.play.views.signing import Box, last_act, others_recording, signature_boxes

P = ParamSpec("P")


@require_safe
@at_table
def sitting_detail(here: Here) -> HttpResponse:
    """The table. `since` is the revision another phone's page shows: 204 while nothing is new."""
    if here.request.GET.get("since") == str(here.sitting.revision):
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
            status, notice = 422, " ".join(translated(problem.message) for problem in error.problems)
        here.again()
        return table_page(here, status=status, notice=notice, notice_kind="bad")

    return cast("View[P]", wraps(cast("Callable[..., HttpResponse]", view))(answer))


def table_page(here: Here, *, status: int = 200, sheet: Sheet | None = None, **more: Any) -> HttpResponse:
    """The table as a page, or only its piece where htmx asks."""
    context = table_context(here, sheet or sheet_of(here.sitting), **more)
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
    return {
        "sheet": sheet,
        "chart": chart_of(sheet, here.who.seat),
        "entry": entry,
        **more,
        "others": others_recording(sitting, here.who.device, sheet.names),
        "marked": saved.number if saved else None,
        "saved": _saved(here, sheet, saved),
        "acts": [_act_words(act, sheet) for act in acts_of(sitting)],
        **_list_words(sitting, sheet),
        **_entry_words(here, sheet, entry),
        **_closing_words(here, sheet),
        **_claim_words(here),
    }


def _list_words(sitting: Sitting, sheet: Sheet) -> dict[str, Any]:
    active = [column.seat.number for column in sheet.columns if column.seat.is_active]
    counted, length = sitting.plays.progress(sitting.typed_state, sitting.typed_rules, active)
    following = [number for number in active if number > sitting.dealer] or active
    return {
        "counted": counted,
        "length": length,
        "system_title": sitting.plays.system_titles.get(str(sitting.rules.get("system"))),
        "hand_template": f"games/{sitting.game}/_hand.html",
        "entry_template": f"games/{sitting.game}/_entry.html",
        "next_dealer": following[0],
        "dealer_name": sheet.names.get(sitting.dealer, ""),
        "next_dealer_name": sheet.names[following[0]],
    }


def _entry_words(here: Here, sheet: Sheet, entry: Entry | None) -> dict[str, Any]:
    pk = here.sitting.pk
    words: dict[str, Any] = {
        "is_live": True,
        "action": reverse("hand_create", args=[pk]),
        "preview": reverse("hand_preview", args=[pk]),
        "save": save_words(entry.number) if entry else "",
    }
    if here.sitting.is_open and here.may["record"] and sheet.last and sheet.last is newest(sheet):
        words["undo_url"] = reverse("hand_undo", args=[pk, sheet.last.hand.pk])
    if entry and entry.conflict and isinstance(entry.conflict.standing, Hand):
        words["standing_words"] = translated(entry.conflict.standing.said, sheet.names)
    return words


def newest(sheet: Sheet) -> Any:
    """The newest row, struck or not."""
    return sheet.rows[-1] if sheet.rows else None


def save_words(number: int) -> str:
    return _("Save hand {number}").format(number=number)


def _saved(here: Here, sheet: Sheet, hand: Hand | None) -> dict[str, str] | None:
    """What the toast says in the place of the preview."""
    if hand is None:
        return None
    result = translated(hand.said, sheet.names).rpartition(": ")[2]
    text = _("Hand {number} saved: {result}").format(number=hand.number, result=result)
    last = sheet.last
    undo = reverse("hand_undo", args=[here.sitting.pk, hand.pk]) if last and last.hand.pk == hand.pk else ""
    return {"words": text, "undo_url": undo}


def _closing_words(here: Here, sheet: Sheet) -> dict[str, Any]:
    sitting = here.sitting
    if sitting.accepts_hands:
        return {}
    boxes = signature_boxes(sitting, sheet.columns, here.who)
    return {
        "signs": [_sign_words(box) for box in boxes],
        "signed_by_all": all(box.signature for box in boxes),
        "closed_words": "" if sitting.is_open else _closed_words(here),
        "verdict": _verdict(sitting, sheet),
    }


def _verdict(sitting: Sitting, sheet: Sheet) -> str:
    """What the list has decided, where its game decides something."""
    decided = sitting.plays.verdict({column.seat.number: column.tally for column in sheet.columns}, sitting.typed_rules)
    return translated(decided, sheet.names) if decided else ""


def _sign_words(box: Box) -> dict[str, Any]:
    words = ""
    if box.signature:
        at = clock(box.signature.at)
        how = _("signed at {time} on the scorer's phone") if box.signature.on_behalf else _("signed at {time}")
        words = how.format(time=at)
    return {
        "column": box.column,
        "words": words,
        "can_sign": box.can_sign,
        "for_self": box.for_self,
        "signed_at": box.signed_at,
        "total": signed(box.column.total),
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
    return str(row.by_user or row.by_device or _("the app"))


def clock(moment: datetime) -> str:
    """A time of day where the club is, which `at_table` has set."""
    return date_words(localtime(moment), "TIME_FORMAT")


def _act_words(act: Act, sheet: Sheet) -> dict[str, Any]:
    return {
        "kind": act.get_kind_display(),
        "at": act.at,
        "who": who_did(act),
        "seat": sheet.names.get(act.seat.number, "") if act.seat else "",
        "reason": act.reason,
    }


def _claim_words(here: Here) -> dict[str, Any]:
    """A sheet started without an account can be claimed from the phone that keeps it."""
    if not (here.sitting.club.is_private and here.who.hosts):
        return {}
    if Membership.objects.filter(club=here.sitting.club, role=Role.OWNER).exists():
        return {}
    return {"can_claim": here.actor.user is not None, "should_sign_in": here.actor.user is None}
