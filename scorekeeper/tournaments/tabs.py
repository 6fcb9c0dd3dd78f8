"""The pages that every page of a tournament leads to."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.tournaments.models import Tournament

PRIZES: Final = "tournament_prizes"
DESK, MINE, SCREEN, PRINT = "tournament_desk", "tournament_mine", "tournament_screen", "tournament_print"
TABS: Final[tuple[tuple[str, str | Promise], ...]] = (
    (DESK, _("Desk")),
    (MINE, _("My table")),
    ("tournament_detail", _("Overview")),
    ("tournament_entries", _("Entries")),
    ("tournament_rounds", _("Rounds")),
    ("tournament_places", _("Places")),
    (PRIZES, _("Prizes")),
    (SCREEN, _("Screen")),
    (PRINT, _("Print")),
)
"""The names of their addresses, and what they are called."""


def tabs_of(tournament: Tournament, *, may_desk: bool, plays: bool) -> list[tuple[str, str | Promise]]:
    """Those behind which there is something for a reader: the desk until it has ended, for who runs it, as the screen
    of the room and what is printed; their own table while it runs, for who plays; prizes where the club plays for
    something or this tournament has any."""
    hidden = set() if may_desk else {DESK, SCREEN, PRINT}
    if tournament.is_ended:
        hidden.add(DESK)
    if not (plays and tournament.is_running):
        hidden.add(MINE)
    if not tournament.club.keeps_money and tournament.competition_id is None:
        hidden.add(PRIZES)
    return [one for one in TABS if one[0] not in hidden]
