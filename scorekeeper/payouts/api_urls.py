"""The addresses of the money book for programs."""

from django.urls import path

from scorekeeper.payouts.bank import api as bank
from scorekeeper.payouts.book import api as book
from scorekeeper.payouts.box import api as box
from scorekeeper.payouts.history import api as history
from scorekeeper.payouts.payments import api as payments
from scorekeeper.payouts.pools import api as pools
from scorekeeper.payouts.settling import api as settling

urlpatterns = [
    path("sittings/<uuid:sitting>/bank", bank.SittingBank.as_view()),
    path("sittings/<uuid:sitting>/bank-requests", bank.bank_ask),
    path("sittings/<uuid:sitting>/bank-answers", bank.bank_answer),
    path("clubs/<uuid:club>/money", book.ClubMoney.as_view()),
    path("players/<uuid:player>/account", book.PlayerAccount.as_view()),
    path("clubs/<uuid:club>/bookings", history.ClubBookings.as_view()),
    path("clubs/<uuid:club>/settle-up", settling.ClubSettle.as_view()),
    path("clubs/<uuid:club>/payments", payments.ClubPayments.as_view()),
    path("clubs/<uuid:club>/paid", payments.club_paid),
    path("players/<uuid:player>/statement", history.PlayerStatement.as_view()),
    path("payments/<uuid:payment>", payments.PaymentDetail.as_view()),
    path("payments/<uuid:payment>/confirm", payments.payment_confirm),
    path("payments/<uuid:payment>/decline", payments.payment_decline),
    path("bookings/<uuid:booking>", book.BookingDetail.as_view()),
    path("bookings/<uuid:booking>/reverse", book.booking_reverse),
    path("seasons/<uuid:season>/prizes", pools.SeasonPrizes.as_view()),
    path("seasons/<uuid:season>/prizes/terms", pools.season_prizes_set),
    path("seasons/<uuid:season>/prizes/winner", pools.season_prizes_winner),
    path("seasons/<uuid:season>/prizes/marks", pools.SeasonPrizesMarks.as_view()),
    path("seasons/<uuid:season>/prizes/marks/set", pools.season_prizes_mark),
    path("seasons/<uuid:season>/prizes/entries", pools.season_prizes_pay_in),
    path("seasons/<uuid:season>/prizes/award", pools.season_prizes_award),
    path("prize-acts/<uuid:act>/take-back", pools.prize_act_take_back),
    path("clubs/<uuid:club>/money/box", box.ClubBox.as_view()),
    path("clubs/<uuid:club>/money/box/entries", box.box_move),
    path("clubs/<uuid:club>/money/box/target", box.box_target),
]
