"""What would stand in the way of merging two lines of the book, and what it would move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.translation import gettext_noop

import games as all_games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import alphabetical
from scorekeeper.people.selectors.book import played_by
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.ratings.selectors import games_rated
from scorekeeper.standings.comparing import ListKey, key_of_list
from scorekeeper.standings.models import Competition, ImportedResult, SeasonTally
from scorekeeper.standings.selectors.holding import Book, book_of


@dataclass(frozen=True, slots=True)
class Place:
    """Points and rank in a season; no rank: too little was played to have one."""

    points: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class SeasonMerge:
    """What becomes of two lines in a running season; `kept` is None where that line has nothing there yet. `others` is
    how many other people get another rank."""

    competition: Competition
    gone: Place
    kept: Place | None
    after: Place
    others: int


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge moves: the tables of the line that goes, by game, its results from files (`lists`), its sums in
    seasons, and the games whose ratings are worked out anew."""

    gone: Player
    kept: Player
    obstacles: tuple[Problem, ...]
    tables: int
    lists: int
    last: datetime | None
    games: Sequence[tuple[Text, int]]
    seasons: Sequence[SeasonMerge]
    ended: int
    rated: Sequence[Text]

    @property
    def can_turn(self) -> bool:
        """Whether the other line may be the one that is kept."""
        return self.kept.user_id is None


def preview(gone: Player, kept: Player) -> MergePreview:
    """What making `gone` a part of `kept` would move, and why it can't be."""
    tables, last = played_by([gone]).get(gone.pk, (0, None))
    seats = Seat.objects.filter(player__in=Player.objects.lines_of(gone)).order_by().values_list("sitting__game")
    by_game = seats.annotate(Count("sitting", distinct=True))
    seasons = list(Competition.objects.filter(club=gone.club_id, standings__in=_standings(gone)).distinct())
    running = sorted(
        (season for season in seasons if season.ended_at is None), key=lambda season: alphabetical(season.name)
    )
    return MergePreview(
        gone=gone,
        kept=kept,
        obstacles=obstacles(gone, kept),
        tables=tables,
        lists=len({row.source for _key, _list, row in _imported(gone)}),
        last=last,
        games=[(all_games.game(slug).title, many) for slug, many in by_game.order_by("sitting__game")],
        seasons=[_moved(season, gone, kept) for season in running],
        ended=len(seasons) - len(running),
        rated=[all_games.game(slug).title for slug in games_rated(gone)],
    )


def obstacles(gone: Player, kept: Player) -> tuple[Problem, ...]:
    """Why these two can't be made one; nothing when they can. Refuses `merge_self`, `merge_done`, `merge_two_accounts`,
    `merge_keeps_account`, `merge_same_table`, `merge_same_evening`."""
    names: dict[str, str | Text] = {"gone": gone.name, "kept": kept.name}
    if gone.pk == kept.pk:
        return (_problem("merge_self", gettext_noop("These are already merged. Choose another person."), {}),)
    if gone.merged_into_id or kept.merged_into_id:
        text = gettext_noop("One of the two is already merged with another entry. Go back to People and choose again.")
        return (_problem("merge_done", text, {}),)
    found = []
    if gone.user_id and kept.user_id:
        text = gettext_noop("{gone} and {kept} both have accounts, so they are two people.")
        found.append(_problem("merge_two_accounts", text, names))
    elif gone.user_id:
        text = gettext_noop("{gone} has an account. Keep that entry and merge {kept} into it.")
        found.append(_problem("merge_keeps_account", text, names))
    if shared := _shared(gone, kept):
        text = gettext_noop("{gone} and {kept} played at the same table, “{table}” on {day}, so they are two people.")
        day = date_format(shared.played_on, "SHORT_DATE_FORMAT")
        found.append(_problem("merge_same_table", text, {**names, "table": shared.name, "day": day}))
    if row := _imported_by_both(gone, kept):
        text = gettext_noop(
            "{gone} and {kept} both have a result on {day} from {file}. Either they are two people, "
            "or that evening was imported twice. In that case, undo one of the two imports first."
        )
        day = date_format(row.played_on, "SHORT_DATE_FORMAT")
        found.append(_problem("merge_same_evening", text, {**names, "day": day, "file": row.imported.name}))
    return tuple(found)


def _problem(code: str, text: str, params: dict[str, str | Text]) -> Problem:
    return Problem(code, "kept", Text(text, params))


def _shared(gone: Player, kept: Player) -> Sitting | None:
    """The first table at which both sat or played for somebody."""
    both = _tables(gone) & _tables(kept)
    return Sitting.objects.select_related("club").filter(pk__in=both).order_by("opened_at", "pk").first()


def _imported_by_both(gone: Player, kept: Player) -> ImportedResult | None:
    """The first result that both have from files of one list of one evening of a season."""
    theirs = {(key, list_) for key, list_, _row in _imported(kept)}
    return next((row for key, list_, row in _imported(gone) if (key, list_) in theirs), None)


def _imported(person: Player) -> Iterator[tuple[tuple[UUID, date], ListKey, ImportedResult]]:
    """What files say of a person that counts: season and day, the list, the row."""
    lines = Player.objects.lines_of(person)
    rows = ImportedResult.objects.filter(club=person.club_id, player__in=lines, imported__taken_back_at=None)
    for row in rows.select_related("imported").order_by("played_on", "list_place", "pk"):
        key = row.imported.competition_id, row.played_on
        yield key, key_of_list(row.title, row.list_place), row


def _tables(person: Player) -> set[UUID]:
    lines = list(Player.objects.lines_of(person).values_list("pk", flat=True))
    seats = Seat.objects.filter(player__in=lines).order_by().values_list("sitting", flat=True)
    acts = Act.objects.filter(club=person.club_id, player__in=lines).order_by().values_list("sitting", flat=True)
    return {*seats, *acts}


def _standings(person: Player) -> list[UUID]:
    lines = Player.objects.lines_of(person)
    found = SeasonTally.objects.filter(club=person.club_id, player__in=lines, sources__gt=0)
    return list(found.values_list("pk", flat=True))


def _moved(season: Competition, gone: Player, kept: Player) -> SeasonMerge:
    book = book_of(season)
    before, after = _places(book), _places(book.as_one(gone.pk, kept.pk))
    others = sum(place.rank != before[row].rank for row, place in after.items() if row not in {gone.pk, kept.pk})
    return SeasonMerge(season, before[gone.pk], before.get(kept.pk), after[kept.pk], others)


def _places(book: Book) -> dict[UUID, Place]:
    table = book.table()
    ranks = table.ranks
    return {person: Place(account.points, ranks.get(person)) for person, account in table.accounts.items()}
