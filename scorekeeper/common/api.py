"""The door of programs to acts: JSON becomes the record, the service's value the answer, and the document of the API
says the same of both. What is refused and what stands in the way becomes a problem in `common.problems`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer, Asked, Codes, Unread, codes_of, codes_raised, joined, moment_for
from scorekeeper.common.errors import Refused
from scorekeeper.common.parsers import SentFile, takes_file
from scorekeeper.common.schema import UUID_TEXT, Either
from scorekeeper.common.schema import Problem as ProblemBody

KEY_MISSING: Final = "key_missing"
KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    UUID_TEXT,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID made by the sender for this act; sending it again gives the same act.",
)
REFUSALS: Final = {
    400: OpenApiResponse(ProblemBody, description="The body is no usable JSON."),
    401: OpenApiResponse(ProblemBody, description="No sign-in, token or table pass."),
    403: OpenApiResponse(ProblemBody, description="You may see this, not do it."),
    404: OpenApiResponse(ProblemBody, description="No such thing, or it is not yours to see."),
    409: OpenApiResponse(
        ProblemBody, description="Something else stands there: `code` says what kind, `standing` what."
    ),
    413: OpenApiResponse(ProblemBody, description="The body is too large."),
    415: OpenApiResponse(ProblemBody, description="The body must be application/json."),
    422: OpenApiResponse(ProblemBody, description="Refused; `errors` has every reason in order."),
    429: OpenApiResponse(ProblemBody, description="Too often; see Retry-After."),
}
FORM_REFUSALS: Final = {
    **REFUSALS,
    400: OpenApiResponse(ProblemBody, description="The body is no usable form."),
    415: OpenApiResponse(ProblemBody, description="The body must be multipart/form-data."),
}
"""Of an act that is sent a file."""
BARE_REFUSALS: Final = {status: REFUSALS[status] for status in (401, 403, 404, 409, 422, 429)}
"""Of an act that asks for nothing."""
READ_REFUSALS: Final = {status: REFUSALS[status] for status in (401, 403, 404, 422, 429)}
"""Of reading; 422: what stands behind the question mark of the address."""


ALWAYS: Final[Codes] = {
    400: frozenset({"parse_error", "cut_off"}),
    401: frozenset({"not_authenticated"}),
    403: frozenset({"permission_denied"}),
    404: frozenset({"not_found"}),
    413: frozenset({"too_large"}),
    415: frozenset({"unsupported_media_type"}),
    429: frozenset({"throttled"}),
}
"""The codes of what no service refuses, but what stands before it."""


class Nothing(Asked):
    """An address without parameters."""


class Door(APIView):
    """The base of every view of the API. What stands behind the question mark of its address is the record
    `in_address`, read into `asked` once it is known who asks; anything else is refused."""

    in_address: ClassVar[type[Asked]] = Nothing
    act: ClassVar["Act | None"] = None
    asked: Any

    def codes(self, method: str) -> Codes:
        """What a call may be refused with: by who asks, by its address, by the view and, of an act, by its service."""
        before = [
            *(codes_raised(type(known).authenticate) for known in self.get_authenticators()),
            *(codes_raised(type(asked).has_permission) for asked in self.get_permissions()),
        ]
        here: Any = type(self)
        done = [self.act.codes, codes_raised(here.place)] if self.act else [codes_raised(getattr(here, method.lower()))]
        return joined(ALWAYS, {422: codes_of(self.in_address)}, *before, *done)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        try:
            self.asked = self.in_address.of_query(request.query_params)
        except Unread as unread:  # as no body is: nothing was looked for yet, so nobody knows what the caller may do
            raise Refused(unread.problems) from None


def unchanged_since(request: Request, tag: str) -> HttpResponse | None:
    """What whoever has this already is answered, with its ETag; None: they have something else, or nothing. A single
    tag sent back alone, as programs do, is compared and not parsed."""
    asked = request._request  # noqa: SLF001 Django's own request
    is_plain = not CONDITIONS & asked.META.keys()
    if is_plain and asked.META.get("HTTP_IF_NONE_MATCH") == tag and asked.method in {"GET", "HEAD"}:
        found: HttpResponse | None = HttpResponseNotModified()
    else:
        found = get_conditional_response(asked, etag=tag)
    if found is not None:
        found["ETag"] = tag
    return found


CONDITIONS: Final = frozenset({"HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"})
"""Headers that come before If-None-Match (RFC 9110, 13.2.2)."""


class Again(Response):
    """The first answer to what is sent under a key that was used before."""


def key_of(request: HttpRequest | Request) -> UUID:
    """The sender's own key of this request. Raises Refused `key_missing`."""
    try:
        return UUID(request.headers.get("Idempotency-Key", ""))
    except ValueError:
        text = Text(gettext_noop("Send a UUID of your own in the header Idempotency-Key."))
        raise Unread([Problem(KEY_MISSING, "Idempotency-Key", text)]) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an act answers where its record says `preview`: what it would move, and nothing is written. Who `does` it
    takes what the service of the act takes, but for the key and the time. `name` is that of
    either answer in the document."""

    name: str
    does: Callable[..., Any]
    gives: type[Answer]
    shown: Callable[[Any], Answer] | None = None
    about: str = "With `preview`: what would move."


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """What an act answers with 202 where it takes longer and goes on in the background: its service returns a `started`
    thing then, and `shown` makes the answer of it."""

    started: type[Any]
    gives: type[Answer]
    shown: Callable[[Any], Answer]
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act as programs do it.

    `summary` and `about` are what the document says of it. Where the address says all, the act `asks` for nothing. The
    service `does` it, and is given no record where that has no fields; `shown` makes the answer (with `gives_many` a
    list of them) where `gives.of` does not, and else the place where it is done, if that has a method of this name.
    `may_repeat` says what it means that the service's value is not new (`is_new`): that is answered with 200. A record
    with a `FilePart` is sent as a form (`sends_file`).
    """

    operation: str
    summary: str
    about: str
    asks: type[Asked] | None = None
    does: Callable[..., Any]
    gives: type[Answer] | None
    gives_many: bool = False
    shown: Callable[[Any], Any] | None = None
    status: int = 200
    is_keyed: bool = False
    may_repeat: str = ""
    preview: Preview | None = None
    later: Later | None = None
    sends_file: bool = False

    def at(self, place: type[APIView], **more: Any) -> Any:
        """The view of an address; its `place` says where and by whom it is done, and `more` what else is so of this
        view: its `rights`, say."""

        @extend_schema(
            operation_id=self.operation,
            summary=self.summary,
            description=self.about,
            parameters=[KEY] if self.is_keyed else [],
            request=self.asks if self.asks and self.asks.model_fields else None,
            responses={**self._answers, **self._refusals},
        )
        def post(view: Any, request: Request, **address: UUID) -> Response:
            where = view.place(request, **address)
            asked = self.asks.read(body_of(request)) if self.asks else None
            if self.preview and getattr(asked, "preview", False):
                found = self.preview.does(asked, **where)
                return Response((self.preview.shown or self.preview.gives.of)(found).model_dump())
            record = (asked,) if asked and type(asked).model_fields else ()
            key = {"key": key_of(request)} if self.is_keyed else {}
            found = self.does(*record, **where, **key, **moment_for(self.does))
            if self.later and isinstance(found, self.later.started):
                return Response(self.later.shown(found).model_dump(), status=202)
            if self.gives is None:
                return Response(status=self.status)
            shown_there: Any = getattr(view, "shown", self.gives.of)
            shown: Any = (self.shown or shown_there)(found)
            answer = [part.model_dump() for part in shown] if self.gives_many else shown.model_dump()
            if self.may_repeat and not found.is_new:
                return Again(answer)
            return Response(answer, status=self.status)

        parsers = {"parser_classes": [MultiPartParser]} if self.sends_file else {}
        own = {"__doc__": self.about, "__module__": place.__module__, "act": self, "post": post, **parsers, **more}
        view: Any = type(self.operation, (place,), own).as_view()  # type: ignore[attr-defined]
        return takes_file(view) if self.sends_file else view

    @property
    def codes(self) -> Codes:
        """What may be refused of the act itself: its record, its key, and what its service and its preview raise."""
        asks = codes_of(self.asks) if self.asks else frozenset()
        sent = asks | ({KEY_MISSING} if self.is_keyed else set())
        does = (self.does, self.shown, self.preview and self.preview.does)
        return joined({422: sent}, *(codes_raised(function) for function in does if function))

    @property
    def _refusals(self) -> dict[int, OpenApiResponse]:
        """What the document says of how it may be refused."""
        return FORM_REFUSALS if self.sends_file else REFUSALS if self.asks else BARE_REFUSALS

    @property
    def _answers(self) -> dict[int, Any]:
        """What the document says of the answers, by status."""
        if self.gives is None:
            return {self.status: OpenApiResponse(description=self.may_repeat)}
        gives: Any = list[self.gives] if self.gives_many else self.gives  # type: ignore[name-defined]  # made here
        done = {self.status: gives}
        if self.later:
            done[202] = OpenApiResponse(self.later.gives, description=self.later.about)
        if self.preview:
            either = Either(self.preview.name, (self.preview.gives, self.gives))
            about = f"{self.preview.about} Else: {self.may_repeat}" if self.may_repeat else self.preview.about
            return {**done, 200: OpenApiResponse(either, description=about)}
        return {**done, 200: OpenApiResponse(self.gives, description=self.may_repeat)} if self.may_repeat else done


def body_of(request: Request) -> object:
    """What was sent; nothing is an object without fields. Of a form each name has its last value."""
    if not isinstance(request.data, QueryDict):
        return request.data
    return {
        name: SentFile.of(part) if isinstance(part, UploadedFile) else part
        for name, part in request.data.dict().items()
    }
