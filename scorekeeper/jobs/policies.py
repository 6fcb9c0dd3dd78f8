"""Who may see what runs for a club. What a kind of job needs is said where it is registered."""

from scorekeeper.clubs.policies import can_direct


def can_see_jobs(role: str | None) -> bool:
    """See what runs in the background for the club, and stop what they could have asked for."""
    return can_direct(role)
