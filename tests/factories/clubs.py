"""Who plays and where: accounts, clubs, members and guests, seasons, house rules."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from scorekeeper.accounts.models import ApiToken, User, hashed
from scorekeeper.clubs.house_rules import Wording, write_down
from scorekeeper.clubs.models import Club, HouseRules, Invitation, Membership, Player, Role
from scorekeeper.clubs.services import INVITATION_LIFETIME, add_player
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.importing import OldEvening, OldResults, import_results
from scorekeeper.standings.models import Competition, Import, SeasonAct
from scorekeeper.standings.records import SeasonBonus, SeasonChange, SeasonCounts, SeasonOpening
from scorekeeper.standings.services import change_season, give_bonus, open_season

NOW = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
PASSWORD = "three of us at one table"

# Of letters that make no word, and of one length: no name has a figure in it that a test looks for, and a row has room
# for it or not whatever ran before.


def marks() -> Iterator[str]:
    """What tells the names of people and clubs apart: BBBB, BBBC ..."""
    return map("".join, itertools.product("BCDFGHJKLMNPQRSTVWXZ", repeat=4))


_marks = marks()


def at(minutes: int) -> datetime:
    """So many minutes into the evening."""
    return NOW + timedelta(minutes=minutes)


def make_user(name: str = "", *, email: str = "", password: str | None = PASSWORD) -> User:
    """An account whose address is confirmed."""
    from allauth.account.models import EmailAddress

    mark = next(_marks)
    user = User.objects.create_user(
        email or f"person{mark.lower()}@example.org", password, name=name or f"Person {mark}"
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_token(user: User, *scopes: str, name: str = "a program") -> str:
    """The secret of an API token of these scopes."""
    secret = f"sk_{next(_marks)}{user.pk}"
    now = timezone.now()
    ApiToken.objects.create(
        user=user,
        name=name,
        hash=hashed(secret),
        scopes=list(scopes),
        created_at=now,
        expires_at=now + timedelta(days=365),
    )
    return secret


def make_club(name: str = "", *, owner: User | None = None, time_zone: str = "Europe/Berlin", unit: str = "€") -> Club:
    """A club that may play for something, as a founder says after founding it; with no `unit` it plays for points. Its
    founder is `owner_of(club)`. No hand of it is confirmed by time: the evenings of tests lie on a
    fixed day, while pages look at the clock."""
    owner = owner or make_user()
    club = Club.objects.create(
        name=name or f"Club {next(_marks)}",
        time_zone=time_zone,
        ink="pine",
        confirm_after=Club.Confirming.NEVER,
        unit=unit,
        created_at=NOW,
    )
    _join(club, owner, Role.OWNER)
    Entry.objects.bulk_create(
        [
            Entry(kind=Kind.CLUB_FOUNDED, club=club, at=NOW, by_user=owner),
            Entry(kind=Kind.CLUB_CHANGED, club=club, by_user=owner, detail={"confirm_after": Club.Confirming.NEVER}),
        ]
    )
    return club


def _join(club: Club, user: User, role: str) -> None:
    """A member with a line in the book."""
    Membership.objects.create(club=club, user=user, role=role, joined_at=NOW)
    if not Player.objects.filter(club=club, user=user, merged_into=None).exists():
        Player.objects.create(club=club, user=user, name=clean_name(str(user), "name"), created_at=NOW)


def owner_of(club: Club) -> User:
    return Membership.objects.select_related("user").filter(club=club, role=Role.OWNER)[0].user


def make_member(club: Club, role: str = Role.MEMBER, *, user: User | None = None) -> User:
    """Somebody who came into the club by an invitation to this role."""
    user, owner = user or make_user(), owner_of(club)
    if Membership.objects.filter(club=club, user=user).exists():
        return user  # whoever is a member keeps the role they have
    Invitation.objects.create(
        club=club,
        role=role,
        hash=hashed(str(uuid4())),
        made_by=owner,
        made_at=NOW,
        expires_at=NOW + INVITATION_LIFETIME,
        used_by=user,
        used_at=NOW,
    )
    _join(club, user, role)
    Entry.objects.bulk_create(
        [
            Entry(kind=Kind.INVITED, club=club, at=NOW, by_user=owner, detail={"role": role}),
            Entry(kind=Kind.MEMBER_JOINED, club=club, at=NOW, by_user=user, detail={"role": role}),
        ]
    )
    return user


def player_of(user: User, club: Club) -> Player:
    """The member's line in the club's book."""
    return Player.objects.get(club=club, user=user, merged_into=None)


def make_player(club: Club, name: str = "") -> Player:
    """A guest in the club's book."""
    return add_player(club=club, name=name or f"Guest {next(_marks)}", now=NOW)


def make_season(club: Club, name: str = "", *, game: str = "skat", system: str = "seeger_fabian") -> Competition:
    opening = SeasonOpening(name=name or f"Season {next(_marks)}", game=game, system=system)
    return open_season(opening, club=club, by=owner_of(club), now=NOW)


def give(season: Competition, player: Player, points: int, *, reason: str = "helped at the bar") -> SeasonAct:
    """A bonus, or a penalty, for somebody who has played for the season."""
    bonus = SeasonBonus(player=player.pk, points=points, reason=reason)
    return give_bonus(bonus, competition=season, by=owner_of(season.club), key=uuid4(), now=NOW)


def settle(season: Competition, counts: Counts) -> Competition:
    """The season counts like this from now on."""
    asked = SeasonChange(counts=SeasonCounts(**asdict(counts)))
    return change_season(asked, competition=season, by=owner_of(season.club), now=NOW)


def make_house_rules(
    club: Club, name: str = "Thursday rules", *, game: str = "skat", rules: Mapping[str, Any] | None = None
) -> HouseRules:
    """House rules of a club in their first version, written down by its owner."""
    return write_down(club=club, by=owner_of(club), game=game, name=name, wording=Wording(rules or {}), now=NOW)


def import_evening(season: Competition, measures: Mapping[Player, Mapping[str, int]]) -> Import:
    """One evening of an old list that counts in the season."""
    evening = OldEvening("Old list", date(2025, 3, 3), {player.pk: own for player, own in measures.items()})
    old = OldResults("old.csv", uuid4().hex, [evening])
    return import_results(competition=season, by=owner_of(season.club), old=old, now=NOW)[0]
