"""The acts of the book. There is one way in, `book`: what a sheet makes due goes through it, and what is booked back.

Whoever books has locked what it is about (a sheet) before, and locks the club's row or its book afterwards, never
before: accounts first, then the club, is what closing a sheet does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, prefetch_related_objects
from django.utils.translation import gettext as _
from pydantic import AliasPath, Field

from games.core.settling import InUnits
from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.chains.models import link
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.texts import amount_words
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.bank.reads import used_bank
from scorekeeper.payouts.book.reads import booked_of, causes_of, unit_of, was_booked, with_legs
from scorekeeper.payouts.kinds import EVENING, OF_BANKS, OF_SHEETS, POOL, Kind
from scorekeeper.payouts.models import MOST, MOST_IN_ALL, Account, Booking, Leg, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.records import InUnit, Reason, UnitBody
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting

BALANCE: Final = "More than 0: is to get it; less: owes it."
HIDDEN: Final = " Null: hidden from you."


class AccountAsked(InUnit):
    """Which entries of an account."""

    before: str = Field(default="", description="`older` of the page before.")


class BookingReversal(Asked):
    """Why a mistake is booked back; every member can read it."""

    reason: Reason


class LegBody(Answer):
    """What a booking moves on one account."""

    kind: str = Field(description="`player`, `pot`, `prizes`, `fees`, `carry`, `club` or `cash`.")
    name: str
    player: UUID | None
    amount: int | None = Field(description="More than 0: is to get it." + HIDDEN)
    balance: int | None = Field(description="Of the account, after it." + HIDDEN)
    text: str = Field(description="What it moves, in words; empty where it is hidden.")


class BookingBody(UnitBody):
    """Something that happened to money, and where it comes from."""

    id: UUID
    kind: str = Field(description="Why: `result`, `stake`, `lost`, `transfer` ... `reversal`.")
    at: datetime
    on: date = Field(description="The club’s local day.")
    sitting: UUID | None = Field(description="The sheet that made it.")
    season: UUID | None
    evening: UUID | None = Field(description="The evening that it is about.")
    reason: str
    reverses: UUID | None = Field(description="The booking that it books back.")
    reversed_by: UUID | None
    legs: list[LegBody] = Field(description="They sum to 0.")


class StandsBody(Answer):
    """Where somebody stands, all of their lines together."""

    player: UUID
    name: str
    balance: int | None = Field(description=BALANCE + HIDDEN)


class AccountBody(Answer):
    """An account of the club, the bank of a table or a prize pool."""

    kind: str = Field(description="`player`, `pot`, `prizes`, `fees`, `carry`, `club` or `cash`.")
    name: str
    balance: int | None = Field(description=BALANCE + HIDDEN)


class UnitBalancesBody(UnitBody):
    """Everything in one unit that is not even."""

    people: list[StandsBody]
    accounts: list[AccountBody]


class MoneyBody(UnitBody):
    """The money book of a club; without a `unit` it plays for points."""

    balances: list[UnitBalancesBody]


class AccountEntryBody(Answer):
    """An entry of somebody's account."""

    booking: UUID = Field(validation_alias=AliasPath("leg", "booking_id"))
    kind: str = Field(validation_alias=AliasPath("leg", "booking", "kind"))
    on: date = Field(validation_alias=AliasPath("leg", "booking", "on"))
    sitting: UUID | None = Field(validation_alias=AliasPath("leg", "booking", "sitting_id"))
    amount: int = Field(validation_alias=AliasPath("leg", "amount"))
    balance: int = Field(description="After it.")


class StatementBody(UnitBody):
    """A page of somebody's account, the newest entry first."""

    balance: int = Field(description=BALANCE)
    entries: list[AccountEntryBody]
    older: str = Field(description="Send it as `before` for the next page; empty at the end.")


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
        amounts = [amount for amount in draft.moves.values() if amount]
        if len(amounts) < 2 or sum(amounts) != 0:
            raise ValueError(f"{draft.kind}: {len(amounts)} amounts that sum to {sum(amounts)} are no booking")
        if max(map(abs, amounts)) > MOST:
            raise TOO_LARGE
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


def _require_standing(reversed_ones: Sequence[Booking]) -> None:
    """Looked at under the lock of the accounts, so that of two who book back one is told so."""
    if reversed_ones and Booking.objects.filter(reverses__in=reversed_ones).exists():
        raise Conflict("booked_back", _("This was already reversed."))


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
            Text(gettext_noop("This amount is too large for the accounts. Please check it.")),
        )
    ]
)


def book_sheet(sitting: Sitting, by: Actor, now: datetime) -> list[Booking]:
    """One booking for each cause, in the transaction that closes the sheet; none where no money is kept. With a bank
    that is what leaves the bank: the results are what was cashed out more than bought in. Where nobody
    closes it (new rules are rolled out) only what was booked once is booked anew: the club may have kept no money then.

    Raises:
        Refused: `amount_too_large`.
        ValueError: in is not out: `may_close` has said so before.
    """
    bank = used_bank(sitting)
    unit = bank.unit if bank else unit_of(sitting)
    if unit is None or (by == Actor() and not was_booked(sitting)):
        return []
    drafts = [
        Draft(
            kind=cause.kind,
            unit=unit,
            moves=cause.moves,
            sitting_id=sitting.pk,
            detail={"label": cause.label.to_json()},
        )
        for cause in (bank.causes() if bank else causes_of(sitting))
    ]
    return book(club=sitting.club, drafts=drafts, by=by, now=now)


