"""What somebody chooses for themselves about money."""

from django.urls import path

from scorekeeper.payouts.views import care

urlpatterns = [path("money/", care.account_money, name="account_money")]
