"""Who may take a whole club along."""

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.policies import at_least


def can_take_along(role: str | None) -> bool:
    """Take the whole club along as an archive, also after it was closed."""
    return at_least(role, Role.OWNER)
