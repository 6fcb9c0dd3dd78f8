"""Take away what a forgotten person typed, and what others typed of them: reasons, notes. The chains stay whole."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import ForeignKey, Model, Q

from scorekeeper.accounts.models import User
from scorekeeper.chains.models import Chained, chained
from scorekeeper.clubs.models import Club, Player
from scorekeeper.journal.services import erase_texts
from scorekeeper.play.models import Hand, HandMark, Seat, Sitting


def erase_words(*, club: Club | None, users: Collection[UUID], lines: Collection[UUID], now: datetime) -> int:
    """Erase the texts of whatever these accounts did and these lines of the book are named by, in a club or in all;
    how many texts."""
    found: defaultdict[UUID, defaultdict[type[Model], list[UUID]]] = defaultdict(lambda: defaultdict(list))
    for model in _with_texts():
        if asked := _about(model, users, lines):
            of_club = Q(club=club) if club else Q()
            rows = model._base_manager.filter(asked, of_club).order_by("pk")  # noqa: SLF001
            for club_id, pk in rows.values_list("club", "pk"):
                found[club_id][model].append(pk)
    return sum(erase_texts(club_id, rows, at=now) for club_id, rows in sorted(found.items()))


def _with_texts() -> Iterator[type[Model]]:
    """What a table calls its rules is no word of a person."""
    yield from (Hand, HandMark)
    yield from (model for model in chained() if _has_texts(model) and model is not Sitting)


def _has_texts(model: type[Chained]) -> bool:
    return bool(model.content.texts)


def _about(model: type[Model], users: Collection[UUID], lines: Collection[UUID]) -> Q:
    asked = Q()
    for field in model._meta.concrete_fields:  # noqa: SLF001 public but for its name
        if not isinstance(field, ForeignKey):
            continue
        ways: dict[Any, Q] = {
            User: Q((f"{field.name}__in", users)),
            Player: Q((f"{field.name}__in", lines)),
            Seat: Q((f"{field.name}__player__in", lines)),
        }
        asked |= ways.get(field.related_model, Q())
    return asked
