from django.urls import path

from scorekeeper.payouts import bank_api

urlpatterns = [
    path("sittings/<uuid:sitting>/bank", bank_api.SittingBank.as_view()),
    path("sittings/<uuid:sitting>/bank-requests", bank_api.BankRequests.as_view()),
    path("sittings/<uuid:sitting>/bank-answers", bank_api.BankAnswers.as_view()),
]
