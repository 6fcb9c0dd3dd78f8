"""Cards as people write them: every game reads them alike, and stores them in its own form."""

import re
from typing import Final

_CARD: Final = re.compile(
    r"(10|[2-9tjqka])(?:([cdhs])| (?:of )?(clubs|diamonds|hearts|spades))",
    re.ASCII | re.IGNORECASE,  # the sign for kelvin is a k in lower case
)


def read_card(written: object) -> str | None:
    """Rank and suit of the card that was meant, like `Th`; None where nothing was.

    In any case: `Th` and `10h`, "10 hearts" and "10 of hearts".
    """
    found = _CARD.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        return None
    rank, letter, suit = found.groups()
    return ("T" if rank == "10" else rank.upper()) + (letter or suit[0]).lower()
