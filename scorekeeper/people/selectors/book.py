"""The people of a club's book, found by name, with how often and when they last played. A few statements in all,
whatever has been played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club, Membership, Merge, Player, Role
from scorekeeper.clubs.selectors import twins_to_merge
from scorekeeper.common.names import LONGEST, alphabetical, spellings
from scorekeeper.play.models import Seated
from scorekeeper.play.seats.reads import left_with_their_table
from scorekeeper.standings.comparing import lists_of

A_PAGE = 50  # people
MOST_TWINS = 5  # pairs shown at once
EVERYBODY, MEMBERS, GUESTS, RETIRED = "", "members", "guests", "retired"
KINDS = (
    (EVERYBODY, pgettext_lazy("in a line", "everybody")),
    (MEMBERS, pgettext_lazy("in a line", "members")),
    (GUESTS, pgettext_lazy("in a line", "guests")),
    (RETIRED, pgettext_lazy("in a line", "retired")),
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
