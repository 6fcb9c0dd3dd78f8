"""Reads that shape a page of a club."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any, Final
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.accounts.models import User
from scorekeeper.accounts.second_factor import STRONG
from scorekeeper.clubs.models import Apart, Club, Invitation, Membership, Player, Role, acting_role
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.names import LONGEST, alphabetical, look_key, word_key
from scorekeeper.common.tables.values import Table
from scorekeeper.journal.models import Entry, Kind

ALIKE: Final = 0.8  # a ratio of difflib: "Jürgen" and "Juergen" reach it, "Anna" and "Hanna" too
SHORTEST: Final = 3  # letters of a name of which one more or less makes another name
DIGITS: Final = re.compile(r"\d+")
OF_NO_ACCOUNT: Final = (Apart,)  # says of two people only that they are two
INVITED: Final = Q(kind__in=[Kind.INVITED, Kind.INVITATION_WITHDRAWN])
PASSED_OVER: Final[dict[Any, Q]] = {Invitation: Q(used_at=None), Entry: INVITED}
AT_ONCE: Final = 500  # lines of the book a statement


def membership_of(user: User | AnonymousUser, club: UUID) -> Membership:
    """What the person is in the club, with both; its `role` is what they may act as. It is not to be saved.

    Raises:
        Membership.DoesNotExist: nothing.
    """
    name_in_log(club=club)
    members = Membership.objects.select_related("club", "user").annotate(acting=acting_role())
    found = members.get(club=club, user=user.pk)
    found.club.asks_reader = found.role != found.acting  # type: ignore[attr-defined]
    found.role = found.acting  # type: ignore[attr-defined]
    return found


def language_of_clubs(user: User) -> str:
    """The language of the open club that the person joined first, of those that have one; empty: none has."""
    spoken = user.memberships.filter(club__closed_at=None, club__is_private=False).exclude(club__language="")
    spoken = spoken.order_by("joined_at", "pk")
    return spoken.values_list("club__language", flat=True).first() or ""


def members_of(club: Club) -> list[Membership]:
    """Who belongs to the club, with their accounts: by role, then by name."""
    order = list(Role.values)
    members = club.memberships.select_related("user")
    return sorted(members, key=lambda member: (order.index(member.role), alphabetical(member.user.name)))


def members_table(club: Club) -> Table:
    """The members as a table for other programs: as on the page, without addresses."""
    rows = ([member.user.name, member.get_role_display()] for member in members_of(club))
    return Table(
        _("Members of {club}").format(club=club.name), [pgettext("column", "Name"), pgettext("column", "Role")], rows
    )


def without_factor(members: Iterable[Membership]) -> list[Membership]:
    """The owners and directors of these who have set up no second factor."""
    asked = [member for member in members if member.role in {Role.OWNER, Role.DIRECTOR}]
    users = [member.user_id for member in asked]
    have = set(Authenticator.objects.filter(user__in=users, type__in=STRONG).values_list("user", flat=True))
    return [member for member in asked if member.user_id not in have]


def directors(club: Club) -> QuerySet[User]:
    """The directors and owners who have an address that mail can go to."""
    found = User.objects.filter(memberships__club=club, memberships__role__in=[Role.OWNER, Role.DIRECTOR])
    return found.filter(is_active=True).exclude(email="").order_by("pk")


def open_invitations(club: Club, now: datetime) -> QuerySet[Invitation]:
    """Those that somebody can still accept."""
    return Invitation.objects.filter(club=club, used_at=None, expires_at__gt=now)


def similar(club: Club, name: str, most: int = 3) -> list[Player]:
    """People of the book, retired ones too, whose names are so alike that they may be the same, likest first."""
    return alike(Player.objects.people().filter(club=club), name, most)


def guests_like(club: Club, user: User, name: str, most: int = 5) -> list[Player]:
    """The vacant lines of the club's book whom this person of that name may have played as, likest first; none for who
    is in it."""
    if line_of(club, user):
        return []
    return alike(Player.objects.vacant().filter(club=club), name, most)


def line_of(club: Club, user: User) -> Player | None:
    """The person's own line in the club's book."""
    return Player.objects.people().filter(club=club, user=user).first()


def tables_of(person: Player) -> int:
    """At how many tables they have sat, by any of their lines."""
    lines = Player.objects.lines_of(person)
    there = Q(seats__number__lt=1000)  # not what was taken back: `play.models.sittings.PUT_AWAY`
    return int(lines.aggregate(many=Count("seats__sitting", distinct=True, filter=there))["many"])


def twins(people: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Pairs of these whose names are so alike that each may be one person, in the order of the list.

    Only lines that share a spelling but for one letter, or a first name that stands alone, are compared: it takes time
    that grows with the length of the list, not with its square. Names that differ in a number are of two people.
    """
    blocks: dict[str, list[Player]] = {}
    for player in people:
        for key in _spellings(player.own_name):
            blocks.setdefault(key, []).append(player)
    for first, alone in _known_by_first_name(people):
        blocks.setdefault(f"={first.pk}", []).extend((first, alone))
    place = {player.pk: number for number, player in enumerate(people)}
    pairs: dict[tuple[int, int], tuple[Player, Player]] = {}
    for block in blocks.values():
        for other in block[1:]:
            pair = (block[0], other) if place[block[0].pk] < place[other.pk] else (other, block[0])
            if pair[0].pk != pair[1].pk and _may_be_one(pair[0].own_name, pair[1].own_name):
                pairs[place[pair[0].pk], place[pair[1].pk]] = pair
    return [pairs[key] for key in sorted(pairs)]


