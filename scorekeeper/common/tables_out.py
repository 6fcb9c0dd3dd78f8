"""The names that tables as files had before `common/tables/`."""

from django.http import HttpRequest

from scorekeeper.common.tables.files import (
    BOM,
    FORMATS,
    MOST_PRINTED,
    PRINTED,
    UNWRITABLE,
    as_written,
    csv_of,
    on_paper,
    printed,
    safe,
    xlsx_of,
)
from scorekeeper.common.tables.serving import XLSX, answer, one_of, paper_answer, wanted
from scorekeeper.common.tables.values import Cell, Figure, Table, Value, figure, headed, is_of_figures

READ = "read"

__all__ = [
    "BOM",
    "FORMATS",
    "MOST_PRINTED",
    "PRINTED",
    "READ",
    "UNWRITABLE",
    "XLSX",
    "Cell",
    "Figure",
    "Table",
    "Value",
    "answer",
    "as_written",
    "csv_of",
    "figure",
    "headed",
    "is_of_figures",
    "is_read",
    "on_paper",
    "one_of",
    "paper_answer",
    "printed",
    "safe",
    "wanted",
    "xlsx_of",
]


def is_read(request: HttpRequest) -> bool:
    return request.method in {"GET", "HEAD"}
