"""The legs of bookings, and whose they are, for all who read the book."""

from typing import Any, Final

from django.db.models import Prefetch

from scorekeeper.payouts.models import Leg

OF: Final = ("player", "sitting", "competition")


def with_legs(*of: str, at: str = "legs") -> "Prefetch[Any, Any, Any]":
    """The legs of the bookings that are `at`, with their accounts and what of these is asked for (out of `OF`). They
    are joined: fetched by key, accounts by the thousand would be more than SQLite takes in one statement."""
    legs = Leg.objects.select_related("account", *(f"account__{one}" for one in of))
    return Prefetch(at, queryset=legs)
