"""What was paid outside of this app: one side says so, the other confirms it, and only then is it booked.

Directors answer for the club and for guests, who have no account. What a director says of two others waits for one of
them. It is booked at once only where nobody is left who could answer: nobody confirms what they said themselves.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, model_validator

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked, wrong
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.texts import amount_words
from scorekeeper.notices.models import Kind as NewsKind
from scorekeeper.notices.services import News, over, tell
from scorekeeper.payouts.book.services import Draft, book
from scorekeeper.payouts.box.services import require_holds, require_there
from scorekeeper.payouts.kinds import EVENING, Kind, Scope, of_evening, of_period
from scorekeeper.payouts.models import Account, Booking, Payment, Whose
from scorekeeper.payouts.payments.reads import Sides, held_in, other_keepers, sides_of, units_in
from scorekeeper.payouts.policies import can_keep_money, can_say_paid
from scorekeeper.payouts.records import Amounted, BothDays, Reason, UnitBody
from scorekeeper.payouts.sources import asked_at, names_of
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor

Side = UUID | None


class BetweenTwo(Amounted):
    """An amount between two sides. A side that is left out is the club."""

    payer: Side = None
    getter: Side = None
    reason: Annotated[Reason, Field(description="Needed where nobody else can confirm it.")] = ""


class PaidOutside(BetweenTwo, BothDays):
    """What was paid outside. A side that is left out is the club. An evening, or the days between two, is the
    settle-up that it is part of; without them it is where everybody stands."""

    evening: UUID | None = Field(default=None, description="The evening it was paid for.")

    @model_validator(mode="after")
    def _for_evening_or_days(self) -> "PaidOutside":
        """Raises Refused `invalid`."""
        if self.evening and self.since:
            raise wrong("invalid", gettext_noop("Give either the evening or the days, not both."), "evening")
        return self

    @property
    def scope(self) -> Scope:
        """The settle-up that it is part of."""
        if self.evening:
            return of_evening(self.evening, ())
        return of_period(self.since, self.until) if self.since and self.until else Scope()


class PaymentAnswer(Asked):
    """Why a payment is declined, or confirmed in somebody's place."""

    reason: Reason = ""


class PaymentBody(UnitBody):
    """What somebody said was paid, and what became of it. A side that is null is the club."""

    id: UUID
    payer: Side = Field(validation_alias="payer_id")
    getter: Side = Field(validation_alias="getter_id")
    amount: int
    state: Literal["open", "confirmed", "declined", "taken_back"]
    said_at: datetime
    answered_at: datetime | None
    reason: str
    evening: UUID | None = Field(
        validation_alias=AliasPath("scope", "evening"), description="The evening it was paid for."
    )
    since: date | None = Field(
        validation_alias=AliasPath("scope", "since"), description="The first of the days whose settle-up it is part of."
    )
    until: date | None = Field(validation_alias=AliasPath("scope", "until"), description="The last of them.")
    booking: UUID | None = Field(validation_alias="booking_id", description="What was booked, once it is confirmed.")
    is_alone: bool = Field(description="Whether it was booked by who said it, since nobody else could confirm it.")


class PaymentsAsked(Asked):
    """Which page of the payments."""

    before: UUID | None = Field(default=None, description="`older` of the page before.")


class PaymentsBody(Answer):
    """A page of payments, the newest first."""

    payments: list[PaymentBody]
    older: UUID | None = Field(description="Send it as `before` for the next page.")


LONGEST: Final = timedelta(days=30)


def tell_other_side(payment: Payment, people: Iterable[User], now: datetime) -> None:
    """Once each; answering it ends the notice."""
    tell(partial(_news, payment, now), people, now)


def _news(payment: Payment, now: datetime) -> News:
    club, amount = payment.club, amount_words(payment.amount, payment.in_unit)
    words = {
        "club": club.name,
        "amount": amount,
        "payer": payment.payer.name if payment.payer else club.name,
        "getter": payment.getter.name if payment.getter else club.name,
        "who": str(payment.said_by),
    }
    body = _(
        "{who} reports that {payer} paid {getter} {amount}.\n\n"
        "Once you confirm the payment, it counts in the accounts of {club}. "
        "If it is wrong, decline it and give a reason."
    )
    return News(
        kind=NewsKind.PAYMENT,
        club=club,
        key=f"payment:{payment.pk}",
        thing=payment.pk,
        link=reverse("money_payment", args=[club.pk, payment.pk]),
        until=now + LONGEST,
        subject=_("{amount}: please confirm a payment").format(**words),
        body=body.format(**words),
        values={
            "club": club.name,
            "units": payment.amount,
            "unit": payment.in_unit.unit,
            "decimals": payment.in_unit.decimals,
        },
    )


State = Payment.State