def unbook_sheet(sitting: Sitting, by: Actor, reason: str, now: datetime) -> list[Booking]:
    """Book back what closing booked, in the transaction that opens the sheet again."""
    if booked := booked_of(sitting):
        return reverse_all(club=sitting.club, bookings=booked, by=by, reason=reason, now=now)
    return []


# Kinds that something else keeps in step: they are taken back where they were made.
KEPT_ELSEWHERE: Final = frozenset(OF_SHEETS)
OF_EVENINGS: Final = frozenset({Kind.ENTRY, Kind.COLLECTED})


@transaction.atomic
def reverse(reversal: BookingReversal, *, club: Club, booking_id: UUID, by: User, now: datetime) -> Booking:
    """Whoever keeps the book books something back; done twice it is a conflict.

    Raises:
        Booking.DoesNotExist: the club has no such booking.
        Conflict: `booked_back`: it has been booked back already; `is_reversal`; `of_a_sheet`, `of_a_bank`,
            `of_an_evening`, `of_a_pool`: the sheet, the bank of its table, the evening or the prize pool keeps it.
        Refused: as `clean_reason`; `amount_too_large`; `not_in_the_box`: what was put into the box has been taken
            out of it since.
    """
    require(can_keep_money(role_in(by, club)))
    reason = clean_reason(reversal.reason)
    found = Booking.objects.select_related("sitting").get(club=club, pk=booking_id)
    if conflict := not_reversible(found):
        raise conflict
    booking = reverse_all(club=club, bookings=[found], by=Actor(user=by), reason=reason, now=now)[0]
    if found.kind == Kind.DEPOSIT:
        _require_in_box(booking)
    write(Told.BOOKED_BACK, club.pk, at=now, by_user=by, thing=found.pk, reason=reason)
    return booking


def _require_in_box(booking: Booking) -> None:
    """Looked at once the account is locked and moved, as taking out does; what was booked goes with the transaction."""
    leg = booking.legs.get(account__kind=Account.Kind.CASH)
    if leg.balance > 0:
        lies = amount_words(leg.amount - leg.balance, booking.in_unit)
        raise Refused([Problem("not_in_the_box", "reason", Text(NOT_THERE, {"amount": lies}))])


def not_reversible(booking: Booking) -> Conflict | None:
    """Why nobody books this back: `is_reversal`, `of_a_sheet`, `of_a_bank`, `of_an_evening` or `of_a_pool`. Whether it
    was booked back already is found when it is done.
    """
    if booking.kind == Kind.REVERSAL:
        return Conflict("is_reversal", _("This is a reversal and cannot be reversed. Book the original again instead."))
    if booking.kind in KEPT_ELSEWHERE:
        return Conflict("of_a_sheet", _("This comes from a score sheet. Reopen the sheet to reverse it."))
    if booking.kind in OF_BANKS:
        return Conflict("of_a_bank", _("This was booked at a table’s bank. Reverse it there while the sheet is open."))
    if booking.source_kind == EVENING and booking.kind in OF_EVENINGS:
        return Conflict(
            "of_an_evening",
            _("This comes from an evening. Remove the tick there, or reopen the evening, to reverse it."),
        )
    if booking.source_kind == POOL:
        return Conflict("of_a_pool", _("This belongs to the prize pool of a season or tournament. Reverse it there."))
    return None


def reverse_all(
    *,
    club: Club,
    bookings: Sequence[Booking],
    by: Actor,
    reason: str,
    now: datetime,
    also: Mapping[str, Any] = MappingProxyType({}),
) -> list[Booking]:
    """Book all of these back in the transaction of the caller; asks nobody whether that may be. `also` is kept with
    each.

    Raises:
        Conflict: `booked_back`: one of them has been already.
    """
    prefetch_related_objects(list(bookings), with_legs())
    return book(club=club, drafts=[_mirrored(booking, reason, also) for booking in bookings], by=by, now=now)


def _mirrored(booking: Booking, reason: str, also: Mapping[str, Any]) -> Draft:
    return Draft(
        kind=Kind.REVERSAL,
        unit=booking.in_unit,
        moves={leg.account.whose: -leg.amount for leg in booking.legs.all()},
        sitting_id=booking.sitting_id,
        competition_id=booking.competition_id,
        source=(booking.source_kind, booking.source) if booking.source else None,
        detail={**booking.detail, "of": booking.kind, **also},
        reason=reason,
        reverses=booking,
    )


NOT_THERE: Final = gettext_noop(
    "Only {amount} of it is still in the cash box. First reverse what was taken out, or put the rest in."
)
