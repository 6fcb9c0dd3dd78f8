"""The time zones that this machine knows."""

from functools import cache
from zoneinfo import available_timezones


@cache
def known_zones() -> frozenset[str]:
    """Their names, like Europe/Berlin. They are looked for once: that reads a folder of some hundred files."""
    return frozenset(available_timezones())
