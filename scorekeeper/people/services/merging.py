"""Make two lines of a club's book one person, and take it back."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Apart, Club, Merge, Player
from scorekeeper.clubs.policies import can_keep_book, role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.people.selectors.merging import obstacles
from scorekeeper.ratings.services.stale import people_changed


@transaction.atomic
def merge_players(*, club: Club, by: User, gone: UUID, kept: UUID, now: datetime) -> Merge:
    """From now on `gone` is a part of `kept`: everything it has played counts for that person and carries their name.

    Not a row of what was played is touched.

    Raises:
        Player.DoesNotExist: one of them is not of this club.
        Refused: they can't be one person; see `selectors.merging.obstacles`.
    """
    require(can_keep_book(role_in(by, club)))
    lock_book(club)
    line, person = Player.objects.get(club=club, pk=gone), Player.objects.get(club=club, pk=kept)
    if problems := obstacles(line, person):
        raise Refused(problems)
    merge = Merge.objects.create(club=club, gone=line, kept=person, name=line.name, at=now, by=by)
    lines = Player.objects.lines_of(line).values_list("pk", flat=True)
    moved = list(lines)
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
    line.merged_into, line.name, line.user = None, found.name, None  # what has an account is never merged away
    line.save(update_fields=["merged_into", "name", "user"])
    parts = _parts_of(line)
    _stand_for(parts, line)
    book_changed(club)
    people_changed(club.pk, {line.pk, *parts})
    write(Kind.UNMERGED, club.pk, at=now, by_user=by, player=found.kept, other=line, detail={"merge": str(merge)})
    return found


def keep_apart(*, club: Club, by: User, one: UUID, other: UUID, now: datetime) -> None:
    """These two are two people, however alike their names: the book asks no more.

    Raises:
        Player.DoesNotExist: one of them is not of this club.
    """
    require(can_keep_book(role_in(by, club)))
    first, second = (Player.objects.get(club=club, pk=pk) for pk in sorted((one, other)))
    Apart.objects.get_or_create(club=club, one=first, other=second, defaults={"at": now, "by": by})


def _stand_for(lines: Collection[UUID], person: Player) -> None:
    """These lines are part of this person, and say so."""
    Player.objects.filter(pk__in=lines).update(merged_into=person.pk, name=person.name, user=person.user_id)


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
