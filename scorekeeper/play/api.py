"""The JSON door to the tables; the services behind it are those of the pages."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games
from scorekeeper.accounts.models import ApiToken, Scope, User
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.models import Club
from scorekeeper.common.acts import Unread
from scorekeeper.common.api import READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.schema import UUID_TEXT
from scorekeeper.common.strict import Strict
from scorekeeper.common.texts import Names
from scorekeeper.common.throttling import PerCaller
from scorekeeper.play import bodies
from scorekeeper.play.acting import require_not_held, with_seats
from scorekeeper.play.actors import Actor, actor_for, known_tables, was_here
from scorekeeper.play.marks.reads import all_marks, said_of, state_of
from scorekeeper.play.models import Hand, Sitting, State
from scorekeeper.play.moves import moves
from scorekeeper.play.offers import preset_of
from scorekeeper.play.opening.services import Opening, Sitter, open_once
from scorekeeper.play.policies import can_record, keeps_the_sheet, seen_by, standpoint
from scorekeeper.play.recording.services import (
    Correction,
    Recorded,
    Sent,
    correct_hand,
    preview,
    record_hand,
    undo_hand,
)
from scorekeeper.play.recording.versions import current_version
from scorekeeper.play.replaying import stored
from scorekeeper.play.requests import (
    CorrectionRequest,
    OpenRequest,
    PreviewedReasonRequest,
    PreviewRequest,
    RecordRequest,
    UndoRequest,
)
from scorekeeper.play.sheet.origins import signatures_of
from scorekeeper.play.sheet.reads import acts_of, names_then, swaps_of

OPENING_KEY = OpenApiParameter(
    "Idempotency-Key",
    UUID_TEXT,
    OpenApiParameter.HEADER,
    description="A UUID made by the sender for this table; sending it again gives the same table.",
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    UUID_TEXT,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID made by the sender for this hand; sending it again gives the same hand.",
)
MOVES_OR_RECORDED = OpenApiResponse(
    PolymorphicProxySerializer(
        component_name="MovesOrRecorded",
        serializers=[bodies.MovesBody, bodies.RecordedBody],
        resource_type_field_name=None,
    ),
    description="With `preview`: what would move. Else: changed before under this key.",
)


PHONE_ENDED = gettext_noop(
    "This phone may no longer record at this table: its code has ended, or who keeps the sheet ended it. Once it has "
    "joined again, what waits here goes out."
)


class MayAsk(BasePermission):
    """Signed in, or a phone with a table pass; what they may do is for the services to say."""

    def has_permission(self, request: Request, view: APIView) -> bool:
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


class PlayView(APIView):
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
        known = known_tables(request._request)  # noqa: SLF001 Django's own request
        return known.get(sitting.hex, "") if sitting else ""

    def body(self, form: type[Strict], request: Request) -> dict[str, Any]:
        """The checked body."""
        serializer = form(data=request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def visible(self, request: Request, sitting: UUID) -> Sitting:
        actor = self.actor(request, sitting)
        seen = seen_by(Sitting.objects.select_related("club"), actor).filter(pk=sitting).first()
        if seen is None:
            require_not_held(sitting, actor)
            raise Sitting.DoesNotExist
        found = with_seats(seen)
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
        if _is_of_the_request(exc) and (right := self.rights.get(self.request.method or "")):
            try:
                require(right(self.standing()))
            except (PermissionDenied, ObjectDoesNotExist) as first:
                exc = first
        if isinstance(exc, Conflict) and isinstance(exc.standing, Hand):
            state = state_of(exc.standing, timezone.now())
            exc.standing = bodies.hand_body(exc.standing, names_for(exc.standing.sitting), state)
        elif isinstance(exc, Refused) and (named := _sitting_of(self)):
            seen = seen_by(Sitting.objects.all(), self.actor(self.request, named)).filter(pk=named).first()
            exc.names = names_for(seen) if seen else None
        return super().handle_exception(exc)


def _is_of_the_request(exc: Exception) -> bool:
    """Whether a request was refused for how it is written, before any service was asked."""
    return isinstance(exc, Unread | ValidationError)


class SittingList(PlayView):
    """The tables of a club."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="sitting_open",
        parameters=[OPENING_KEY],
        request=OpenRequest,
        responses={
            201: bodies.StateBody,
            200: OpenApiResponse(bodies.StateBody, description="Opened before under this key."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Open a table.

        A scorer opens a table with its players, house rules and seasons.
        """
        user = _user(self.actor(request))
        body = self.body(OpenRequest, request)
        key = key_of(request) if request.headers.get("Idempotency-Key") else None
        found = Club.objects.visible_to(user).get(pk=club)
        sitting, is_new = open_once(club=found, by=user, opening=opening_of(body, key), now=timezone.now())
        return Response(standing_of(sitting), status=201) if is_new else Again(standing_of(sitting))


class SittingDetail(PlayView):
    """One table."""

    @extend_schema(operation_id="sitting", responses={200: bodies.SittingBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read a table.

        Reads the state of a table, its hands, and everything else that happened at it.
        """
        found = self.visible(request, sitting)
        names = names_for(found)
        said, marks = said_of(found, timezone.now()), all_marks(found)
        hands = [
            bodies.marked_body(hand, names, said.state(hand), marks.get(hand.number, []))
            for hand in found.hands.newest().select_related("by_user", "by_device").order_by("number")
        ]
        acts = [bodies.act_body(act, list(found.seats.all())) for act in acts_of(found)]
        signed = signatures_of(found).select_related("seat", "by_user", "by_device").order_by("seat__number")
        signatures = [bodies.signature_body(signature) for signature in signed]
        return Response({**standing_of(found), "hands": hands, "acts": acts, "signatures": signatures})


class HandList(PlayView):
    """The hands of a table."""

    scopes = {"POST": Scope.RECORD}
    rights = {"POST": can_record}

    @extend_schema(
        operation_id="hand_record",
        parameters=[KEY],
        request=RecordRequest,
        responses={
            201: bodies.RecordedBody,
            200: OpenApiResponse(bodies.RecordedBody, description="Recorded before under this key."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Record a hand.

        Records the next hand of a table. The game of the table judges it.
        """
        sent = Sent(key_of(request), **self.body(RecordRequest, request))
        recorded = record_hand(sitting_id=sitting, by=self.actor(request, sitting), sent=sent, now=timezone.now())
        return _recorded(recorded)


class HandPreview(PlayView):
    """What a hand would be."""

    scopes = {"POST": Scope.RECORD}

    @extend_schema(operation_id="hand_preview", request=PreviewRequest, responses={200: bodies.PreviewBody, **REFUSALS})
    def post(self, request: Request, sitting: UUID) -> Response:
        """Preview a hand.

        Judges a hand as the next one of a table; nothing is written.
        """
        found = self.visible(request, sitting)
        require(can_record(standpoint(self.actor(request, sitting), found)))
        record, outcome = preview(found, self.body(PreviewRequest, request)["record"])
        told = bodies.outcome_body(stored(outcome), names_for(found))
        return Response({"record": record.model_dump(mode="json", by_alias=True), "outcome": told})


class HandUndo(PlayView):
    """Taking back the last hand."""

    scopes = {"POST": Scope.RECORD}
    rights = {"POST": can_record}

    @extend_schema(operation_id="hand_undo", request=UndoRequest, responses={200: bodies.RecordedBody, **REFUSALS})
    def post(self, request: Request, sitting: UUID) -> Response:
        """Undo the last hand.

        Takes back the last hand. A repeated call for the same hand changes nothing.
        """
        hand = self.body(UndoRequest, request)["hand"]
        actor = self.actor(request, sitting)
        return _recorded(undo_hand(sitting_id=sitting, by=actor, hand_id=hand, now=timezone.now()), new=200)


class HandView(PlayView):
    """One hand, found by the id of a version."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": keeps_the_sheet}

    def found(self, request: Request, hand: UUID) -> tuple[Sitting, Actor]:
        """The sitting of the hand, if the caller may see it."""
        sitting_id = Hand.objects.values_list("sitting", flat=True).get(pk=hand)
        actor = self.actor(request, sitting_id)
        return seen_by(Sitting.objects.select_related("club"), actor).get(pk=sitting_id), actor

    def change(self, request: Request, hand: UUID, record: Any, reason: str) -> Response:
        sitting, actor = self.found(request, hand)
        wanted = Correction(hand, key_of(request), record, reason)
        changed = correct_hand(sitting_id=sitting.pk, by=actor, change=wanted, now=timezone.now())
        return _recorded(changed)

    def previewed(self, request: Request, hand: UUID, record: Any) -> Response:
        """What the change would move; nothing is written."""
        sitting, actor = self.found(request, hand)
        require(keeps_the_sheet(standpoint(actor, sitting)))
        version = current_version(with_seats(sitting), hand)
        return Response(bodies.moves_body(moves(sitting, version, record), names_for(sitting)))


class HandCorrections(HandView):
    """Correcting a hand."""

    @extend_schema(
        operation_id="hand_correct",
        parameters=[KEY],
        request=CorrectionRequest,
        responses={201: bodies.RecordedBody, 200: MOVES_OR_RECORDED, **REFUSALS},
    )
    def post(self, request: Request, hand: UUID) -> Response:
        """Correct a hand.

        Replaces a hand by its correction and keeps the old version; with `preview` the answer only lists what would
        change.
        """
        body = self.body(CorrectionRequest, request)
        if body.get("preview"):
            return self.previewed(request, hand, body["record"])
        return self.change(request, hand, body["record"], body["reason"])


class HandVoid(HandView):
    """Striking a hand."""

    @extend_schema(
        operation_id="hand_void",
        parameters=[KEY],
        request=PreviewedReasonRequest,
        responses={201: bodies.RecordedBody, 200: MOVES_OR_RECORDED, **REFUSALS},
    )
    def post(self, request: Request, hand: UUID) -> Response:
        """Strike a hand.

        Strikes a hand, which stays readable; with `preview` the answer only lists what would change.
        """
        body = self.body(PreviewedReasonRequest, request)
        if body.get("preview"):
            return self.previewed(request, hand, None)
        return self.change(request, hand, None, body["reason"])


def _user(actor: Actor) -> User:
    require(actor.user is not None)
    return actor.user  # type: ignore[return-value]


def opening_of(body: dict[str, Any], key: UUID | None) -> Opening:
    """What a body says of a new table. Raises Refused."""
    game = games.all_games().get(body["game"])
    preset = preset_of(game, body.get("preset", "")) if game else None
    return Opening(
        game=body["game"],
        seats=[Sitter(seat.get("player"), seat.get("name", "")) for seat in body["seats"]],
        rules={**(preset.rules if preset else {}), **body.get("rules", {})},
        rules_name=body.get("rules_name") or (str(preset.title) if preset else ""),
        name=body.get("name", ""),
        competitions=body.get("seasons", []),
        key=key,
        house_rules=body.get("house_rules"),
        elsewhere=body.get("elsewhere", False),
    )


def names_for(sitting: Sitting) -> Names:
    """Who sits there, for the sentences of this sitting."""
    if "seats" not in getattr(sitting, "_prefetched_objects_cache", {}):
        with_seats(sitting)
    return Names({seat.number: seat.player.name for seat in sitting.seats.all()}, sitting.unit)


def standing_of(sitting: Sitting) -> bodies.Body:
    """Where a sitting stands, whose seats and seasons are read once."""
    names_for(sitting)
    return bodies.state_body(sitting, list(sitting.seats.all()), list(sitting.competitions.all()))


def _recorded(recorded: Recorded, new: int = 201) -> Response:
    sitting, seats = recorded.sitting, recorded.seats
    if not seats:
        with_seats(sitting)
    seats = seats or list(sitting.seats.all())
    competitions = recorded.competitions if recorded.seats else list(sitting.competitions.all())
    names = Names({seat.number: seat.player.name for seat in seats}, sitting.unit)
    state = bodies.state_body(sitting, seats, competitions)
    binds = State.RECORDED if recorded.is_new else state_of(recorded.hand, timezone.now())
    if binds == State.REPLACED:
        names = names_then(recorded.hand, names, swaps_of(sitting))
    body = {**bodies.hand_body(recorded.hand, names, binds), "state": state}
    return Response(body, status=new) if recorded.is_new else Again(body)
