"""The JSON door to the money book. It says who owes whom; nothing here moves money."""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.settling import InUnits
from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.payouts.bank.reads import bank_of, has_bank
from scorekeeper.payouts.bank.services import BankAnswer, BankBody, BankMove, BankRequestBody, answer_bank, ask_bank
from scorekeeper.payouts.book import services as book
from scorekeeper.payouts.book.reads import OfUnit, bookings_with_legs, overview, statement, units_of
from scorekeeper.payouts.box import services as cash_box
from scorekeeper.payouts.care.reads import Sight, seen, seen_plan, sight_of
from scorekeeper.payouts.history import services
from scorekeeper.payouts.history.reads import MOST_IN_FILES, Page, Search, history, period, place_word, turn_of
from scorekeeper.payouts.kinds import EVENING
from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments import services as payments
from scorekeeper.payouts.payments.reads import Box, BoxPage, box_page, boxes_of, older_than, payment_shown, payments_of
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.pools import api as pools
from scorekeeper.payouts.records import OpenBankBody, PlanBody, SettleAsked, SettleBody, TransferBody
from scorekeeper.payouts.settling.reads import Settled, settled_of
from scorekeeper.payouts.words import called, moved
from scorekeeper.play.api import PlayView
from scorekeeper.play.policies import can_record


class BookView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]


class InClub(BookView):
    """Acts in the book of a club that the caller belongs to."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = here_in(request, club)
        return {"club": here.club, "by": here.user}


class KeptBook(InClub):
    """Acts of who keeps the book of a club."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = here_in(request, club)
        require(can_keep_money(here.role))
        return {"club": here.club, "by": here.user}


