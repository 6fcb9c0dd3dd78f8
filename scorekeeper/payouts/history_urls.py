from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.views import history

urlpatterns = [
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
]
