"""How a page comes to its evening, and how it says that something was not done."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common.doing import NotDone, with_mends
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.texts import translated
from scorekeeper.leagues.evenings.reads import evenings_with_games
from scorekeeper.leagues.evenings.services import obstacles
from scorekeeper.leagues.models import Evening, EveningGame
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.payouts.care.reads import Sight, sight_of
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.play.house_rules.reads import mends_of
from scorekeeper.standings.models import Competition


@dataclass(frozen=True)
class Here:
    """The reader at an evening; from here on times are the club's."""

    request: AuthedRequest
    evening: Evening
    membership: Membership

    @property
    def may_plan(self) -> bool:
        return can_plan(self.membership.role)

    @property
    def may_run(self) -> bool:
        return can_run(self.membership.role)

    @cached_property
    def sight(self) -> Sight:
        """Whose amounts the reader sees."""
        reads_all = can_read_accounts(self.membership.role)
        return sight_of(self.membership.club, self.request.user, reads_all=reads_all)

    def show(self, template: str, problem: NotDone | None = None, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status."""
        page = {
            "club": self.membership.club,
            "evening": self.evening,
            "may_plan": self.may_plan,
            "may_run": self.may_run,
            "problem": problem.text if problem else "",
            "wrong": problem.at if problem else {},
            **more,
        }
        return render(self.request, template, page, status=problem.status if problem else 200)


def at_evening(request: AuthedRequest, evening_id: UUID) -> Here:
    """Raises Http404: there is none, or it is not theirs to see."""
    evening = get_object_or_404(evenings_with_games().select_related("club", "match_day"), pk=evening_id)
    return Here(request, evening, enter_club(request, evening.club_id))


def chosen_game(evening: Evening, sent: QueryDict) -> EveningGame:
    """The game that the address or the form names; the first where it names none.

    Raises:
        Http404: the evening has no such game.
    """
    named = sent.get("game", "")
    found = next((game for game in evening.line_up if named in ("", str(game.pk))), None)
    if found is None:
        raise Http404
    return found


def obstacles_words(here: Here, game: EveningGame, seasons: Iterable[Competition]) -> list[str]:
    """Why tables of this game can't be opened for these seasons as it was planned; with links for whoever can mend
    it."""
    found = [] if here.evening.is_closed else obstacles(here.membership.club, game, seasons)
    mends = mends_of(here.membership.club, game.house_version_id) if found and here.may_plan else None
    return [with_mends(problem, mends) for problem in found]


def said_game(sent: QueryDict) -> UUID | None:
    """What somebody said they come for; None where they said nothing."""
    return uuid_in(sent.get("game", ""))


def game_choices(evening: Evening) -> list[tuple[str, str]]:
    """The games to choose from, by name; none where there is but one."""
    return [(str(game.pk), translated(game.plays.title)) for game in evening.line_up] if evening.is_mixed else []
