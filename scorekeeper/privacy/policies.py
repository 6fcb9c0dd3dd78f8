"""Who may remove names from a club for good."""

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.policies import at_least


def can_clean_up(role: str | None) -> bool:
    """Say how long names are kept, and take those of people who no longer play from the club."""
    return at_least(role, Role.OWNER)
