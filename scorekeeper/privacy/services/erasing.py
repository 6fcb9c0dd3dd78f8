"""Take away what a forgotten person typed, and what others typed of them: reasons, notes. The chains stay whole."""

from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

from django.db.models import ForeignKey, Model, Q

from scorekeeper.accounts.models import User
from scorekeeper.chains.erasing import erase
from scorekeeper.chains.models import Chained, chained
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models import Hand, HandMark, Seat, Sitting


def erase_texts(*, club: Club | None, users: Collection[UUID], lines: Collection[UUID]) -> int:
    """Erase the texts of whatever these accounts did and these lines of the book are named by, in a club or in all;
    how many texts."""
    many = 0
    for model in _with_texts():
        if asked := _about(model, users, lines):
            of_club = Q(club=club) if club else Q()
            found = model._base_manager.filter(asked, of_club).values_list("pk", flat=True)  # noqa: SLF001
            many += erase(model, list(found))
    return many


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
