"""What is printed, as files for programs: which files there are, and what their addresses share."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.pdf_canvas import Paper
from scorekeeper.common.tables.files import FORMATS, PRINTED
from scorekeeper.common.tables.serving import XLSX, answer, paper_answer
from scorekeeper.common.tables.values import Table
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.forms_on_paper import Awarded, awarded

UNKNOWN: Final = gettext_noop("This is no kind of file. Ask for one of these: {names}.")
AS: Final = ("pdf", *(name for name in PRINTED if name != "pdf"), *FORMATS)
FORM: Final = OpenApiParameter(
    "as", str, enum=AS, description="The file: `pdf` on A4 (where nothing is said), `a5`, `csv` or `xlsx`."
)
DRAWN_FORM: Final = OpenApiParameter(
    "as", str, enum=list(PRINTED), description="`pdf`: for A4 (where nothing is said); `a5`: for A5."
)
DRAWN: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file."),
    422: REFUSALS[422],
    **READ_REFUSALS,
}
FILE: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file that was asked for."),
    (200, "text/csv"): OpenApiTypes.STR,
    (200, XLSX): OpenApiTypes.BINARY,
    422: REFUSALS[422],
    **READ_REFUSALS,
}


class FileView(TournamentView):
    """What the views of files share."""

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a PDF accepts no JSON."""
        return super().perform_content_negotiation(request, force)

    def file(self, request: Request, table: Table) -> HttpResponse:
        """The list as the file that is asked for. Raises Refused `as_unknown`."""
        return answer(table, self._form(request, AS))

    def drawn(self, request: Request, name: str, draw: Callable[[Paper, datetime], bytes]) -> HttpResponse:
        """Pages that are drawn for the paper that is asked for. Raises Refused `as_unknown`."""
        paper = PRINTED[self._form(request, tuple(PRINTED))]
        return paper_answer(name, draw(paper, timezone.now()))

    def published(self, request: Request, one: UUID) -> Round:
        """A round that is no draft, for who works at the desk. Raises Round.DoesNotExist (404), PermissionDenied."""
        found, here = self.round(request, one)
        require(can_desk(here.role))
        if found.is_draft:
            raise Round.DoesNotExist
        return found

    def awarded(self, request: Request, found: Tournament) -> Awarded:
        """Its prizes, for who reads all accounts. Raises PrizePool.DoesNotExist (404): nothing is awarded."""
        require(can_read_accounts(role_kept(self.user(request), found.club)))
        prizes = awarded(found)
        if prizes is None:
            raise PrizePool.DoesNotExist
        return prizes

    def _form(self, request: Request, known: Sequence[str]) -> str:
        form = request.query_params.get("as", "pdf")
        if form not in known:
            raise Refused([Problem("as_unknown", "as", Text(UNKNOWN, {"names": ", ".join(known)}))])
        return form
