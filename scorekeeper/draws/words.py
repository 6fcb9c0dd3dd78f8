"""What the tables of a draw are called wherever they are shown, and who sits at them: people who play for themselves,
or the two sides of a match."""

from typing import ClassVar, Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, npgettext_lazy, pgettext, pgettext_lazy


class Counted(Protocol):
    """A text that depends on a `number`, looked up when it is filled in."""

    def format(self, *, number: int, **values: object) -> str: ...


class TableWords:
    """Of tables at which everybody plays for themselves. What counts tables is a text with `{number}`."""

    style: ClassVar[str] = "tables"
    has_home: ClassVar[bool] = False
    """Whether who sits first is at home, and the other side away."""
    tables: ClassVar[Promise] = pgettext_lazy("heading", "Tables")
    seats: ClassVar[Promise] = pgettext_lazy("column", "Seats")
    figures: ClassVar[Promise] = pgettext_lazy("column", "Hands")
    between: ClassVar[str] = ", "
    """What stands between two names of a table."""
    first_seat: ClassVar[Promise] = pgettext_lazy("note", "deals first")
    others: ClassVar[Promise | str] = pgettext_lazy("note", "With")
    """What stands before the others of a table."""
    others_in_list: ClassVar[Promise | str] = ""
    out: ClassVar[Promise] = pgettext_lazy("heading", "Sitting out")
    out_are: ClassVar[Promise] = pgettext_lazy("note", "Sitting out:")
    your_bye: ClassVar[Promise] = gettext_lazy("You sit out this round.")
    draw: ClassVar[Promise] = gettext_lazy("Draw the tables")
    open_all: ClassVar[Counted] = ngettext_lazy("Open {number} table", "Open all {number} tables", "number")
    unfinished: ClassVar[Counted] = ngettext_lazy(
        "{number} table has no final result yet.", "{number} tables have no final result yet.", "number"
    )
    opened: ClassVar[Counted] = ngettext_lazy(
        "{number} table, opened on {moment}", "{number} tables, opened on {moment}", "number"
    )
    of_size: ClassVar[Counted] = ngettext_lazy("{number} table of {size}", "{number} tables of {size}", "number")
    have_left: ClassVar[Promise] = gettext_lazy("{names} left. End the list early, or a director enters the results.")
    same_as_drawn: ClassVar[Promise] = gettext_lazy("Everybody would still sit with the same people.")
    plan: ClassVar[Promise] = gettext_lazy("Seat plan by table")

    def your_seat(self, seat: int | None, number: int | None) -> str:
        """Where the reader sits: their seat from 0, and its number where they have one alone; empty where there is
        nothing to say."""
        if number is None:
            return ""
        if seat == 0:
            return pgettext("state", "Seat {number}, you deal first").format(number=number)
        return pgettext("state", "Seat {number}").format(number=number)

    def seat_heads(self, columns: int) -> list[str]:
        """The heads of the columns of the seats."""
        heads = [pgettext("column", "Seat {number}").format(number=number) for number in range(1, columns + 1)]
        return [_("Seat 1, deals"), *heads[1:]] if heads else heads


class SeatWords(TableWords):
    """Of tables whose first seat need not deal: seats have numbers alone."""

    def your_seat(self, seat: int | None, number: int | None) -> str:
        return "" if number is None else pgettext("state", "Seat {number}").format(number=number)

    def seat_heads(self, columns: int) -> list[str]:
        return [pgettext("column", "Seat {number}").format(number=number) for number in range(1, columns + 1)]


class MatchWords(TableWords):
    """Of tables that are matches of two sides."""

    style = "match"
    has_home = True
    tables = pgettext_lazy("heading", "Matches")
    seats = pgettext_lazy("column", "Match")
    figures = pgettext_lazy("column", "Score")
    between = " – "
    first_seat = pgettext_lazy("state", "home")
    others = pgettext_lazy("note", "Against")
    others_in_list = pgettext_lazy("note", "against")
    out = gettext_lazy("Without an opponent")
    out_are = gettext_lazy("Without an opponent:")
    your_bye = gettext_lazy("You have a bye: no opponent in this round.")
    draw = gettext_lazy("Draw the matches")
    open_all = ngettext_lazy("Open {number} match", "Open all {number} matches", "number")
    unfinished = ngettext_lazy(
        "{number} match has no final result yet.", "{number} matches have no final result yet.", "number"
    )
    opened = ngettext_lazy("{number} match, opened on {moment}", "{number} matches, opened on {moment}", "number")
    of_size = npgettext_lazy("note", "{number} match", "{number} matches", "number")
    have_left = gettext_lazy("{names} left. Finish the sheet, or a director enters who has won.")
    same_as_drawn = gettext_lazy("Everybody would still have the same opponent.")
    plan = pgettext_lazy("heading", "Pairings")

    def your_seat(self, seat: int | None, number: int | None) -> str:
        return pgettext("state", "at home") if seat == 0 else pgettext("state", "away")

    def seat_heads(self, columns: int) -> list[str]:
        return [pgettext("column", "Home"), pgettext("column", "Away")][:columns]


TABLES: Final = TableWords()
SEATS: Final = SeatWords()
MATCHES: Final = MatchWords()
