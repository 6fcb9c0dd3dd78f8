"""Days as they stand below charts."""

from datetime import date

from django.utils.formats import date_format


def day_mark(day: date) -> str:
    """A day, short: "4 Sep"."""
    return date_format(day, "j M")
