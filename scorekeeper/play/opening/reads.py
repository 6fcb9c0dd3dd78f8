"""Whom a club can choose for a table, and what it has played before."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.values import InvalidRecord
from scorekeeper.clubs.house_rules import house_saying
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.names import FAR_TOO_LONG, Alphabetical, spellings, tidied
from scorekeeper.play.models import Seat, Sitting

LATELY = 50  # tables


@dataclass(frozen=True, slots=True)
class Earlier:
    """The newest table of a game: its rules, what they are called, how many have sat there, and the house rules that
    some version of which they are a copy of, retired ones too."""

    rules: Record
    rules_name: str
    size: int
    house: UUID | None = None


def newest_table(club: Club, game: AnyGame) -> Earlier | None:
    """The club's newest table of this game; None without one, and where its rules are no longer to be read."""
    return _newest(Sitting.objects.filter(club=club), game, club)


def newest_of_phone(sittings: Sequence[UUID], game: AnyGame) -> Earlier | None:
    """The newest table of this game among those without an account that this phone has started or joined."""
    return _newest(Sitting.objects.filter(pk__in=sittings, club__is_private=True), game)


def _newest(found: QuerySet[Sitting], game: AnyGame, club: Club | None = None) -> Earlier | None:
    seated = Seat.objects.filter(sitting=OuterRef("pk")).order_by().values("sitting").annotate(many=Count("pk"))
    tables = found.filter(game=game.name).order_by("-opened_at", "-pk")
    # Counted at the one table that is found, and not at all that are looked through.
    of_table = ("rules", "rules_name", "house_version__house")
    newest = tables.values_list(*of_table, Subquery(seated.values("many")))[:1].first()
    if newest is None:
        return None
    rules, name, house, size = newest
    try:
        typed = load(game.rules, rules)
    except InvalidRecord:
        return None
    if house is None and club:
        house = house_saying(club, game, rules)
    return Earlier(typed, name, size, house)


def played_lately(club: Club) -> list[str]:
    """The games of the club's newest tables."""
    return list(Sitting.objects.filter(club=club).order_by("-opened_at").values_list("game", flat=True)[:LATELY])


def usual_day(club: Club, now: datetime, taken: Collection[date] = ()) -> date:
    """The next day on which the club usually plays, by its clock; today where it has not played yet. Days that are
    `taken` are passed over.
    """
    zone = ZoneInfo(club.time_zone)
    today = now.astimezone(zone).date()
    played = Sitting.objects.filter(club=club).order_by("-opened_at").values_list("opened_at", flat=True)[:LATELY]
    days = {at.astimezone(zone).date() for at in played} | set(taken)
    if not days:
        return today
    weekdays = Counter(day.weekday() for day in days)
    usual = max(sorted(days, reverse=True), key=lambda day: weekdays[day.weekday()]).weekday()
    day = today + timedelta(days=(usual - today.weekday()) % 7)
    while day in taken:
        day += timedelta(weeks=1)
    return day


MOST_OFFERED: Final = 18  # people offered before anything is typed
MOST_FOUND: Final = 12
_HYPHENS: Final = re.compile(r"[\s\-\u2010-\u2015]+")


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody whom typed letters have found; `last` is when the newest table of theirs was opened."""

    player: Player
    is_member: bool
    last: datetime | None


def offered(club: Club, but: Collection[UUID] = (), most: int = MOST_OFFERED) -> list[Player]:
    """The people of the club's book: members first, then who played last; without those of `but` and retired ones."""
    return [_player(club, row) for row in _people(club, but)[:most]]


def find(club: Club, typed: str, most: int = MOST_FOUND, *, keeps: bool = False) -> tuple[list[Found], bool]:
    """The people each of whose typed words begins a word of their name, or a part of one after a hyphen ("heinz" finds
    Karl-Heinz), in any case, order and spelling (`spellings`), in the order of `offered`; and whether there are more
    of them. Whoever `keeps` sheets and books finds people who are shown by another name by their whole one too.
    """
    wanted = [keys for word in typed[:FAR_TOO_LONG].split() if (keys := spellings(word))]
    if not wanted:
        return [], False
    rows = [
        row for row in _people(club) if _begins(row["name"], wanted) or (keeps and _begins(row["full_name"], wanted))
    ]
    found = [Found(_player(club, row), row["is_member"], row["played_at"]) for row in rows[:most]]
    return found, len(rows) > most


def of_this_name(club: Club, name: str) -> list[Player]:
    """Who is called exactly so, but for case and spaces."""
    wanted = tidied(name[: FAR_TOO_LONG + 1]).casefold()
    people = Player.objects.people().filter(club=club, retired_at=None).order_by("pk")
    return [player for player in people if player.own_name.casefold() == wanted] if wanted else []


def _people(club: Club, but: Collection[UUID] = ()) -> QuerySet[Player, dict[str, Any]]:
    """One query over all lines: whose line was merged has played when that line has, under one name."""
    left_out = list(but)
    lines = Player.objects.exclude(Q(pk__in=left_out) | Q(merged_into__in=left_out))
    lines = lines.annotate(person_id=Coalesce("merged_into", "pk")).filter(
        Q(merged_into=None, retired_at=None) | Q(merged_into__isnull=False, merged_into__retired_at=None), club=club
    )
    membership = Membership.objects.filter(club=club, user=OuterRef("user_id"))
    people = lines.annotate(is_member=Exists(membership)).values(
        "person_id", "name", "full_name", "user_id", "is_member"
    )
    played = people.annotate(played_at=Max("seated__last"))
    return played.order_by("-is_member", F("played_at").desc(nulls_last=True), Alphabetical("name"), "person_id")


def _player(club: Club, row: dict[str, Any]) -> Player:
    return Player(pk=row["person_id"], club=club, name=row["name"], full_name=row["full_name"], user_id=row["user_id"])


def _begins(name: str, wanted: Sequence[frozenset[str]]) -> bool:
    words = frozenset().union(*map(spellings, {name, *name.split(), *_HYPHENS.split(name)}))
    return all(any(word.startswith(tuple(keys)) for word in words) for keys in wanted)
