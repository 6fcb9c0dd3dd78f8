"""A table as pages to print."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.common.typesetting import Paper, Part, typeset

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Document:
    """A title, what stands under it, and a table; the columns of figures stand to the right. `made` is aware and stands
    at the foot of each page. What `grows` has the largest letters with which it stands on one page."""

    title: str
    lines: Sequence[str]
    heads: Row
    rows: Sequence[Row]
    figures: Sequence[bool]
    made: datetime
    paper: Paper = "A4"
    grows: bool = False

    def part(self, bookmark: str = "") -> Part:
        """The table in a file. It is as wide as the paper, and lies on its side where it needs more than that; one that
        is wider still goes on below itself, with its first columns in front again."""
        data = {"heads": self.heads, "rows": self.rows, "figures": self.figures, "grows": self.grows}
        return Part("/common/papers/table.typ", self.paper, data, self.title, self.lines, bookmark)


def pdf_of(document: Document) -> bytes:
    """The file."""
    return typeset([document.part()], document.title, document.made)
