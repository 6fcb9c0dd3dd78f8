"""What a club has played before."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, QuerySet, Subquery

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.values import InvalidRecord
from scorekeeper.clubs.house_rules import house_saying
from scorekeeper.clubs.models import Club
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
