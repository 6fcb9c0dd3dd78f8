"""Who may do what with an evening. From the role in the club, which is asked once and passed on."""

from scorekeeper.clubs.policies import can_direct, can_score


def can_plan(role: str | None) -> bool:
    """Plan, change, copy and close an evening; tick off what is collected; make team leagues
    with their teams and match days."""
    return can_direct(role)


def can_run(role: str | None) -> bool:
    """Open the doors, check people in, draw tables and open them; say who plays for a team."""
    return can_score(role)
