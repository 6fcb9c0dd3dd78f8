from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.views import book, paying, settling

urlpatterns = [
    path("<uuid:club_id>/money/", book.money_overview, name="money_overview"),
    file_paths("<uuid:club_id>/money/", book.money_overview, name="money_overview_files"),
    path("<uuid:club_id>/money/bookings/<uuid:booking_id>/", book.money_booking, name="money_booking"),
    file_paths("<uuid:club_id>/money/bookings/<uuid:booking_id>/", book.money_booking, name="money_booking_files"),
    path("<uuid:club_id>/money/bookings/<uuid:booking_id>/reverse/", book.money_reverse, name="money_reverse"),
    file_paths("<uuid:club_id>/money/bookings/<uuid:booking_id>/reverse/", book.money_reverse, name="reverse_files"),
    path("<uuid:club_id>/money/players/<uuid:player_id>/", book.money_account, name="money_account"),
    file_paths("<uuid:club_id>/money/players/<uuid:player_id>/", book.money_account, name="money_account_files"),
    path("<uuid:club_id>/money/payments/", paying.money_payments, name="money_payments"),
    path("<uuid:club_id>/money/payments/new/", paying.money_pay, name="money_pay"),
    path("<uuid:club_id>/money/payments/<uuid:payment_id>/", paying.money_payment, name="money_payment"),
    path("<uuid:club_id>/money/transfer/", paying.money_transfer, name="money_transfer"),
    path("<uuid:club_id>/money/settle/", settling.money_settle, name="money_settle"),
    file_paths("<uuid:club_id>/money/settle/", settling.money_settle, name="money_settle_files"),
]
