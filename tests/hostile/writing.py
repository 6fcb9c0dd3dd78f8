"""Whether anything was written, without reading every table after each of thousands of refusals."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from django.db import connection

from tests.play.folding import everything

READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "WITH RECURSIVE")


class Notice:
    """Inside, statements that write are noticed."""

    def __init__(self) -> None:
        self.noticed = False

    def __enter__(self) -> Self:
        self._wrapper = connection.execute_wrapper(self._notice)
        self._wrapper.__enter__()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._wrapper.__exit__(kind, error, trace)

    def _notice(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.noticed |= not sql.lstrip().upper().startswith(READS)
        return execute(sql, params, many, context)


class Watch(Notice):
    """Only where there was such a statement, the rows are compared."""

    def __init__(self) -> None:
        super().__init__()
        self.before = rows()

    def wrote(self) -> bool:
        """Whether a row is not as it was at first; asked after each request."""
        noticed, self.noticed = self.noticed, False
        return noticed and rows() != self.before


def rows() -> object:
    """Every row but the wrong codes: to count these is what a refused code is for."""
    return {name: rows for name, rows in everything().items() if name != "JoinFailure"}
