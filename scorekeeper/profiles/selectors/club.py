"""The records of a club, what is played there, and who comes. A few statements, whatever has been played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count
from django.db.models.functions import Coalesce

from games.core.game import AnyGame
from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.charts import Bars, bar_chart
from scorekeeper.common.prepared import newest
from scorekeeper.common.texts import signed
from scorekeeper.profiles.selectors.person import (
    Evening,
    Record,
    day_mark,
    is_in,
    main_unit,
    months_in,
    people_by_id,
    records_in,
)
from scorekeeper.ratings.models import ClubMonth, Digest, Played
from scorekeeper.ratings.months import Run

SHOWN_DAYS = 24


@dataclass(frozen=True, slots=True)
class Share:
    """How many hands were this, and of a hundred how many."""

    title: Text
    hands: int
    percent: int


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record, and whose it is."""

    record: Record
    player: Player


@dataclass(frozen=True, slots=True)
class BestEvening:
    player: Player
    evening: Evening


@dataclass(frozen=True, slots=True)
class Streak:
    player: Player
    sheets: int


@dataclass(frozen=True, slots=True)
class Records:
    """What the page of a club shows of a game. Totals are in `unit`, which most of the sheets are counted in."""

    game: AnyGame
    sheets: int
    hands: int
    unit: InUnits
    elsewhere: int
    records: Sequence[ClubRecord]
    best: BestEvening | None
    streak: Streak | None
    shares: Sequence[Share]


@dataclass(frozen=True, slots=True)
class Day:
    """A day on which sheets were closed: how many people played, at how many tables."""

    day: date
    people: int
    sheets: int


def records_of(club: Club, game: AnyGame, year: int | None) -> Records | None:
    """None where nothing was closed in that time. Two statements."""
    months = list(months_in(club, game.name, year))
    if not months:
        return None
    unit, elsewhere = main_unit(months)
    # The evening in this unit that brought anybody most, the first one; with whose it is. One, or none
    found = [
        (UUID(player), Evening(date.fromisoformat(day), total, sheets))
        for month in months
        for unit_name, decimals, total, day, sheets, player in month.best
        if is_in(unit, unit_name, decimals)
    ]
    records, best, longest = (
        records_in(game, months, unit),
        sorted(found, key=lambda evening: (-evening[1].total, evening[1].day))[:1],
        _longest(months),
    )
    ids = {record.player for record in records} | {who for who, _evening in best} | {who for who, _sheets in longest}
    people = people_by_id(club.pk, ids)
    # How the hands are spread over the facts of the game's main group
    group, counts = game.facets.groups[game.facets.main], Counter[str]()
    for month in months:
        counts.update(month.counts)
    together = sum(counts.values())
    return Records(
        game=game,
        sheets=sum(month.sheets for month in months),
        hands=sum(month.hands for month in months),
        unit=unit,
        elsewhere=elsewhere,
        records=[ClubRecord(record, people[record.player]) for record in records],
        best=next((BestEvening(people[who], evening) for who, evening in best), None),
        streak=next((Streak(people[who], sheets) for who, sheets in longest), None),
        shares=[
            Share(group.called(name), counts[name], round(100 * counts[name] / together))
            for name in group.in_order(counts)
        ],
    )


def days_of(club: Club, year: int | None) -> list[Day]:
    """The newest days on which sheets of any game were played, oldest first. Two statements."""
    sheets = Digest.objects.filter(club=club, hands__gt=0)
    days = newest(sheets.filter(played_on__year=year) if year else sheets, "played_on", SHOWN_DAYS)
    rows = Played.objects.filter(club=club, digest__in=sheets.filter(played_on__in=days).values("pk"))
    person = Coalesce("player__merged_into", "player")
    counted = (
        rows.order_by()
        .values_list("digest__played_on")
        .annotate(people=Count(person, distinct=True), sheets=Count("digest", distinct=True))
        .order_by("digest__played_on")
    )
    return [Day(*row) for row in counted]


def attendance(days: Sequence[Day]) -> Bars:
    """Who came, as bars."""
    marks = [day_mark(day.day) for day in days]
    return bar_chart([day.people for day in days], marks, lambda value, _step: signed(value))


def _longest(months: Iterable[ClubMonth]) -> list[tuple[UUID, int]]:
    """Who has won most sheets in a row, and how many, where it was more than one. One, or none."""
    runs: dict[str, Run] = {}
    for month in months:
        for player, run in month.runs.items():
            runs[player] = runs.get(player, Run()).then(Run(*run))
    found = sorted((-run.longest, player) for player, run in runs.items() if run.longest > 1)
    return [(UUID(player), -sheets) for sheets, player in found[:1]]
