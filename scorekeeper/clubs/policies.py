"""Who may do what in a club. Each answer costs at most one query; `role_in` is asked once and passed on."""

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Role

ORDER = [Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.MEMBER]


def role_in(user: User | None, club: Club) -> str | None:
    """The person's role in the club, None for a stranger."""
    if user is None or not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()


def at_least(role: str | None, needed: Role) -> bool:
    """Whether a role may do what `needed` may."""
    return role is not None and ORDER.index(Role(role)) <= ORDER.index(needed)


def can_manage_members(role: str | None) -> bool:
    """Invite people, change roles, remove members."""
    return at_least(role, Role.OWNER)


def can_direct(role: str | None) -> bool:
    """Correct any hand, close and reopen sittings, make seasons, change the club's details."""
    return at_least(role, Role.DIRECTOR)


def can_score(role: str | None) -> bool:
    """Record at any table of the club."""
    return at_least(role, Role.SCORER)


def can_open_tables(role: str | None) -> bool:
    """Open a sitting."""
    return at_least(role, Role.MEMBER)
