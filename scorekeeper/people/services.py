"""Keep the book of a club: write people in, rename them, retire them, make two lines one person and take it back."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.calling import call, taken_names
from scorekeeper.clubs.keeping_apart import PLAYER_UNKNOWN, two_of
from scorekeeper.clubs.models import Apart, Club, Merge, Player
from scorekeeper.clubs.policies import can_keep_book, role_in
from scorekeeper.clubs.selectors import similar
from scorekeeper.clubs.services import add_player, book_changed, lock_book
from scorekeeper.common.acts import Answer, Asked, Refusal
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import LONGEST, clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.people.selectors import MergePreview, obstacles, preview
from scorekeeper.ratings.services import people_changed


class PersonName(Asked):
    """What somebody is called. Names of the book that are much alike may be of one person: `preview` shows them."""

    name: str
    preview: Annotated[bool, Field(description="Show who has a name much like this one, and write nothing.")] = False


class CalledBy(Asked):
    """By which name others are shown somebody."""

    called: Annotated[
        Literal["club", "short", "code"],
        Refusal("called_unknown", gettext_noop("Please choose one of these.")),
        Field(description="As the club shows names, by a `short` name like Renate K., or by a `code` name."),
    ]
    code: Annotated[str, Field(description="The code name; left out where none is asked for.")] = ""


class Merging(Asked):
    """Of which person a line of the book is to be a part."""

    kept: Annotated[UUID, Field(description="The person who is kept.")]
    preview: Annotated[bool, Field(description="Show what would move, and write nothing.")] = False


class KeptTwo(Asked):
    """Who else is not the same person, however alike the names."""

    other: UUID


class PeopleAsked(Asked):
    """Whom of the book to list."""

    q: Annotated[str, Field(max_length=LONGEST, description="Words of the name, in any case, accents and order.")] = ""
    kind: Annotated[
        Literal["", "members", "guests", "retired"], Field(description="Left out: everybody; retired people with `q`.")
    ] = ""
    page: Annotated[int, Field(ge=1, le=10_000, description="From 1 on; behind the last it is the last.")] = 1


class BookLineBody(Answer):
    """Somebody in the book."""

    id: UUID
    name: str = Field(description="As everybody is shown them.")
    full_name: str | None = Field(
        description="Their whole name, for scorers, directors and owners; null for others, and where it is `name`."
    )
    role: str | None = Field(description="Null: a guest, or a member who has left.")
    retired_at: datetime | None = Field(description="No longer offered for new tables since.")
    tables: int = Field(description="At how many they have sat.")
    last: datetime | None = Field(description="When the newest of these was opened.")
    lists: int = Field(description="On how many lists of files they have a result.")


class PeopleBody(Answer):
    """A page of the book, by name."""

    people: list[BookLineBody]
    page: int
    pages: int
    count: int = Field(description="Of all pages.")


class MergeBody(Answer):
    """A line that is part of this person, and can be taken out again."""

    id: UUID
    name: str
    at: datetime


class BookPersonBody(BookLineBody):
    """One person, with the lines that are part of them."""

    merges: list[MergeBody] = Field(description="None where the caller is not shown the whole name.")


class LikeNameBody(Answer):
    """Somebody whose name is much like another."""

    id: UUID
    name: str


class LikeNamesBody(Answer):
    """Whose names are much like the one that was sent, likest first."""

    alike: list[LikeNameBody]


class MergeObstacleBody(Answer):
    """Why two lines can't be one person."""

    code: str
    text: str


class MovedSeasonBody(Answer):
    """Where the person who is kept stands in a running season, and would stand."""

    season: UUID
    name: str
    points: int | None = Field(description="Null: nothing yet.")
    rank: int | None
    points_then: int
    rank_then: int | None
    others: int = Field(description="How many other people get another rank.")


class MergePreviewBody(Answer):
    """What a merge would move."""

    obstacles: list[MergeObstacleBody] = Field(description="Why it can't be; empty: it can.")
    tables: int
    lists: int
    seasons: list[MovedSeasonBody]
    ended: int = Field(description="How many seasons that have ended add the two up as well.")


