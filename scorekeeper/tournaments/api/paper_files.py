"""What is printed, as files for programs: which files there are, and what their addresses share."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from pydantic import Field
from rest_framework.request import Request

from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.acts import Asked, Refusal
from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.common.errors import require
from scorekeeper.common.pdf_canvas import Paper
from scorekeeper.common.tables.files import PRINTED
from scorekeeper.common.tables.serving import XLSX, answer, paper_answer
from scorekeeper.common.tables.values import Table
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.forms_on_paper import Awarded, awarded

UNKNOWN: Final = gettext_noop("This is no kind of file. Ask for one of these: {names}.")
_NO_SUCH_FILE: Final = Refusal("as_unknown", UNKNOWN)


class ListAsked(Asked):
    """As which file a list is wanted."""

    form: Annotated[
        Literal["pdf", "a5", "csv", "xlsx"],
        Field(alias="as", description="The file: `pdf` on A4 (where nothing is said), `a5`, `csv` or `xlsx`."),
        _NO_SUCH_FILE,
    ] = "pdf"


class DrawnAsked(Asked):
    """For which paper something is drawn."""

    form: Annotated[
        Literal["pdf", "a5"],
        Field(alias="as", description="`pdf`: for A4 (where nothing is said); `a5`: for A5."),
        _NO_SUCH_FILE,
    ] = "pdf"


DRAWN: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file."),
    **READ_REFUSALS,
}
FILE: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file that was asked for."),
    (200, "text/csv"): OpenApiTypes.STR,
    (200, XLSX): OpenApiTypes.BINARY,
    **READ_REFUSALS,
}


class FileView(TournamentView):
    """What the views of files share; `in_address` says as what the file can be had."""

    in_address: ClassVar[type[Asked]] = ListAsked

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a PDF accepts no JSON."""
        return super().perform_content_negotiation(request, force)

    def file(self, table: Table) -> HttpResponse:
        """The list as the file that is asked for."""
        return answer(table, self.asked.form)

    def drawn(self, name: str, draw: Callable[[Paper, datetime], bytes]) -> HttpResponse:
        """Pages that are drawn for the paper that is asked for."""
        return paper_answer(name, draw(PRINTED[self.asked.form], timezone.now()))

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
