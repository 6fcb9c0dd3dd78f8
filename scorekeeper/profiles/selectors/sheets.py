"""The closed sheets that a page is about: of a game, of all years or of one; the newest, where there are very many."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, Q, QuerySet, Sum
from django.db.models.functions import ExtractYear

import games
from games.core.game import AnyGame
from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.texts import amount_figure, signed
from scorekeeper.ratings.models import Digest, Played

MOST_OF_PERSON = 1000  # sheets
MOST_YEARS = 100
MOST_OF_CLUB = 1000  # sheets


@dataclass(frozen=True, slots=True)
class OfGame:
    """How much somebody has played of a game."""

    game: AnyGame
    sheets: int
    won: int
    hands: int
    evenings: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What one day brought, and from how many sheets."""

    day: date
    total: int
    sheets: int


@dataclass(frozen=True, slots=True)
class Record:
    """The most of something: who has it, on which sheet, by which of its hands, and what it is counted in."""

    title: Text
    figure: int
    unit: InUnits
    row: Played
    number: int


def lines_of(player: Player) -> Q:
    """Rows of this person, whichever of their lines they were made with."""
    return Q(player__in=Player.objects.lines_of(player).values("pk"))


def games_of(player: Player) -> list[OfGame]:
    """What a person has played, the game played most first."""
    rows = Played.objects.filter(lines_of(player), club=player.club_id, digest__hands__gt=0)
    counted = (
        rows.order_by()
        .values_list("digest__game")
        .annotate(
            sheets=Count("pk"),
            firsts=Count("pk", filter=Q(won=True)),
            dealt=Sum("hands"),
            days=Count("digest__played_on", distinct=True),
        )
    )
    found = [OfGame(games.game(name), *figures) for name, *figures in counted]
    return sorted(found, key=lambda one: (-one.sheets, one.game.name))


def games_in(club: Club) -> list[AnyGame]:
    """What a club has closed sheets of, the game with most of them first."""
    counted = Digest.objects.filter(club=club, hands__gt=0).order_by().values_list("game").annotate(Count("pk"))
    return [games.game(name) for name, _many in sorted(counted, key=lambda found: (-found[1], found[0]))]


def years_of(digests: QuerySet[Digest]) -> list[int]:
    """The years in which they were played, the newest first."""
    return sorted(digests.order_by().values_list(ExtractYear("played_on"), flat=True).distinct(), reverse=True)


def years_in(club: Club, game: str) -> list[int]:
    """The same of all the sheets of a club, without reading each: three statements, that look once into each year."""
    digests = digests_of(club, game, None)
    days = digests.order_by("played_on").values_list("played_on", flat=True)
    first, last = days.first(), days.last()
    if first is None or last is None:
        return []
    years = range(last.year, first.year - 1, -1)[:MOST_YEARS]
    asked = {f"in_{year}": Exists(digests.filter(played_on__year=year)) for year in years}
    [found] = Club.objects.filter(pk=club.pk).values_list(*asked.values())
    return [year for year, is_one in zip(years, found, strict=True) if is_one]


def digests_of(club: Club, game: str, year: int | None) -> QuerySet[Digest]:
    """The sheets of a club with a hand on them."""
    found = Digest.objects.filter(club=club, game=game, hands__gt=0)
    return found.filter(played_on__year=year) if year else found


def main_unit(digests: Iterable[Digest]) -> InUnits:
    """What most of these sheets are counted in."""
    counted = Counter((digest.unit, digest.decimals) for digest in digests)
    (unit, decimals), _many = counted.most_common(1)[0] if counted else (("", 0), 0)
    return InUnits.model_construct(unit=unit, decimals=decimals)


def is_in(digest: Digest, unit: InUnits) -> bool:
    return (digest.unit, digest.decimals) == (unit.unit, unit.decimals)


def evenings_of(rows: Iterable[Played]) -> list[Evening]:
    """What each day brought one person, in order."""
    totals: Counter[date] = Counter()
    sheets: Counter[date] = Counter()
    for row in rows:
        totals[row.digest.played_on] += row.total
        sheets[row.digest.played_on] += 1
    return [Evening(day, totals[day], sheets[day]) for day in sorted(sheets)]


def records_in(game: AnyGame, rows: Iterable[Played], unit: InUnits) -> list[Record]:
    """The most of each thing in these rows, the first time; amounts only of sheets in this unit."""
    best: dict[str, tuple[int, int, Played]] = {}
    for row in rows:
        for name, (figure, number) in row.peaks.items():
            counts = name not in game.facets.in_units or is_in(row.digest, unit)
            if counts and figure > best.get(name, (0,))[0]:
                best[name] = (figure, number, row)
    return [
        Record(title, figure, unit if name in game.facets.in_units else InUnits(), row, number)
        for name, title in game.facets.peaks.items()
        if name in best
        for figure, number, row in (best[name],)
    ]


def longest_streak(rows: Sequence[Played]) -> tuple[int, int]:
    """Of one person's sheets in order: how many won in a row at most, and up to now."""
    longest = now = 0
    for row in rows:
        now = now + 1 if row.won else 0
        longest = max(longest, now)
    return longest, now


def grid_figure(unit: InUnits) -> "_Figure":
    """Writes the figures at grid lines in this unit."""
    return _Figure(unit)


@dataclass(frozen=True, slots=True)
class _Figure:
    unit: InUnits

    def __call__(self, value: int, step: int) -> str:
        """Without decimals where no line has any."""
        whole = 10**self.unit.decimals
        return signed(value // whole) if step % whole == 0 else amount_figure(value, self.unit)


def digests_with(player: Player, game: str) -> QuerySet[Digest]:
    """The sheets of a game that somebody sat at."""
    own = Played.objects.filter(lines_of(player), club=player.club_id).values("digest")
    return Digest.objects.filter(pk__in=own, club=player.club_id, game=game, hands__gt=0)


def chosen(found: Sequence[AnyGame], asked: str) -> AnyGame | None:
    """The game that was asked for, else the first."""
    return next((game for game in found if game.name == asked), found[0] if found else None)
