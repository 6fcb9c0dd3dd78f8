"""What was paid outside: saying it, the list of what waits, and one payment with its answer."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.clubs.policies import require_running
from scorekeeper.common import refusals
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.forms import AnswerForm, PaymentForm
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.policies import can_keep_money, can_read_money, can_say_paid
from scorekeeper.payouts.selectors.paying import (
    A_PAGE,
    AskedFor,
    Sides,
    asks,
    other_keepers,
    payment_shown,
    payments_of,
    sides_of,
    units_in,
)
from scorekeeper.payouts.selectors.scopes import meant, plain
from scorekeeper.payouts.services.paying import confirm_payment, decline_payment, say_paid, transfer

PREFILLED = ("payer", "getter", "amount", "unit", "about")
BOOKED_ALONE = gettext_lazy("It is booked. Nobody else could confirm it.")


@require_safe
@login_required
def money_payments(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The reader's payments, of everybody for those who keep the book: what waits for them first."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    found = payments_of(here.club, request.user, all_of_them=can_keep_money(here.role))
    waiting = list(found.filter(state=Payment.State.OPEN)[:A_PAGE])
    asked = asks(waiting, request.user)
    page = {
        "club": here.club,
        "to_answer": [one for one in waiting if one.pk in asked],
        "others": [one for one in waiting if one.pk not in asked and one.said_by_id != request.user.pk],
        "said": [one for one in waiting if one.said_by_id == request.user.pk],
        "over": list(found.exclude(state=Payment.State.OPEN)[:A_PAGE]),
        "may_say": can_say_paid(here.role) and not here.club.is_closed and bool(units_in(here.club)),
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
    sent = request.POST if request.method == "POST" else None
    scope = meant(here.club, (sent if sent is not None else request.GET).get("about", ""))
    form = _form(request, here, sent, club=here.club.name)
    if form.is_valid():
        try:
            payment = say_paid(
                club=here.club,
                by=request.user,
                paid=form.paid(scope.about),
                key=form.cleaned_data["key"],
                now=timezone.now(),
            )
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            if conflict.code == "said_already":
                messages.info(request, conflict.message)
                return redirect("money_payment", here.club.pk, conflict.standing.pk)
            form.add_error(None, conflict.message)
        else:
            messages.success(request, _done(payment))
            return redirect("money_payment", here.club.pk, payment.pk)
    page = {"club": here.club, "form": form, "units": units_in(here.club), "may_keep": can_keep_money(here.role)}
    page["is_alone"] = page["may_keep"] and not other_keepers(here.club, request.user)
    return render(request, "payouts/pay.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_transfer(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Move an amount from one account to another, with a reason."""
    here = enter_book(request, club_id)
    require(can_keep_money(here.role))
    form = _form(request, here, request.POST if request.method == "POST" else None)
    form.fields["payer"].label, form.fields["getter"].label = _("From whose account"), _("To whose account")
    form.fields["reason"].help_text = _("Needed. Every member can read it.")
    if form.is_valid():
        try:
            made = transfer(
                club=here.club,
                by=request.user,
                paid=form.paid(None),
                key=form.cleaned_data["key"],
                now=timezone.now(),
            )
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            messages.success(request, _("It is booked."))
            return redirect("money_booking", here.club.pk, made.pk)
    page = {"club": here.club, "form": form, "units": units_in(here.club)}
    return render(request, "payouts/transfer.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_payment(request: AuthedRequest, club_id: UUID, payment_id: UUID) -> HttpResponse:
    """One payment, and what the reader can answer: confirm it, decline it, take it back."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    is_keeper = can_keep_money(here.role)
    payment = payment_shown(here.club, payment_id, request.user, all_of_them=is_keeper)
    if payment is None:
        raise Http404
    form, problem = AnswerForm(request.POST if request.method == "POST" else None), ""
    try:
        if form.is_valid():
            done = _answers(request, payment)[request.POST.get("answer", "")](form.cleaned_data["reason"])
            messages.success(request, _done(done))
            return redirect("money_payment", here.club.pk, payment.pk)
    except KeyError:
        raise Http404 from None  # a form that no page of ours has made
    except Refused as refused:
        refusals.show(form, refused)
    except Conflict as conflict:
        problem, payment = conflict.message, conflict.standing or payment
    sides = sides_of(payment.payer, payment.getter, request.user, is_keeper=is_keeper, said_by=payment.said_by_id)
    page = {"club": here.club, "payment": payment, "form": form, "problem": problem, **_may(request, payment, sides)}
    page["scope"] = plain(payment.about_what)
    return render(request, "payouts/payment.html", page, status=409 if problem else 422 if form.errors else 200)


def _answers(request: AuthedRequest, payment: Payment) -> dict[str, Callable[[str], Payment]]:
    def confirm(reason: str) -> Payment:
        return confirm_payment(
            club=payment.club, payment_id=payment.pk, by=request.user, reason=reason, now=timezone.now()
        )

    def decline(reason: str) -> Payment:
        return decline_payment(
            club=payment.club, payment_id=payment.pk, by=request.user, reason=reason, now=timezone.now()
        )

    return {"confirm": confirm, "decline": decline}


def _may(request: AuthedRequest, payment: Payment, sides: Sides) -> dict[str, object]:
    is_open = payment.is_open and sides.may_say and not payment.club.is_closed
    is_own = payment.said_by_id == request.user.pk
    return {
        "may_confirm": is_open and sides.may_confirm(payment),
        "may_decline": is_open and not is_own,
        "may_take_back": is_open and is_own,
        "question": _question(sides),
        "waits": _waits(payment, sides),
    }


def _question(sides: Sides) -> str:
    """What is asked of who can confirm it."""
    if not sides.needs_reason:
        return _("Is it so? Once you confirm it, it is booked. If it is not so, say why.")
    if sides.asked_for == AskedFor.THEMSELVES and sides.asked:
        who = isolated(str(sides.asked[0]))
        return _("It waits for {who}. You can answer in their place: say why.").format(who=who)
    return _("You answer in the place of a guest, who has no account: say why.")


def _waits(payment: Payment, sides: Sides) -> str:
    """For whom it waits, where the reader is not the one."""
    names = ", ".join(isolated(str(user)) for user in sides.asked)
    if names and sides.asked_for == AskedFor.THEMSELVES:
        return _("It waits for {who} to confirm it.").format(who=names)
    if names:
        return _("It waits for a director to confirm it: {who}.").format(who=names)
    told = _("Nobody is here any more who could confirm it.")
    if sides.is_keeper and payment.said_by_id == sides.user.pk:
        return f"{told} {_('Take it back and say it again: then it is booked at once, with a reason.')}"
    return told


def _done(payment: Payment) -> str:
    """What has become of it, for the line on top of the next page."""
    said: dict[Payment.State, object] = {
        Payment.State.OPEN: _("It counts once the other side has confirmed it."),
        Payment.State.CONFIRMED: BOOKED_ALONE if payment.is_alone else _("It is booked."),
        Payment.State.DECLINED: _("It is declined; nothing was booked."),
        Payment.State.TAKEN_BACK: _("It is taken back; nothing was booked."),
    }
    return str(said[Payment.State(payment.state)])


def _form(request: AuthedRequest, here: Membership, sent: QueryDict | None, club: str = "") -> PaymentForm:
    """With the reader as who paid, unless the address says otherwise."""
    people = _people(here.club)
    mine = next((str(one.pk) for one in people if one.user_id == request.user.pk), "")
    initial = {name: request.GET[name] for name in PREFILLED if name in request.GET}
    if club and "payer" not in initial and initial.get("getter") != mine:
        initial["payer"] = mine
    return PaymentForm(
        sent,
        people=[(one.pk, one.name) for one in people],
        units=units_in(here.club),
        club=club,
        is_keeper=can_keep_money(here.role),
        initial=initial,
    )


def _people(club: Club) -> list[Player]:
    return list(club.players.filter(merged_into=None).order_by(Alphabetical("name"), "pk"))