@transaction.atomic
def say_paid(paid: PaidOutside, *, club: Club, by: User, key: UUID, now: datetime) -> Payment:
    """Say that something was paid. Whoever says it is one side of it, or a director. It waits for the other side (see
    `Sides.asked`); where nobody could answer a director books it at once, with a reason. Sent again with the same key
    it is answered as before.

    Raises:
        Conflict: `key_used`: something else was said under this key; `said_already`: somebody else has said the
            same and it waits.
        Player.DoesNotExist: the club has no such person.
        Refused: `evening_unknown`, `same_person`, `unit_unknown`, as `clean_reason`; `amount_too_large`;
            `collected_already`, `more_than_due`: the club has got it for the evening that this is for;
            `not_in_the_box`: the club would have paid more than lies in its box.
    """
    role = role_in(by, club)
    require(can_say_paid(role))
    asked = asked_at(paid.scope.about, club.pk)
    if paid.evening and asked is None and not names_of(EVENING, [paid.evening], club.pk):
        raise _refused("evening_unknown", "evening", NO_EVENING)
    unit = paid.in_unit(club.money)
    if before := Payment.objects.filter(club=club, key=key).first():
        return _as_before(before, by, paid, unit)
    payer, getter = _person(club, paid.payer), _person(club, paid.getter)
    _check(club, unit, payer, getter)
    sides = sides_of(payer, getter, by, is_keeper=can_keep_money(role))
    require(sides.may_say)
    _require_new(club, sides, payer, getter, paid.amount, unit)
    if payer is None:
        require_holds(held_in(club, unit), paid.amount, unit, NOT_THERE, NOTHING_THERE)
    if asked and payer and getter is None:
        asked(payer, unit, paid.amount)
    is_final = sides.books_at_once
    reason = clean_reason(paid.reason, needed=is_final, why=ALONE)
    report = {"payer": payer, "getter": getter, "said_by": by, "said_at": now, "reason": reason}
    payment, is_new = Payment.objects.get_or_create(club=club, key=key, defaults={**_facts(paid, unit), **report})
    if not is_new:  # the same was sent twice at once
        return _as_before(payment, by, paid, unit)
    if is_final:
        _settle(payment, by, now)
    else:
        tell_other_side(payment, sides.asked, now)
    return payment


def _facts(paid: PaidOutside, unit: InUnits) -> dict[str, Any]:
    """How much was paid, and for which settle-up, as it is kept."""
    kind, about = paid.scope.about or ("", None)
    return {**dict(unit), "amount": paid.amount, "about_kind": kind, "about": about}


@transaction.atomic
def confirm_payment(answer: PaymentAnswer, *, club: Club, payment_id: UUID, by: User, now: datetime) -> Payment:
    """The other side says that it is so, and it is booked. A director whose payment it is not may in somebody's place,
    with a reason.

    Raises:
        Conflict: `answered`: it waits no more.
        Payment.DoesNotExist: the club has none of this id.
        Refused: as `clean_reason`, of a director; `amount_too_large`; `collected_already`, `more_than_due`: the
            club has got it meanwhile; `not_in_the_box`.
    """
    # What a payment is for, which never changes: that is locked before the payment is
    asked = asked_at(Payment.objects.get(club=club, pk=payment_id).about_what, club.pk)
    payment, sides = _waiting(club, payment_id, by)
    require(sides.may_confirm(payment))
    if asked and payment.payer and payment.getter is None:
        asked(payment.payer.person, payment.in_unit, payment.amount)
    if sides.needs_reason:
        payment.reason = clean_reason(answer.reason)
    _settle(payment, by, now)
    return payment


@transaction.atomic
def decline_payment(answer: PaymentAnswer, *, club: Club, payment_id: UUID, by: User, now: datetime) -> Payment:
    """Whoever said it takes it back, or the other side or a director says that it is not so; nothing is booked.

    Raises:
        Conflict: `answered`: it waits no more.
        Payment.DoesNotExist: the club has none of this id.
        Refused: as `clean_reason`; taking back needs no reason.
    """
    payment, sides = _waiting(club, payment_id, by)
    require(sides.may_say)
    is_own = payment.said_by_id == by.pk
    payment.reason = clean_reason(answer.reason, needed=not is_own)
    _end(payment, State.TAKEN_BACK if is_own else State.DECLINED, by, now)
    return payment


@transaction.atomic
def transfer(paid: BetweenTwo, *, club: Club, by: User, key: UUID, now: datetime) -> Booking:
    """Whoever keeps the book moves an amount from one player's account to another's, with a reason: the first then
    stands that much lower, the second higher. Nobody does so with their own account while somebody else keeps the book
    too. The same key is the same transfer.

    Raises:
        Conflict: `key_used`.
        Player.DoesNotExist: the club has no such person.
        Refused: `same_person`, `unit_unknown`, `own_account`, or a reason that is missing.
    """
    require(can_keep_money(role_in(by, club)))
    payer, getter = _person(club, paid.payer), _person(club, paid.getter)
    unit = paid.in_unit(club.money)
    if payer is None or getter is None:
        raise _refused("same_person", "getter", BETWEEN_TWO)
    _check(club, unit, payer, getter)
    if by.pk in (payer.user_id, getter.user_id) and other_keepers(club, by):
        raise _refused("own_account", "payer" if payer.user_id == by.pk else "getter", OWN)
    moves = {Whose("player", payer.pk): -paid.amount, Whose("player", getter.pk): paid.amount}
    reason = clean_reason(paid.reason)
    draft = Draft(kind=Kind.TRANSFER, unit=unit, moves=moves, reason=reason, key=key)
    before = Booking.objects.filter(club=club, key=key).first()
    if before is None:
        try:
            with transaction.atomic():
                return book(club=club, drafts=[draft], by=Actor(user=by), now=now)[0]
        except IntegrityError:  # the same was sent twice at once
            before = Booking.objects.get(club=club, key=key)
    if (
        before.kind != Kind.TRANSFER
        or {leg.account.whose: leg.amount for leg in before.legs.select_related("account")} != moves
    ):
        raise _key_used()
    return before


