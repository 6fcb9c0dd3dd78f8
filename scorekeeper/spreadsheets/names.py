"""Names as lists write them: in one column or two, last name first, with a number in front."""

import re
from typing import Final

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
