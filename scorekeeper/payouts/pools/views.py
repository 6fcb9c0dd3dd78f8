"""The prizes of a season or a tournament: what came in, who would get what, writing people in, awarding them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from games.core.values import Problem
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.policies import require_running, role_kept
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.navigation import stands_in
from scorekeeper.common.tables.serving import Tables, page_or_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.pools import services
from scorekeeper.payouts.pools.awarding import award, set_mark
from scorekeeper.payouts.pools.forms import AwardForm, BackForm, Choices, DealForm, EntryForm, MarkForm, PoolForm
from scorekeeper.payouts.pools.pages import entry_lists, given_shown, seen_of, seen_page
from scorekeeper.payouts.pools.reads import (
    PAID,
    Given,
    PoolNow,
    asked_people,
    marks_of,
    members_of,
    not_final,
    outlook,
    people,
    ranking_of,
)
from scorekeeper.payouts.pools.records import PoolEntry
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.payouts.tables import given_table, pool_table
from scorekeeper.standings.models import Competition


@require_safe
@login_required
def season_prizes(request: AuthedRequest, season_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """What came in, what is kept, and who gets what: as awarded, else as it would be by the standings now."""
    season, keeps = _season(request, season_id)
    pool = PrizePool.objects.filter(competition=season).first()
    if pool is None and not (keeps and season.club.keeps_money):
        raise Http404
    page: dict[str, Any] = {
        **_frame(request, season), "pool": pool, "keeps": keeps, "page": ranks_of(season).page(season)
    }  # fmt: skip
    if pool:
        reads_all = can_read_accounts(role_kept(request.user, season.club))
        page |= seen_page(PoolNow(pool), season, sight_of(season.club, request.user, reads_all=reads_all))
        page["receipts"] = ranks_of(season).receipts(season) if reads_all and page["award"] else ""
    tables = _tables(page, pool) if pool and not page.get("is_hidden") else {}
    page["would_be_table"] = tables.get("prizes-now")
    return page_or_file(request, "payouts/prizes.html", page, tables, table=table, kind=kind)


def _tables(page: dict[str, Any], pool: PrizePool) -> Tables:
    """Where the prizes come from, who gets what, and who would get what by the standings now."""
    tables: dict[str, Callable[[], Table]] = {"pool": partial(pool_table, page, pool.guarantee)}
    for key, shown, caption in (
        ("prizes", page["given"], _("Who gets what")),
        ("prizes-now", page["would_be"], _("Prizes by the current standings")),
    ):
        if shown:
            tables[key] = partial(given_table, shown, page["unit"], key, caption)
    return tables


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_terms(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Set the pool up, or change how it is shared out."""
    season = _kept_season(request, season_id)
    pool = PrizePool.objects.filter(competition=season).first()
    if pool is None and not season.club.keeps_money:
        raise Http404
    unit = pool.in_unit if pool else season.club.money
    sent = request.POST if request.method == "POST" else None
    has_groups = ranks_of(season).groups(season) is not None
    form = PoolForm(
        sent, unit=unit, people=_people(season), pool=pool, has_groups=has_groups, members=members_of(season)
    )
    awarded = not_done(partial(services.require_not_awarded, PoolNow(pool))) if pool else None
    is_asked = not awarded and not form.asks_more
    made = form.does(services.set_up_pool, competition=season, by=request.user) if is_asked else None
    if made:
        messages.success(request, _("The prize pool is saved."))
        return redirect("season_prizes", season.pk)
    page = {**_frame(request, season, _("Set up prizes")), "form": form, "unit": unit}
    page["problem"] = awarded.text if awarded else ""
    status = awarded.status if awarded else 200 if form.asks_more else form.status
    return render(request, "payouts/pool_terms.html", page, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_marks(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who has which mark for the prizes of groups: one mark at a time, `?mark=` the one that is shown."""
    season = _kept_season(request, season_id)
    people, marks = asked_people(season), marks_of(season.club_id)
    named = request.GET.get("mark", "")
    sent = request.POST if request.method == "POST" else None
    form = MarkForm(sent, people=people, name=named, has=marks.get(named, ()))
    if form.does(set_mark, competition=season, by=request.user, among=[pk for pk, _name in people]):
        messages.success(request, _("The marks are saved."))
        return redirect("pool_marks", season.pk)
    page = {
        **_frame(request, season, _("Marks for prizes")),
        "form": form,
        "marks": [(name, len(who)) for name, who in marks.items()],
    }
    return render(request, "payouts/pool_marks.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_entries(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Write people in: an entry, a re-buy or an add-on by one tap each, or everybody who has played at once."""
    season = _kept_season(request, season_id)
    pool, refused = get_object_or_404(PrizePool, competition=season), None
    if request.method == "POST":
        refused = not_done(lambda: messages.success(request, _entered(request, season)))
        if not refused:
            return redirect("pool_entries", season.pk)
    now = PoolNow(pool)
    page = {
        **_frame(
            request,
            season,
            pgettext("heading", "Entry fees")
            if season.kind == Competition.Kind.TOURNAMENT
            else pgettext("heading", "Entries"),
        ),
        "pool": pool,
        "problem": refused.text if refused else "",
        "form": EntryForm(),
    }
    page |= {"now": now, **entry_lists(now, season)}
    return render(request, "payouts/pool_entries.html", page, status=refused.status if refused else 200)


def _entered(request: AuthedRequest, season: Competition) -> str:
    """Do what was tapped; what to say of it. A form that no page of ours has made is not found."""
    do, _colon, who = request.POST.get("do", "").partition(":")
    if do in {"paid", "unpaid"}:
        return _ticked(request, season, do, who)
    if do == "all":
        played = ranks_of(season).took_part(season)
        new = services.enter_all(competition=season, by=request.user, player_ids=played, now=timezone.now())
        return ngettext("{number} person has been entered.", "{number} people have been entered.", new).format(
            number=new
        )
    form = EntryForm({"kind": do, "player": who, "key": request.POST.get("key")})
    if do not in PAID or not form.is_valid():
        raise Http404
    entry, key = PoolEntry.read(form.answers()), form.cleaned_data["key"]
    get_object_or_404(season.club.players, pk=entry.player)
    done = services.pay_in(entry, competition=season, by=request.user, key=key, now=timezone.now())
    name = done.act.player.name if done.act.player else ""
    if not done.is_new:
        return _("{name} has already paid this; nothing more was booked.").format(name=name)
    return pgettext("in a line", "{what}: {name}").format(what=capfirst(done.act.get_kind_display()), name=name)


def _ticked(request: AuthedRequest, season: Competition, do: str, who: str) -> str:
    """Tick off what somebody has paid, or everybody with an entry, or take the ticks of somebody back."""
    by, now, person = request.user, timezone.now(), uuid_in(who)
    if who and person is None:
        raise Http404
    people = [person] if person else [*PoolNow(PrizePool.objects.get(competition=season)).entrants]
    if do == "unpaid":
        services.untick_paid(competition=season, by=by, player_ids=people, now=now)
        return _("The tick is removed.")
    ticked = services.tick_paid(competition=season, by=by, player_ids=people, now=now)
    if not ticked.acts:
        return _("Nothing was owed, so nothing was booked.")
    amount = amount_words(ticked.amount, ticked.acts[0].pool.in_unit)
    return _("Paid into the cash box: {amount}.").format(amount=amount)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_award(request: AuthedRequest, season_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who gets what by the official standings, and awarding it; or a deal."""
    season = _kept_season(request, season_id)
    pool = get_object_or_404(PrizePool, competition=season)
    now = PoolNow(pool)
    found = outlook(now, ranking_of(season, now.entrants, official=True))
    sent = request.POST if request.method == "POST" else None
    is_deal = request.POST.get("do") == "deal"
    deal = _deal_form(sent if is_deal else None, now, found.given)
    form: AwardForm | DealForm = deal if is_deal else AwardForm(sent)
    if form.does(award, competition=season, by=request.user, seen=request.POST.get("seen", "")):
        messages.success(request, _("The prizes are awarded and booked."))
        return redirect("season_prizes", season.pk)
    problem = form.problem or ("" if is_deal else " ".join(map(str, form.non_field_errors())))
    fresh = AwardForm(initial={"seen": seen_of(found.given)} if found.given else {})
    given = given_shown(now, found.given)
    tables = {"award": partial(given_table, given, pool.in_unit, "award", _("Who gets what"))} if given else {}
    page = {
        **_frame(request, season, _("Award the prizes")), "pool": pool, "now": now, "problem": problem, "deal": deal,
        "form": fresh, "is_deal": is_deal, "waits": _told(not_final(season)),
        "problems": _told(found.problems), "given": given, "for_places": found.given.for_places if found.given else 0,
    }  # fmt: skip
    status = 409 if problem else form.status
    return page_or_file(request, "payouts/pool_award.html", page, tables, table=table, kind=kind, status=status)


def _deal_form(sent: QueryDict | None, now: PoolNow, given: Given | None) -> DealForm:
    """A field for everybody who can have a share: who is ranked, best first, and who has an entry."""
    ranked = [prize.player for prize in given.prizes] if given else []
    who = list(dict.fromkeys([*ranked, *now.entrants]))
    players = people(now.pool.club_id, who)
    return DealForm(sent, unit=now.pool.in_unit, people=[(player, players[player].name) for player in who])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_back(request: AuthedRequest, season_id: UUID, pool_act_id: UUID) -> HttpResponse:
    """Take back what was paid in, or the award, with a reason."""
    season = _kept_season(request, season_id)
    kinds = [*PAID, PoolAct.Kind.COLLECTED, PoolAct.Kind.AWARDED]
    acts = PoolAct.objects.select_related("player", "pool", "taken_back_by").filter(kind__in=kinds)
    act = get_object_or_404(acts, pool__competition=season, pk=pool_act_id)
    form = BackForm(request.POST if request.method == "POST" else None)
    if form.does(services.take_back, competition=season, by=request.user, act_id=act.pk):
        messages.success(request, _("It is withdrawn, and its transactions are reversed."))
        return redirect("season_prizes" if act.kind == PoolAct.Kind.AWARDED else "pool_entries", season.pk)
    page = {**_frame(request, season, pgettext("heading", "Withdraw this?")), "act": act, "form": form}
    return render(request, "payouts/pool_back.html", page, status=form.status)


def _season(request: AuthedRequest, season_id: UUID) -> tuple[Competition, bool]:
    """A season or a tournament of one of the reader's clubs, and whether they keep its money."""
    season: Competition = get_object_or_404(Competition.everything.select_related("club"), pk=season_id)
    here = enter_book(request, season.club_id)
    require(can_read_money(here.role))
    return season, can_keep_money(here.role) and not here.club.is_closed


def _kept_season(request: AuthedRequest, season_id: UUID) -> Competition:
    """The same, for who keeps the money of a club that is not closed."""
    season, keeps = _season(request, season_id)
    require_running(season.club)
    require(keeps)
    return season


def _frame(request: AuthedRequest, season: Competition, title: str = "") -> dict[str, Any]:
    """What every page says: whose prizes these are, what it is for, and of a tournament the ways to its other pages."""
    parts = ranks_of(season).parts(season, request.user)
    if parts:
        stands_in(request, "tournaments")
    return {"club": season.club, "season": season, "parts": parts, "title": title}


def _people(season: Competition) -> Choices:
    """Everybody of the book, those who take part before all others."""
    there = ranks_of(season).took_part(season)
    book = list(
        season.club.players.filter(merged_into=None).order_by(Alphabetical("name"), "pk").values_list("pk", "name")
    )
    parts = {
        _("People taking part"): [(str(pk), name) for pk, name in book if pk in there],
        _("Other people of the club"): [(str(pk), name) for pk, name in book if pk not in there],
    }
    return [(title, people) for title, people in parts.items() if people]


def _told(problems: Sequence[Problem]) -> list[str]:
    return [translated(problem.message) for problem in problems]
