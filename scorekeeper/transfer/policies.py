"""Who may bring in what stands in files and on paper. From the role in the club, which is asked once and passed on."""

from scorekeeper.clubs.policies import can_keep_book, can_score


def can_import(role: str | None) -> bool:
    """Take a file over, of people, old seasons or Skat lists, and take what came of it back; only owners send
    invitations from it."""
    return can_keep_book(role)


def can_type_lists(role: str | None) -> bool:
    """Type a Skat list on paper in, one line a hand."""
    return can_score(role)
