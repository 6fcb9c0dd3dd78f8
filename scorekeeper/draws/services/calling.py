"""A table calls the director, and somebody says that they have come. Who may do that its owner says."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Refused
from scorekeeper.common.ids import digest
from scorekeeper.common.names import tidied
from scorekeeper.draws.models import BaseCall, BaseTable

LONGEST: Final = 200
C = TypeVar("C", bound=BaseCall)


def call_to(calls: QuerySet[C], table: BaseTable, by: User | None, words: str, now: datetime) -> C:
    """A call to this table, which is locked; while one waits another is the same.

    Raises:
        Refused: `words_long`.
    """
    if len(tidied(words)) > LONGEST:
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST})
        raise Refused([Problem("words_long", "words", text)])
    waiting = waiting_at(calls, table)
    if waiting:
        return waiting
    return calls.create(club_id=table.club_id, table_id=table.pk, words=tidied(words), at=now, by=by)


def waiting_at(calls: QuerySet[C], table: BaseTable) -> C | None:
    """The call of this table that waits."""
    return calls.filter(table=table.pk, answered_at=None).first()


def answered(call: C, by: User, now: datetime) -> C:
    """Somebody has come. Said twice it is said once."""
    if call.answered_at is None:
        call.answered_at, call.answered_by = now, by
        call.save(update_fields=["answered_at", "answered_by"])
    return call


def open_among(calls: QuerySet[C]) -> list[C]:
    """Who of these waits, the longest first."""
    return list(calls.filter(answered_at=None).order_by("at", "pk"))


def shown(calls: Iterable[BaseCall]) -> dict[str, Any]:
    """The calls for a page that asks again, and what changes when anything of them does."""
    calls = list(calls)
    return {"calls": calls, "calls_stamp": digest([f"{call.pk} {call.words}" for call in calls])[:16]}
