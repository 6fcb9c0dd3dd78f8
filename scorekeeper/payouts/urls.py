"""The pages of the money book, by what their addresses begin with."""

from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.bank import views as bank
from scorekeeper.payouts.book import views as book
from scorekeeper.payouts.box import views as box
from scorekeeper.payouts.history import views as history
from scorekeeper.payouts.payments import views as paying
from scorekeeper.payouts.pools import views as pools
from scorekeeper.payouts.settling import views as settling

OF_ACCOUNT = [path("money/", book.account_money, name="account_money")]
OF_CLUBS = [
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
    path("<uuid:club_id>/money/history/", history.money_history, name="money_history"),
    file_paths("<uuid:club_id>/money/history/", history.money_history, name="money_history_files"),
    path("<uuid:club_id>/money/players/<uuid:player_id>/statement/", history.money_statement, name="money_statement"),
    file_paths(
        "<uuid:club_id>/money/players/<uuid:player_id>/statement/",
        history.money_statement,
        name="statement_files",
    ),
    path(
        "<uuid:club_id>/money/players/<uuid:player_id>/statement/mail/",
        history.money_statement_mail,
        name="money_statement_mail",
    ),
    path("<uuid:club_id>/money/years/", history.money_year, name="money_years"),
    file_paths("<uuid:club_id>/money/years/", history.money_year, name="money_years_files"),
    path("<uuid:club_id>/money/years/<int:year>/", history.money_year, name="money_year"),
    file_paths("<uuid:club_id>/money/years/<int:year>/", history.money_year, name="money_year_files"),
    path("<uuid:club_id>/money/box/", box.money_box, name="money_box"),
    file_paths("<uuid:club_id>/money/box/", box.money_box, name="money_box_files"),
    path("<uuid:club_id>/money/box/put/", box.money_box_act, {"act": "put"}, name="money_box_put"),
    path("<uuid:club_id>/money/box/take/", box.money_box_act, {"act": "take"}, name="money_box_take"),
    path("<uuid:club_id>/money/box/target/", box.money_box_target, name="money_box_target"),
]
OF_TABLES_AND_SEASONS = [
    path("tables/<uuid:sitting_id>/bank/", bank.table_bank, name="table_bank"),
    file_paths("tables/<uuid:sitting_id>/bank/", bank.bank_files, name="bank_files"),
    path("tables/<uuid:sitting_id>/bank/<uuid:act_id>/<slug:act>/", bank.bank_answer, name="bank_answer"),
    path("prizes/<uuid:season_id>/", pools.season_prizes, name="season_prizes"),
    file_paths("prizes/<uuid:season_id>/", pools.season_prizes, name="season_prizes_files"),
    path("prizes/<uuid:season_id>/terms/", pools.pool_terms, name="pool_terms"),
    path("prizes/<uuid:season_id>/marks/", pools.pool_marks, name="pool_marks"),
    path("prizes/<uuid:season_id>/entries/", pools.pool_entries, name="pool_entries"),
    path("prizes/<uuid:season_id>/award/", pools.pool_award, name="pool_award"),
    file_paths("prizes/<uuid:season_id>/award/", pools.pool_award, name="pool_award_files"),
    path("prizes/<uuid:season_id>/acts/<uuid:pool_act_id>/back/", pools.pool_back, name="pool_back"),
]
