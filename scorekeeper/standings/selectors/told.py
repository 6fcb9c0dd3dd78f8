"""What tells programs whether a table they have read may have changed."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum, UUIDField

from scorekeeper.accounts.models import User
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.prepared import Prepared, Slot
from scorekeeper.standings.models import Competition, Standing


def seen(user: User | AnonymousUser, pk: UUID) -> tuple[Competition, str]:
    """A competition of one of the person's clubs, and what changes whenever its table may have. One query.

    Raises:
        Competition.DoesNotExist: there is none, or it is not theirs to see.
    """
    row = _SEEN.row(user=user.pk, pk=pk)
    if row is None:
        raise Competition.DoesNotExist
    *fields, book, moves, count = row
    competition = Competition.from_db(None, _FIELDS, fields)
    name_in_log(club=competition.club_id)
    return competition, f"{pk.hex}-{competition.revision}-{book}-{moves or 0}-{count or 0}"


def _seen() -> QuerySet[Competition, tuple[Any, ...]]:
    rows = Standing.objects.filter(club=OuterRef("club"), competition=OuterRef("pk")).order_by().values("competition")
    mine = Competition.objects.filter(pk=Slot("pk", UUIDField()), club__memberships__user=Slot("user", UUIDField()))
    return mine.annotate(
        moves=Subquery(rows.annotate(sum=Sum("revision")).values("sum")),
        count=Subquery(rows.annotate(count=Count("pk")).values("count")),
    ).values_list(*_FIELDS, "club__book", "moves", "count")


_FIELDS = [field.attname for field in Competition._meta.concrete_fields]  # noqa: SLF001
_SEEN = Prepared(_seen)
