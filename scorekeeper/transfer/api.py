"""The door of programs to files that are taken over: sending one, looking at what it would do, having it done, and
taking it back."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import require_running
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.payouts.bank.bringing import take_brought_back
from scorekeeper.payouts.kinds import BROUGHT_ALONG
from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.models import Import, Spreadsheet
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.records import (
    FileAnswers,
    FileBody,
    FileSent,
    FileTaking,
    ImportBody,
    ImportDetailBody,
    ImportsBody,
    MoneyFileBody,
    PeopleListBody,
    SpreadsheetBody,
)
from scorekeeper.transfer.selectors.money import files_brought
from scorekeeper.transfer.services.back import forget_spreadsheet, take_import_back, take_people_back
from scorekeeper.transfer.services.keeping import answer_file, keep
from scorekeeper.transfer.services.running import From, Taking, have_taken_over, require_open
from scorekeeper.transfer.shown import file_body, import_body, look_of, money_body

SHOWN: Final = 100  # files of a list


class ImportView(Door):
    """What these views share: they are for who keeps the book of a club that is open and no guest sheet's."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def enter(self, request: Request, club: UUID, *, with_money: bool = False) -> Membership:
        """What the caller is in the club; from here on times are the club's.

        Raises:
            ObjectDoesNotExist: they are nothing there (404).
            PermissionDenied: they may not take files over, or those of money.
        """
        here = membership_of(request.user, club)
        if here.club.is_private:
            raise Club.DoesNotExist
        use_time_of(here.club)
        require_running(here.club)
        require(can_import(here.role) and (can_keep_money(here.role) or not with_money))
        return here

    def file(self, request: Request, pk: UUID) -> Upload:
        """A file of one of the caller's clubs. Raises as `enter`."""
        found = Upload.objects.select_related("club", "competition", "spreadsheet").get(pk=pk)
        self.enter(request, found.club_id, with_money=found.is_of_money)
        return found

    def shown(self, found: Upload | Taking) -> FileBody:
        """The file as it stands now."""
        upload = found.upload if isinstance(found, Taking) else found
        upload = Upload.objects.select_related("club", "competition", "spreadsheet").get(pk=upload.pk)
        return file_body(upload, membership_of(self.request.user, upload.club_id))


