"""The addresses of clubs and their people for callers of the API: what each takes, and what it answers to whom."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from scorekeeper.clubs.models import Club, Invitation, Membership, Merge, Player
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.notices.models import Notice
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.privacy.services import RetentionChoice, keep_names
from tests import factories
from tests.api.cups import DIRECTORS, DONE, EVERYBODY, MADE, NOTHING, Body, Row

OWNERS, DAY = (401, 403, 403, 403), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Book:
    """A member, an open link, two guests, and two lines that were made one person."""

    membership: Membership
    invitation: Invitation
    secret: str
    guest: Player
    other: Player
    merge: Merge
    notice: Notice


def make_book(club: Club) -> Book:
    owner, now = factories.owner_of(club), factories.NOW
    keep_names(RetentionChoice(years=10), club=club, by=owner, now=now)
    invited = invite(Inviting(role="member", note="Bettina"), club=club, by=owner, now=timezone.now())
    gone, kept = factories.make_player(club, "Wilma W."), factories.make_player(club, "Wilma Wolf")
    return Book(
        membership=Membership.objects.get(club=club, user=factories.make_member(club)),
        invitation=invited.invitation,
        secret=invited.secret,
        guest=factories.make_player(club, "Paul N."),
        other=factories.make_player(club, "Paul Neumann"),
        merge=merge_players(Merging(kept=kept.pk), club=club, by=owner, gone=gone.pk, now=now),
        notice=_told(club),
    )


def _told(club: Club) -> Notice:
    """What was told to the owner."""
    owner, at = factories.owner_of(club), timezone.now()
    values = {"day": "3 June 2026", "people": 3}
    return Notice.objects.create(
        club=club, user=owner, kind="clean_up", key="c", thing=club.pk, values=values, link="/", at=at, until=at + DAY
    )


def _settings(_world: Any) -> dict[str, Any]:
    money = {"unit": "€", "decimals": 2, "for_minors": False}
    return {
        "name": "Herz Ass",
        "time_zone": "UTC",
        "ink": "blue",
        "confirm_after": 60,
        "pages_for": "own",
        "names": "short",
        **money,
    }


def _invitation(world: Any) -> dict[str, Any]:
    guest = str(world.book.guest.pk)
    return {"role": "scorer", "note": "Paul", "player": guest, "email": "paul@example.org"}


def _merging(world: Any) -> dict[str, Any]:
    return {"kept": str(world.book.other.pk), "preview": False}


def _name(_world: Any) -> dict[str, Any]:
    return {"name": "Paula", "preview": False}


NOTICE = "me/notices/{book.notice.pk}/read"  # told to the owner
CLUB, PLAYER, MEMBER = "clubs/{club.pk}", "players/{book.guest.pk}", "members/{book.membership.pk}"
_READ: Final = {f"{CLUB}/settings", f"{CLUB}/members", f"{CLUB}/people", PLAYER}
_WRITTEN: Final[dict[str, tuple[Body, tuple[int, int, int, int]]]] = {
    f"{CLUB}/change": (_settings, DIRECTORS),
    f"{CLUB}/people/add": (_name, MADE),
    f"{PLAYER}/rename": (_name, DIRECTORS),
    f"{PLAYER}/call": (lambda _world: {"called": "code", "code": "Otter"}, DIRECTORS),
    f"{PLAYER}/retire": (NOTHING, DIRECTORS),
    f"{PLAYER}/return": (NOTHING, DIRECTORS),
    f"{PLAYER}/merge": (_merging, DIRECTORS),
    f"{PLAYER}/keep-two": (lambda world: {"other": str(world.book.other.pk)}, DONE),
    "merges/{book.merge.pk}/undo": (NOTHING, DIRECTORS),
}
_OF_OWNERS: Final[dict[str, tuple[Body, int]]] = {
    f"{CLUB}/second-factor": (lambda world: {"asks": False}, 200),
    f"{CLUB}/close": (lambda world: {"name": world.club.name}, 200),
    f"{CLUB}/reopen": (NOTHING, 200),
    f"{CLUB}/invite": (_invitation, 201),
    f"{MEMBER}/role": (lambda world: {"role": "scorer"}, 200),
    f"{MEMBER}/hand-over": (NOTHING, 200),
    f"{MEMBER}/remove": (NOTHING, 204),
    "invitations/{book.invitation.pk}/withdraw": (NOTHING, 204),
    f"{CLUB}/retention/choose": (lambda _world: {"years": 5, "is_automatic": True}, 200),
    f"{CLUB}/retention/put-off": (NOTHING, 200),
    f"{CLUB}/retention/clean-up": (lambda world: {"people": [str(world.book.guest.pk)]}, 202),
    f"{CLUB}/archive": (NOTHING, 202),
}
ENDPOINTS: dict[str, Row] = {
    **dict.fromkeys(sorted(_READ), ("GET", NOTHING, "read", *EVERYBODY)),
    f"{CLUB}/invitations": ("GET", NOTHING, "read", *OWNERS),
    f"{CLUB}/retention": ("GET", NOTHING, "read", *OWNERS),
    NOTICE: ("POST", NOTHING, "manage", 401, 404, 404, 404),
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
    **{address: ("POST", body, "manage", *OWNERS) for address, (body, _status) in _OF_OWNERS.items()},
}
"""As in test_access.py; here directors may not what owners may."""
OWNERS_ALONE: Final = {f"{CLUB}/invitations": 200, f"{CLUB}/retention": 200, NOTICE: 200} | {
    address: status for address, (_, status) in _OF_OWNERS.items()
}
"""{address: what an owner is answered where directors are refused}"""
ANYBODY: Final[dict[str, Body]] = {
    "clubs/found": lambda world: {"name": "Herz Ass", "time_zone": "UTC", "ink": "blue"},
    "invitations/accept": lambda world: {"secret": world.book.secret, "player": None, "preview": False},
    "me/language": lambda _world: {"language": "en"},
    "me/rename": lambda _world: {"name": "Renate Vogt"},
    "me/data": NOTHING,
    "me/notices/choose": lambda _world: {"off": [{"kind": "evening", "channel": "mail"}]},
}
"""What whoever has an account may: no address of these names a row."""
