"""The players of a club: its book of people, its files, and what a merge would move."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext, pgettext_lazy

import games as all_games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Club, Membership, Merge, Player, Role
from scorekeeper.clubs.selectors import twins_to_merge
from scorekeeper.common.names import LONGEST, alphabetical, spellings
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table, moved
from scorekeeper.common.texts import isolated
from scorekeeper.play.models import Act, Seat, Seated, Sitting
from scorekeeper.play.seats.reads import left_with_their_table
from scorekeeper.ratings.selectors import games_rated
from scorekeeper.standings.comparing import ListKey, key_of_list, lists_of
from scorekeeper.standings.models import Competition, ImportedResult, SeasonTally
from scorekeeper.standings.selectors.table import Book as SeasonBook
from scorekeeper.standings.selectors.table import book_of

A_PAGE = 50  # people
MOST_TWINS = 5  # pairs shown at once
EVERYBODY, MEMBERS, GUESTS, RETIRED = "", "members", "guests", "retired"
KINDS = (
    (EVERYBODY, pgettext_lazy("in a line", "everybody")),
    (MEMBERS, pgettext_lazy("in a line", "members")),
    (GUESTS, pgettext_lazy("in a line", "guests")),
    (RETIRED, pgettext_lazy("of several people", "retired")),
)


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in the book. `role` is None for a guest and for a member who has left; `tables` is at how many they
    have sat, `last` when the newest of these was opened; `lists` on how many lists of files they have a result."""

    player: Player
    role: Role | None
    tables: int
    last: datetime | None
    lists: int


@dataclass(frozen=True, slots=True)
class Book:
    """What was looked for: who was found, and whoever is retired where nothing was asked for."""

    found: Sequence[Player]
    retired: Sequence[Player]
    roles: dict[UUID, Role]
    pairs: Sequence[tuple[Player, Player]]

    def lines(self, shown: Iterable[Player]) -> list[Line]:
        """These people with what they have played. Two statements."""
        people = list(shown)
        played, listed = played_by(people), lists_of(_lines_of(people))
        lines = []
        for player in people:
            tables, last = played.get(player.pk, (0, None))
            lines.append(Line(player, _role(player, self.roles), tables, last, listed.get(player.pk, 0)))
        return lines


def book(club: Club, wanted: str = "", kind: str = EVERYBODY, *, with_pairs: bool = False, keeps: bool = False) -> Book:
    """The people whose name has all of these words in it, in any case, order and spelling; `with_pairs` also likely
    twins. Whoever `keeps` sheets and books has people in the order of their whole names, and finds them by these.
    Nobody who left with a table that was withdrawn. Two statements, then three."""
    roles = {user: Role(role) for user, role in Membership.objects.filter(club=club).values_list("user", "role")}
    lines = Player.objects.people().filter(Q(retired_at=None) | ~left_with_their_table(), club=club)
    people = sorted(lines, key=lambda line: (alphabetical(line.own_name if keeps else line.name), line.pk))
    named = [
        player for player in people if _is_named(player.name, wanted) or (keeps and _is_named(player.own_name, wanted))
    ]
    active = [player for player in people if player.retired_at is None]
    found = {
        EVERYBODY: [player for player in named if wanted or player.retired_at is None],
        MEMBERS: [player for player in named if player.user_id in roles and player.retired_at is None],
        GUESTS: [player for player in named if player.user_id not in roles and player.retired_at is None],
        RETIRED: [player for player in named if player.retired_at],
    }
    return Book(
        found=found.get(kind, found[EVERYBODY]),
        retired=[] if wanted or kind else [player for player in people if player.retired_at],
        roles=roles,
        pairs=twins_to_merge(club, active)[:MOST_TWINS] if with_pairs else (),
    )


def line_of(player: Player, role: str | None) -> Line:
    """One person with what they have played."""
    tables, last = played_by([player]).get(player.pk, (0, None))
    lists = lists_of(_lines_of([player])).get(player.pk, 0)
    return Line(player, Role(role) if role else None, tables, last, lists)


def played_by(people: Sequence[Player]) -> dict[UUID, tuple[int, datetime]]:
    """By person, with all their lines: at how many tables they sat, and when the newest of these was opened. No two
    lines of a person have sat at one table."""
    theirs = Seated.objects.filter(player__in=_lines_of(people).values("pk"))
    found = theirs.order_by().annotate(person=Coalesce("player__merged_into", "player")).values_list("person")
    counted = found.annotate(Sum("tables"), Max("last"))
    return {person: (tables, last) for person, tables, last in counted}


def _lines_of(people: Sequence[Player]) -> "QuerySet[Player]":
    """All lines of these people."""
    ids = [player.pk for player in people]
    return Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids))


