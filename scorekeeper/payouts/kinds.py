"""Why money is owed. What closing a sheet makes (`OF_SHEETS`) is taken back by reopening it, what the bank of a table
makes (`OF_BANKS`) at that bank, what a prize pool makes (its source is `POOL`) at that pool."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a booking is for. Stored as text, so that a new one needs no migration."""

    RESULT = "result", _("result of a table")
    STAKE = "stake", _("stakes")
    LOST = "lost", _("money for lost games")

    ENTRY = "entry", _("entry fee")
    COLLECTED = "collected", _("collected")
    BUY_IN = "buy_in", _("buy-in")
    CASH_OUT = "cash_out", _("cash-out")
    TRANSFER = "transfer", _("transfer")
    SETTLED = "settled", _("settled outside the app")
    DEPOSIT = "deposit", _("put into the box")
    WITHDRAWAL = "withdrawal", _("taken from the box")
    REBUY = "rebuy", _("re-buy")
    ADDON = "addon", _("add-on")
    KEPT = "kept", _("kept back from the prizes")
    PRIZE = "prize", _("prize")
    OVERLAY = "overlay", _("added to the prizes by the club")
    RAKE = "rake", _("rake")
    CARRY = "carry", _("chips left on a table")
    BROUGHT = "brought", _("chips from an earlier table")
    OPENING = "opening", _("opening balance")
    EXPENSE = "expense", _("shared expense")
    REVERSAL = "reversal", _("reversed")


OF_SHEETS: Final = (Kind.RESULT, Kind.STAKE, Kind.LOST, Kind.RAKE, Kind.CARRY)
OF_BANKS: Final = (Kind.BUY_IN, Kind.CASH_OUT, Kind.BROUGHT)
BROUGHT_ALONG: Final = "import"
"""What a file of money has made has this source."""
POOL: Final = "pool"
