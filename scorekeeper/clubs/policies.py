"""Who may do what in a club. Each answer costs at most one query; `role_in` is asked once and passed on."""

from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player, Role, acting_role
from scorekeeper.common.errors import require
from scorekeeper.common.logs import name_in_log

ORDER = [Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.MEMBER]


def require_running(club: Club) -> None:
    """Refuse whatever would write to a club that is closed (403). Every service comes through here: by `role_in`, or
    by the lock of its table or evening."""
    require(not club.is_closed, gettext("This club is closed. You can read everything, but change nothing."))


def role_in(user: User | None, club: Club) -> str | None:
    """What the person may act as in the club, None for a stranger; see `acting_role`.

    Raises:
        PermissionDenied: the club is closed.
    """
    name_in_log(club=club.pk)
    require_running(club)
    if user is None or not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, user=user).values_list(acting_role(), flat=True).first()


def role_kept(user: User, club: Club) -> str | None:
    """What the person may act as in the club, open or closed: for what only reads it. None for a stranger."""
    name_in_log(club=club.pk)
    return Membership.objects.filter(club=club, user=user.pk).values_list(acting_role(), flat=True).first()


def at_least(role: str | None, needed: Role) -> bool:
    """Whether a role may do what `needed` may."""
    return role is not None and ORDER.index(Role(role)) <= ORDER.index(needed)


def can_manage_members(role: str | None) -> bool:
    """Invite people, change roles, hand the club over, remove members."""
    return at_least(role, Role.OWNER)


def can_keep_book(role: str | None) -> bool:
    """Keep the book: add guests, change names, retire people and bring them back, merge lines and undo it."""
    return at_least(role, Role.DIRECTOR)


def can_direct(role: str | None) -> bool:
    """Correct any hand, close and reopen sittings, make seasons, keep people apart, change the club's details."""
    return at_least(role, Role.DIRECTOR)


def can_end_seasons(role: str | None) -> bool:
    """End a season, and open one that has ended again, with a reason."""
    return at_least(role, Role.DIRECTOR)


def can_keep_rules(role: str | None) -> bool:
    """Write down the club's house rules, change, rename and retire them, say which are offered first."""
    return at_least(role, Role.DIRECTOR)


def can_score(role: str | None) -> bool:
    """Record at any table of the club."""
    return at_least(role, Role.SCORER)


def can_read_all_pages(role: str | None) -> bool:
    """Read every player's page, the club's records and its ratings where the club shows members their own page only;
    where it shows them to all members, each of them may."""
    return at_least(role, Role.DIRECTOR)


def shows_pages(club: Club, user: User, *, of: UUID | None = None) -> bool:
    """Whether somebody of the club may read the page of this player, or without one those of everybody, the records
    and the ratings. Asks nothing where the club shows them to all members."""
    if club.pages_for == Club.Pages.MEMBERS or can_read_all_pages(role_kept(user, club)):
        return True
    mine = Q(user=user.pk) | Q(merged_into__user=user.pk)
    return of is not None and Player.objects.filter(mine, club=club, pk=of).exists()


def can_open_tables(role: str | None) -> bool:
    """Open a table, and read all of the club: its people, sheets and standings."""
    return at_least(role, Role.MEMBER)
