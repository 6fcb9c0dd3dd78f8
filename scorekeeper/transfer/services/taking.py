"""Take over what a file holds: in one transaction, and the same file once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.mails import mail_invitation
from scorekeeper.clubs.models import Club, Invitation, Player, Role
from scorekeeper.clubs.policies import can_manage_members, role_in
from scorekeeper.clubs.services import add_player, invite, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.importing import OldEvening, OldResults, import_results, take_back
from scorekeeper.standings.models import Competition, Import
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans import GAME
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.reading import Unreadable, read
from scorekeeper.transfer.selectors.looking import Look, Person, look_at

ASKED_EVERY: Final = 50  # people between two looks whether somebody has stopped it
KEPT: Final = timedelta(days=7)  # a file that nobody took over
SEASON_MISSING: Final = Text(gettext_noop("Choose the season that it counts for."))
NOT_SKAT: Final = Text(gettext_noop("Skat lists count for a season of Skat only."))


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it came."""

    kind: str
    name: str
    data: bytes
    season: UUID | None = None


@transaction.atomic
def keep(*, club: Club, by: User, sent: Sent, now: datetime) -> Upload:
    """Keep a file to look at. Those that nobody took over for a week go.

    Raises:
        Refused: it is no table, or nothing says what it counts for.
    """
    require(can_import(role_in(by, club)))
    if sent.kind not in Upload.Kind.values:
        raise Refused([Problem("kind_unknown", "kind", Text(gettext_noop("Choose what the file holds.")))])
    try:
        read(sent.data)
    except Unreadable as error:
        raise Refused([Problem("file_unreadable", "file", error.message)]) from None
    season = None
    if sent.kind != Upload.Kind.PEOPLE:
        season = Competition.objects.filter(club=club, pk=sent.season).first() if sent.season else None
        if season is None:
            raise Refused([Problem("season_missing", "season", SEASON_MISSING)])
        if sent.kind == Upload.Kind.LISTS and season.game != GAME:
            raise Refused([Problem("season_of_other_game", "season", NOT_SKAT)])
    Upload.objects.filter(club=club, at__lt=now - KEPT, done_at=None).delete()
    name = tidied(sent.name)[:LONGEST] or "file"
    return Upload.objects.create(
        club=club, by=by, kind=sent.kind, competition=season, name=name, data=sent.data, at=now
    )


@transaction.atomic
def say(*, upload: Upload, by: User, said: Mapping[str, Any]) -> Upload:
    """How days are read, who is who, whether refused lines are left out."""
    require(can_import(role_in(by, upload.club)))
    Upload.objects.filter(pk=upload.pk, done_at=None).update(said=dict(said))
    upload.said = dict(said)
    return upload


@transaction.atomic
def take_over(
    *, upload: Upload, by: User, now: datetime, link: Callable[[str], str], go_on: Callable[[], None] = lambda: None
) -> Upload:
    """Do what the dry run said, all of it or nothing. A file that was taken over before stays so.

    `link` makes the address of an invitation from its secret. `go_on` is asked between the steps; what it raises undoes
    all.

    Raises:
        Refused: something has to be said or mended first.
    """
    require(can_import(role_in(by, upload.club)))
    lock_book(upload.club)
    found = Upload.objects.select_for_update(of=("self",)).select_related("club", "competition").get(pk=upload.pk)
    if found.done_at is not None:
        return found
    look = look_at(found, now)
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    players = _players(found, look, now, go_on)
    if found.competition is None:
        found.said = {"people": len(look.matching.new), "invited": _invite(found, by, look, players, now, link)}
        write(Kind.PEOPLE_IMPORTED, found.club_id, at=now, by_user=by, detail={"number": found.said["people"]})
    else:
        found.imported = _count(found, found.competition, by, look, players, now)
        found.said = {}
    found.done_at, found.data = now, b""
    found.save(update_fields=["said", "imported", "done_at", "data"])
    go_on()
    return found


@transaction.atomic
def take_import_back(*, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; the people it brought stay in the book."""
    was_standing = imported.taken_back_at is None
    found = take_back(imported=imported, by=by, now=now)
    if was_standing:
        write(Kind.IMPORT_TAKEN_BACK, found.club_id, at=now, by_user=by, thing=found.competition_id)
    return found


def _players(upload: Upload, look: Look, now: datetime, go_on: Callable[[], None]) -> dict[str, Player]:
    """Everybody in the file, as lines of the book; who is new is written in."""
    found = {}
    for number, match in enumerate(look.matching.matches):
        if number % ASKED_EVERY == 0:
            go_on()
        found[match.name] = match.chosen or add_player(club=upload.club, name=match.name, now=now)
    return found


def _count(
    upload: Upload, season: Competition, by: User, look: Look, players: Mapping[str, Player], now: datetime
) -> Import:
    evenings = [
        OldEvening(
            evening.title,
            evening.played_on,
            {players[name].pk: measures for name, measures in evening.measures.items()},
        )
        for evening in look.plan.evenings
    ]
    old = OldResults(upload.name, look.plan.digest(), evenings)
    imported, is_new = import_results(competition=season, by=by, old=old, now=now)
    if is_new:
        write(Kind.IMPORTED, upload.club_id, at=now, by_user=by, thing=season.pk)
    return imported


def _invite(
    upload: Upload, by: User, look: Look, players: Mapping[str, Player], now: datetime, link: Callable[[str], str]
) -> int:
    """Invite by mail whoever is to be a member, has an address and no account; once. Only owners can."""
    wanted = to_invite(upload.club, by, look.people)
    count = 0
    for person in wanted:
        player = players[person.name]
        if player.user_id or Invitation.objects.filter(player=player, used_at=None, expires_at__gt=now).exists():
            continue
        secret = invite(club=upload.club, by=by, role=Role.MEMBER, now=now, note=person.name, guest=player)
        mail_invitation(club=upload.club, by=by, to=person.email, role=Role.MEMBER, link=link(secret), guest=player)
        count += 1
    return count


def to_invite(club: Club, by: User, people: list[Person]) -> list[Person]:
    """Who of a list would get a mail from this person."""
    if not can_manage_members(role_in(by, club)):
        return []
    return [person for person in people if person.is_member and person.email]
