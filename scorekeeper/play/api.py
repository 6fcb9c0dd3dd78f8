"""The door of programs to the tables: who asks, which table the address speaks of, and what they may do there."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.models import ApiToken, User
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.common.acts import Unread
from scorekeeper.common.api import Again, Door
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.throttling import PerCaller
from scorekeeper.languages.spoken import use_words
from scorekeeper.play.acting import visible
from scorekeeper.play.actors import Actor, actor_for, known_tables, was_here
from scorekeeper.play.marks.reads import state_of
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.policies import seen_by, standpoint
from scorekeeper.play.sheet.shown import hand_of, names_for

PHONE_ENDED = gettext_noop(
    "This phone may no longer record at this table: its table pass has ended. Join the table again to send the hands "
    "kept on this phone."
)


class MayAsk(BasePermission):
    """Signed in, or a phone with a table pass; what they may do is for the services to say."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether they may ask. Raises NotAuthenticated `phone_ended`."""
        if request.user.is_authenticated:
            return True
        sitting = _sitting_of(view)
        if sitting is None:
            return False
        if actor_for(request._request, sitting).device is None:  # noqa: SLF001 Django's own request
            if was_here(request._request, sitting):  # noqa: SLF001 Django's own request
                raise NotAuthenticated(_(PHONE_ENDED), code="phone_ended")
            return False
        SessionAuthentication().enforce_csrf(request)  # a cookie alone must not write
        return True


def _sitting_of(view: APIView) -> UUID | None:
    """The table an address speaks of."""
    if "hand" in view.kwargs:
        hand = Hand.objects.filter(pk=view.kwargs["hand"]).first()
        return hand.sitting_id if hand else None
    named: UUID | None = view.kwargs.get("sitting")
    return named


class PlayView(Door):
    """What the views of the tables share.

    `rights` names, for each method with a body, what its service will require at least: whoever has not that much is
    told so (403), and not what is wrong with a body that would do nothing for them. It is asked only where the request
    is refused before the service is.
    """

    permission_classes = [MayAsk, HasScope]
    rights: ClassVar[Mapping[str, Callable[[Any], bool]]] = {}

    def standing(self) -> Any:
        """What the caller is here, as `rights` take it: at a table their standpoint. Raises DoesNotExist (404)."""
        named = _sitting_of(self)
        if named is None:
            raise Sitting.DoesNotExist
        actor = self.actor(self.request, named)
        return standpoint(actor, seen_by(Sitting.objects.select_related("club"), actor).get(pk=named))

    def actor(self, request: Request, sitting: UUID | None = None) -> Actor:
        if sitting is None or isinstance(request.auth, ApiToken):
            user = request.user if isinstance(request.user, User) else None
            return Actor(user=user, is_program=isinstance(request.auth, ApiToken))
        return actor_for(request._request, sitting)  # noqa: SLF001 Django's own request

    def phone(self, request: Request) -> str:
        """The device at the table the address speaks of, for the throttle; that it may ask is known by then."""
        sitting = _sitting_of(self)
        codes = known_tables(request._request)  # noqa: SLF001 Django's own request
        return codes.get(sitting.hex, "") if sitting else ""

    def visible(self, request: Request, sitting: UUID) -> Sitting:
        """A table that the caller may see, with its seats and seasons. Raises as `acting.visible`."""
        found = visible(sitting, self.actor(request, sitting))
        use_words(found.club.game_words, found.game)
        name_in_log(club=found.club_id)
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """What was sent again is not counted again."""
        if isinstance(response, Again):
            for throttle in self.get_throttles():
                if isinstance(throttle, PerCaller):
                    throttle.forget(request, self)
        return super().finalize_response(request, response, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        """A refusal and what stands in the way speak of people by their names; see `rights` for who may not ask."""
        is_unread = isinstance(exc, Unread | ValidationError)  # refused for how it is written, before the service
        if is_unread and (right := self.rights.get(self.request.method or "")):
            try:
                require(right(self.standing()))
            except (PermissionDenied, ObjectDoesNotExist) as first:
                exc = first
        if isinstance(exc, Conflict) and isinstance(exc.standing, Hand):
            state = state_of(exc.standing, timezone.now())
            exc.standing = hand_of(exc.standing, names_for(exc.standing.sitting), state).model_dump()
        elif isinstance(exc, Refused) and (named := _sitting_of(self)):
            seen = seen_by(Sitting.objects.all(), self.actor(self.request, named)).filter(pk=named).first()
            exc.names = names_for(seen) if seen else None
        return super().handle_exception(exc)


class AtSitting(PlayView):
    """An act at the table that the address names."""

    def place(self, request: Request, sitting: UUID) -> dict[str, Any]:
        return {"sitting_id": sitting, "by": self.actor(request, sitting)}


class AtHand(PlayView):
    """An act on the hand that the address names by the id of a version."""

    def place(self, request: Request, hand: UUID) -> dict[str, Any]:
        sitting = Hand.objects.values_list("sitting", flat=True).get(pk=hand)
        return {"sitting_id": sitting, "by": self.actor(request, sitting), "hand_id": hand}
