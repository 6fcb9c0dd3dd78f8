"""Who may do what with a tournament. From the role in the club, which is asked once and passed on."""

from scorekeeper.clubs.policies import can_direct, can_score


def can_plan(role: str | None) -> bool:
    """Plan a tournament, change it, end it; give penalties, write results, make a round official."""
    return can_direct(role)


def can_desk(role: str | None) -> bool:
    """Enter people into a tournament, check them in, let them leave; draw a round and open its tables; compare results
    with the paper."""
    return can_score(role)
