"""What a season waits for: the evenings planned for it, the sheets that are open, and those that did not count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from scorekeeper.common.names import Alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.leagues.models import Evening
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.rows import full_names, seats_with_players, short_names
from scorekeeper.standings.models import Competition

MOST = 30  # lines of each list


@dataclass(frozen=True, slots=True)
class Waiting:
    """Before a season is ended: `evenings` would not count any more, `sheets` go on counting. `missed` were opened at
    its evenings without counting for it."""

    evenings: QuerySet[Evening]
    sheets: QuerySet[Sitting]
    missed: QuerySet[Sitting]

    def page(self) -> dict[str, object]:
        """Each list, and how many more there are."""
        lists = {"evenings": self.evenings, "sheets": self.sheets, "missed": self.missed}
        return {name: Cut(list(rows[:MOST]), max(0, rows.count() - MOST)) for name, rows in lists.items()}


@dataclass(frozen=True, slots=True)
class Cut:
    """The first rows of a list, and how many follow."""

    rows: Sequence[object]
    more: int


def waiting_of(season: Competition) -> Waiting:
    """Nothing is read before it is asked for."""
    at_its_evenings = Sitting.objects.filter(drawn_table__draw__evening__seasons=season, game__in=list(season.systems))
    return Waiting(
        Evening.objects.filter(seasons=season, closed_at=None).prefetch_related("games").order_by("starts_at", "pk"),
        Sitting.objects.unofficial().filter(competitions=season).order_by("opened_at", "pk"),
        at_its_evenings.exclude(competitions=season).order_by("opened_at", "pk"),
    )


def named_apart(sheets: QuerySet[Sitting]) -> list[tuple[UUID, str]]:
    """Each sheet with its name, its day and who sits at it: most are called like their game. Two queries."""
    return [
        (
            sheet.pk,
            format_html(
                "{}, {}<small>{}</small>",
                isolated(sheet.name),
                date_format(timezone.localtime(sheet.opened_at), "SHORT_DATETIME_FORMAT"),
                ", ".join(isolated(name) for name in short_names(full_names(sheet.seats.all())).values()),
            ),
        )
        for sheet in sheets.prefetch_related(seats_with_players())
    ]


@dataclass(frozen=True, slots=True)
class Counted:
    """A season an evening was planned for, and how many tables of its games do not count for it."""

    season: Competition
    missed: int


def counted_for(evening: Evening, sittings: Iterable[Sitting]) -> list[Counted]:
    """The seasons of an evening by name. Two queries, one where no table was opened."""
    seasons = list(evening.seasons.order_by(Alphabetical("name")))
    tables = {sitting.pk: sitting.game for sitting in sittings}
    if not tables or not seasons:
        return [Counted(season, 0) for season in seasons]
    pairs = Sitting.competitions.through.objects.filter(sitting__in=tables, competition__in=seasons)
    there = set(pairs.values_list("competition", "sitting"))
    return [
        Counted(season, sum(game in season.systems and (season.pk, pk) not in there for pk, game in tables.items()))
        for season in seasons
    ]


def will_count(evening: Evening, game: str, also: Iterable[UUID] = ()) -> list[Competition]:
    """The seasons that tables of this game count for when they are opened now: those of the evening that run and take
    the game, and these; by name."""
    running = Competition.objects.running().for_game(game).filter(evenings=evening)
    wanted = Competition.objects.filter(Q(pk__in=running.values("pk")) | Q(pk__in=list(also)))
    return list(wanted.order_by(Alphabetical("name")))


def left_out(evening: Evening, copy: Evening) -> list[Competition]:
    """The seasons of an evening that its copy does not count for, because they have ended or are of a past year; by
    name."""
    left = evening.seasons.exclude(pk__in=copy.seasons.values("pk"))
    return list(left.order_by(Alphabetical("name")))