CODE_TAKEN: Final = gettext_noop("Somebody of the club is called {name} already. Choose another code name.")
MOST_ALIKE: Final = 3  # names alike that are pointed out


def alike_in_book(asked: PersonName, *, club: Club, by: User) -> list[Player]:
    """Who of the book, retired people too, has a name so much like this one that they may be the same person."""
    require(can_keep_book(role_in(by, club)))
    return similar(club, asked.name)


def others_alike(asked: PersonName, *, club: Club, by: User, player: Player) -> list[Player]:
    """The same for a name that somebody of the book is to have: the others."""
    require(can_keep_book(role_in(by, club)))
    return [other for other in similar(club, asked.name, MOST_ALIKE + 1) if other.pk != player.pk]


@transaction.atomic
def write_in(asked: PersonName, *, club: Club, by: User, now: datetime) -> Player:
    """Whoever keeps the book writes a guest into it. Names alike are the door's to point out: see `alike_in_book`.

    Raises:
        Refused: `name_missing`, `name_too_long`.
    """
    require(can_keep_book(role_in(by, club)))
    player = add_player(club=club, name=asked.name, now=now)
    write(Kind.WRITTEN_IN, club.pk, at=now, by_user=by, player=player)
    return player


@transaction.atomic
def rename_player(asked: PersonName, *, club: Club, by: User, player: Player) -> Player:
    """Write a name in the book anew: it stands so on every sheet of the club, old ones too.

    Raises:
        Refused: `name_missing`, `name_too_long`.
    """
    require(can_keep_book(role_in(by, club)))
    name = clean_name(asked.name, "name")
    lock_book(club)
    code = player.name if player.called == Player.Called.CODE else ""
    call(player, club=club, full=name, called=player.called, code=code)
    book_changed(club)
    write(Kind.RENAMED, club.pk, by_user=by, player=player)
    return player


@transaction.atomic
def call_player(asked: CalledBy, *, club: Club, by: User, player: Player) -> Player:
    """By which name everybody but those who keep sheets and books is shown somebody, from now on and on old sheets.

    Raises:
        Refused: `name_missing`, `name_too_long`: the code name, where one is asked for; `code_taken`: somebody of the
            club is called so.
    """
    require(can_keep_book(role_in(by, club)))
    lock_book(club)
    code = clean_name(asked.code, "code") if asked.called == "code" else ""
    if code and code.casefold() in taken_names(club, but=player):
        raise Refused([Problem("code_taken", "code", Text(CODE_TAKEN, {"name": code}))])
    call(player, club=club, full=player.own_name, called=asked.called, code=code)
    book_changed(club)
    write(Kind.CALLED, club.pk, by_user=by, player=player, detail={"called": asked.called})
    return player


@transaction.atomic
def retire_player(*, club: Club, by: User, player: Player, now: datetime) -> Player:
    """The person is not offered for new tables any more; all they have played stays."""
    require(can_keep_book(role_in(by, club)))
    if Player.objects.people().filter(pk=player.pk, club=club, retired_at=None).update(retired_at=now):
        player.retired_at = now
        write(Kind.RETIRED, club.pk, at=now, by_user=by, player=player)
    return player


@transaction.atomic
def return_player(*, club: Club, by: User, player: Player) -> Player:
    """A retired person is offered for new tables again."""
    require(can_keep_book(role_in(by, club)))
    retired = Player.objects.people().filter(pk=player.pk, club=club, retired_at__isnull=False)
    if retired.update(retired_at=None):
        player.retired_at = None
        write(Kind.BROUGHT_BACK, club.pk, by_user=by, player=player)
    return player


def preview_merge(asked: Merging, *, club: Club, by: User, gone: UUID) -> MergePreview:
    """What the merge would move, and why it can't be.

    Raises:
        Refused: as `merge_players`.
    """
    require(can_keep_book(role_in(by, club)))
    return preview(*_both(club, gone, asked.kept))