def _waiting(club: Club, payment_id: UUID, by: User) -> tuple[Payment, Sides]:
    """The payment, locked, and what this person is to it."""
    is_keeper = can_keep_money(role_in(by, club))
    payment = Payment.objects.select_for_update(of=("self",)).get(club=club, pk=payment_id)
    sides = sides_of(payment.payer, payment.getter, by, is_keeper=is_keeper, said_by=payment.said_by_id)
    require(sides.may_say)
    if not payment.is_open:
        raise Conflict("answered", _("This payment is no longer waiting: it was answered or withdrawn."), payment)
    return payment, sides


def _settle(payment: Payment, by: User, now: datetime) -> None:
    """Book it: who paid owes less, who got it has less to get. What the club got lies in its box."""
    moves = {_whose(payment.payer): payment.amount, _whose(payment.getter): -payment.amount}
    draft = Draft(
        kind=Kind.SETTLED, unit=payment.in_unit, moves=moves, source=payment.about_what, reason=payment.reason
    )
    payment.booking = book(club=payment.club, drafts=[draft], by=Actor(user=by), now=now)[0]
    if payment.payer is None:
        require_there(payment.booking, NOT_THERE, NOTHING_THERE)
    _end(payment, State.CONFIRMED, by, now)


def _whose(player: Player | None) -> Whose:
    return Whose(Account.Kind.PLAYER, player.identity) if player else Whose(Account.Kind.CASH)


def _end(payment: Payment, state: str, by: User, now: datetime) -> None:
    payment.state, payment.answered_by, payment.answered_at = state, by, now
    payment.save(update_fields=["state", "answered_by", "answered_at", "reason", "booking"])
    over(NewsKind.PAYMENT, payment.pk, now)


def _person(club: Club, player_id: UUID | None) -> Player | None:
    """The line that stands for the person; None is the club."""
    if player_id is None:
        return None
    found = club.players.select_related("merged_into").get(pk=player_id)
    return found.merged_into or found


def _check(club: Club, unit: InUnits, payer: Player | None, getter: Player | None) -> None:
    if payer == getter:
        raise _refused("same_person", "getter", SAME)
    if (unit.unit, unit.decimals) not in {(kept.unit, kept.decimals) for kept in units_in(club)}:
        raise _refused("unit_unknown", "unit", UNIT)


def _require_new(
    club: Club, sides: Sides, payer: Player | None, getter: Player | None, amount: int, unit: InUnits
) -> None:
    """What somebody else has said already is confirmed, not said a second time."""
    same = Payment.objects.filter(club=club, state=State.OPEN, payer=payer, getter=getter, amount=amount)
    waits = same.filter(unit=unit.unit, decimals=unit.decimals).exclude(said_by=sides.user).first()
    if waits is None:
        return
    now = sides_of(payer, getter, sides.user, is_keeper=sides.is_keeper, said_by=waits.said_by_id)
    told = (
        _("This payment is already reported. Confirm it there.")
        if now.may_confirm(waits)
        else _("This payment is already reported.")
    )
    raise Conflict("said_already", told, waits)


def _as_before(before: Payment, by: User, paid: PaidOutside, unit: InUnits) -> Payment:
    was = (before.said_by_id, before.amount, before.unit, before.decimals, before.about_what)
    if was != (by.pk, paid.amount, unit.unit, unit.decimals, paid.scope.about):
        raise _key_used()
    return before


def _key_used() -> Conflict:
    return Conflict("key_used", _("This key was already used for something else. Open the page again."))


def _refused(code: str, field: str, text: str) -> Refused:
    return Refused([Problem(code, field, Text(text))])


ALONE: Final = gettext_noop(
    "Nobody else can confirm this payment, so it is booked at once. Please give a reason, which every member can read."
)
OWN: Final = gettext_noop("Ask another director to move money on your own account.")
NOT_THERE: Final = gettext_noop("The cash box holds only {amount}. First record the money that came in.")
NOTHING_THERE: Final = gettext_noop(
    "The cash box is empty, so the club could not pay from it. First record the money that came in."
)
SAME: Final = gettext_noop("Choose two different people.")
BETWEEN_TWO: Final = gettext_noop("Choose two people from this club.")
NO_EVENING: Final = gettext_noop("The club has no such evening.")
UNIT: Final = gettext_noop("This club keeps no accounts in this unit. Choose another unit.")
