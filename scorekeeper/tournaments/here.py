"""How a page comes to its tournament and to a stage of it, the frame of its pages, how one asks again by itself, and
how it says that something was not done."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common.addresses import next_page
from scorekeeper.common.doing import NotDone, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.texts import HELD
from scorekeeper.draws.services.calling import shown
from scorekeeper.tournaments.clock.reads import open_calls
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.ending.reads import HeldBack, held_back
from scorekeeper.tournaments.entries.reads import takes_part
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.words import tabs_of

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


def still_the_same(request: AuthedRequest, tournament: Tournament) -> HttpResponse | None:
    """204 for a page that asks again (`since`, the stamp it has) while nothing of the tournament is another one."""
    if not getattr(request, "htmx", False) or request.GET.get("since") != stamp_of(tournament):
        return None
    response = nothing_new(timezone.now())
    response["Vary"] = "HX-Request, Cookie"
    return response


def asks_again(
    request: AuthedRequest, tournament: Tournament, stamp: str = "", *, before_it_begins: bool = False
) -> dict[str, Any]:
    """What `_frame.html` needs for a page that asks again: where, with which stamp (worked out here where it is not
    given), and as of when it is. Nothing once the tournament is over, and for a page that says why something was not
    done."""
    is_on = tournament.is_running or (before_it_begins and tournament.is_planned)
    if not is_on or request.method not in {"GET", "HEAD"}:
        return {}
    asked = request.GET.copy()
    asked.pop("since", None)
    asked["since"] = stamp or stamp_of(tournament)
    now: datetime = timezone.now()
    return {"asks_at": f"{request.path}?{asked.urlencode()}", "as_of": now}


@dataclass(frozen=True, slots=True)
class AtStage:
    """The reader at a stage; from here on times are the club's."""

    here: Here
    stage: Stage

    @property
    def may_plan(self) -> bool:
        return self.here.may_plan

    @property
    def may_desk(self) -> bool:
        return self.here.may_desk

    def require_place(self, act: StageAct) -> None:
        """Raises Http404: this act has no place in the format, so that there is no page for it."""
        if format_of(self.stage).refuses(act):
            raise Http404

    def show(self, template: str, problem: NotDone | None = None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status. What has ended is not worked on."""
        if self.stage.tournament.is_ended:
            more = {"may_plan": False, "may_desk": False, **more}
        return self.here.show(template, problem, status=status, stage=self.stage, **more)

    def show_live(self, template: str, problem: NotDone | None = None, **more: Any) -> HttpResponse:
        """The same for a page that asks again by itself; see `unchanged`."""
        return self.show(template, problem, **asks_again(self.here.request, self.stage.tournament), **more)

    def unchanged(self) -> HttpResponse | None:
        """The answer to a page that asks again while nothing is new."""
        return still_the_same(self.here.request, self.stage.tournament)


def at_stage(request: AuthedRequest, stage_id: UUID) -> AtStage:
    """Raises Http404: there is none, or it is not theirs to see."""
    stage = get_object_or_404(Stage, pk=stage_id)
    here = at_tournament(request, stage.tournament_id)
    stage.tournament = here.tournament
    return AtStage(here, stage)
