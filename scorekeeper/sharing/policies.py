"""Who may have what leads out of a club. A table is shared by who may (`scorekeeper.play.policies.can_share`)."""

from scorekeeper.clubs.policies import can_open_tables, can_score


def can_have_calendar(role: str | None) -> bool:
    """Have the club's evenings as a calendar by a secret address of their own, make that anew and end it."""
    return can_open_tables(role)


def can_publish(role: str | None) -> bool:
    """Show a tournament, an evening, a season or a team league by a secret link to whoever has it, and end that
    link."""
    return can_score(role)
