"""Days as people and spreadsheets write them. What can be read in two ways is asked."""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Final

from scorekeeper.spreadsheets.heads import head_key

ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?")
DOTTED: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})?")
SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?")
DAY_FIRST_WORDS: Final = re.compile(r"(\d{1,2})\.? ?([^\W\d_]+)\.?,? ?(\d{4})?")
MONTH_FIRST_WORDS: Final = re.compile(r"([^\W\d_]+)\.? (\d{1,2}),? ?(\d{4})?")
MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar",
            "feb february februar",
            "mar march marz maerz mrz",
            "apr april",
            "may mai",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct okt october oktober",
            "nov november",
            "dec dez december dezember",
        ),
        start=1,
    )
    for name in names.split()
}


class Asks(Enum):
    """What has to be said before a day can be read."""

    ORDER = "order"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Calendar:
    """What was said of the days of a file: whether 3/4 is in March ("month") or in April ("day"), and the year of days
    without one."""

    order: str = ""
    year: int | None = None


def day(text: str, calendar: Calendar, today: date) -> date | Asks | None:
    """The day that is meant; what has to be asked first; or None: it is no day."""
    text = text.strip()
    if found := ISO.fullmatch(text):
        return _made(int(found[1]), int(found[2]), int(found[3]))
    if found := DOTTED.fullmatch(text):
        return _dated(found[3], int(found[2]), int(found[1]), calendar, today)
    if found := SLASHED.fullmatch(text):
        return _slashed(int(found[1]), int(found[2]), found[3], calendar, today)
    for pattern, named, numbered in ((DAY_FIRST_WORDS, 2, 1), (MONTH_FIRST_WORDS, 1, 2)):
        found = pattern.fullmatch(text)
        if found and (month := MONTHS.get(head_key(found[named]))):
            return _dated(found[3], month, int(found[numbered]), calendar, today)
    return None


def is_day(text: str) -> bool:
    """Whether it looks like a day, however it has to be read."""
    return day(text, Calendar("day", 2000), date(2000, 12, 31)) is not None or (
        day(text, Calendar("month", 2000), date(2000, 12, 31)) is not None
    )


def _slashed(one: int, other: int, year: str | None, calendar: Calendar, today: date) -> date | Asks | None:
    if one > 12 or one == other:
        return _dated(year, other, one, calendar, today)
    if other > 12:
        return _dated(year, one, other, calendar, today)
    if not calendar.order:
        return Asks.ORDER
    month, number = (other, one) if calendar.order == "day" else (one, other)
    return _dated(year, month, number, calendar, today)


def _dated(year: str | None, month: int, number: int, calendar: Calendar, today: date) -> date | Asks | None:
    if not year:
        return _made(calendar.year, month, number) if calendar.year else Asks.YEAR
    full = int(year)
    if len(year) == 2:
        full += 2000 if full <= today.year % 100 else 1900
    return _made(full, month, number)


def _made(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
