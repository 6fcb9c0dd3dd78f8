from django.urls import path

from scorekeeper.payouts import api, payments_api

urlpatterns = [
    path("clubs/<uuid:club>/money", api.ClubMoney.as_view()),
    path("players/<uuid:player>/account", api.PlayerAccount.as_view()),
    path("clubs/<uuid:club>/bookings", payments_api.ClubBookings.as_view()),
    path("clubs/<uuid:club>/settle-up", payments_api.ClubSettle.as_view()),
    path("clubs/<uuid:club>/payments", payments_api.ClubPayments.as_view()),
    path("clubs/<uuid:club>/paid", payments_api.ClubPaid.as_view()),
    path("players/<uuid:player>/statement", payments_api.PlayerStatement.as_view()),
    path("payments/<uuid:payment>", payments_api.PaymentDetail.as_view()),
    path("payments/<uuid:payment>/confirm", payments_api.PaymentConfirm.as_view()),
    path("payments/<uuid:payment>/decline", payments_api.PaymentDecline.as_view()),
    path("bookings/<uuid:booking>", api.BookingDetail.as_view()),
    path("bookings/<uuid:booking>/reverse", api.BookingReverse.as_view()),
]
