"""The one way into the money book.

Whoever books has locked what it is about (a sheet) before, and locks the club's row or its book afterwards, never
before: accounts first, then the club, is what closing a sheet does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils.translation import gettext as _

from games.core.text import Text, gettext_noop
from games.core.units import InUnits
from games.core.values import Problem
from scorekeeper.chains.models import link
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.payouts.models import MOST, MOST_IN_ALL, Account, Booking, Leg, Whose
from scorekeeper.play.actors import Actor

OF: Final = {"player": "player_id", "pot": "sitting_id", "prizes": "competition_id"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A booking to be made: what moves on whose account. `source` is a thing of an app above, as (its kind, its id);
    `key` makes sending twice harmless, where the caller has looked for it before."""

    kind: str
    unit: InUnits
    moves: Mapping[Whose, int]
    sitting_id: UUID | None = None
    competition_id: UUID | None = None
    source: tuple[str, UUID] | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    reverses: Booking | None = None
    key: UUID | None = None


def book(*, club: Club, drafts: Sequence[Draft], by: Actor, now: datetime) -> list[Booking]:
    """Write bookings with their legs and move the balances, all in the transaction of the caller; asks nobody whether
    that may be. Costs the same few statements however many there are. Amounts of zero are left out.

    Raises:
        Conflict: `booked_back`: what a draft reverses has been reversed already.
        Refused: `amount_too_large`: beyond what one leg or one account can hold.
        ValueError: a draft that is no booking: fewer than two amounts, or they do not sum to zero.
    """
    for draft in drafts:
        _check(draft)
    wanted = {(draft.unit.unit, draft.unit.decimals, whose) for draft in drafts for whose in draft.moves}
    if not wanted:
        return []
    accounts, new = _locked(club, wanted)
    _require_standing([draft.reverses for draft in drafts if draft.reverses])
    bookings = [_booking(club, draft, by, now) for draft in drafts]
    legs = [leg for booking, draft in zip(bookings, drafts, strict=True) for leg in _legs(booking, draft, accounts)]
    Leg._base_manager.bulk_create(legs)  # noqa: SLF001 linked below, all in one statement
    Booking._base_manager.bulk_create(bookings)  # noqa: SLF001
    link([*new, *legs, *bookings])
    Account.objects.bulk_update({leg.account_id: leg.account for leg in legs}.values(), ["balance", "entries"])
    return bookings


def _check(draft: Draft) -> None:
    amounts = [amount for amount in draft.moves.values() if amount]
    if len(amounts) < 2 or sum(amounts) != 0:
        raise ValueError(f"{draft.kind}: {len(amounts)} amounts that sum to {sum(amounts)} are no booking")
    if max(map(abs, amounts)) > MOST:
        raise TOO_LARGE


def _require_standing(reversed_ones: Sequence[Booking]) -> None:
    """Looked at under the lock of the accounts, so that of two who book back one is told so."""
    if reversed_ones and Booking.objects.filter(reverses__in=reversed_ones).exists():
        raise Conflict("booked_back", _("This has been booked back already."))


def _locked(
    club: Club, wanted: Iterable[tuple[str, int, Whose]]
) -> "tuple[dict[tuple[str, int, Whose], Account], list[Account]]":
    """The accounts, made where they are missing, in one order for everybody, so that nobody waits for each other; and
    those that were made."""
    keys = sorted(wanted)
    there = {_key(account) for account in Account.objects.filter(_any_of(keys), club=club)}
    missing = [_account(club, *key) for key in keys if key not in there]
    if missing:
        Account.objects.bulk_create(missing, ignore_conflicts=True)  # somebody else may just have made them
    found = Account.objects.filter(_any_of(keys), club=club).select_for_update(no_key=True).order_by("pk")
    accounts = {_key(account): account for account in found}
    made = {account.pk for account in missing}
    return accounts, [account for account in accounts.values() if account.pk in made]


def _any_of(keys: Iterable[tuple[str, int, Whose]]) -> Q:
    """The accounts of these keys: a condition for each unit and kind."""
    asked: dict[tuple[str, int, str], set[UUID]] = {}
    for unit, decimals, whose in keys:
        of = asked.setdefault((unit, decimals, whose.kind), set())
        if whose.of:
            of.add(whose.of)
    condition = Q()
    for (unit, decimals, kind), of in asked.items():
        condition |= Q(unit=unit, decimals=decimals, kind=kind) & (Q((f"{OF[kind]}__in", of)) if of else Q())
    return condition


def _key(account: Account) -> tuple[str, int, Whose]:
    return account.unit, account.decimals, account.whose


def _account(club: Club, unit: str, decimals: int, whose: Whose) -> Account:
    account = Account(club=club, unit=unit, decimals=decimals, kind=whose.kind)
    if whose.kind in OF:
        setattr(account, OF[whose.kind], whose.of)
    return account


def _booking(club: Club, draft: Draft, by: Actor, now: datetime) -> Booking:
    kind, source = draft.source or ("", None)
    return Booking(
        club=club,
        unit=draft.unit.unit,
        decimals=draft.unit.decimals,
        kind=draft.kind,
        at=now,
        on=now.astimezone(ZoneInfo(club.time_zone)).date(),
        sitting_id=draft.sitting_id,
        competition_id=draft.competition_id,
        source_kind=kind,
        source=source,
        detail=dict(draft.detail),
        reason=draft.reason,
        reverses=draft.reverses,
        key=draft.key,
        **by.marks,
    )


def _legs(booking: Booking, draft: Draft, accounts: Mapping[tuple[str, int, Whose], Account]) -> Iterable[Leg]:
    """In the order of the draft; the accounts move with them."""
    for whose, amount in draft.moves.items():
        if not amount:
            continue
        account = accounts[draft.unit.unit, draft.unit.decimals, whose]
        account.balance += amount
        account.entries += 1
        if abs(account.balance) > MOST_IN_ALL:
            raise TOO_LARGE
        yield Leg(
            club_id=booking.club_id,
            booking=booking,
            account=account,
            number=account.entries,
            amount=amount,
            balance=account.balance,
        )


TOO_LARGE: Final = Refused(
    [
        Problem(
            "amount_too_large",
            "amount",
            Text(gettext_noop("This is more than the money book can hold. Look at the amount again.")),
        )
    ]
)
