"""The pages that every page of a tournament leads to."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.tournaments.models import Tournament

PRIZES: Final = "tournament_prizes"
ROOM, SCREEN, PRINT = "tournament_room", "tournament_screen", "tournament_print"
TABS: Final[tuple[tuple[str, str | Promise], ...]] = (
    ("tournament_detail", _("Overview")),
    ("tournament_entries", _("Entries")),
    ("tournament_rounds", _("Rounds")),
    ("tournament_places", _("Places")),
    (PRIZES, _("Prizes")),
    (ROOM, _("Clock")),
    (SCREEN, _("Screen")),
    (PRINT, _("Print")),
)
"""The names of their addresses, and what they are called."""


def tabs_of(tournament: Tournament, *, may_desk: bool) -> list[tuple[str, str | Promise]]:
    """Those behind which there is something for a reader: prizes where the club plays for something or this tournament
    has any; the clock, the screen of the room and what is printed for the desk."""
    hidden = set() if may_desk else {ROOM, SCREEN, PRINT}
    if not tournament.club.keeps_money and tournament.competition_id is None:
        hidden.add(PRIZES)
    return [one for one in TABS if one[0] not in hidden]
