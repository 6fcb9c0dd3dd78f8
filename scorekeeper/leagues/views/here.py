"""How a page comes to its evening, and how it says that something was not done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common import refusals
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.policies import can_plan, can_run


@dataclass(frozen=True, slots=True)
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

    def show(self, template: str, problem: "NotDone | None" = None, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status."""
        page = {
            "club": self.membership.club,
            "evening": self.evening,
            "may_plan": self.may_plan,
            "may_run": self.may_run,
            "problem": problem.text if problem else "",
            **more,
        }
        return render(self.request, template, page, status=problem.status if problem else 200)


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why something was not done, in a sentence, and the status that says so."""

    text: str
    status: int


def at_evening(request: AuthedRequest, evening_id: UUID) -> Here:
    """Raises Http404: there is none, or it is not theirs to see."""
    evening = get_object_or_404(
        Evening.objects.select_related("club", "match_day", "house_version__house"), pk=evening_id
    )
    return Here(request, evening, enter_club(request, evening.club_id))


def not_done(act: Callable[[], object]) -> NotDone | None:
    """Do it; the reason where it was refused."""
    try:
        act()
    except Refused as refused:
        return NotDone(refusals.sentence(refused), 422)
    except Conflict as conflict:
        return NotDone(conflict.message, 409)
    return None
