"""Who may say whether somebody is rated. For themselves everybody may."""

from django.utils.translation import gettext_noop

from scorekeeper.clubs.policies import can_keep_book

OWN_ONLY = gettext_noop("This club shows members only their own page. Its directors can see the others.")


def can_choose_for_guests(role: str | None) -> bool:
    """Take a guest of the book out of the ratings, and back in; members choose for themselves."""
    return can_keep_book(role)