@transaction.atomic
def merge_players(asked: Merging, *, club: Club, by: User, gone: UUID, now: datetime) -> Merge:
    """From now on `gone` is a part of the person who is `kept`: everything it has played counts for that person and
    carries their name. Not a row of what was played is touched.

    Raises:
        Player.DoesNotExist: `gone` is not of this club.
        Refused: `player_unknown`; as `obstacles`: they can't be one person.
    """
    require(can_keep_book(role_in(by, club)))
    lock_book(club)
    line, person = _both(club, gone, asked.kept)
    if problems := obstacles(line, person):
        raise Refused(problems)
    merge = Merge.objects.create(club=club, gone=line, kept=person, name=line.own_name, at=now, by=by)
    moved = list(Player.objects.lines_of(line).values_list("pk", flat=True))
    _stand_for(moved, person)
    book_changed(club)
    people_changed(club.pk, moved)
    write(Kind.MERGED, club.pk, at=now, by_user=by, player=person, detail={"merge": str(merge.pk)})
    return merge


@transaction.atomic
def undo_merge(*, club: Club, by: User, merge: UUID, now: datetime) -> Merge:
    """The line is a person of its own again, with its own name, what it has played, and the lines that were part of it.
    A merge that was undone before stays as it is.

    Raises:
        Merge.DoesNotExist: there is none in this club.
    """
    require(can_keep_book(role_in(by, club)))
    lock_book(club)
    found = Merge.objects.select_related("gone", "kept").get(club=club, pk=merge)
    if found.undone_at is not None:
        return found
    found.undone_at, found.undone_by = now, by
    found.save(update_fields=["undone_at", "undone_by"])
    line = found.gone
    line.merged_into, line.user = None, None  # what has an account is never merged away
    line.save(update_fields=["merged_into", "user"])
    # By which name it was shown before is not known any more: nobody’s code, and no more of a name than before.
    called = Player.Called.SHORT if line.called == Player.Called.CODE else Player.Called(line.called)
    call(line, club=club, full=found.name, called=called)
    parts = _parts_of(line)
    _stand_for(parts, line)
    book_changed(club)
    people_changed(club.pk, {line.pk, *parts})
    write(Kind.UNMERGED, club.pk, at=now, by_user=by, player=found.kept, other=line, detail={"merge": str(merge)})
    return found


def keep_two(asked: KeptTwo, *, club: Club, by: User, player: Player, now: datetime) -> Apart:
    """These two are two people, however alike their names: the book asks no more.

    Raises:
        Refused: `player_unknown`, `player_twice`.
    """
    require(can_keep_book(role_in(by, club)))
    first, second = two_of(Player.objects.filter(club=club), player.pk, asked.other)
    return Apart.objects.get_or_create(club=club, one=first, other=second, defaults={"at": now, "by": by})[0]


def _both(club: Club, gone: UUID, kept: UUID) -> tuple[Player, Player]:
    """The line that goes and the one that stays, both of this club. Raises Player.DoesNotExist, Refused."""
    lines = Player.objects.filter(club=club).in_bulk([gone, kept])
    if gone not in lines:
        raise Player.DoesNotExist
    if kept not in lines:
        raise Refused([Problem("player_unknown", "kept", Text(PLAYER_UNKNOWN))])
    return lines[gone], lines[kept]


def _stand_for(lines: Collection[UUID], person: Player) -> None:
    """These lines are part of this person, and say so."""
    called = {"name": person.name, "full_name": person.full_name, "called": person.called}
    Player.objects.filter(pk__in=lines).update(merged_into=person.pk, user=person.user_id, **called)


def _parts_of(line: Player) -> set[UUID]:
    """The lines that the merges in force make part of this one, directly or through others."""
    edges = Merge.objects.filter(club=line.club_id, undone_at=None).values_list("gone", "kept")
    parts_of: dict[UUID, list[UUID]] = {}
    for gone, kept in edges:
        parts_of.setdefault(kept, []).append(gone)
    found: set[UUID] = set()
    waiting = [line.pk]
    while waiting:
        parts = parts_of.get(waiting.pop(), [])
        found.update(parts)
        waiting += parts
    return found
