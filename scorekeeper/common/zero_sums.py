"""Where what everybody has comes to zero together: the sum, and the tables at which it does not come out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.texts import amount_words, isolated


@dataclass(frozen=True, slots=True)
class TableSum:
    """A table by its name: what its players have together, and what that has to be by the rules (0, or less where
    chips lie in the pot for the next hand). In the smallest unit."""

    name: str
    total: int
    expected: int = 0

    @property
    def is_off(self) -> bool:
        return self.total != self.expected


@dataclass(frozen=True, slots=True)
class Checked:
    """The sum of some tables, in a sentence; `warning` names those at which it does not come out, or is empty."""

    note: str
    warning: str


def checked(tables: Sequence[TableSum], unit: InUnits) -> Checked:
    """What the sum of these tables says."""
    total, expected = (
        sum(found) for found in ([table.total for table in tables], [table.expected for table in tables])
    )
    note = pgettext("note", "Sum {sum}.").format(sum=amount_words(total, unit))
    if expected:
        note = _("Sum {sum}: chips lie in the pot of a table.").format(sum=amount_words(total, unit))
    off = [table for table in tables if table.is_off]
    if not off:
        return Checked(note, "")
    each = [f"{isolated(party.name)} ({amount_words(party.total - party.expected, unit)})" for party in off]
    text = _(
        "The sum is {sum} and should be {expected}. These tables do not add up: {tables}. The cause may be a penalty "
        "or a bonus."
    )
    words = text.format(sum=amount_words(total, unit), expected=amount_words(expected, unit), tables=", ".join(each))
    return Checked("", words)