def twins_to_merge(club: Club, people: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Likely twins of these who can be one person, first the one to keep: who has an account, else whose name is
    longer. Not those of whom somebody has said that they are two."""
    apart = {frozenset(pair) for pair in Apart.objects.filter(club=club).values_list("one", "other")}
    return [
        _keep_first(one, other)
        for one, other in twins(people)
        if not (one.user_id and other.user_id) and frozenset((one.pk, other.pk)) not in apart
    ]


def _keep_first(player: Player, other: Player) -> tuple[Player, Player]:
    first, second = sorted((player, other), key=lambda line: (line.user_id is None, -len(line.own_name)))
    return first, second


def _spellings(name: str) -> set[str]:
    """The name as it is compared, and with each one letter left out: two names that differ in one share one."""
    whole = {look_key(name), word_key(name)} - {""}
    shorter = {key[:cut] + key[cut + 1 :] for key in whole if len(key) > SHORTEST for cut in range(len(key))}
    return whole | shorter


def _known_by_first_name(people: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Who stands there by a first name alone, and the only other one of that first name."""
    of_first: dict[str, list[Player]] = {}
    for player in people:
        of_first.setdefault(look_key((player.own_name.split() or [""])[0]), []).append(player)
    for found in of_first.values():
        if len(found) == 2 and len({" " in player.own_name for player in found}) == 2:
            yield found[0], found[1]


def _may_be_one(one: str, other: str) -> bool:
    return DIGITS.findall(one) == DIGITS.findall(other) and _likeness(_Keys(one), _Keys(other)) >= ALIKE


def alike(players: Iterable[Player], name: str, most: int = 3) -> list[Player]:
    """Those of these whose names are so alike that they may be the same, likest first."""
    if len(name) > LONGEST:  # nobody's; and comparing takes time that grows with the square of it
        return []
    keys = _Keys(name)
    found = []
    for player in players:
        ratio = _likeness(keys, _Keys(player.own_name))
        if ratio >= ALIKE:
            found.append((-ratio, player.name, player))
    return [player for *_, player in sorted(found, key=lambda item: item[:2])[:most]]


class _Keys:
    """A name as it is compared: as it stands, and with its words in order."""

    __slots__ = ("as_written", "in_order")

    def __init__(self, name: str) -> None:
        self.as_written, self.in_order = look_key(name), word_key(name)


def _likeness(one: _Keys, other: _Keys) -> float:
    """From 0 to 1; below `ALIKE` no more is said than that."""
    mine, theirs = one.as_written, other.as_written
    if mine and theirs and (mine.startswith(theirs) or theirs.startswith(mine)) and min(len(mine), len(theirs)) > 2:
        return 1.0  # "Jürgen" typed where "Jürgen Brandt" is known
    if one.in_order and one.in_order == other.in_order:
        return 1.0
    compared = SequenceMatcher(None, mine, theirs)
    return compared.ratio() if mine and theirs and compared.quick_ratio() >= ALIKE else 0.0


def with_acts(players: Collection[UUID], but: Mapping[type[Model], Q] | None = None) -> set[UUID]:
    """Those of these lines that a row of any table names, but for open invitations, for the journal that says of them,
    for who is kept apart, and for the rows of `but`."""
    passing = {**PASSED_OVER, **(but or {})}
    found: set[UUID] = set()
    for field in Player._meta.get_fields(include_hidden=True):  # noqa: SLF001 Django's own way to what points at a model
        if not (field.auto_created and not field.concrete and field.is_relation):
            continue
        relation: Any = field
        model, name = relation.related_model, relation.field.name
        if model in OF_NO_ACCOUNT:
            continue
        passed_over = passing.get(model, Q(pk=None))
        ids = list(players)
        for start in range(0, len(ids), AT_ONCE):
            rows = model._base_manager.filter(**{f"{name}__in": ids[start : start + AT_ONCE]})  # noqa: SLF001
            found |= set(rows.exclude(passed_over).order_by().values_list(name, flat=True))
    return found
