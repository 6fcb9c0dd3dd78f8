from django.urls import path

from scorekeeper.payouts.views import history

urlpatterns = [
    path("<uuid:club_id>/money/history/", history.money_history, name="money_history"),
    path("<uuid:club_id>/money/players/<uuid:player_id>/statement/", history.money_statement, name="money_statement"),
    path(
        "<uuid:club_id>/money/players/<uuid:player_id>/statement/mail/",
        history.money_statement_mail,
        name="money_statement_mail",
    ),
    path("<uuid:club_id>/money/years/", history.money_year, name="money_years"),
    path("<uuid:club_id>/money/years/<int:year>/", history.money_year, name="money_year"),
]