class ClubImports(ImportView):
    """What a club has taken over."""

    @extend_schema(operation_id="imports", responses={200: ImportsBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """List what was taken over from files.

        Shows a director the newest 100 files of each kind that were taken over, and the spreadsheets that the club
        keeps.
        """
        here = self.enter(request, club)
        imports = Import.objects.filter(club=here.club).order_by("-at")[:SHOWN]
        people = Upload.objects.filter(club=here.club, kind=Upload.Kind.PEOPLE, done_at__isnull=False)
        spreadsheets = Spreadsheet.objects.filter(club=here.club).order_by("-at", "pk")
        money = files_brought(here.club)[:SHOWN] if can_keep_money(here.role) else []
        return Response(
            ImportsBody(
                results=[ImportBody.of(found) for found in imports],
                people=[PeopleListBody.of(upload) for upload in people.order_by("-done_at")[:SHOWN]],
                money=[money_body(found) for found in money],
                spreadsheets=[SpreadsheetBody.of(found) for found in spreadsheets],
            ).model_dump()
        )


class ImportDetail(ImportView):
    """One import of results."""

    @extend_schema(operation_id="import", responses={200: ImportDetailBody, **READ_REFUSALS})
    def get(self, request: Request, imported: UUID) -> Response:
        """Read what was taken over from a file of results.

        Shows each result of the file with what counts of it now.
        """
        found = Import.objects.select_related("competition__club").get(pk=imported)
        self.enter(request, found.club_id)
        return Response(import_body(found).model_dump())


class FileDetail(ImportView):
    """One file."""

    @extend_schema(operation_id="file", responses={200: FileBody, **READ_REFUSALS})
    def get(self, request: Request, file: UUID) -> Response:
        """Read what a file would do.

        Shows what taking the file over would do, what it leaves open, and every line that is refused. Nothing is
        written.
        """
        return Response(self.shown(self.file(request, file)).model_dump())


class AtClub(ImportView):
    """Acts in a club."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(request, club)
        return {"club": here.club, "by": here.user}


class AtFile(ImportView):
    """Acts on a file that nobody has taken over yet."""

    def place(self, request: Request, file: UUID) -> dict[str, Any]:
        return {"upload": self.file(request, file), "by": request.user}


class AtOpenFile(AtFile):
    """Saying what a file leaves open."""

    def place(self, request: Request, file: UUID) -> dict[str, Any]:
        """The file as it stands. Raises as `require_open`."""
        found = super().place(request, file)
        require_open(found["upload"])
        return {**found, "look": look_of(found["upload"])}


class TakenOver(AtFile):
    """Having it taken over."""

    def place(self, request: Request, file: UUID) -> dict[str, Any]:
        return {**super().place(request, file), "asked_from": From.of(request)}


class AtPeopleList(ImportView):
    """Acts on a list of people that was taken over."""

    def place(self, request: Request, file: UUID) -> dict[str, Any]:
        done = Upload.objects.filter(kind=Upload.Kind.PEOPLE, done_at__isnull=False)
        upload = done.select_related("club").get(pk=file)
        return {"upload": upload, "by": self.enter(request, upload.club_id).user}


class AtMoneyFile(ImportView):
    """Acts on a file of money that was booked."""

    source: UUID

    def place(self, request: Request, file: UUID) -> dict[str, Any]:
        booking = Booking.objects.filter(source_kind=BROUGHT_ALONG, source=file).first()
        if booking is None:
            raise Booking.DoesNotExist
        here = self.enter(request, booking.club_id, with_money=True)
        self.source, self.club = file, here.club
        return {"club": here.club, "source": file, "by": here.user}

    def shown(self, _bookings: Any) -> MoneyFileBody:  # type: ignore[override]  # of another act
        """The file as it stands now."""
        [found] = [named for named in files_brought(self.club) if named.file.source == self.source]
        return money_body(found)


class AtImport(ImportView):
    """Acts on an import of results."""

    def place(self, request: Request, imported: UUID) -> dict[str, Any]:
        found = Import.objects.select_related("club", "competition").get(pk=imported)
        return {"imported": found, "by": self.enter(request, found.club_id).user}


class AtSpreadsheet(ImportView):
    """Acts on a spreadsheet of a club."""

    def place(self, request: Request, spreadsheet: UUID) -> dict[str, Any]:
        found = Spreadsheet.objects.select_related("club").get(pk=spreadsheet)
        return {"spreadsheet": found, "by": self.enter(request, found.club_id).user}


file_send = Act(
    operation="file_send",
    summary="Send a file to be looked at",
    about="A director sends a file of people, of results or of money. Nothing is taken over yet: the answer says what "
    "taking it over would do, and what it leaves open. A file that nobody takes over goes after a week. It has at most "
    "900 kB.",
    asks=FileSent,
    does=keep,
    gives=FileBody,
    status=201,
    sends_file=True,
).at(AtClub)
file_answers = Act(
    operation="file_answers",
    summary="Say what a file leaves open",
    about="A director says how days are read, who is who, what is in which column, and what becomes of lines that are "
    "refused. The answer says what taking the file over would do then.",
    asks=FileAnswers,
    does=answer_file,
    gives=FileBody,
).at(AtOpenFile)
file_take_over = Act(
    operation="file_take_over",
    summary="Take a file over",
    about="A director has a file taken over as it was shown, all of it or nothing. Money of up to 200 lines is booked "
    "at once; all else is done in the background: ask `jobs/{job}` until it is over. A file that was taken over before "
    "stays so.",
    asks=FileTaking,
    does=have_taken_over,
    gives=FileBody,
    is_keyed=True,
).at(TakenOver)
import_take_back = Act(
    operation="import_take_back",
    summary="Take results of a file back",
    about="A director takes back what came of a file of results, with a reason: none of it counts any more, and what "
    "it had corrected counts as before. The people stay in the book. A repeated call changes nothing.",
    asks=Reasoned,
    does=take_import_back,
    gives=ImportBody,
    shown=ImportBody.of,
).at(AtImport)
people_list_take_back = Act(
    operation="people_list_take_back",
    summary="Take people of a file back",
    about="A director takes those of a list out of the book who have done nothing yet, with a reason; their open "
    "invitations go with them.",
    asks=Reasoned,
    does=take_people_back,
    gives=PeopleListBody,
    shown=PeopleListBody.of,
).at(AtPeopleList)
money_file_take_back = Act(
    operation="money_file_take_back",
    summary="Take money of a file back",
    about="A director books back all that a file has brought along and that still stands, with a reason. Lines that it "
    "corrected count again as they were before. A repeated call changes nothing.",
    asks=Reasoned,
    does=take_brought_back,
    gives=MoneyFileBody,
).at(AtMoneyFile)
spreadsheet_forget = Act(
    operation="spreadsheet_forget",
    summary="Keep a spreadsheet no more",
    about="A director has the club keep a spreadsheet no more. What came from it counts as before.",
    does=forget_spreadsheet,
    gives=None,
    status=204,
    may_repeat="It is kept no more.",
).at(AtSpreadsheet)
