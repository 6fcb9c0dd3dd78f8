"""What every page of a table begins with: which table, seen by whom."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from scorekeeper.common.logs import name_in_log
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.play import policies
from scorekeeper.play.acting import require_not_held
from scorekeeper.play.actors import Actor, actor_for, ended_device, was_here
from scorekeeper.play.models import Act, Device, Hand, Presence, Sitting
from scorekeeper.play.passes.reads import fingerprint, others, present
from scorekeeper.play.policies import Standpoint, seen_by, standpoint
from scorekeeper.play.sheet.origins import Phone, phones_by_id

P = ParamSpec("P")


@dataclass
class Here:
    """A request at a table."""

    request: HttpRequest
    actor: Actor
    sitting: Sitting

    @cached_property
    def who(self) -> Standpoint:
        return standpoint(self.actor, self.sitting)

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

    @property
    def wants_piece(self) -> bool:
        """Whether htmx asks, so that only the changed piece is drawn."""
        return bool(getattr(self.request, "htmx", False))

    @property
    def may(self) -> dict[str, bool]:
        """For templates: what this phone is offered. The services ask again."""
        return {
            "record": policies.can_record(self.who),
            "share": policies.can_share(self.who),
            "keep": policies.keeps_the_sheet(self.who),
            "direct": policies.can_direct(self.who),
        }

    @property
    def my_seat(self) -> Any:
        """The id of the seat this phone or person holds, or None."""
        return self.who.device.seat_id if self.who.device else None

    @cached_property
    def present(self) -> list[Presence]:
        """Who has the table open, as far as it is asked for; a closed one nobody records at."""
        return present(self.sitting, self.now) if self.sitting.is_open else []

    @cached_property
    def phones(self) -> dict[UUID, Phone]:
        """Every phone that ever joined, by its id."""
        return phones_by_id(self.sitting)

    @property
    def others(self) -> list[Presence]:
        """Who else has it open and may record."""
        return others(self.present, self.actor)

    @property
    def stamp(self) -> str:
        """Changes with the table, and with who else is there: what a page tells when it asks again."""
        return f"{self.sitting.revision}-{fingerprint(self.others)}"

    def again(self) -> Sitting:
        """The sitting as it stands after a service has written."""
        self.__dict__.pop("phones", None)
        found = seen_by(Sitting.objects.select_related("club"), self.actor).get(pk=self.sitting.pk)
        self.sitting = found
        return found

    def show(self, template: str, status: int = 200, **more: Any) -> HttpResponse:
        """A page of this table."""
        common = {
            "sitting": self.sitting,
            "called": self.sitting.plays.words,
            "club": self.sitting.club,
            "may": self.may,
            "who": self.who,
            "here": self,
        }
        response = render(self.request, template, {**common, **more}, status=status)
        add_never_cache_headers(response)
        return response

    def to_table(self) -> HttpResponse:
        return redirect("sitting_detail", self.sitting.pk)

    def to_seats(self) -> HttpResponse:
        return redirect("sitting_seats", self.sitting.pk)


View = Callable[Concatenate[Here, P], HttpResponse]


def at_table(view: View[P]) -> Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]:
    """Find the table among those this person or phone may see. A phone whose pass has ended is told so (403);
    for strangers there is no such table (404)."""

    def find(request: HttpRequest, sitting_id: UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        actor = actor_for(request, sitting_id)
        sitting = seen_by(Sitting.objects.select_related("club"), actor).filter(pk=sitting_id).first()
        if sitting is None:
            if withdrawn := _withdrawn(request, actor, sitting_id):
                return withdrawn
            if was_here(request, sitting_id):
                return _ended(request, sitting_id)
            require_not_held(sitting_id, actor)
            raise Http404
        name_in_log(club=sitting.club_id)
        use_words_of_club(sitting.club, sitting.game)
        try:
            with timezone.override(ZoneInfo(sitting.club.time_zone)):
                return view(Here(request, actor, sitting), *args, **kwargs)
        except (Hand.DoesNotExist, Device.DoesNotExist) as error:
            raise Http404 from error

    return cast("Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]", wraps(view)(find))


def _withdrawn(request: HttpRequest, actor: Actor, sitting_id: UUID) -> HttpResponse | None:
    """To whoever could see the table, and to the phones that were at it: that it was withdrawn (410)."""
    sitting = Sitting.everything.filter(pk=sitting_id, withdrawn_at__isnull=False).select_related("club").first()
    if sitting is None:
        return None
    is_mine = seen_by(Sitting.everything.all(), actor).filter(pk=sitting_id).exists()
    if not (is_mine or was_here(request, sitting_id)):
        return None
    act = sitting.acts.filter(kind=Act.Kind.WITHDRAWN).first()
    context = {"sitting": sitting, "club": sitting.club, "act": act, "is_mine": is_mine}
    use_words_of_club(sitting.club, sitting.game)
    with timezone.override(ZoneInfo(sitting.club.time_zone)):
        return render(request, "play/withdrawn.html", context, status=410)


def _ended(request: HttpRequest, sitting_id: UUID) -> HttpResponse:
    """To a phone that may no longer act: whether somebody ended it alone, and who holds its seat now."""
    device = ended_device(request, sitting_id)
    moved = device.sitting.acts.filter(kind=Act.Kind.MOVED, detail__from=str(device.pk)).exists() if device else False
    context = {"alone": device is not None, "moved": moved}
    return render(request, "play/pass_ended.html", context, status=403)