def merges_into(person: Player, *, keeps: bool) -> list[Merge]:
    """The merges in force that make other lines part of this one, the newest first. They have whole names: nobody but
    who `keeps` sheets and books is shown those of somebody who is shown by another name."""
    if person.full_name and not keeps:
        return []
    found = Merge.objects.filter(club=person.club_id, undone_at=None, gone__merged_into=person.pk)
    return list(found.select_related("by", "kept").order_by("-at", "-pk"))


def _role(player: Player, roles: dict[UUID, Role]) -> Role | None:
    return roles.get(player.user_id) if player.user_id else None


def _is_named(name: str, wanted: str) -> bool:
    words = [keys for word in wanted[:LONGEST].split() if (keys := spellings(word))]
    if not words:
        return wanted.strip().casefold() in name.casefold()
    return all(any(key in written for key in keys for written in spellings(name)) for keys in words)


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
    lines = Player.objects.lines_of(gone)
    found = SeasonTally.objects.filter(club=gone.club_id, player__in=lines, sources__gt=0)
    seasons = list(
        Competition.objects.filter(club=gone.club_id, standings__in=list(found.values_list("pk", flat=True))).distinct()
    )
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
    # The first table at which both sat or played for somebody
    both = _tables(gone) & _tables(kept)
    if shared := Sitting.objects.select_related("club").filter(pk__in=both).order_by("opened_at", "pk").first():
        text = gettext_noop("{gone} and {kept} played at the same table, “{table}” on {day}, so they are two people.")
        day = date_format(shared.played_on, "SHORT_DATE_FORMAT")
        found.append(_problem("merge_same_table", text, {**names, "table": shared.name, "day": day}))
    # The first result that both have from files of one list of one evening of a season
    theirs = {(key, list_) for key, list_, _row in _imported(kept)}
    if row := next((row for key, list_, row in _imported(gone) if (key, list_) in theirs), None):
        text = gettext_noop(
            "{gone} and {kept} both have a result on {day} from {file}. Either they are two people, "
            "or that evening was imported twice. In that case, undo one of the two imports first."
        )
        day = date_format(row.played_on, "SHORT_DATE_FORMAT")
        found.append(_problem("merge_same_evening", text, {**names, "day": day, "file": row.imported.name}))
    return tuple(found)


def _problem(code: str, text: str, params: dict[str, str | Text]) -> Problem:
    return Problem(code, "kept", Text(text, params))


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


def _moved(season: Competition, gone: Player, kept: Player) -> SeasonMerge:
    book = book_of(season)
    before, after = _places(book), _places(book.as_one(gone.pk, kept.pk))
    others = sum(place.rank != before[row].rank for row, place in after.items() if row not in {gone.pk, kept.pk})
    return SeasonMerge(season, before[gone.pk], before.get(kept.pk), after[kept.pk], others)


def _places(book: SeasonBook) -> dict[UUID, Place]:
    table = book.table()
    ranks = table.ranks
    return {person: Place(account.points, ranks.get(person)) for person, account in table.accounts.items()}


def table_out(club: Club, book: Book) -> Table:
    """Whoever was found, retired people where nothing was asked for; no addresses, as on the page."""
    heads = [
        pgettext("column", "Name"),
        pgettext("column", "Role"),
        pgettext("column", "Retired"),
        pgettext("column", "Tables"),
        pgettext("column", "Last played"),
    ]
    lines = book.lines([*book.found, *(player for player in book.retired if player not in set(book.found))])
    rows = (
        [
            line.player.name,
            str(line.role.label)
            if line.role
            else pgettext("in a line", "was a member")
            if line.player.user_id
            else pgettext("in a line", "guest"),
            localtime(line.player.retired_at).date() if line.player.retired_at else None,
            line.tables,
            localtime(line.last).date() if line.last else None,
        ]
        for line in lines
    )
    return Table(_("People of {club}").format(club=club.name), heads, rows)


def merge_table(found: MergePreview) -> Table:
    """Where the person that is kept stands in the running seasons, and would stand; each season has its own points."""
    columns = [
        Column("season", pgettext("column", "Season")),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT),
        Column("place", pgettext("column", "Place"), Kind.NUMBER),
    ]
    rows = [
        (
            _season(move),
            RichCell(
                move.after.points,
                before=move.kept.points if move.kept else pgettext("in a line", "none"),
                moves=True,
                unit=move.competition.in_unit,
            ),
            moved(move.kept.rank if move.kept else pgettext("in a line", "none"), move.after.rank),
        )
        for move in found.seasons
    ]
    name = _("{name} in the running seasons").format(name=isolated(found.kept.name))
    return Table(name, columns, rows, key="moved")


def _season(move: SeasonMerge) -> RichCell:
    """A season, and in small letters how many others move."""
    name = move.competition.name
    if not move.others:
        return RichCell(name)
    others = ngettext("{number} other person changes", "{number} others change", move.others).format(number=move.others)
    html = format_html('{}<br><span class="small muted">{}</span>', name, others)
    return RichCell(name, note=others, html=html)
