"""The values every game speaks in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from games.core.text import Text, pgettext

S = TypeVar("S")
D = TypeVar("D")
MOST_HANDS: Final = 480  # of one list


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """Where a sitting stands before a hand.

    `seats` are the seat numbers now at the table, in playing order (not always contiguous: a
    player may have left). `number` counts hands from 1. `dealer` is the seat whose turn it is.
    """

    seats: tuple[int, ...]
    number: int
    dealer: int
    state: S


@dataclass(frozen=True, slots=True)
class Line:
    """One reason why a measure of a seat moved by `amount`; a total is a sum of lines."""

    seat: int
    measure: str
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason to refuse a record; an empty `field` means the whole of it."""

    code: str
    field: str
    message: Text


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the scorer should look at again; never a refusal.

    With `habit`, the name of a field, it is worth saying only at a table that fills that field.
    """

    code: str
    message: Text
    habit: str = ""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S, D]):
    """What the rules make of one hand.

    `detail` says how, `state` is the game's state after the hand, `sentence` is what a good
    scorer says aloud, `dealer` deals next, `over` ends the sitting.
    """

    lines: tuple[Line, ...]
    detail: D
    state: S
    sentence: Text
    dealer: int
    over: bool = False
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules a club can start from; what `rules` leaves out is the default.

    `first_in` are the languages, or the words of a game, in which it is offered before the others.
    """

    slug: str
    title: Text
    about: Text
    rules: Mapping[str, Any]
    first_in: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of the empty sheet on paper: its title, and what stands `of` it and its neighbours, over all of them.

    It is so many mm `wide` on A4; an `upright` title is written from the bottom up.
    """

    title: str
    wide: float
    of: str = ""
    upright: bool = False


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """The columns of the empty sheet behind the number of the line: those that stand once, those of each side, and what
    stands behind them."""

    once: tuple[PaperColumn, ...]
    of_side: tuple[PaperColumn, ...]
    behind: tuple[PaperColumn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a sitting of a game is called on its screens.

    `piece` is the thing itself, in Russian in the accusative ("end the list"), `total` the row with its
    results, `chart` the title of the running chart, `complete` stands above a sitting that is over by its rules,
    `ended` above one that somebody ended.
    """

    piece: Text
    total: Text
    chart: Text
    complete: Text
    ended: Text


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of the closing block under a sheet, in the order it is written.

    `subtotal` marks a line that only adds up what stands above it; the last one is the total.
    """

    label: Text
    amount: int
    subtotal: bool = False


class Counterpart(Enum):
    """Who stands against the seats where they do not settle everything among themselves."""

    POT = "pot"  # what lies on the table for a hand that is still to come
    HOUSE = "house"  # whoever keeps a rake
    PURSE = "purse"  # whoever collects fees

    @property
    def title(self) -> Text:
        """What it is called, within a sentence."""
        return _COUNTERPARTS[self]


_COUNTERPARTS: Final = {
    Counterpart.POT: Text(pgettext("party", "the pot")),
    Counterpart.HOUSE: Text(pgettext("party", "the house")),
    Counterpart.PURSE: Text(pgettext("party", "the purse")),
}


@dataclass(frozen=True, slots=True)
class Due:
    """What a sitting would move for a seat (its number) or a counterpart, in the smallest unit: more than zero is for
    them to get.

    Dues of one cause have the same label and sum to zero: what comes from somebody goes to somebody.
    """

    who: int | Counterpart
    label: Text
    amount: int


class InvalidRecord(Exception):
    """A record the rules refuse: all problems, in the order of the rules file.

    `at` says where in a longer log the first one stands, for example `{"hand": 3}`.
    """

    def __init__(self, problems: tuple[Problem, ...], at: Mapping[str, int] | None = None) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems
        self.at = dict(at or {})


# Cards as people write them: every game reads them alike, and stores them in its own form.

_CARD: Final = re.compile(
    r"(10|[2-9tjqka])(?:([cdhs])| (?:of )?(clubs|diamonds|hearts|spades))",
    re.ASCII | re.IGNORECASE,  # the sign for kelvin is a k in lower case
)


_FACES: Final = {
    "J": pgettext("rank of a card", "J"),
    "Q": pgettext("rank of a card", "Q"),
    "K": pgettext("rank of a card", "K"),
    "A": pgettext("rank of a card", "A"),
}


def rank_name(rank: str) -> Text | str:
    """A rank as it stands on the cards of the reader's language: `Q` is "D" in German; `T` is 10 everywhere."""
    if rank in _FACES:
        return Text(_FACES[rank])
    return "10" if rank == "T" else rank


def read_card(written: object) -> str | None:
    """Rank and suit of the card that was meant, like `Th`; None where nothing was.

    In any case: `Th` and `10h`, "10 hearts" and "10 of hearts".
    """
    found = _CARD.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        return None
    rank, letter, suit = found.groups()
    return ("T" if rank == "10" else rank.upper()) + (letter or suit[0]).lower()


_CARDS: Final = {
    "c": pgettext("card", "{rank} of clubs"),
    "d": pgettext("card", "{rank} of diamonds"),
    "h": pgettext("card", "{rank} of hearts"),
    "s": pgettext("card", "{rank} of spades"),
}


def card_name(card: str) -> Text:
    """What people call a card that is written like `Th`: "10 of hearts"."""
    return Text(_CARDS[card[-1]], {"rank": rank_name(card[:-1])})
