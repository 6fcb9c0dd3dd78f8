"""What stands in a cell: names, numbers and days, however they are written."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from scorekeeper.spreadsheets.heads import IN_BRACKETS, head_key, is_round

COUNTED: Final = re.compile(r"[#№(]?\d{1,4}\s?[.):\u2013-]\s*(?=[^\W\d_])")  # "1. ", "12) ", "(3) "


def person(text: str) -> str:
    """The name as people are called: without a number in front or doubled blanks, the first name first."""
    return turned(uncounted(text))


def uncounted(text: str) -> str:
    """The name without the number of its line in front."""
    found = COUNTED.match(text)
    return " ".join((text[found.end() :] if found else text).split())


def turned(name: str) -> str:
    """ "Brandt, Jürgen" as people are called; another name as it is."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def joined(name: str, first: str, last: str) -> str:
    """The whole name from the columns for the name, the first and the last name, any of which may be empty. Beside a
    column of first names "Name" is the last name, beside one of last names the first, unless it holds the other part
    already."""
    if first and last:
        return f"{person(first)} {uncounted(last)}"
    part = first or last
    if not name or not part:
        return person(name or part)
    if "," in name or part.casefold() in name.casefold().split():
        return person(name)
    return person(f"{first} {uncounted(name)}" if first else f"{uncounted(name)} {last}")


THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,' ]\d{3})+")
LAKHS: Final = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}")  # 12,50,000 as it is written in India
GROUPED: Final = rf"{THOUSANDS.pattern}|{LAKHS.pattern}"
DECIMAL: Final = re.compile(rf"(\d{{1,13}}|{GROUPED})(?:[.,](\d{{1,4}}))?")
NO_CENTS: Final = re.compile(r"(?<=\d)[.,][-\u2013\u2014]{1,2}$")  # "5,-" and "5.--"
WORDS: Final = re.compile(r"[^\W\d_]+[$.]?|[$€£¥₽₹₴₺]")
MINUS: Final = ("-", "\u2212", "\u2013", "\u2014", "\u2010", "\u2011", "./.", "minus", "\u043c\u0438\u043d\u0443\u0441")
PARTS: Final = {"¼": 25, "½": 50, "¾": 75}
CURRENCIES: Final = (
    "€ eur euro euros", "$ us$ usd dollar dollars dólar dólares", "£ gbp pound pounds", "r$ brl real reais",
    "₽ rub руб рубль рубля рублей р", "₹ inr rs rupee rupees ਰੁਪਏ રૂપિયા", "fr sfr chf franken", "zł pln złoty",
    "kč czk", "ft huf", "kr nok sek dkk", "¥ jpy cny yen", "₴ uah грн",
)  # fmt: skip
POINTS: Final = "p pt pts pkt pkte point points punkt punkte pontos puntos очков очка очко ਅੰਕ ગુણ"
MOST: Final = 10**12


def whole(text: str, decimals: int = 0, unit: str = "") -> int | None:
    """A number, counted in the smallest unit; None for what is none, or has a fraction that the unit does not. Beside
    it may stand what it counts: the unit, by its sign, code or name, or in a unit without a name points."""
    if text.isascii() and text.isdigit() and len(text) < len(str(MOST)) - decimals:  # as nearly all are written
        return int(text + "0" * decimals)
    sign, digits = _signed(_bare(text, unit))
    half = PARTS.get(digits[-1:], 0)
    if half:
        digits = digits[:-1].strip() or "0"
    found = DECIMAL.fullmatch(digits)
    if found is None or (half and found[2]):
        return None
    if (THOUSANDS.fullmatch(digits) or LAKHS.fullmatch(digits)) and (
        decimals < 3 or len(re.findall("[.,]", digits)) > 1
    ):
        before, after = digits, ""
    else:
        before, after = found[1], found[2] or ""
    after = (str(half) if half else after).rstrip("0")
    if len(after) > decimals:
        return None
    units = int(re.sub(r"\D", "", before) + after.ljust(decimals, "0"))
    return sign * units if units <= MOST else None


def _bare(text: str, unit: str) -> str:
    """The text with plain blanks and apostrophes, and without the unit in front or behind."""
    plain = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text).replace("\u2019", "'").strip()
    words = list(WORDS.finditer(plain.casefold()))
    counted = [word for word in words if _counts(word[0].rstrip("."), unit)]
    if len(counted) != 1 or len(plain.casefold()) != len(plain):
        return NO_CENTS.sub("", plain)
    [word] = counted
    return NO_CENTS.sub("", f"{plain[: word.start()].strip()} {plain[word.end() :].strip()}".strip())


