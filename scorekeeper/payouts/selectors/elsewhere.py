"""What two have paid each other for something else since an evening or a period began. The settle-up of those does not
take it off, so its page says so beside the payment: else who settled where everybody stands would pay twice."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.scopes import PERIOD, Scope, plain
from scorekeeper.payouts.selectors.settling import Settled, Transfer, first_of
from scorekeeper.payouts.sources import names_of

SHORT: Final = "SHORT_DATE_FORMAT"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How much the payer of a row has paid its getter, None is the club, and what for in the words of the page; `waits`
    says that some of it is not confirmed yet."""

    payer: Player | None
    getter: Player | None
    amount: int
    what_for: str
    waits: bool


def paid_elsewhere(club: Club, scope: Scope, plan: Settled) -> list[Elsewhere]:
    """For the payments of the plan: what the payer has paid the same getter for something else since the first of it
    was booked, where that is anything. Of where everybody stands everything that was paid is taken off."""
    first = first_of(club, scope, (plan.unit.unit, plan.unit.decimals)) if scope.about and plan.transfers else None
    if first is None or scope.about is None:
        return []
    kind, pk = scope.about
    counts = Q(state=Payment.State.OPEN) | Q(state=Payment.State.CONFIRMED, booking__reversal=None)
    found = Payment.objects.filter(counts, club=club, unit=plan.unit.unit, decimals=plan.unit.decimals)
    since = found.filter(said_at__gte=first.at).exclude(about_kind=kind, about=pk)
    paid = list(since.select_related("payer__merged_into", "getter__merged_into").order_by("pk"))
    things, by_pair = _things(club, paid), defaultdict(list)
    for one in paid:
        by_pair[_person(one.payer), _person(one.getter)].append(one)
    rows = ((one, by_pair[_person(one.payer), _person(one.getter)]) for one in plan.transfers)
    return [_told(one, payments, things) for one, payments in rows if payments]


def _told(row: Transfer, payments: Sequence[Payment], things: Mapping[UUID, str]) -> Elsewhere:
    what_for = _(", ").join(dict.fromkeys(things[one.pk] for one in payments))
    amount, waits = sum(one.amount for one in payments), any(one.is_open for one in payments)
    return Elsewhere(row.payer, row.getter, amount, what_for, waits)


def _things(club: Club, payments: Sequence[Payment]) -> dict[UUID, str]:
    """{payment: what it was said for}, in one statement for each kind of thing."""
    named: dict[str, set[UUID]] = defaultdict(set)
    for one in payments:
        if one.about and one.about_kind != PERIOD:
            named[one.about_kind].add(one.about)
    names = {pk: name for kind, pks in named.items() for pk, name in names_of(kind, pks, club.pk).items()}
    return {one.pk: _thing(one, names) for one in payments}


def _thing(payment: Payment, names: Mapping[UUID, str]) -> str:
    if payment.about is None:
        return pgettext("paid for", "where everybody stands")
    days = plain(payment.about_what)
    if days.since and days.until:
        return f"{date_format(days.since, SHORT)} – {date_format(days.until, SHORT)}"
    name = names.get(payment.about)
    return isolated(name) if name else pgettext("paid for", "an evening")


def _person(player: Player | None) -> UUID | None:
    return player.identity if player else None
