from django.urls import path

from scorekeeper.payouts import api

urlpatterns = [
    path("clubs/<uuid:club>/money", api.ClubMoney.as_view()),
    path("players/<uuid:player>/account", api.PlayerAccount.as_view()),
    path("bookings/<uuid:booking>", api.BookingDetail.as_view()),
    path("bookings/<uuid:booking>/reverse", api.BookingReverse.as_view()),
]
