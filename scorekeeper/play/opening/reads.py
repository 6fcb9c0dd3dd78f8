"""Whom a club can choose: who is offered at once, and whom a few typed letters find in its whole book."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.names import FAR_TOO_LONG, look_key, tidied

MOST_OFFERED: Final = 18  # people offered before anything is typed
MOST_FOUND: Final = 12
_HYPHENS: Final = re.compile(r"[\s\-\u2010-\u2015]+")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody whom typed letters have found; `last` is when the newest table of theirs was opened."""

    player: Player
    is_member: bool
    last: datetime | None


def offered(club: Club, but: Collection[UUID] = (), most: int = MOST_OFFERED) -> list[Player]:
    """The people of the club's book: members first, then who played last; without those of `but` and retired ones."""
    return [_player(club, row) for row in _people(club, but)[:most]]


def find(club: Club, typed: str, most: int = MOST_FOUND) -> tuple[list[Found], bool]:
    """The people each of whose typed words begins a word of their name, or a part of one after a hyphen ("heinz" finds
    Karl-Heinz), in any case, accents and order, in the order of `offered`; and whether there are more of them.
    """
    wanted = [key for word in typed[:FAR_TOO_LONG].split() if (key := look_key(word))]
    if not wanted:
        return [], False
    rows = [row for row in _people(club) if _begins(row["name"], wanted)]
    found = [Found(_player(club, row), row["is_member"], row["played_at"]) for row in rows[:most]]
    return found, len(rows) > most


def of_this_name(club: Club, name: str) -> list[Player]:
    """Who is called exactly so, but for case and spaces."""
    wanted = tidied(name[: FAR_TOO_LONG + 1]).casefold()
    people = Player.objects.people().filter(club=club, retired_at=None).order_by("pk")
    return [player for player in people if player.name.casefold() == wanted] if wanted else []


def _people(club: Club, but: Collection[UUID] = ()) -> QuerySet[Player, dict[str, Any]]:
    """One query over all lines: whose line was merged has played when that line has, under one name."""
    left_out = list(but)
    lines = Player.objects.exclude(Q(pk__in=left_out) | Q(merged_into__in=left_out))
    lines = lines.annotate(person_id=Coalesce("merged_into", "pk")).filter(
        Q(merged_into=None, retired_at=None) | Q(merged_into__isnull=False, merged_into__retired_at=None), club=club
    )
    membership = Membership.objects.filter(club=club, user=OuterRef("user_id"))
    people = lines.annotate(is_member=Exists(membership)).values("person_id", "name", "user_id", "is_member")
    played = people.annotate(played_at=Max("seated__last"))
    return played.order_by("-is_member", F("played_at").desc(nulls_last=True), Alphabetical("name"), "person_id")


def _player(club: Club, row: dict[str, Any]) -> Player:
    return Player(pk=row["person_id"], club=club, name=row["name"], user_id=row["user_id"])


def _begins(name: str, wanted: Sequence[str]) -> bool:
    written = f"{name} {name.lower().translate(_UMLAUTS)}"
    words = {look_key(name), *map(look_key, (*written.split(), *_HYPHENS.split(written)))}
    return all(any(word.startswith(key) for word in words) for key in wanted)
