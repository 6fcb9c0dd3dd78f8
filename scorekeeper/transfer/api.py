"""The door of programs to files that are taken over: sending one, looking at what it would do, having it done, and
taking it back."""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.settling import InUnits
from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import require_running
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.common.texts import translated
from scorekeeper.payouts.bank.bringing import take_brought_back
from scorekeeper.payouts.kinds import BROUGHT_ALONG
from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.play.records import Reasoned
from scorekeeper.spreadsheets.choosing import columns_by_key, columns_to_choose
from scorekeeper.spreadsheets.matching import Match
from scorekeeper.standings.comparing import ChangeKind
from scorekeeper.standings.models import Import, Spreadsheet
from scorekeeper.transfer import records
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.plan import LineFault
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.looking import Look, inviting, look_at, wanted_of
from scorekeeper.transfer.selectors.money import MoneyLook, NamedFile, files_brought, look_at_money, unit_key
from scorekeeper.transfer.selectors.taken import lists_of
from scorekeeper.transfer.services.keeping import answer_file, keep
from scorekeeper.transfer.services.running import From, Taking, have_taken_over, require_open, unfinished_of
from scorekeeper.transfer.services.taking import forget_spreadsheet, take_import_back, take_people_back
from scorekeeper.transfer.tables import list_words

SHOWN: Final = 100  # files of a list, lines of a kind
TO_LOOK_AT: Final = {ChangeKind.CHANGED, ChangeKind.GONE, ChangeKind.PLAYED}  # listed one by one


def look_of(upload: Upload) -> Look | MoneyLook:
    """What taking a file over would do now."""
    now = timezone.now()
    return look_at_money(upload, now) if upload.is_of_money else look_at(upload, now)


def file_body(upload: Upload, here: Membership) -> records.FileBody:
    """A file as it stands, for who is this in its club."""
    job = unfinished_of(upload)
    is_open = upload.done_at is None and job is None
    return records.FileBody(
        id=upload.pk,
        kind=upload.kind,
        name=upload.name,
        season=upload.competition_id,
        spreadsheet=upload.spreadsheet_id,
        at=upload.at,
        done_at=upload.done_at,
        job=job.pk if job else None,
        imported=upload.imported_id,
        look=look_body(upload, look_of(upload), here) if is_open else None,
    )


def look_body(upload: Upload, look: Look | MoneyLook, here: Membership) -> records.FileLookBody:
    """What taking a file over would do."""
    plan, wanted = look.plan, wanted_of(upload.kind, upload.competition)
    is_asked = not look.too_many_asked
    reading = None
    if look.reading:
        reading = records.FileReadingBody(
            sheet=look.reading.sheet,
            sheets=list(look.reading.sheets),
            heads=look.reading.heads_at,
            letters=look.reading.letters,
            columns=columns_by_key(look.reading),
            offered=columns_to_choose(wanted),
        )
    money = look if isinstance(look, MoneyLook) else None
    results = look if isinstance(look, Look) else None
    invites = None
    if results and results.people:
        invites = inviting(here.club, here.user, results.people, look.matching.chosen, timezone.now())
    return records.FileLookBody(
        ready=look.is_ready,
        obstacle=translated(look.obstacle) if look.obstacle else "",
        shown=look.shown,
        numbers={**_numbers(look), "refused": len(plan.faults)},
        questions=sorted(ask.value for ask in plan.asks),
        refused=_notes(plan.faults),
        noted=_notes(plan.warnings),
        names=[_name(match, is_asked=is_asked) for match in look.matching.matches],
        namesakes=[
            records.OpenLineBody(line=namesake.number, text=namesake.name, choices=[]) for namesake in look.namesakes
        ],
        seats=list(plan.seats),
        columns=[records.OpenColumnBody(key=key, head=head) for key, head in plan.rounds.items()],
        payers=[
            records.OpenLineBody(line=line.number, text=line.what, choices=list(line.names))
            for line in money.plan.unpaid
        ]
        if money
        else [],
        units=[records.UnitChoiceBody(key=unit_key(unit), **dict(unit)) for unit in money.offered] if money else [],
        rest=[_sum("", None, unit, amount, 0) for unit, amount in money.rest] if money else [],
        reading=reading,
        sums=[*_sums(upload, look)],
        changes=[*_changes(upload, results)] if results else [],
        invited=len(invites.now) if invites else 0,
        invited_later=len(invites.later) if invites else 0,
    )


