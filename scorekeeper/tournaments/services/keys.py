"""Sending twice is harmless: under the key of an earlier act the same again is answered with what that did, and
anything else is refused, so that nobody takes for done what was not."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.common.acts import Asked
from scorekeeper.common.errors import Conflict
from scorekeeper.tournaments.models import DeskAct
from scorekeeper.tournaments.models.acts import ASKED

FACTS: Final = ("kind", "tournament_id", "stage_id", "round_id", "table_id", "entrant_id", "points", "of_id", "reason")
Mark: TypeAlias = dict[str, str]


def once(act: DeskAct) -> DeskAct:
    """Saved, or the one that was saved under its key before. The tournament is locked: nobody is faster.

    Raises:
        Conflict: `key_used`: something else was said under this key.
    """
    earlier = earlier_act(act.club_id, act.key)
    if earlier is None:
        act.save()
        act.is_new = True
        return act
    if _facts(earlier) != _facts(act):
        raise key_used(earlier)
    return earlier


def once_together(acts: Sequence[DeskAct], keys: Collection[UUID]) -> list[DeskAct]:
    """The same of what is said of several at once; `keys` are all under which it may have been said before."""
    earlier = list(DeskAct.objects.filter(club=acts[0].club_id, key__in=keys).order_by("pk"))
    if not earlier:
        return written(acts)
    if sorted(map(_facts, earlier), key=str) != sorted(map(_facts, acts), key=str):
        raise key_used(earlier[0])
    return earlier


def written(acts: Iterable[DeskAct]) -> list[DeskAct]:
    """Saved, all at once."""
    made = DeskAct.objects.bulk_create(acts)
    for act in made:
        act.is_new = True
    return made


def earlier_act(club_id: UUID, key: UUID | None) -> DeskAct | None:
    """What was done under this key."""
    return DeskAct.objects.filter(club=club_id, key=key).first() if key else None


def asked(key: UUID | None, *facts: object) -> Mark:
    """For the detail of an act: a mark of what was asked for, by which nobody but this installation can tell whether
    it was that: names that are removed later can't be guessed from it. Empty without a key."""
    if key is None:
        return {}
    said = json.dumps([str(key), *map(_plain, facts)], default=str)
    return {ASKED: salted_hmac("tournaments.asked", said, algorithm="sha256").hexdigest()}


def _plain(fact: Any) -> Any:
    """A record without what is as usual, so that what it can say more one day changes no mark."""
    if isinstance(fact, Asked):
        return fact.model_dump(exclude_defaults=True)
    if not is_dataclass(fact) or isinstance(fact, type):
        return fact
    usual = {each.name: each.default for each in fields(fact)}
    return {name: said for name, said in asdict(fact).items() if said != usual[name]}


def mark_in(told: Mapping[str, Any]) -> Mark:
    """The mark in the detail of an act, or among the arguments of a job; empty where there is none."""
    return {ASKED: told[ASKED]} if ASKED in told else {}


def is_same(told: Mapping[str, Any], mark: Mark) -> bool:
    """Whether this was asked for; what has no mark is older than these are."""
    return mark_in(told) in ({}, mark)


def require_same(earlier: DeskAct, mark: Mark) -> None:
    """Raises Conflict `key_used` where the earlier act was asked for by something else."""
    if not is_same(earlier.detail, mark):
        raise key_used(earlier)


def key_used(earlier: DeskAct | None = None) -> Conflict:
    text = _(
        "This was sent already and said something else then. Look at what stands now, and say it again. A program makes"
        " a new key for each act."
    )
    return Conflict("key_used", text, standing={"act": str(earlier.pk)} if earlier else None)


def _facts(act: DeskAct) -> list[Any]:
    """What was said; the order that lots come to is drawn, not said, and nor is the seed of it."""
    said = sorted(act.detail["order"]) if act.kind == DeskAct.Kind.LOT else act.detail
    return [*(getattr(act, name) for name in FACTS), said]