def _counts(word: str, unit: str) -> bool:
    """Whether the word is what is counted."""
    if word == unit.casefold():
        return bool(unit)
    if not unit:
        return word in POINTS.split()
    return _currency(word) is not None and _currency(word) == _currency(unit.casefold())


@cache
def _currency(word: str) -> int | None:
    return next((place for place, words in enumerate(CURRENCIES) if word in words.split()), None)


def _signed(text: str) -> tuple[int, str]:
    """The sign, in front, behind or as brackets, and the rest."""
    if text.startswith("(") and text.endswith(")"):
        return -1, text[1:-1].strip()
    folded = text.casefold()
    for minus in MINUS:
        if folded.startswith(minus):
            return -1, text[len(minus) :].strip()
        if folded.endswith(minus):
            return -1, text[: -len(minus)].strip()
    return 1, text.removeprefix("+").strip()


ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?")
DIGITS: Final = re.compile(r"(19\d\d|20\d\d)(\d\d)(\d\d)")
DOTTED: Final = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})?")
SLASHED: Final = re.compile(r"(\d{1,2})([/-])(\d{1,2})(?:[/-](\d{4}|\d{2}))?")
WORD: Final = r"([^\d\s.,/-]{3,20})\.?"
DAY_FIRST_WORDS: Final = re.compile(
    rf"(\d{{1,2}})(?:\.|st|nd|rd|th|º)?[ /-]?(?:de )?{WORD},?(?:[ /-](?:de )?(\d{{4}}|\d\d))?"
)
MONTH_FIRST_WORDS: Final = re.compile(rf"{WORD} (\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}|\d\d))?")
YEAR_FIRST_WORDS: Final = re.compile(rf"(\d{{4}})[ /-]{WORD}[ /-](\d{{1,2}})")
TIME: Final = re.compile(
    r"(?:,? +|T)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?| ?uhr| ?h)?(?: ?Z|[+-]\d\d:?\d\d)?$", re.IGNORECASE
)
OF_YEAR: Final = re.compile(r"(?<=\d) ?(?:г\.?|года)$")
SERIAL: Final = re.compile(r"([2-6]\d{4})(?:[.,]\d+)?")
MOST_WORDS: Final = 5  # of a day in a head
SYSTEMS: Final = {"1900": date(1899, 12, 30), "1904": date(1904, 1, 1)}  # day 0 of each
MONTHS: Final = {
    head_key(name): number
    for number, names in enumerate(
        (
            "jan january januar jänner janeiro enero ene янв января январь ਜਨਵਰੀ જાન્યુઆરી જાન્યુ",
            "feb february februar feber fev fevereiro febrero февр фев февраля февраль ਫਰਵਰੀ ફેબ્રુઆરી ફેબ્રુ",
            "mar march märz maerz mrz mär março marzo мар марта март ਮਾਰਚ માર્ચ",
            "apr april abr abril апр апреля апрель ਅਪ੍ਰੈਲ ਅਪਰੈਲ એપ્રિલ",
            "may mai maio mayo мая май ਮਈ મે",
            "jun june juni junho junio июн июня июнь ਜੂਨ જૂન",
            "jul july juli julho julio июл июля июль ਜੁਲਾਈ જુલાઈ જુલાઇ",
            "aug august ago agosto авг августа август ਅਗਸਤ ઑગસ્ટ ઓગસ્ટ ઑગ",
            "sep sept september set setembro septiembre setiembre сент сен сентября сентябрь ਸਤੰਬਰ સપ્ટેમ્બર સપ્ટે",
            "oct okt october oktober out outubro octubre окт октября октябрь ਅਕਤੂਬਰ ઑક્ટોબર ઓક્ટોબર ઑક્ટો",
            "nov november novembro noviembre нояб ноя ноября ноябрь ਨਵੰਬਰ નવેમ્બર નવે",
            "dec dez december dezember dezembro dic diciembre дек декабря декабрь ਦਸੰਬਰ ડિસેમ્બર ડિસે",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS: Final = (
    "mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday "
    "mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag "
    "seg segunda segunda-feira ter terça terça-feira qua quarta quarta-feira qui quinta quinta-feira sex sexta "
    "sexta-feira sab sáb sábado dom domingo lun lunes martes mié miércoles jue jueves vie viernes "
    "пн понедельник вт вторник ср среда чт четверг пт пятница сб суббота вс воскресенье "
    "ਸੋਮ ਸੋਮਵਾਰ ਮੰਗਲ ਮੰਗਲਵਾਰ ਬੁੱਧ ਬੁੱਧਵਾਰ ਵੀਰ ਵੀਰਵਾਰ ਸ਼ੁੱਕਰ ਸ਼ੁੱਕਰਵਾਰ ਸ਼ਨੀ ਸ਼ਨੀਵਾਰ ਸ਼ਨਿੱਚਰਵਾਰ ਐਤ ਐਤਵਾਰ "
    "સોમ સોમવાર મંગળ મંગળવાર બુધ બુધવાર ગુરુ ગુરુવાર શુક્ર શુક્રવાર શનિ શનિવાર રવિ રવિવાર"
)


class Asks(Enum):
    """What has to be said before a day can be read."""

    ORDER = "order"
    YEAR = "year"
    SERIAL = "serial"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Calendar:
    """What was said of the days of a file: whether 3/4 is in March ("month") or in April ("day"), or 25-03-07 begins
    with the year ("year"); the year of days without one; and from when a number like 45000 counts days ("1900" as Excel
    and LibreOffice do, "1904" as Excel for the Macintosh did)."""

    order: str = ""
    year: int | None = None
    serial: str = ""


ANY: Final = (Calendar("day", 2000), Calendar("month", 2000), Calendar("year", 2000))


@lru_cache(maxsize=5_000)
def day(text: str, calendar: Calendar, today: date) -> date | Asks | None:
    """The day that is meant; what has to be asked first; or None: it is no day. The time of a day and the name of its
    weekday are passed over."""
    text = OF_YEAR.sub("", TIME.sub("", " ".join(text.split())))
    first, _blank, rest = text.partition(" ")
    if rest and head_key(first) in _weekdays():
        text = rest
    if found := ISO.fullmatch(text) or DIGITS.fullmatch(text):
        return _made(int(found[1]), int(found[2]), int(found[3]))
    if found := DOTTED.fullmatch(text):
        return _dated(found[3], int(found[2]), int(found[1]), calendar, today)
    if found := SLASHED.fullmatch(text):
        return _slashed(found, calendar, today)
    if found := SERIAL.fullmatch(text):
        return SYSTEMS[calendar.serial] + timedelta(int(found[1])) if calendar.serial in SYSTEMS else Asks.SERIAL
    for pattern, year, named, numbered in (
        (DAY_FIRST_WORDS, 3, 2, 1),
        (MONTH_FIRST_WORDS, 3, 1, 2),
        (YEAR_FIRST_WORDS, 1, 2, 3),
    ):
        found = pattern.fullmatch(text)
        if found and (month := MONTHS.get(head_key(found[named]))):
            return _dated(found[year], month, int(found[numbered]), calendar, today)
    return None


@cache
def _weekdays() -> frozenset[str]:
    return frozenset(map(head_key, WEEKDAYS.split()))


@lru_cache(maxsize=5_000)
def is_day(text: str) -> bool:
    """Whether it looks like a day, however it has to be read. A number that may count days is none by its looks."""
    return any(isinstance(day(text, calendar, date(2000, 12, 31)), date) for calendar in ANY)


@lru_cache(maxsize=5_000)
def dated(head: str) -> tuple[str, str] | None:
    """The day in a head and what else it says, as "Serie 1 (19.10.)" and "19.10. Serie 1" do; None without a day.
    Without brackets a day stands beside the name of a round alone."""
    head = " ".join(head.split())
    if is_day(head):
        return head, ""
    for found in IN_BRACKETS.finditer(head):
        inside, rest = found[0][1:-1].strip(), f"{head[: found.start()].strip()} {head[found.end() :].strip()}".strip()
        if is_day(inside):
            return inside, rest
    words = head.split(" ")
    for many in range(1, min(len(words), MOST_WORDS)):
        for day_words, others in ((words[-many:], words[:-many]), (words[:many], words[many:])):
            text, rest = " ".join(day_words).strip(" ,:;–"), " ".join(others).strip(" ,:;–-")
            if is_round(rest) and is_day(text):
                return text, rest
    return None


def is_person(text: str) -> bool:
    """Whether it may be a name: it has a letter and is no day."""
    return any(sign.isalpha() for sign in text) and not is_day(text)


def _slashed(found: re.Match[str], calendar: Calendar, today: date) -> date | Asks | None:
    """Three numbers parted by strokes or hyphens. Where only one order makes a day of them it is meant."""
    one, other, year = int(found[1]), int(found[3]), found[4]
    begins_with_year = found[2] == "-" and year and len(year) == 2 and (one > 12 or calendar.order == "year")
    if begins_with_year and not (calendar.order and calendar.order != "year"):
        return _dated(found[1], other, int(year), calendar, today) if calendar.order else Asks.ORDER
    if one > 12 or one == other:
        return _dated(year, other, one, calendar, today)
    if other > 12:
        return _dated(year, one, other, calendar, today)
    if calendar.order not in {"day", "month"}:
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
