"""Who has not played for long, and how long names are kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, Max, OuterRef, Q
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.leagues.models import Attendance
from scorekeeper.people.selectors.book import played_by
from scorekeeper.play.models import Device, Seated
from scorekeeper.privacy.models import CleanUp, Retention
from scorekeeper.privacy.selectors.naming import a_phone, nameless, numbers_in
from scorekeeper.standings.models import Result, Standing


def years_of(club: Club) -> int | None:
    """After how many years names go; None: never."""
    return Retention.objects.filter(club=club).values_list("years", flat=True).first()


def before(now: datetime, years: int) -> datetime:
    """So many years ago, on the same day."""
    try:
        return now.replace(year=now.year - years)
    except ValueError:  # the 29th of February
        return now.replace(year=now.year - years, day=28)


def inactive(club: Club, since: datetime) -> list[Player]:
    """Those of the book who belong to the club no more, or never did, and have not sat at a table of it, played by an
    imported list, come to an evening or been written in since then; by name, without those who have none any more. Two
    statements."""
    mine = Q(player=OuterRef("pk")) | Q(player__merged_into=OuterRef("pk"))
    found = (
        Player.objects.people()
        .filter(club=club, created_at__lt=since)
        .exclude(Exists(Membership.objects.filter(club=club, user=OuterRef("user"))))
    )
    found = found.exclude(Exists(Seated.objects.filter(mine, last__gte=since)))
    found = found.exclude(Exists(Attendance.objects.filter(mine, at__gte=since)))
    found = found.exclude(Exists(Result.objects.filter(mine, club=club, played_on__gte=since.date())))
    numbers = numbers_in(club)
    named = [player for player in found if player.name != nameless(numbers[player.pk]) or player.user_id]
    return sorted(named, key=lambda player: (alphabetical(player.name), player.pk))


def last_played(club: Club, people: list[Player]) -> dict[UUID, date]:
    """The day on which each played last, at a table or by an imported list; nothing for who never did."""
    zone = ZoneInfo(club.time_zone)
    found = {person: last.astimezone(zone).date() for person, (_tables, last) in played_by(people).items()}
    mine = Q(player__in=people) | Q(player__merged_into__in=people)
    person = Coalesce("player__merged_into", "player")
    listed = Result.objects.filter(mine, club=club).order_by().values_list(person).annotate(last=Max("played_on"))
    for pk, last in listed:
        found[pk] = max(found.get(pk, last), last)
    return found


def seasons_of(club: Club, people: Iterable[UUID]) -> list[UUID]:
    """The seasons in whose standings these stand."""
    lines = Player.objects.filter(Q(pk__in=[*people]) | Q(merged_into__in=[*people]), club=club)
    found = Standing.objects.filter(club=club, player__in=lines.values("pk"))
    return list(found.order_by().values_list("competition", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class Announced:
    """What the owners were told, and whom it still concerns."""

    day: date
    people: list[Player]
    seasons: int


def announced_of(club: Club) -> Announced | None:
    """What goes by itself next; None where nothing is announced."""
    found = CleanUp.objects.filter(club=club).first()
    if found is None:
        return None
    planned = set(found.ids)
    people = [player for player in inactive(club, found.since) if player.pk in planned]
    return Announced(found.day, people, len(seasons_of(club, [player.pk for player in people])))


def old_phones(club: Club, since: datetime) -> int:
    """How many phones of closed tables still have a name."""
    named = Device.objects.filter(club=club, made_at__lt=since, sitting__closed_at__isnull=False)
    return named.exclude(name=a_phone()).count()
