from django.urls import path

from scorekeeper.payouts import api, history_api, payments_api, settling_api

urlpatterns = [
    path("clubs/<uuid:club>/money", api.ClubMoney.as_view()),
    path("players/<uuid:player>/account", api.PlayerAccount.as_view()),
    path("clubs/<uuid:club>/bookings", history_api.ClubBookings.as_view()),
    path("clubs/<uuid:club>/settle-up", settling_api.ClubSettle.as_view()),
    path("clubs/<uuid:club>/payments", payments_api.ClubPayments.as_view()),
    path("clubs/<uuid:club>/paid", payments_api.club_paid),
    path("players/<uuid:player>/statement", history_api.PlayerStatement.as_view()),
    path("payments/<uuid:payment>", payments_api.PaymentDetail.as_view()),
    path("payments/<uuid:payment>/confirm", payments_api.payment_confirm),
    path("payments/<uuid:payment>/decline", payments_api.payment_decline),
    path("bookings/<uuid:booking>", api.BookingDetail.as_view()),
    path("bookings/<uuid:booking>/reverse", api.BookingReverse.as_view()),
]
