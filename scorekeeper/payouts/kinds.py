"""Why money is owed. What closing a sheet makes (`OF_SHEETS`) is taken back by reopening it, what the bank of a table
makes (`OF_BANKS`) at that bank, what a prize pool makes (its source is `POOL`) at that pool."""

from typing import Final

from django.db import models
from django.utils.translation import pgettext_lazy


class Kind(models.TextChoices):
    """What a booking is for. Stored as text, so that a new one needs no migration."""

    RESULT = "result", pgettext_lazy("choice", "result of a table")
    STAKE = "stake", pgettext_lazy("choice", "stakes")
    LOST = "lost", pgettext_lazy("choice", "money for lost games")

    ENTRY = "entry", pgettext_lazy("choice", "entry fee")
    COLLECTED = "collected", pgettext_lazy("choice", "collected")
    BUY_IN = "buy_in", pgettext_lazy("choice", "buy-in")
    CASH_OUT = "cash_out", pgettext_lazy("choice", "cash-out")
    TRANSFER = "transfer", pgettext_lazy("choice", "transfer")
    SETTLED = "settled", pgettext_lazy("choice", "settled outside the app")
    DEPOSIT = "deposit", pgettext_lazy("choice", "put into the box")
    WITHDRAWAL = "withdrawal", pgettext_lazy("choice", "taken from the box")
    REBUY = "rebuy", pgettext_lazy("choice", "re-buy")
    ADDON = "addon", pgettext_lazy("choice", "add-on")
    KEPT = "kept", pgettext_lazy("choice", "kept back from the prizes")
    PRIZE = "prize", pgettext_lazy("choice", "prize")
    OVERLAY = "overlay", pgettext_lazy("choice", "added to the prizes by the club")
    RAKE = "rake", pgettext_lazy("choice", "rake")
    CARRY = "carry", pgettext_lazy("choice", "chips left on a table")
    BROUGHT = "brought", pgettext_lazy("choice", "chips from an earlier table")
    OPENING = "opening", pgettext_lazy("choice", "opening balance")
    EXPENSE = "expense", pgettext_lazy("choice", "shared expense")
    REVERSAL = "reversal", pgettext_lazy("choice", "reversed")


OF_SHEETS: Final = (Kind.RESULT, Kind.STAKE, Kind.LOST, Kind.RAKE, Kind.CARRY)
OF_BANKS: Final = (Kind.BUY_IN, Kind.CASH_OUT, Kind.BROUGHT)
BROUGHT_ALONG: Final = "import"
"""What a file of money has made has this source."""
POOL: Final = "pool"