def _numbers(look: Look | MoneyLook) -> dict[str, int]:
    if isinstance(look, MoneyLook):
        return {"bookings": len(look.plan.lines), "corrected": len(look.corrected), "there": look.there}
    if look.people:
        return {"people": len(look.people)}
    return {kind.value: look.numbers[kind] for kind in ChangeKind}


def _notes(faults: Sequence[LineFault]) -> list[records.LineNoteBody]:
    return [
        records.LineNoteBody(line=fault.number, cell=fault.cell, detail=translated(fault.message))
        for fault in faults[:SHOWN]
    ]


def _name(match: Match, *, is_asked: bool) -> records.NameInFileBody:
    return records.NameInFileBody(
        name=match.name,
        player=match.chosen.pk if match.chosen else None,
        asked=is_asked and not match.is_settled,
        may_be=[records.PersonChoiceBody(player=player.pk, name=player.name) for player in match.alike],
    )


def _sums(upload: Upload, look: Look | MoneyLook) -> Iterator[records.FileSumBody]:
    if isinstance(look, MoneyLook):
        for each in look.sums:
            yield _sum(each.match.name, each.match, each.unit, each.amount, each.lines)
    elif upload.competition:
        for total in look.sums:
            yield _sum(
                total.match.name, total.match, upload.competition.in_unit, total.total.total, total.total.evenings
            )


def _sum(name: str, match: Match | None, unit: InUnits, amount: int, many: int) -> records.FileSumBody:
    player = match.chosen.pk if match and match.chosen else None
    return records.FileSumBody(name=name, player=player, **dict(unit), amount=amount, many=many)


def _changes(upload: Upload, look: Look) -> Iterator[records.FileChangeBody]:
    season = upload.competition
    shown = [change for change in look.changes if change.change in TO_LOOK_AT][:SHOWN] if season else []
    for change in shown:
        result, counted = change.result, change.counted
        yield records.FileChangeBody(
            name=result.name or (counted.row.player.name if counted else ""),
            day=result.played_on,
            change=change.change.value,
            before=season.points(change.before) if season and change.before else None,
            after=season.points(result.measures) if season and result.measures else None,
        )


def import_body(found: Import) -> records.ImportDetailBody:
    """What was taken over, line by line."""
    lines = [
        records.ImportedLineBody(
            player=result.player.pk,
            name=result.player.name,
            day=result.row.played_on,
            title=list_words(result.row.title, result.row.list_place),
            points=result.points,
            line=result.row.line or None,
            corrected=result.is_corrected,
        )
        for taken in lists_of(found)
        for result in taken.results
    ]
    return records.ImportDetailBody(**records.ImportBody.of(found).model_dump(), results=lines)


def money_body(found: NamedFile) -> records.MoneyFileBody:
    """A file of money that was booked."""
    file = found.file
    return records.MoneyFileBody(
        id=file.source, name=found.name, at=file.at, bookings=file.lines, taken_back=file.is_taken_back
    )


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

    def shown(self, found: Upload | Taking) -> records.FileBody:
        """The file as it stands now."""
        upload = found.upload if isinstance(found, Taking) else found
        upload = Upload.objects.select_related("club", "competition", "spreadsheet").get(pk=upload.pk)
        return file_body(upload, membership_of(self.request.user, upload.club_id))


