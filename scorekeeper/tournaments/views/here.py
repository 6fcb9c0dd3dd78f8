"""How a page comes to its tournament, the frame of its pages, and how it says that something was not done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common.addresses import next_page
from scorekeeper.common.doing import NotDone
from scorekeeper.common.errors import require
from scorekeeper.common.texts import HELD
from scorekeeper.draws.services.calling import shown
from scorekeeper.tournaments.clock.reads import open_calls
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.selectors.entries import takes_part
from scorekeeper.tournaments.selectors.held_back import HeldBack, held_back
from scorekeeper.tournaments.tabs import tabs_of

BEHIND: Final[Mapping[str, tuple[str, ...]]] = {
    "tournament_desk": (
        *("tournament_room", "stage_step", "stage_draw", "stage_end", "stage_points"),
        *("round_results", "knockout_out", "knockout_back"),
    ),
    "tournament_detail": ("tournament_edit", "stage_new", "stage_edit", "stage_lengths", "tournament_sign_up"),
    "tournament_entries": (
        "entrant",
        "entries_undo",
        "tournament_import",
        "tournament_pair",
        "tournament_seed",
        "tournament_door",
    ),
    "tournament_screen": ("tournament_ceremony",),
    "tournament_rounds": ("stage_", "round_", "knockout_", "table_", "act_back"),
}
"""{page: how the addresses begin that it leads on to}, the first that fits."""


@dataclass(frozen=True, slots=True)
class Here:
    """The reader at a tournament; from here on times are the club's."""

    request: AuthedRequest
    tournament: Tournament
    membership: Membership
    holds: HeldBack | None = None

    @property
    def held(self) -> HeldBack | None:
        """What is held back from the reader; nothing from the desk."""
        return None if self.may_desk else self.holds

    def require_shown(self) -> None:
        """Raises PermissionDenied: the standing is held back from the reader."""
        require(self.held is None, str(HELD))

    @property
    def may_plan(self) -> bool:
        return can_plan(self.membership.role)

    @property
    def may_desk(self) -> bool:
        return can_desk(self.membership.role)

    @property
    def plays(self) -> bool:
        """Whether the reader takes part in a tournament that runs."""
        return self.tournament.is_running and takes_part(self.tournament, self.request.user)

    @property
    def came_from(self) -> str:
        """The page that an act was begun on and leads back to (`next`); empty: the usual one."""
        return next_page(self.request, "")

    @property
    def _tab(self) -> str:
        """The tab behind which this page is found; its own name where it is one, or behind none."""
        match = self.request.resolver_match
        own = (match and match.url_name) or ""
        return next((tab for tab, begins in BEHIND.items() if own.startswith(begins)), own)

    def show(self, template: str, problem: NotDone | None = None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status."""
        is_running = not self.membership.club.is_closed  # what a closed club refuses is not offered
        page = {
            "club": self.membership.club,
            "tournament": self.tournament,
            "may_plan": self.may_plan and is_running,
            "may_desk": self.may_desk and is_running,
            "tab": self._tab,
            "came_from": self.came_from,
            "held": self.held,
            "holds": self.holds,
            "problem": problem.text if problem else "",
            "wrong": problem.at if problem else {},
            **more,
        }
        if "tabs" not in page:
            page["tabs"] = tabs_of(self.tournament, may_desk=self.may_desk, plays=self.plays)
        if "calls" not in page and self.may_desk and is_running and not self.tournament.is_ended:
            page |= calls_of(self.tournament)
        return render(self.request, template, page, status=problem.status if problem else status)


def calls_of(tournament: Tournament) -> dict[str, Any]:
    """Who waits for the director, and what changes when anything of that does."""
    return shown(open_calls(tournament))


SHOWN_WHILE_HELD: Final = frozenset(
    {
        *("tournament_detail", "tournament_mine", "tournament_places", "tournament_rounds", "round_detail"),
        *("stage_standing", "tournament_entries", "tournament_sign_up", "tournament_door", "tournament_come"),
        *("table_call", "entries_print", "entries_print_files", "seats_print", "seats_print_files"),
        *("names_print", "names_print_files"),
    }
)
"""The pages that say nothing of what is held back, or say that it is. All others are the desk's then."""


def at_tournament(request: AuthedRequest, tournament_id: UUID) -> Here:
    """Raises Http404: there is none, or it is not theirs to see. PermissionDenied: it is held back."""
    found = get_object_or_404(Tournament.objects.select_related("club", "house_version__house"), pk=tournament_id)
    here = Here(request, found, enter_club(request, found.club_id), held_back(found))
    match = request.resolver_match
    if match is None or match.url_name not in SHOWN_WHILE_HELD:
        here.require_shown()
    return here
