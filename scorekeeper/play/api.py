"""The door of programs to the tables: who asks, which table the address speaks of, and what they may do there;
opening a table, its seats, its sheet, its passes and phones, signing and closing it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import ApiToken, Scope, User
from scorekeeper.clubs.models import Club
from scorekeeper.common.acts import Unread
from scorekeeper.common.addresses import PerCaller, public_address
from scorekeeper.common.api import READ_REFUSALS, REFUSALS, Act, Again, Door, Preview, body_of, key_of
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.schema import UUID_TEXT
from scorekeeper.languages.spoken import use_words
from scorekeeper.play import records
from scorekeeper.play.acting import visible
from scorekeeper.play.actors import Actor, actor_for, known_tables, was_here
from scorekeeper.play.closing import services
from scorekeeper.play.marks.reads import all_marks, marks_state, state_of
from scorekeeper.play.models import Device, Hand, Sitting, TablePass
from scorekeeper.play.moves import Official
from scorekeeper.play.opening.services import open_once, opening_of
from scorekeeper.play.passes import services as passes
from scorekeeper.play.passes.reads import phone_rows
from scorekeeper.play.policies import can_accept, can_direct, can_record, keeps_the_sheet, seen_by, standpoint
from scorekeeper.play.seats.records import Dealer, Substitution, SubstitutionBody, Swap
from scorekeeper.play.seats.services import preview_substitution, set_dealer, substitute
from scorekeeper.play.seats.swapping import preview_swap, swap_seats
from scorekeeper.play.sheet import shown as sheet
from scorekeeper.play.sheet.origins import signatures_of
from scorekeeper.play.sheet.reads import acts_of

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
            exc.standing = sheet.hand_of(exc.standing, sheet.names_for(exc.standing.sitting), state).model_dump()
        elif isinstance(exc, Refused) and (named := _sitting_of(self)):
            seen = seen_by(Sitting.objects.all(), self.actor(self.request, named)).filter(pk=named).first()
            exc.names = sheet.names_for(seen) if seen else None
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


class SittingDetail(PlayView):
    """One table."""

    @extend_schema(operation_id="sitting", responses={200: sheet.SittingBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read a table.

        Reads the state of a table, its hands, and everything else that happened at it.
        """
        found = self.visible(request, sitting)
        names, now = sheet.names_for(found), timezone.now()
        said, marks = marks_state(found, now), all_marks(found)
        hands = found.hands.newest().select_related("by_user", "by_device").order_by("number")
        signed = signatures_of(found).select_related("seat", "by_user", "by_device").order_by("seat__number")
        body = {
            **sheet.standing_of(found).model_dump(),
            "hands": [
                sheet.marked_hand(hand, names, said.state(hand), marks.get(hand.number, [])).model_dump()
                for hand in hands
            ],
            "acts": [sheet.act_of(act, list(found.seats.all())).model_dump() for act in acts_of(found)],
            "signatures": [sheet.signature_of(signature).model_dump() for signature in signed],
        }
        return Response(body)


OPENING_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    UUID_TEXT,
    OpenApiParameter.HEADER,
    description="A UUID made by the sender for this table; sending it again gives the same table.",
)


class SittingList(PlayView):
    """The tables of a club."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="sitting_open",
        parameters=[OPENING_KEY],
        request=records.TableOpening,
        responses={
            201: sheet.StateBody,
            200: OpenApiResponse(sheet.StateBody, description="Opened before under this key."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Open a table.

        A scorer opens a table with its players, house rules and seasons.

        Raises:
            Conflict, Refused: as `records.TableOpening`, as `key_of`, as `opening_of`, as `open_once`.
        """
        user = self.actor(request).user
        require(user is not None)
        assert user is not None  # noqa: S101 by `require`
        asked = records.TableOpening.read(body_of(request))
        key = key_of(request) if request.headers.get("Idempotency-Key") else None
        found = Club.objects.visible_to(user).get(pk=club)
        sitting, is_new = open_once(club=found, by=user, opening=opening_of(asked, key), now=timezone.now())
        standing = sheet.standing_of(sitting).model_dump()
        return Response(standing, status=201) if is_new else Again(standing)


dealer_set = Act(
    operation="dealer_set",
    summary="Set the dealer",
    about="Sets who deals the next hand when it is not the player whose turn it would be.",
    asks=Dealer,
    does=set_dealer,
    gives=sheet.ActedBody,
    shown=sheet.acted,
    status=201,
    is_keyed=True,
    may_repeat="Said before under this key.",
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
seats_swap = Act(
    operation="seats_swap",
    summary="Swap two seats",
    about="Swaps two seats from the first hand on, or from hand `number` on; with `preview` the answer only lists what "
    "would change.",
    asks=Swap,
    does=swap_seats,
    gives=sheet.ActedBody,
    shown=sheet.acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=preview_swap, gives=records.ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
seat_substitute = Act(
    operation="substitute",
    summary="Bring in a substitute at a table",
    about="Sets who plays for a seat from a hand on; the points stay with the holder of the seat. With `preview` the "
    "answer only lists what would change.",
    asks=Substitution,
    does=substitute,
    gives=sheet.ActedBody,
    shown=sheet.acted,
    status=201,
    is_keyed=True,
    may_repeat="said before under this key.",
    preview=Preview(
        name="SubstitutionOrActed",
        does=preview_substitution,
        gives=SubstitutionBody,
        about="With `preview`: what would change.",
    ),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})


def _official(found: Official) -> records.OfficialBody:
    return records.OfficialBody(
        seasons=tuple(
            records.SeasonMoveBody(
                season=season.competition.pk, seat=move.seat.number, points=move.points, rank=move.rank
            )
            for season in found.seasons
            for move in season.moves
        )
    )


_standing = partial(Act, gives=sheet.StateBody, shown=sheet.standing_of)
"""An act after which the answer is where the sitting stands."""

seat_sign = _standing(
    operation="seat_sign",
    summary="Sign for a seat",
    about="Signs for a seat. The last signature closes the table.",
    asks=records.Signing,
    does=services.sign,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_record})
