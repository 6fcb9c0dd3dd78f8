"""Keep a file while it is looked at, with what was said of it."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.spreadsheets.choosing import columns_to_choose, differs, remember, remembered
from scorekeeper.spreadsheets.matching import NEW
from scorekeeper.spreadsheets.reading import Choices, Wanted, read
from scorekeeper.spreadsheets.texts import LETTERS, Unreadable
from scorekeeper.standings.models import Competition, Spreadsheet
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.lists import LISTED
from scorekeeper.transfer.plans.money import group_in, is_json
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.records import NO_KIND, FileAnswers, FileSent
from scorekeeper.transfer.selectors.looking import Look, wanted_of
from scorekeeper.transfer.selectors.money import MoneyLook, unit_key

KEPT: Final = timedelta(days=7)  # a file that nobody took over
MERGED: Final = ("people", "apart", "seats", "days", "payers")  # each answer by itself
AS_SAID: Final = ("order", "serial", "leave_out", "keep_as", "unit", "against")
TO_CLEAR: Final = ("year", "day")  # null takes them away
SEASON_MISSING: Final = gettext_noop("Choose the season to add it to.")
NOT_SKAT: Final = gettext_noop("Skat lists can only be added to a Skat season.")
NO_SPREADSHEET: Final = gettext_noop("The club no longer keeps this spreadsheet.")
NOT_ASKED: Final = gettext_noop("This file needs no answer for {name}.")
NO_CHOICE: Final = gettext_noop("This is not a valid choice for {name}.")
DAY_AHEAD: Final = gettext_noop("This date is in the future.")
YEAR_AHEAD: Final = gettext_noop("This year is in the future.")


@transaction.atomic
def keep(sent: FileSent, *, club: Club, by: User, now: datetime) -> Upload:
    """Keep a file to look at. Those that nobody took over for a week go.

    Raises:
        PermissionDenied: not theirs; files of money are for who keeps the money book.
        Refused: `kind_unknown`, `season_missing`, `season_of_other_game`, `spreadsheet_unknown`; `file_unreadable`: it
            is no table, or too large.
    """
    role = role_in(by, club)
    require(can_import(role))
    spreadsheet = None
    kind: str | None = sent.kind
    season_id = sent.season
    if sent.spreadsheet:
        spreadsheet = Spreadsheet.objects.filter(club=club, pk=sent.spreadsheet).first()
        if spreadsheet is None:
            raise _refused("spreadsheet_unknown", "spreadsheet", NO_SPREADSHEET)
        kind, season_id = spreadsheet.kind, spreadsheet.competition_id
    if kind is None:
        raise _refused("kind_unknown", "kind", NO_KIND)
    require(kind not in Upload.OF_MONEY or can_keep_money(role))
    season = None
    if kind in {Upload.Kind.TOTALS, Upload.Kind.LISTS}:
        season = Competition.objects.filter(club=club, pk=season_id).first() if season_id else None
        if season is None:
            raise _refused("season_missing", "season", SEASON_MISSING)
        if kind == Upload.Kind.LISTS and season.game not in LISTED:
            raise _refused("season_of_other_game", "season", NOT_SKAT)
    try:
        if kind == Upload.Kind.MONEY and is_json(sent.file.data):
            group_in(sent.file.data)
        else:
            read(sent.file.data, wanted_of(kind, season))
    except Unreadable as error:
        raise Refused([Problem("file_unreadable", "file", error.message)]) from None
    Upload.objects.filter(club=club, at__lt=now - KEPT, done_at=None).delete()
    said = {name: answer for name, answer in spreadsheet.said.items() if name != "people"} if spreadsheet else {}
    if columns := remembered(club, kind):
        said["columns"] = {**columns, **said.get("columns", {})}
    return Upload.objects.create(
        club=club,
        by=by,
        kind=kind,
        competition=season,
        name=tidied(sent.file.name)[:LONGEST] or "file",
        data=sent.file.data,
        said=said,
        spreadsheet=spreadsheet,
        at=now,
    )


@transaction.atomic
def answer_file(answers: FileAnswers, *, upload: Upload, look: Look | MoneyLook, by: User, now: datetime) -> Upload:
    """Say what a file leaves open, and how it is read where it was read otherwise: what its columns hold is remembered
    for the club's next file. `look` is what the file would do until now.

    Raises:
        Refused: `not_asked`, `no_such_choice`: the file leaves nothing of this name open, or not to this answer;
            `day_ahead`, `year_ahead`; `file_unreadable`: nothing can be read so.
    """
    require(can_import(role_in(by, upload.club)))
    wanted = wanted_of(upload.kind, upload.competition)
    today = now.astimezone(ZoneInfo(upload.club.time_zone)).date()
    problems = [*_wrong_choices(answers, look, upload.said, wanted)]
    if answers.day and answers.day > today:
        problems.append(Problem("day_ahead", "day", Text(DAY_AHEAD)))
    if answers.year and answers.year > today.year:
        problems.append(Problem("year_ahead", "year", Text(YEAR_AHEAD)))
    if problems:
        raise Refused(problems)
    answered = {**upload.said, **_read_as_chosen(answers, upload, look, wanted)}
    plain = answers.model_dump(mode="json", include=set(answers.model_fields_set))
    for name in MERGED:
        if plain.get(name):
            answered[name] = {**answered.get(name, {}), **{key: answer or "" for key, answer in plain[name].items()}}
    answered |= {name: plain[name] for name in AS_SAID if plain.get(name) is not None}
    answered |= {name: plain[name] or ("" if name == "day" else None) for name in TO_CLEAR if name in plain}
    Upload.objects.filter(pk=upload.pk, done_at=None).update(said=answered)
    upload.said = answered
    return upload


def _read_as_chosen(answers: FileAnswers, upload: Upload, look: Look | MoneyLook, wanted: Wanted) -> dict[str, Any]:
    """What is said from now on of how the file is read; nothing where it was read so already. Raises Refused
    `file_unreadable`."""
    chosen = Choices(answers.sheet or "", answers.heads, answers.columns or {}, answers.letters or "")
    if look.reading is None or not differs(chosen, look.reading):
        return {}
    try:
        reading = read(bytes(upload.data), wanted, chosen)
    except Unreadable as error:
        raise Refused([Problem("file_unreadable", "", error.message)]) from None
    remember(upload.club, upload.kind, reading, wanted, chosen.columns)
    columns = {**upload.said.get("columns", {}), **chosen.columns}
    return {"sheet": chosen.sheet, "heads": chosen.heads, "columns": columns, "letters": chosen.letters}


def _wrong_choices(
    answers: FileAnswers, look: Look | MoneyLook, answered: Mapping[str, Any], wanted: Wanted
) -> Iterator[Problem]:
    """Answers to what the file does not ask, and those that nobody can choose."""
    people = {
        found.name: {"", NEW, *(str(player.pk) for player in (*found.alike, found.player) if player)}
        for found in look.matching.matches
    }
    columns = {key: {"", *columns_to_choose(wanted)} for key in answers.columns or ()}
    yield from _wrong_of("people", answers.people, people)
    yield from _wrong_of("apart", answers.apart, {str(namesake.number): None for namesake in look.namesakes})
    yield from _wrong_of("seats", answers.seats, dict.fromkeys([*look.plan.seats, *answered.get("seats", {})]))
    yield from _wrong_of("days", answers.days, dict.fromkeys(look.plan.rounds))
    yield from _wrong_of("columns", answers.columns, columns)
    if answers.letters and answers.letters not in LETTERS:
        yield Problem("no_such_choice", "letters", Text(NO_CHOICE, {"name": "letters"}))
    if isinstance(look, MoneyLook):
        unpaid = {str(line.number): {"", *line.names} for line in look.plan.unpaid}
        yield from _wrong_of("payers", answers.payers, unpaid)
        if answers.unit and answers.unit not in map(unit_key, look.offered):
            yield Problem("no_such_choice", "unit", Text(NO_CHOICE, {"name": "unit"}))


def _wrong_of(
    field: str, answers: Mapping[str, Any] | None, asked: Mapping[str, Collection[str] | None]
) -> Iterator[Problem]:
    """Answers by names that are not asked about, or that are none of their choices; None: any answer will do."""
    for name, answer in (answers or {}).items():
        choices = asked.get(name)
        if name not in asked:
            yield Problem("not_asked", field, Text(NOT_ASKED, {"name": name}))
        elif choices is not None and answer not in choices:
            yield Problem("no_such_choice", field, Text(NO_CHOICE, {"name": name}))


def _refused(code: str, field: str, sentence: str) -> Refused:
    return Refused([Problem(code, field, Text(sentence))])
