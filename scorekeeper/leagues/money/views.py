"""The end of an evening: what is collected, closing it, the report."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.units import InUnits
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import Chart
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.leagues.drawing.drafts import as_uuid
from scorekeeper.leagues.evenings.here import Here, at_evening, chosen_game
from scorekeeper.leagues.evenings.reads import Round, parts_of, people_of, sittings_of
from scorekeeper.leagues.evenings.views import show_evening
from scorekeeper.leagues.money.booked import owed_still
from scorekeeper.leagues.money.reads import dues_of, owing_nothing, seen_dues
from scorekeeper.leagues.money.services import Paid, close_evening, collect, reopen_evening
from scorekeeper.leagues.report.anchored import anchors_of
from scorekeeper.leagues.report.course import Evenings, course_of
from scorekeeper.leagues.report.files import course_table, money_out, money_table, results_out, results_table
from scorekeeper.leagues.report.reads import Outcome, outcomes_of
from scorekeeper.payouts.forms import CoinForm
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.payouts.scopes import of_evening
from scorekeeper.payouts.settling.reads import coin_unit
from scorekeeper.payouts.settling.views import settle_page

MOST_DIGITS = 15


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_money(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """What each owes, with a tick for what is collected; posting ticks or takes a tick back."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if file := asked_file(
        request, {"dues": lambda: money_out(here.evening, seen_dues(dues_of(here.evening), here.sight))}, table, kind
    ):
        return file
    if request.method != "POST":
        return _money(here)
    paid, is_paid = _paid(request), request.POST.get("paid") == "1"
    problem = not_done(
        lambda: collect(evening_id=evening_id, by=request.user, paid=paid, is_paid=is_paid, now=timezone.now())
    )
    return _money(here, problem) if problem else redirect("evening_money", evening_id)


def _money(here: Here, problem: NotDone | None = None) -> HttpResponse:
    reads_book, dues = can_read_money(here.membership.role), seen_dues(dues_of(here.evening), here.sight)
    even = owing_nothing(here.evening, dues) if here.may_plan else frozenset()
    units = []
    for total, owing in dues.by_unit:
        table = money_table(total, owing)
        units.append((total, table, list(zip(owing, table.rows, strict=True))))
    page = {"dues": dues, "units": units, "reads_book": reads_book, "even": even}
    return here.show("leagues/evening_money.html", problem, **page)


def _paid(request: AuthedRequest) -> Paid:
    """Raises Http404: a form that no page of ours has made."""
    player, amount = as_uuid(request.POST.get("player", "")), request.POST.get("amount", "")
    decimals, unit = request.POST.get("decimals", ""), request.POST.get("unit", "")
    is_number = amount.isascii() and amount.isdecimal() and len(amount) <= MOST_DIGITS
    if player is None or not is_number or decimals not in {"0", "2"} or len(unit) > 12 or "\x00" in unit:
        raise Http404
    return Paid(player, InUnits.model_construct(unit=unit, decimals=int(decimals)), int(amount))


@require_safe
@login_required
def evening_settle(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who pays whom, so that everybody is even for the tables of this evening."""
    here = at_evening(request, evening_id)
    require(can_read_money(here.membership.role))
    sittings = tuple(sitting.pk for sitting in sittings_of(here.evening))
    form = CoinForm(request.GET or None, unit=coin_unit(here.membership.club))
    scope = of_evening(here.evening.pk, sittings)
    return settle_page(request, here.membership, scope, form=form, file=(table, kind), evening=here.evening)


@require_POST
@login_required
def evening_close(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The evening is over; its report follows."""
    here = at_evening(request, evening_id)
    problem = not_done(lambda: close_evening(evening_id=evening_id, by=request.user, now=timezone.now()))
    return show_evening(here, problem) if problem else redirect("evening_report", evening_id)


@require_POST
@login_required
def evening_reopen(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """It was closed too early."""
    here = at_evening(request, evening_id)
    reason = request.POST.get("reason", "")
    problem = not_done(
        lambda: reopen_evening(evening_id=evening_id, by=request.user, reason=reason, now=timezone.now())
    )
    return show_evening(here, problem) if problem else redirect("evening_detail", evening_id)


@require_safe
@login_required
def evening_report(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """How the evening came out, on screen and on paper."""
    here = at_evening(request, evening_id)
    sittings = sittings_of(here.evening)
    outcomes = outcomes_of(here.evening, sittings)
    if file := asked_file(request, {"results": lambda: results_out(here.evening, outcomes)}, table, kind):
        return file
    people = people_of(here.evening)
    rounds = {part.game: part.rounds for part in parts_of(here.evening, sittings, request.user)}
    return here.show(
        "leagues/evening_report.html",
        parts=[
            Told(one, course_of(one.sittings).of([]), rounds[one.game][::-1], results_table(here.evening, one))
            for one in outcomes
        ],
        came=[one for group in people.values() for one in group if one.came_at],
        dues=seen_dues(dues_of(here.evening, sittings), here.sight),
        owed=owed_still(here.evening, [one.pk for one in sittings], here.sight) if here.evening.is_closed else [],
        pending=[sitting for sitting in sittings if sitting.is_open],
        awaiting=[sitting for sitting in sittings if sitting.awaits_acceptance],
    )


@require_safe
@login_required
def evening_anchors(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Where the chains of the evening stand, as a file to be kept elsewhere: for `manage.py verify --anchors`."""
    evening = at_evening(request, evening_id).evening
    answer = HttpResponse(b"".join(anchors_of(evening, timezone.now())), content_type="application/jsonl")
    day = timezone.localtime(evening.starts_at).date()
    answer["Content-Disposition"] = f'attachment; filename="anchors-{day:%Y-%m-%d}.jsonl"'
    return answer


@dataclass(frozen=True, slots=True)
class Told:
    """What the report tells of one game: how it came out, how it went, its rounds in their order."""

    outcome: Outcome
    course: Evenings
    rounds: tuple[Round, ...]
    table: Table

    @property
    def chart(self) -> Chart | None:
        return self.course.chart(None)


@require_safe
@login_required
def evening_course(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The running score of the game that `?game=` names, else of the first: those who lead, the reader, and whoever
    `?player=` asks for."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.GET)
    course = course_of([sitting for sitting in sittings_of(here.evening) if sitting.game == game.game])
    title = f"{here.evening.name}, {translated(game.plays.title)}" if here.evening.is_mixed else here.evening.name
    if file := asked_file(request, {"course": lambda: course_table(title, course)}, table, kind):
        return file
    mine = Player.objects.filter(club=here.evening.club_id, user=request.user, merged_into=None).first()
    asked = as_uuid(request.GET.get("player", ""))
    own = mine.pk if mine else None
    shown = course.of([pk for pk in (asked, own) if pk])
    chart = shown.chart(asked or own)
    page: dict[str, Any] = {
        "course": shown,
        "first": asked or own,
        "chart": chart,
        "figures": course_table(title, shown),
    }
    return here.show("leagues/evening_course.html", game=game, **page)
