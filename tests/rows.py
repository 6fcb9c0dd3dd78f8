"""The rows of the database: whether anything was written, what `verify` finds in them, examples taken back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from django.db import connection, transaction
from django.db.models import Model

from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models import (
    Act,
    Anchor,
    Device,
    Hand,
    HandMark,
    JoinFailure,
    LedgerEntry,
    Seat,
    Signature,
    Sitting,
)
from scorekeeper.play.models import TablePass as Pass
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally
from scorekeeper.tournaments.models import (
    Clock,
    DeskAct,
    DirectorCall,
    Entrant,
    EntrantPlayer,
    PrintedPaper,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    StageEntrant,
    Tournament,
)

TABLES = (
    Club,
    Player,
    Sitting,
    Seat,
    Hand,
    LedgerEntry,
    HandMark,
    Act,
    Signature,
    Anchor,
    Pass,
    Device,
    JoinFailure,
    Competition,
    Result,
    SeasonTally,
    SeasonAct,
    Tournament,
    Stage,
    StageEntrant,
    Entrant,
    EntrantPlayer,
    DeskAct,
    Round,
    RoundTable,
    RoundPlace,
    Clock,
    DirectorCall,
    PrintedPaper,
)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row there is: equal before and after means that nothing was written."""
    return {model.__name__: rows_of(model) for model in TABLES}


def rows_of(model: type[Model]) -> list[dict[str, Any]]:
    """Every row of a table as the database stores it, hidden ones too. Not by the ORM, which takes twenty times as
    long for rows that are only compared."""
    name, key = (connection.ops.quote_name(part) for part in (model._meta.db_table, model._meta.pk.column))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name} ORDER BY {key}")
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


@contextmanager
def undone() -> Iterator[None]:
    """One of many examples in one test: what it writes is taken back at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


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

    def forget(self) -> None:
        """Instead, after a request that may write: to compare the rows is what takes time."""
        self.noticed = False


def rows() -> object:
    """Every row but the wrong codes: to count these is what a refused code is for."""
    return {name: rows for name, rows in everything().items() if name != "JoinFailure"}


def discrepancies() -> list[str]:
    """What `verify` finds in all rows: nothing, where they are sound."""
    return [str(difference) for difference in verify(Count())]