sitting_close = _standing(
    operation="sitting_close",
    summary="Close a table",
    about="A director closes a table without all signatures and gives the reason.",
    asks=records.Reasoned,
    does=services.close_sitting,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
sitting_accept = _standing(
    operation="sitting_accept",
    summary="Make a closed sheet official",
    about="A scorer or director makes a closed sheet official that awaits it. An official sheet stays official.",
    asks=records.Empty,
    does=services.accept_sheet,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_accept})
sitting_reopen = _standing(
    operation="sitting_reopen",
    summary="Reopen a closed table",
    about="A director reopens a closed table and gives the reason; every seat signs again. With `preview` the answer "
    "only lists what would leave the official standings.",
    asks=records.PreviewedReason,
    does=services.reopen_sitting,
    preview=Preview(
        name="StateOrOfficial",
        does=services.preview_reopening,
        gives=records.OfficialBody,
        shown=_official,
        about="Where the table stands; with `preview`: what would leave the official standings.",
    ),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
sitting_withdraw = Act(
    operation="sitting_withdraw",
    summary="Withdraw a table without hands",
    about="A scorer, a director or whoever opened the table withdraws a table without hands. It leaves lists, draws, "
    "seasons and phones, and answers 404 from then on; a repeated call changes nothing. Tables of a tournament round "
    "or a match day stay, and so does a table with a buy-in at its bank.",
    asks=records.PerhapsReasoned,
    does=services.withdraw_table,
    gives=None,
    status=204,
    may_repeat="It is withdrawn, now or before.",
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})


class TablePhones(PlayView):
    """The phones of a table."""

    @extend_schema(operation_id="phones", responses={200: passes.PhonesBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """List the phones of a table.

        Lists the phones that joined a table with its code, for whoever keeps the sheet. The code itself is answered
        where it is made.
        """
        found = self.visible(request, sitting)
        require(keeps_the_sheet(standpoint(self.actor(request, sitting), found)))
        return Response(_phones(found).model_dump())


class AtPass(AtSitting):
    """An act on the code of the table that the address names."""

    scopes = {"POST": Scope.MANAGE}

    def shown(self, table_pass: TablePass) -> passes.TablePassBody:
        link = public_address(self.request, reverse("join_link", args=[passes.link_secret(table_pass)]))
        return passes.TablePassBody(link=link, code=passes.short_code(table_pass), expires_at=table_pass.expires_at)


class AtPhone(PlayView):
    """An act on a phone of the table that the address names."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": keeps_the_sheet}

    def place(self, request: Request, sitting: UUID, phone: UUID) -> dict[str, Any]:
        return {"sitting_id": sitting, "by": self.actor(request, sitting), "device_id": phone}

    def shown(self, device: Device) -> passes.PhonesBody:
        return _phones(device.sitting)


def _phones(sitting: Sitting) -> passes.PhonesBody:
    now = timezone.now()
    found, in_force = passes.current_pass(sitting, now) if sitting.is_open else None, None
    if found:
        worn_out = passes.is_worn_out(found)
        in_force = passes.PassInForceBody(made_at=found.made_at, expires_at=found.expires_at, is_worn_out=worn_out)
    phones = tuple(
        passes.PhoneBody(
            id=row.device.pk,
            number=row.number,
            name=row.device.name,
            seat=row.device.seat.number if row.device.seat else None,
            asks_for=row.device.asks_for.number if row.device.asks_for else None,
            joined_at=row.device.made_at,
            seen_at=row.seen_at,
            is_in_force=row.is_in_force,
        )
        for row in phone_rows(sitting, now)
        if not row.device.is_host
    )
    return passes.PhonesBody(table_pass=in_force, phones=phones)


pass_make = Act(
    operation="pass_make",
    summary="Make the code of a table",
    about="Whoever keeps the sheet makes the code with which phones join an open table. While it is in force it is "
    "answered again; once too many codes were tried a new one is made. Phones that have joined go on.",
    does=passes.make_pass,
    gives=passes.TablePassBody,
).at(AtPass)
pass_end = Act(
    operation="pass_end",
    summary="End the code of a table",
    about="The code and its link let nobody in any more, and every phone that joined with them has ended too.",
    does=passes.revoke_pass,
    gives=None,
    status=204,
    may_repeat="It has ended, now or before.",
).at(AtPass)

_of_phone = partial(Act, gives=passes.PhonesBody)
"""An act after which the answer has all phones."""

phone_seat = _of_phone(
    operation="phone_seat",
    summary="Give a phone a seat",
    about="Whoever keeps the sheet lets a phone sit at a seat, also at that of somebody with an account. A phone that "
    "held it has ended.",
    asks=passes.SeatWanted,
    does=passes.give_seat,
).at(AtPhone)
phone_refuse = _of_phone(
    operation="phone_refuse",
    summary="Refuse a phone the seat it asks for",
    about="The phone stays at the table without that seat. One that asks for none stays as it is.",
    does=passes.refuse_seat,
).at(AtPhone)
phone_end = _of_phone(
    operation="phone_end",
    summary="End one phone",
    about="One phone may no longer act at the table; the others go on. A repeated call changes nothing.",
    does=passes.end_phone,
).at(AtPhone)
