"""The file of a table that was shown before an act: kept when its page is done, had by GET."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.accounts.models import User
from scorekeeper.common.tables.files import FORMATS
from scorekeeper.common.tables.serving import answer, dialect_of, shown, wanted
from scorekeeper.transfer.services import showing

HASH: Final = 48  # hexadecimal digits


class KeepShownTables:
    """Keeps the tables that the page of a POST has shown, for who was shown them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if tables := shown(request):
            showing.keep_shown(tables, reader=_reader(request), now=timezone.now())
        return response


@require_safe
@never_cache
def shown_table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The table as a file, for an hour, for whoever was shown it."""
    table = showing.shown_table(table_id, reader=_reader(request), now=timezone.now())
    if table is None:
        return render(request, "transfer/shown_no_longer.html", status=404)
    return answer(table, wanted(request) or FORMATS[0], dialect_of(request))


def _reader(request: HttpRequest) -> str:
    """Who it is, as a hash: an account, else the browser by the secret that every form of ours is sent with."""
    if isinstance(request.user, User):
        return _hash(request.user.pk.hex)
    return f"{showing.NOBODY}{_hash(request.META.get('CSRF_COOKIE') or '')}"


def _hash(who: str) -> str:
    return salted_hmac("scorekeeper.transfer.shown", who, algorithm="sha256").hexdigest()[:HASH]