class ClubMoney(BookView):
    """Where everybody stands."""

    @extend_schema(operation_id="club_money", responses={200: book.MoneyBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read who owes and who is owed.

        Lists who owes whom in a club to which the caller belongs, by unit. People whose balance is zero are left out.
        """
        here = here_in(request, club)
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        balances = [_of_unit(found, sight) for found in overview(here.club)]
        return Response(book.MoneyBody(**dict(here.club.money), balances=balances).model_dump())


class BookingDetail(BookView):
    """One booking."""

    @extend_schema(operation_id="booking", responses={200: book.BookingBody, **READ_REFUSALS})
    def get(self, request: Request, booking: UUID) -> Response:
        """Read a booking.

        Shows a booking with its legs.
        """
        here = here_in(request, Booking.objects.values_list("club", flat=True).get(pk=booking))
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        return Response(booking_body(bookings_with_legs(here.club).get(pk=booking), sight).model_dump())


class OfBooking(BookView):
    """Acts on a booking of a club whose book the caller keeps."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, booking: UUID) -> dict[str, Any]:
        here = here_in(request, Booking.objects.values_list("club", flat=True).get(pk=booking))
        require(can_keep_money(here.role))
        return {"club": here.club, "by": here.user, "booking_id": booking}


class PlayerAccount(BookView):
    """Somebody's account."""

    in_address = book.AccountAsked

    @extend_schema(
        operation_id="player_account",
        responses={200: book.StatementBody, **READ_REFUSALS},
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Read the account of a player.

        Lists every entry of the caller's own account, page by page; directors read those of everybody.
        """
        line = Player.objects.select_related("club", "merged_into__club").get(pk=player)
        here = here_in(request, line.club_id)
        require(line.user_id == here.user_id or can_read_accounts(here.role))
        asked, person = self.asked, line.person
        units, wanted = units_of(person), asked.in_unit(here.club.money)
        first = units[0] if units else here.club.money
        unit = first
        if asked.unit is not None:
            unit = next((found for found in units if dict(found) == dict(wanted)), first)
        found = statement(person, unit, asked.before)
        entries = [book.AccountEntryBody.of(row) for row in found.rows]
        page = book.StatementBody(**dict(unit), balance=found.balance, entries=entries, older=found.older)
        return Response(page.model_dump())


def here_in(request: Request, club: UUID) -> Membership:
    """What the caller is in the club. Raises Membership.DoesNotExist (404)."""
    return membership_of(request.user, club)


def _of_unit(found: OfUnit, sight: Sight) -> book.UnitBalancesBody:
    (shown,) = seen([found], sight)
    amounts = {stands.player.pk: stands.amount for stands in shown.people}
    people = [
        book.StandsBody(player=stands.player.pk, name=stands.player.name, balance=amounts.get(stands.player.pk))
        for stands in found.people
    ]
    accounts = [
        book.AccountBody(kind=account.kind, name=called(account), balance=None if sight.is_narrow else account.balance)
        for account in (*found.own, *found.pots)
    ]
    return book.UnitBalancesBody(**dict(found.unit), people=people, accounts=accounts)


def booking_body(booking: Booking, sight: Sight) -> book.BookingBody:
    """A booking with its legs, as far as this reader may see them."""
    hidden = sight.hides_legs(booking)
    reversal: Booking | None = getattr(booking, "reversal", None)
    legs = [
        book.LegBody(
            kind=leg.account.kind,
            name=called(leg.account),
            player=leg.account.player_id,
            amount=None if leg.pk in hidden else leg.amount,
            balance=None if leg.pk in hidden or sight.hides_balance(leg) else leg.balance,
            text="" if leg.pk in hidden else moved(leg, booking.in_unit),
        )
        for leg in booking.legs.all()
    ]
    return book.BookingBody(
        unit=booking.unit,
        decimals=booking.decimals,
        id=booking.pk,
        kind=booking.kind,
        at=booking.at,
        on=booking.on,
        sitting=booking.sitting_id,
        season=booking.competition_id,
        evening=booking.source if booking.source_kind == EVENING else None,
        reason=booking.reason,
        reverses=booking.reverses_id,
        reversed_by=reversal.pk if reversal else None,
        legs=legs,
    )


def booked_body(booking: Booking) -> book.BookingBody:
    """What was booked just now, for who keeps the book."""
    return booking_body(bookings_with_legs(booking.club).get(pk=booking.pk), Sight())


booking_reverse = Act(
    operation="booking_reverse",
    summary="Book a mistake back",
    about="A director, with a reason. What follows from a sheet is booked back by reopening it.",
    asks=book.BookingReversal,
    does=book.reverse,
    gives=book.BookingBody,
    shown=booked_body,
    status=201,
).at(OfBooking)


class ClubSettle(BookView):
    """Settling up."""

    in_address = SettleAsked

    @extend_schema(
        operation_id="settle_up",
        responses={200: SettleBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Propose payments that settle all balances.

        Lists who could pay whom so that everybody is even, for all balances or for the days between two dates.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        plans = [_plan_body(seen_plan(found, sight)) for found in settled_of(here.club, asked.scope, asked.coin)]
        return Response(SettleBody(plans=plans).model_dump())


def _plan_body(found: Settled) -> PlanBody:
    return PlanBody(
        **dict(found.unit),
        are_fewest=found.are_fewest,
        is_partly_hidden=found.is_partly_hidden,
        transfers=[
            TransferBody(
                payer=transfer.payer.pk if transfer.payer else None,
                getter=transfer.getter.pk if transfer.getter else None,
                amount=transfer.amount,
                waits=transfer.waits.pk if transfer.waits else None,
            )
            for transfer in found.transfers
        ],
        banks=[OpenBankBody.of(bank) for bank in found.banks],
    )


class ClubBookings(BookView):
    """The history."""

    in_address = services.BookingsAsked

    @extend_schema(
        operation_id="bookings",
        responses={200: services.HistoryBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List bookings.

        Lists every booking or request, the newest first, page by page. Only directors read those of other people.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        player = None
        if asked.player:
            player = here.club.players.select_related("merged_into").get(pk=asked.player).person
            require(player.user_id == here.user_id or can_read_accounts(here.role))
        wanted = Search(
            player=player,
            sitting=asked.sitting,
            competition=asked.season,
            since=asked.since,
            until=asked.until,
            kind=asked.kind or "",
        )
        found: Page = history(here.club, wanted, turn_of({"before": asked.before}))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        bookings = [booking_body(booking, sight) for booking in found.bookings]
        return Response(services.HistoryBody(bookings=bookings, older=place_word(found.older)).model_dump())


class PlayerStatement(BookView):
    """A statement."""

    in_address = services.StatementAsked

    @extend_schema(
        operation_id="player_statement",
        responses={200: services.PeriodBody, **READ_REFUSALS},
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Read the statement of a player.

        Lists the caller's own account between two days, or this year; directors read those of everybody.
        """
        line = Player.objects.select_related("club", "merged_into__club").get(pk=player)
        here = here_in(request, line.club_id)
        require(line.user_id == here.user_id or can_read_accounts(here.role))
        asked = self.asked
        use_time_of(here.club)
        unit, today = asked.in_unit(here.club.money), timezone.localdate()
        until = asked.until or max(today, asked.since or today)
        since = asked.since or date(until.year, 1, 1)
        found = period(line.person, unit, since, until, MOST_IN_FILES)
        entries = [
            services.PeriodEntryBody(
                booking=entry.leg.booking_id,
                kind=entry.leg.booking.kind,
                on=entry.leg.booking.on,
                amount=entry.leg.amount,
                balance=entry.balance,
                text=moved(entry.leg, unit, named=False),
            )
            for entry in found.entries
        ]
        sums = {name: getattr(found, name) for name in ("since", "until", "opening", "closing", "count")}
        return Response(services.PeriodBody(**dict(unit), **sums, entries=entries).model_dump())


PAYMENTS_A_PAGE = 50


class ClubPayments(BookView):
    """Payments."""

    in_address = payments.PaymentsAsked

    @extend_schema(
        operation_id="payments",
        responses={200: payments.PaymentsBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List payments.

        Lists the caller's own payments, page by page; directors read those of everybody.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        found = payments_of(here.club, here.user, all_of_them=can_keep_money(here.role))
        if asked.before:
            found = older_than(found, asked.before)
        rows = list(found[: PAYMENTS_A_PAGE + 1])
        older = rows[PAYMENTS_A_PAGE - 1].pk if len(rows) > PAYMENTS_A_PAGE else None
        page = payments.PaymentsBody(
            payments=[payments.PaymentBody.of(payment) for payment in rows[:PAYMENTS_A_PAGE]], older=older
        )
        return Response(page.model_dump())


class PaymentDetail(BookView):
    """One payment."""

    @extend_schema(operation_id="payment", responses={200: payments.PaymentBody, **READ_REFUSALS})
    def get(self, request: Request, payment: UUID) -> Response:
        """Read a payment.

        Shows a payment of the caller; directors read those of everybody.
        """
        return Response(payments.PaymentBody.of(_payment_of(request, payment)[1]).model_dump())


class OfPayment(BookView):
    """Acts on a payment that the caller may see."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, payment: UUID) -> dict[str, Any]:
        here, found = _payment_of(request, payment)
        return {"club": here.club, "by": here.user, "payment_id": found.pk}


def _payment_of(request: Request, pk: UUID) -> tuple[Membership, Payment]:
    """A payment that the caller may see. Raises Payment.DoesNotExist; Http404."""
    here = here_in(request, Payment.objects.values_list("club", flat=True).get(pk=pk))
    payment = payment_shown(here.club, pk, here.user, all_of_them=can_keep_money(here.role))
    if payment is None:
        raise Http404
    return here, payment


club_paid = Act(
    operation="payment_say",
    summary="Say what was paid outside",
    about="It counts once the other side confirms it. Of two others that a director speaks "
    "for that is who got it; for the club and for guests it is a director who did not say it. Where nobody is left who "
    "could, it is booked at once, with a reason. Sent again with the same key it is the same payment.",
    asks=payments.PaidOutside,
    does=payments.say_paid,
    gives=payments.PaymentBody,
    status=201,
    is_keyed=True,
).at(InClub)
payment_confirm = Act(
    operation="payment_confirm",
    summary="Confirm what the other side has said, and it is booked",
    about="A director whose payment it is not can in "
    "somebody’s place, with a reason; nobody confirms what they said themselves.",
    asks=payments.PaymentAnswer,
    does=payments.confirm_payment,
    gives=payments.PaymentBody,
).at(OfPayment)
payment_decline = Act(
    operation="payment_decline",
    summary="Decline a payment",
    about="With a reason; whoever said it takes it back by this, without one.",
    asks=payments.PaymentAnswer,
    does=payments.decline_payment,
    gives=payments.PaymentBody,
).at(OfPayment)


class ClubBox(BookView):
    """What lies in the box."""

    in_address = cash_box.BoxAsked

    @extend_schema(operation_id="box", responses={200: cash_box.BoxBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read the club's box.

        Shows the money in the box of a club to which the caller belongs, its target, and its entries. Sum and entries
        are left out where the amounts of others are hidden from the caller.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        boxes, wanted = boxes_of(here.club), asked.in_unit(here.club.money)
        unit = next((box.unit for box in boxes if dict(box.unit) == dict(wanted)), here.club.money)
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        page = BoxPage((), "") if sight.is_narrow else box_page(here.club, unit, asked.before)
        return Response(_box_body(boxes, unit, page, is_hidden=sight.is_narrow).model_dump())


def _saved(saved: cash_box.Saved) -> cash_box.BoxBody:
    return _box_body(boxes_of(saved.club), saved.unit, box_page(saved.club, saved.unit), is_hidden=False)


def _box_body(boxes: list[Box], unit: InUnits, page: BoxPage, *, is_hidden: bool) -> cash_box.BoxBody:
    return cash_box.BoxBody(
        **dict(unit),
        boxes=[
            cash_box.BoxOfUnitBody(
                **dict(box.unit),
                holds=None if is_hidden else box.holds,
                target=cash_box.BoxTargetBody.of(box.target) if box.target else None,
            )
            for box in boxes
        ],
        entries=[
            cash_box.BoxEntryBody(
                booking=entry.leg.booking_id,
                kind=entry.leg.booking.kind,
                on=entry.leg.booking.on,
                reason=entry.leg.booking.reason,
                amount=entry.amount,
                text=moved(entry.leg, unit),
                holds=entry.holds,
            )
            for entry in page.entries
        ],
        older=page.older,
    )


box_move = Act(
    operation="box_move",
    summary="Put into the box, or take from it",
    about="Write down what was put into the box or taken from it: a director. No more is taken out than lies in it.",
    asks=cash_box.BoxMove,
    does=cash_box.move,
    gives=book.BookingBody,
    shown=lambda done: booked_body(done.booking),
    status=201,
    is_keyed=True,
    may_repeat="Booked before.",
).at(KeptBook)
box_target = Act(
    operation="box_target",
    summary="Say what the box is saved for",
    about="Say what the box is saved for in a unit, in place of what it was before: a director.",
    asks=cash_box.BoxSaving,
    does=cash_box.set_target,
    gives=cash_box.BoxBody,
    shown=_saved,
).at(KeptBook)


class SittingBank(PlayView):
    """What lies in the bank."""

    @extend_schema(operation_id="bank", responses={200: BankBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read the bank of a table.

        Lists who has bought in and cashed out for how much, and every request.
        """
        found = self.visible(request, sitting)
        bank = bank_of(found)
        if not bank.requests and not has_bank(found):
            raise Http404
        return Response(BankBody.of(bank).model_dump())


class AtBank(PlayView):
    """Acts at the bank of a table where the caller records."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": can_record}

    def place(self, request: Request, sitting: UUID) -> dict[str, Any]:
        return {"sitting_id": sitting, "by": self.actor(request, sitting)}


bank_ask = Act(
    operation="bank_ask",
    summary="Ask for a buy-in or a cash-out",
    about="Asks for a buy-in or a cash-out of a seat, or brings the chips of an earlier table.",
    asks=BankMove,
    does=ask_bank,
    gives=BankRequestBody,
    status=201,
    is_keyed=True,
    may_repeat="Asked before.",
).at(AtBank)
bank_answer = Act(
    operation="bank_answer",
    summary="Answer a request to the bank",
    about="Approves or refuses a request, takes the caller's own request back, or reverses what was approved.",
    asks=BankAnswer,
    does=answer_bank,
    gives=BankRequestBody,
    status=201,
    may_repeat="Done before.",
).at(AtBank)


urlpatterns = [
    path("sittings/<uuid:sitting>/bank", SittingBank.as_view()),
    path("sittings/<uuid:sitting>/bank-requests", bank_ask),
    path("sittings/<uuid:sitting>/bank-answers", bank_answer),
    path("clubs/<uuid:club>/money", ClubMoney.as_view()),
    path("players/<uuid:player>/account", PlayerAccount.as_view()),
    path("clubs/<uuid:club>/bookings", ClubBookings.as_view()),
    path("clubs/<uuid:club>/settle-up", ClubSettle.as_view()),
    path("clubs/<uuid:club>/payments", ClubPayments.as_view()),
    path("clubs/<uuid:club>/paid", club_paid),
    path("players/<uuid:player>/statement", PlayerStatement.as_view()),
    path("payments/<uuid:payment>", PaymentDetail.as_view()),
    path("payments/<uuid:payment>/confirm", payment_confirm),
    path("payments/<uuid:payment>/decline", payment_decline),
    path("bookings/<uuid:booking>", BookingDetail.as_view()),
    path("bookings/<uuid:booking>/reverse", booking_reverse),
    path("seasons/<uuid:season>/prizes", pools.SeasonPrizes.as_view()),
    path("seasons/<uuid:season>/prizes/terms", pools.season_prizes_set),
    path("seasons/<uuid:season>/prizes/winner", pools.season_prizes_winner),
    path("seasons/<uuid:season>/prizes/marks", pools.SeasonPrizesMarks.as_view()),
    path("seasons/<uuid:season>/prizes/marks/set", pools.season_prizes_mark),
    path("seasons/<uuid:season>/prizes/entries", pools.season_prizes_pay_in),
    path("seasons/<uuid:season>/prizes/award", pools.season_prizes_award),
    path("prize-acts/<uuid:act>/take-back", pools.prize_act_take_back),
    path("clubs/<uuid:club>/money/box", ClubBox.as_view()),
    path("clubs/<uuid:club>/money/box/entries", box_move),
    path("clubs/<uuid:club>/money/box/target", box_target),
]