class ClubImports(ImportView):
    """What a club has taken over."""

    @extend_schema(operation_id="imports", responses={200: records.ImportsBody, **READ_REFUSALS})
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
            records.ImportsBody(
                results=[records.ImportBody.of(found) for found in imports],
                people=[records.PeopleListBody.of(upload) for upload in people.order_by("-done_at")[:SHOWN]],
                money=[money_body(found) for found in money],
                spreadsheets=[records.SpreadsheetBody.of(found) for found in spreadsheets],
            ).model_dump()
        )


class ImportDetail(ImportView):
    """One import of results."""

    @extend_schema(operation_id="import", responses={200: records.ImportDetailBody, **READ_REFUSALS})
    def get(self, request: Request, imported: UUID) -> Response:
        """Read what was taken over from a file of results.

        Shows each result of the file with what counts of it now.
        """
        found = Import.objects.select_related("competition__club").get(pk=imported)
        self.enter(request, found.club_id)
        return Response(import_body(found).model_dump())


class FileDetail(ImportView):
    """One file."""

    @extend_schema(operation_id="file", responses={200: records.FileBody, **READ_REFUSALS})
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

    def shown(self, _bookings: Any) -> records.MoneyFileBody:  # type: ignore[override]  # of another act
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
    asks=records.FileSent,
    does=keep,
    gives=records.FileBody,
    status=201,
    sends_file=True,
).at(AtClub)
file_answers = Act(
    operation="file_answers",
    summary="Say what a file leaves open",
    about="A director says how days are read, who is who, what is in which column, and what becomes of lines that are "
    "refused. The answer says what taking the file over would do then.",
    asks=records.FileAnswers,
    does=answer_file,
    gives=records.FileBody,
).at(AtOpenFile)
file_take_over = Act(
    operation="file_take_over",
    summary="Take a file over",
    about="A director has a file taken over as it was shown, all of it or nothing. Money of up to 200 lines is booked "
    "at once; all else is done in the background: ask `jobs/{job}` until it is over. A file that was taken over before "
    "stays so.",
    asks=records.FileTaking,
    does=have_taken_over,
    gives=records.FileBody,
    is_keyed=True,
).at(TakenOver)
import_take_back = Act(
    operation="import_take_back",
    summary="Take results of a file back",
    about="A director takes back what came of a file of results, with a reason: none of it counts any more, and what "
    "it had corrected counts as before. The people stay in the book. A repeated call changes nothing.",
    asks=Reasoned,
    does=take_import_back,
    gives=records.ImportBody,
    shown=records.ImportBody.of,
).at(AtImport)
people_list_take_back = Act(
    operation="people_list_take_back",
    summary="Take people of a file back",
    about="A director takes those of a list out of the book who have done nothing yet, with a reason; their open "
    "invitations go with them.",
    asks=Reasoned,
    does=take_people_back,
    gives=records.PeopleListBody,
    shown=records.PeopleListBody.of,
).at(AtPeopleList)
money_file_take_back = Act(
    operation="money_file_take_back",
    summary="Take money of a file back",
    about="A director books back all that a file has brought along and that still stands, with a reason. Lines that it "
    "corrected count again as they were before. A repeated call changes nothing.",
    asks=Reasoned,
    does=take_brought_back,
    gives=records.MoneyFileBody,
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


urlpatterns = [
    path("clubs/<uuid:club>/imports", ClubImports.as_view()),
    path("clubs/<uuid:club>/files", file_send),
    path("files/<uuid:file>", FileDetail.as_view()),
    path("files/<uuid:file>/answers", file_answers),
    path("files/<uuid:file>/take-over", file_take_over),
    path("imports/<uuid:imported>", ImportDetail.as_view()),
    path("imports/<uuid:imported>/take-back", import_take_back),
    path("people-lists/<uuid:file>/take-back", people_list_take_back),
    path("money-files/<uuid:file>/take-back", money_file_take_back),
    path("spreadsheets/<uuid:spreadsheet>/forget", spreadsheet_forget),
]
