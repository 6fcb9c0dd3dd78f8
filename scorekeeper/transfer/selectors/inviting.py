"""Whom a list of people invites: told by the dry run, and done by the same words when the file is taken over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_manage_members, role_in
from scorekeeper.clubs.selectors import open_invitations
from scorekeeper.clubs.services import MOST_INVITATIONS
from scorekeeper.transfer.plans.people import Person


@dataclass(frozen=True, slots=True)
class Inviting:
    """Those who get a mail, in the order of the file, and those for whom the club has too many open invitations."""

    now: list[Person]
    later: list[Person]

    @property
    def most(self) -> int:
        """How many invitations a club can have open."""
        return MOST_INVITATIONS


def inviting(
    club: Club, by: User, people: Iterable[Person], lines: Mapping[str, Player | None], at: datetime
) -> Inviting:
    """Members of the list with an address, who have no account here and were not invited yet; `lines` are those that
    are in the book. Only owners invite. Two queries."""
    asked = [person for person in people if person.is_member and person.email]
    if not asked or not can_manage_members(role_in(by, club)):
        return Inviting([], [])
    waiting = list(open_invitations(club, at).values_list("player", flat=True))
    wanted, met = [], {*waiting}
    for one in asked:
        line = lines.get(one.name)
        if not (line and (line.user_id or line.pk in met)):
            wanted.append(one)
            met |= {line.pk} if line else set()
    room = max(MOST_INVITATIONS - len(waiting), 0)
    return Inviting(wanted[:room], wanted[room:])
