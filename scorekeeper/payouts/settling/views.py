"""Settling up: who pays whom, so that everybody is even."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.settling import MOST_EXACT
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.common.tables.values import Table
from scorekeeper.payouts.care.reads import seen_plan, sight_of
from scorekeeper.payouts.forms import THE_CLUB, CoinForm, SettleForm, unit_key
from scorekeeper.payouts.payments.reads import payments_of
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.scopes import Scope, of_period, signed
from scorekeeper.payouts.settling.picture import picture_of
from scorekeeper.payouts.settling.reads import Settled, Transfer, coin_unit, paid_elsewhere, settled_of
from scorekeeper.payouts.tables import payments_table
from scorekeeper.play.amounts import written


@require_safe
@login_required
def money_settle(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """For where everybody stands, or for what was booked between two days."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    form = SettleForm(request.GET or None, unit=coin_unit(here.club))
    scope = Scope()
    if form.is_valid() and form.cleaned_data["since"]:
        scope = of_period(form.cleaned_data["since"], form.cleaned_data["until"])
    return settle_page(request, here, scope, form=form, file=(table, kind))


def settle_page(
    request: AuthedRequest,
    here: Membership,
    scope: Scope,
    *,
    form: CoinForm,
    file: tuple[str, str] = ("", ""),
    **more: object,
) -> HttpResponse:
    """The page for any of these; `form` has been asked whether it is valid. `more` is for the page of an evening;
    `file` is the table and the kind of file that the address names."""
    coin, reads_all = form.coin_chosen, can_read_accounts(role_kept(request.user, here.club))
    sight = sight_of(here.club, request.user, reads_all=reads_all)
    seen = [seen_plan(whole, sight) for whole in settled_of(here.club, scope, coin)]
    waiting = [transfer.waits.pk for plan in seen for transfer in plan.transfers if transfer.waits]
    opens = payments_of(here.club, request.user, all_of_them=can_keep_money(here.role)).filter(pk__in=waiting)
    readable = set(opens.values_list("pk", flat=True)) if waiting else set()
    plans: list[dict[str, Any]] = [
        {
            "plan": plan,
            "picture": picture_of(plan.transfers, here.club.name, plan.people),
            "rows": [
                (
                    transfer,
                    _link(request, here, scope, plan, transfer),
                    bool(transfer.waits and transfer.waits.pk in readable),
                )
                for transfer in plan.transfers
            ],
            "elsewhere": paid_elsewhere(here.club, scope, plan),
        }
        for plan in seen
    ]
    tables: dict[str, Callable[[], Table]] = {}
    for place, one in enumerate(plans, 1):
        one["between"] = [row for row in one["rows"] if row[0].getter]
        one["to_club"] = [row for row in one["rows"] if not row[0].getter]
        make = partial(payments_table, here.club, one["plan"], place)
        one["file"] = f"payments-{place}"
        tables[one["file"]] = make
    page = {
        "club": here.club,
        "scope": scope,
        "form": form,
        "plans": plans,
        "coin": coin,
        "coined": coin_unit(here.club) if coin > 1 else None,
        "most": MOST_EXACT,
        **more,
    }
    status = 422 if form.errors else 200
    return page_or_file(request, "payouts/settle.html", page, tables, table=file[0], kind=file[1], status=status)


def _link(request: AuthedRequest, here: Membership, scope: Scope, plan: Settled, transfer: Transfer) -> str:
    """Where it is said that this was paid, filled in; nothing for those who can't say so."""
    sides = [side for side in (transfer.payer, transfer.getter) if side]
    if here.club.is_closed or transfer.left <= 0:
        return ""
    if not can_keep_money(here.role) and request.user.pk not in {side.user_id for side in sides}:
        return ""
    filled = QueryDict(mutable=True)
    filled["payer"] = str(transfer.payer.pk) if transfer.payer else THE_CLUB
    filled["getter"] = str(transfer.getter.pk) if transfer.getter else THE_CLUB
    filled["amount"] = written(transfer.left, plan.unit.decimals)
    filled["unit"] = unit_key(plan.unit)
    filled["about"] = signed(here.club, scope)
    return f"{reverse('money_pay', args=[here.club.pk])}?{filled.urlencode()}"
