"""Reads that shape a page of a club."""

from difflib import SequenceMatcher

from django.db.models import QuerySet

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import name_key

ALIKE = 0.8  # a ratio of difflib: "Jürgen" and "Juergen" reach it, "Anna" and "Hanna" too


def similar(club: Club, name: str, most: int = 3) -> list[Player]:
    """Players of the club whose names are so alike that they may be the same person, likest first."""
    return _alike(Player.objects.filter(club=club, retired_at=None), name, most)


def guests_like(club: Club, user: User, most: int = 5) -> list[Player]:
    """The guests in the club's book whom this person may have played as, likest first; none for who is in it."""
    book = Player.objects.filter(club=club, retired_at=None)
    return [] if book.filter(user=user).exists() else _alike(book.filter(user=None), str(user), most)


def _alike(players: QuerySet[Player], name: str, most: int) -> list[Player]:
    key = name_key(name)
    found = []
    for player in players:
        ratio = _likeness(key, name_key(player.name))
        if ratio >= ALIKE:
            found.append((-ratio, player.name, player))
    return [player for *_, player in sorted(found, key=lambda item: item[:2])[:most]]


def _likeness(one: str, other: str) -> float:
    if one and other and (one.startswith(other) or other.startswith(one)) and min(len(one), len(other)) > 2:
        return 1.0  # "Jürgen" typed where "Jürgen Brandt" is known
    return SequenceMatcher(None, one, other).ratio()
