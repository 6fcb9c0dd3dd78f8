"""The addresses of the bank of a table."""

from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.views import bank

urlpatterns = [
    path("tables/<uuid:sitting_id>/bank/", bank.table_bank, name="table_bank"),
    file_paths("tables/<uuid:sitting_id>/bank/", bank.bank_files, name="bank_files"),
    path("tables/<uuid:sitting_id>/bank/<uuid:act_id>/<slug:act>/", bank.bank_answer, name="bank_answer"),
]
