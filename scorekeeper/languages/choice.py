"""Which language a reader gets: the one that the address asks for, their own choice, their club's, the browser's."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

from asgiref.local import Local
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext_noop
from django.utils.translation.trans_real import parse_accept_lang_header
from pydantic import AfterValidator, Field

from scorekeeper.common.acts import wrong
from scorekeeper.common.addresses import public_address
from scorekeeper.common.middleware import is_for_programs

ASKED: Final = "lang"
"""In the address of a page: the language it is wanted in, this once."""
_state = Local()
spoken: ContextVar[Mapping[str, str]] = ContextVar("spoken", default=MappingProxyType({}))
"""{context of a game: the code of the words it is spoken in}, see `languages.spoken`; the others follow the page."""


def offered() -> dict[str, str]:
    """{code: its own name} of the languages that readers can choose."""
    return dict(settings.LANGUAGES)


def first_offered(*codes: str) -> str:
    """The first of these that is offered; empty where none is."""
    return next((code for code in codes if code in offered()), "")


def language_of_page() -> str:
    """The language that its reader sees, to be kept as their choice; empty while there is one alone."""
    return first_offered(translation.get_language() or "") if len(offered()) > 1 else ""


def _known(code: str) -> str:
    """A language that is offered, or none. Raises Refused `language_unknown`."""
    if code and code not in offered():
        raise wrong("language_unknown", gettext_noop("Please choose one of the languages."))
    return code


LanguageCode = Annotated[
    str, Field(description="By its code, like `de` or `pt-br`; empty: none was chosen."), AfterValidator(_known)
]


class ReadersLanguage:
    """Activates what the reader chose. Where that is nothing, the browser's language holds until the page comes to its
    club (`use_language_of_club`). What programs are answered is decided by `Accept-Language` alone, in which scripts of
    ours name the language of their page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        spoken.set({})
        if len(offered()) == 1:
            return self.get_response(request)
        is_program = is_for_programs(request)
        chosen = (_asked_for_by(request) or settings.LANGUAGE_CODE) if is_program else _chosen_by(request)
        _state.is_chosen = bool(chosen)
        if chosen:
            translation.activate(chosen)
        try:
            response = self.get_response(request)
        finally:
            _state.is_chosen = False
            spoken.set({})
        patch_vary_headers(response, ("Accept-Language",) if is_program else ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


def _chosen_by(request: HttpRequest) -> str:
    own = getattr(request.user, "language", "")  # nobody who is not signed in has one
    return first_offered(request.GET.get(ASKED, ""), own, request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))


def _asked_for_by(request: HttpRequest) -> str:
    for code, _weight in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", "")):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def use_language_of_club(code: str) -> None:
    """The rest of this request is in the language of its club, unless its reader chose one."""
    if first_offered(code) and not getattr(_state, "is_chosen", False):
        translation.activate(code)


def language_for(*choices: str) -> str:
    """The language of somebody who does not sit before this page: the first of the choices, else the installation's."""
    return first_offered(*choices) or settings.LANGUAGE_CODE


@contextmanager
def written_for(*choices: str) -> Iterator[None]:
    """What is written within is for somebody else: `written_for(user.language, club.language)`."""
    with translation.override(language_for(*choices)):
        yield


class Offer(NamedTuple):
    """One language, by its own name; `address` is that of the page in it."""

    code: str
    name: str
    is_current: bool
    address: str


def languages(request: HttpRequest) -> dict[str, Any]:
    """Nothing where there is no choice."""
    names, current = offered(), get_language()
    if len(names) == 1:
        return {}
    here = public_address(request, request.path)
    offers = [Offer(code, name, code == current, f"{here}?{ASKED}={code}") for code, name in names.items()]
    return {"languages": offers, "canonical": here}
