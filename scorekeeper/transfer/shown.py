"""Files that are taken over, as programs are shown them."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils import timezone

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Membership
from scorekeeper.common.texts import translated
from scorekeeper.spreadsheets.choosing import columns_by_key, columns_to_choose
from scorekeeper.spreadsheets.matching import Match
from scorekeeper.standings.comparing import ChangeKind
from scorekeeper.standings.models import Import
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.plan import LineFault
from scorekeeper.transfer.records import (
    FileBody,
    FileChangeBody,
    FileLookBody,
    FileReadingBody,
    FileSumBody,
    ImportBody,
    ImportDetailBody,
    ImportedLineBody,
    LineNoteBody,
    MoneyFileBody,
    NameInFileBody,
    OpenColumnBody,
    OpenLineBody,
    PersonChoiceBody,
    UnitChoiceBody,
)
from scorekeeper.transfer.selectors.inviting import inviting
from scorekeeper.transfer.selectors.looking import Look, look_at, wanted_of
from scorekeeper.transfer.selectors.money import MoneyLook, NamedFile, look_at_money, unit_key
from scorekeeper.transfer.selectors.taken import lists_of
from scorekeeper.transfer.services.running import unfinished_of
from scorekeeper.transfer.tables import list_words

SHOWN: Final = 100  # lines of a kind
TO_LOOK_AT: Final = {ChangeKind.CHANGED, ChangeKind.GONE, ChangeKind.PLAYED}  # listed one by one


def look_of(upload: Upload) -> Look | MoneyLook:
    """What taking a file over would do now."""
    now = timezone.now()
    return look_at_money(upload, now) if upload.is_of_money else look_at(upload, now)


def file_body(upload: Upload, here: Membership) -> FileBody:
    """A file as it stands, for who is this in its club."""
    job = unfinished_of(upload)
    is_open = upload.done_at is None and job is None
    return FileBody(
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


def look_body(upload: Upload, look: Look | MoneyLook, here: Membership) -> FileLookBody:
    """What taking a file over would do."""
    plan, wanted = look.plan, wanted_of(upload.kind, upload.competition)
    is_asked = not look.too_many_asked
    reading = None
    if look.reading:
        reading = FileReadingBody(
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
    return FileLookBody(
        ready=look.is_ready,
        obstacle=translated(look.obstacle) if look.obstacle else "",
        shown=look.shown,
        numbers={**_numbers(look), "refused": len(plan.faults)},
        questions=sorted(ask.value for ask in plan.asks),
        refused=_notes(plan.faults),
        noted=_notes(plan.warnings),
        names=[_name(match, is_asked=is_asked) for match in look.matching.matches],
        namesakes=[OpenLineBody(line=namesake.number, text=namesake.name, choices=[]) for namesake in look.namesakes],
        seats=list(plan.seats),
        columns=[OpenColumnBody(key=key, head=head) for key, head in plan.rounds.items()],
        payers=[OpenLineBody(line=line.number, text=line.what, choices=list(line.names)) for line in money.plan.unpaid]
        if money
        else [],
        units=[UnitChoiceBody(key=unit_key(unit), **dict(unit)) for unit in money.offered] if money else [],
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


def _notes(faults: Sequence[LineFault]) -> list[LineNoteBody]:
    return [
        LineNoteBody(line=fault.number, cell=fault.cell, detail=translated(fault.message)) for fault in faults[:SHOWN]
    ]


def _name(match: Match, *, is_asked: bool) -> NameInFileBody:
    return NameInFileBody(
        name=match.name,
        player=match.chosen.pk if match.chosen else None,
        asked=is_asked and not match.is_settled,
        may_be=[PersonChoiceBody(player=player.pk, name=player.name) for player in match.alike],
    )


def _sums(upload: Upload, look: Look | MoneyLook) -> Iterator[FileSumBody]:
    if isinstance(look, MoneyLook):
        for each in look.sums:
            yield _sum(each.match.name, each.match, each.unit, each.amount, each.lines)
    elif upload.competition:
        for total in look.sums:
            yield _sum(
                total.match.name, total.match, upload.competition.in_unit, total.total.total, total.total.evenings
            )


def _sum(name: str, match: Match | None, unit: InUnits, amount: int, many: int) -> FileSumBody:
    player = match.chosen.pk if match and match.chosen else None
    return FileSumBody(name=name, player=player, **dict(unit), amount=amount, many=many)


def _changes(upload: Upload, look: Look) -> Iterator[FileChangeBody]:
    season = upload.competition
    shown = [change for change in look.changes if change.change in TO_LOOK_AT][:SHOWN] if season else []
    for change in shown:
        result, counted = change.result, change.counted
        yield FileChangeBody(
            name=result.name or (counted.row.player.name if counted else ""),
            day=result.played_on,
            change=change.change.value,
            before=season.points(change.before) if season and change.before else None,
            after=season.points(result.measures) if season and result.measures else None,
        )


def import_body(found: Import) -> ImportDetailBody:
    """What was taken over, line by line."""
    lines = [
        ImportedLineBody(
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
    return ImportDetailBody(**ImportBody.of(found).model_dump(), results=lines)


def money_body(found: NamedFile) -> MoneyFileBody:
    """A file of money that was booked."""
    file = found.file
    return MoneyFileBody(
        id=file.source, name=found.name, at=file.at, bookings=file.lines, taken_back=file.is_taken_back
    )
