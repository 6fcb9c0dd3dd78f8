"""What was paid outside: saying it, the list of what waits, and one payment with its answer."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.policies import require_running
from scorekeeper.common.errors import require
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.forms import AnswerForm, PaymentForm, TransferForm
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments import reads
from scorekeeper.payouts.payments.services import confirm_payment, decline_payment, say_paid, transfer
from scorekeeper.payouts.policies import can_keep_money, can_read_money, can_say_paid

PREFILLED = ("payer", "getter", "amount", "unit", "about")
ANSWERS: Final[dict[str, Callable[..., Payment]]] = {"confirm": confirm_payment, "decline": decline_payment}
BOOKED_ALONE = gettext_lazy("The payment is booked, because nobody else could confirm it.")


@require_safe
@login_required
def money_payments(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The reader's payments, of everybody for those who keep the book: what waits for them first."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    found = reads.payments_of(here.club, request.user, all_of_them=can_keep_money(here.role))
    waiting = list(found.filter(state=Payment.State.OPEN)[: reads.A_PAGE])
    asked = reads.asks(waiting, request.user)
    page = {
        "club": here.club,
        "to_answer": [payment for payment in waiting if payment.pk in asked],
        "others": [payment for payment in waiting if payment.pk not in asked and payment.said_by_id != request.user.pk],
        "said": [payment for payment in waiting if payment.said_by_id == request.user.pk],
        "over": list(found.exclude(state=Payment.State.OPEN)[: reads.A_PAGE]),
        "may_say": can_say_paid(here.role) and not here.club.is_closed and bool(reads.units_in(here.club)),
        "may_keep": can_keep_money(here.role),
    }
    return render(request, "payouts/payments.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_pay(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Say that something was paid. An address can fill the form in; `about` leads back to a settle-up."""
    here = enter_book(request, club_id)
    require_running(here.club)
    require(can_say_paid(here.role))
    people, mine = _people(here)
    initial = _prefilled(request)
    if "payer" not in initial and initial.get("getter") != mine:
        initial["payer"] = mine
    keeps, units = can_keep_money(here.role), reads.units_in(here.club)
    form = PaymentForm(_sent(request), here.club, people=people, units=units, is_keeper=keeps, initial=initial)
    if payment := form.does(say_paid, club=here.club, by=request.user):
        messages.success(request, _done(payment))
        return redirect("money_payment", here.club.pk, payment.pk)
    if form.conflict and form.conflict.code == "said_already":
        messages.info(request, form.conflict.message)
        return redirect("money_payment", here.club.pk, form.conflict.standing.pk)
    page = {"club": here.club, "form": form, "units": units, "may_keep": keeps}
    page["is_alone"] = keeps and not reads.other_keepers(here.club, request.user)
    return render(request, "payouts/pay.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_transfer(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Move an amount from one account to another, with a reason."""
    here = enter_book(request, club_id)
    require(can_keep_money(here.role))
    units = reads.units_in(here.club)
    form = TransferForm(_sent(request), sides=_people(here)[0], units=units, initial=_prefilled(request))
    if booking := form.does(transfer, club=here.club, by=request.user):
        messages.success(request, _("The transaction is booked."))
        return redirect("money_booking", here.club.pk, booking.pk)
    page = {"club": here.club, "form": form, "units": units}
    return render(request, "payouts/transfer.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_payment(request: AuthedRequest, club_id: UUID, payment_id: UUID) -> HttpResponse:
    """One payment, and what the reader can answer: confirm it, decline it, take it back."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    is_keeper = can_keep_money(here.role)
    payment = reads.payment_shown(here.club, payment_id, request.user, all_of_them=is_keeper)
    if payment is None:
        raise Http404
    form = AnswerForm(_sent(request))
    if form.is_bound and request.POST.get("answer") not in ANSWERS:
        raise Http404  # a form that no page of ours has made
    act = ANSWERS.get(request.POST.get("answer", ""), decline_payment)
    if done := form.does(act, club=here.club, payment_id=payment.pk, by=request.user):
        messages.success(request, _done(done))
        return redirect("money_payment", here.club.pk, payment.pk)
    if form.conflict:
        payment = form.conflict.standing or payment
    sides = reads.sides_of(payment.payer, payment.getter, request.user, is_keeper=is_keeper, said_by=payment.said_by_id)
    is_open = payment.is_open and sides.may_say and not payment.club.is_closed
    is_own = payment.said_by_id == request.user.pk
    page = {
        "club": here.club,
        "payment": payment,
        "form": form,
        "may_confirm": is_open and sides.may_confirm(payment),
        "may_decline": is_open and not is_own,
        "may_take_back": is_open and is_own,
        "question": _question(sides),
        "waits": _waits(payment, sides),
    }
    page |= {"problem": form.problem, "scope": payment.scope}
    return render(request, "payouts/payment.html", page, status=form.status)


def _question(sides: reads.Sides) -> str:
    """What is asked of who can confirm it."""
    if not sides.needs_reason:
        return _(
            "Is this correct? Once you confirm it, the payment is booked. If it is wrong, decline it and give a reason."
        )
    if sides.asked_for == reads.AskedFor.THEMSELVES and sides.asked:
        who = isolated(str(sides.asked[0]))
        return _("This is waiting for {who}. You can answer for them; please give a reason.").format(who=who)
    return _("You answer for a guest without an account. Please give a reason.")


def _waits(payment: Payment, sides: reads.Sides) -> str:
    """For whom it waits, where the reader is not the one."""
    names = ", ".join(isolated(str(user)) for user in sides.asked)
    if names and sides.asked_for == reads.AskedFor.THEMSELVES:
        return _("Waiting for {who} to confirm it.").format(who=names)
    if names:
        return _("Waiting for a director to confirm it: {who}.").format(who=names)
    sentence = _("Nobody who could confirm it is left in the club.")
    if sides.is_keeper and payment.said_by_id == sides.user.pk:
        return f"{sentence} {_('Withdraw the payment and report it again. It is then booked at once, with a reason.')}"
    return sentence


def _done(payment: Payment) -> str:
    """What has become of it, for the line on top of the next page."""
    sentences: dict[Payment.State, object] = {
        Payment.State.OPEN: _("The payment counts once the other person confirms it."),
        Payment.State.CONFIRMED: BOOKED_ALONE if payment.is_alone else _("The transaction is booked."),
        Payment.State.DECLINED: _("The payment is declined; nothing was booked."),
        Payment.State.TAKEN_BACK: _("The payment is withdrawn; nothing was booked."),
    }
    return str(sentences[Payment.State(payment.state)])


def _sent(request: AuthedRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _prefilled(request: AuthedRequest) -> dict[str, Any]:
    return {name: request.GET[name] for name in PREFILLED if name in request.GET}


def _people(here: Membership) -> tuple[list[tuple[UUID, str]], str]:
    """Everybody in the club's book by name, and which of them the reader is."""
    people = list(here.club.players.filter(merged_into=None).order_by(Alphabetical("name"), "pk"))
    mine = next((str(player.pk) for player in people if player.user_id == here.user_id), "")
    return [(player.pk, player.name) for player in people], mine
