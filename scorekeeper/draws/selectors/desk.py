"""The tables that are on, as whoever runs an evening or a tournament sees them: one row each, and what waits."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from scorekeeper.common.texts import Names, isolated
from scorekeeper.draws.models import BaseCall
from scorekeeper.notices.models import Kind, Notice
from scorekeeper.play.marks.reads import disputes_at
from scorekeeper.play.models import Hand, HandMark, Seat, Signature, Sitting
from scorekeeper.play.sheet.rows import Progress, progress_with, short_names

QUIET: Final = timedelta(minutes=10)
"""After so long without a hand a table that plays counts as quiet."""
MOST_COLUMNS: Final = 4  # seats that have a column each
MOST_NAMED: Final = 8  # tables by their numbers; of more it is said how many
TOGETHER: Final = 4
"""From so many tables on that wait for the same they are one line."""
DONE: Final = frozenset({"official", "written"})

_WORDS: Final[Mapping[str, str | Promise]] = {
    "official": pgettext_lazy("of a table", "official"),
    "written": pgettext_lazy("in a line", "entered at the desk"),
    "disputed": pgettext_lazy("of a table", "disputed"),
    "unsigned": pgettext_lazy("in a line", "all hands in"),
    "to_accept": pgettext_lazy("in a line", "all hands in"),
    "no_winner": pgettext_lazy("in a line", "closed without a winner"),
    "playing": pgettext_lazy("of a table", "playing"),
    "waits": pgettext_lazy("of a table", "waits"),
    "quiet": pgettext_lazy("of a table", "playing"),
    "paper": pgettext_lazy("in a line", "no sheet"),
}
_RINGS: Final = {
    "official": "official",
    "written": "official",
    "disputed": "disputed",
    "no_winner": "disputed",
    "waits": "disputed",
    "unsigned": "recorded",
    "to_accept": "recorded",
}


@dataclass(frozen=True, slots=True)
class SheetNow:
    """A sheet at one moment: how far it has come, who of its `signers` has not signed, which hands are disputed, when
    the newest hand came (or the table was opened), and how many minutes ago that is; when those who have not signed
    were `reminded` last."""

    sitting: Sitting
    progress: Progress
    unsigned: tuple[str, ...]
    signers: int
    disputes: tuple[HandMark, ...]
    last_at: datetime
    minutes: int
    reminded: datetime | None = None

    @property
    def state(self) -> str:
        if self.sitting.disputed:
            return "disputed"
        if self.sitting.phase == "playing":
            return "quiet" if timedelta(minutes=self.minutes) >= QUIET else "playing"
        return {"closed": "official", "to_be_accepted": "to_accept"}.get(self.sitting.phase, "unsigned")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskRow:
    """A table as one row. `seats` are the names by the order of the seats, `cells` the same, one a column. `state` says
    how far it is: `official`, `written` (at the desk), `disputed`, `unsigned`, `to_accept`, `no_winner`, `playing`,
    `quiet`, `waits` (for somebody, before it goes on), or `paper`, where there is no sheet. `code` is what a bracket
    calls the match, `score` what a match has come to, `remark` what is to be known of a table without a sheet; `menu`
    is what can be done at it, fetched from `menu_at`."""

    key: str
    number: int
    seats: tuple[str, ...]
    state: str
    cells: tuple[str, ...] = ()
    code: str = ""
    score: str = ""
    remark: str = ""
    menu: str = ""
    menu_at: str = ""
    sheet: SheetNow | None = None

    @property
    def sitting(self) -> Sitting | None:
        return self.sheet.sitting if self.sheet else None

    @property
    def progress(self) -> Progress | None:
        """How far its sheet is; None without one, and of an empty one whose result was written at the desk."""
        if self.sheet is None or (self.state == "written" and not self.sheet.progress.played):
            return None
        return self.sheet.progress

    @property
    def is_done(self) -> bool:
        return self.state in DONE

    @property
    def percent(self) -> int | None:
        """How much of it is played; None where nobody can say."""
        if self.progress is None or not self.progress.length:
            return None
        return min(100, 100 * self.progress.played // self.progress.length)

    @property
    def bar(self) -> str:
        """How wide the bar of what is played is, of 76."""
        return f"{0.76 * (self.percent or 0):.1f}"

    @property
    def words(self) -> str:
        return str(_WORDS[self.state])

    @property
    def ring(self) -> str:
        """The mark of the state, as sheets have it."""
        return _RINGS.get(self.state, "here")

    @property
    def typed_at(self) -> str:
        """Where its result is typed in, if it waits for that."""
        return ""

    @property
    def note(self) -> str:
        """What is to be known of the state."""
        sheet = self.sheet
        if sheet is None:
            return self.remark
        if self.state == "disputed":
            return pgettext("in a line", "hand {number}").format(
                number=", ".join(str(mark.hand.number) for mark in sheet.disputes)
            )
        if self.state == "unsigned":
            text = pgettext("in a line", "signed by {signed} of {number}")
            if sheet.reminded:
                text = pgettext("in a line", "signed by {signed} of {number}, reminded at {time}")
            time = _time(sheet.reminded) if sheet.reminded else ""
            return text.format(signed=sheet.signers - len(sheet.unsigned), number=sheet.signers, time=time)
        if self.state == "to_accept":
            return pgettext("in a line", "to be made official")
        if self.state == "quiet":
            return _no_hand_for(sheet.minutes)
        return sheet.progress.stands if self.state == "playing" else ""


R = TypeVar("R", bound=DeskRow)
C = TypeVar("C", bound=BaseCall)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits: `title` says what, `text` the particulars; `word` is what is done about it, on the page at
    `address`, or by posting `value` there as `posts`. `key` names the line for the page that keeps its place."""

    key: str
    title: str
    text: str
    word: str
    address: str
    posts: str = ""
    value: str = ""


def sheets_now(
    sheets: Sequence[Sitting], now: datetime, active: Mapping[UUID, tuple[int, ...]] | None = None
) -> dict[UUID, SheetNow]:
    """These sheets; a few statements, however many there are. `active` are the numbers of the seats of each that are
    still played at; without it the seats are read already."""
    players = _players([sitting for sitting in sheets if sitting.is_open and sitting.plays.stands])
    awaiting = [sitting for sitting in sheets if sitting.awaits_signatures]
    unsigned, reminded = _unsigned(awaiting), _reminded(awaiting)
    last = _last_hands([sitting for sitting in sheets if sitting.phase == "playing"])
    disputes = disputes_at([sitting for sitting in sheets if sitting.disputed])
    found = {}
    for sitting in sheets:
        own = (
            active.get(sitting.pk, ())
            if active is not None
            else tuple(seat.number for seat in sitting.seats.all() if seat.is_active)
        )
        at = last.get(sitting.pk) or sitting.opened_at
        names = Names(players.get(sitting.pk, {}), sitting.unit)
        found[sitting.pk] = SheetNow(
            sitting,
            progress_with(sitting, own, names),
            tuple(unsigned.get(sitting.pk, ())),
            len(own),
            tuple(disputes.get(sitting.pk, ())),
            at,
            max(0, int((now - at).total_seconds()) // 60),
            reminded.get(sitting.pk),
        )
    return found


def active_at(sheets: Sequence[Sitting]) -> dict[UUID, tuple[int, ...]]:
    """{sheet: the numbers of its seats that are still played at}. One statement."""
    found: dict[UUID, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(sitting__in=[sitting.pk for sitting in sheets], is_active=True)
    for sitting, number in seats.order_by("number").values_list("sitting", "number"):
        found[sitting].append(number)
    return {sitting: tuple(numbers) for sitting, numbers in found.items()}


def in_columns(rows: Sequence[R]) -> tuple[list[R], int]:
    """The rows with their seats in columns, and how many of these there are; 0: the names stand in one."""
    most = max((len(row.seats) for row in rows), default=0)
    if most > MOST_COLUMNS:
        return list(rows), 0
    return [replace(row, cells=(*row.seats, *[""] * (most - len(row.seats)))) for row in rows], most


def waits_for(missing: Sequence[DeskRow]) -> str:
    """Which tables have to be official first."""
    if len(missing) > MOST_NAMED:
        text = ngettext(
            "Possible when {number} table more is official.",
            "Possible when {number} tables more are official.",
            len(missing),
        )
        return text.format(number=len(missing))
    numbers = [str(table.number) for table in missing]
    if len(numbers) == 1:
        return _("Possible when table {number} is official.").format(number=numbers[0])
    return _("Possible when tables {numbers} and {last} are official.").format(
        numbers=", ".join(numbers[:-1]), last=numbers[-1]
    )


def calls_for(calls: Sequence[C], address: str, tables: Callable[[C], str]) -> Iterator[Need]:
    """Who calls; `address` is the name of the page that says that one has come, `tables` what a table is called."""
    for call in calls:
        since = pgettext("in a line", "since {time}").format(time=_time(call.at))
        yield Need(
            f"call-{call.pk}",
            _("{table} calls the director").format(table=tables(call)),
            f"{isolated(call.words)}, {since}" if call.words else since,
            _("I am here"),
            reverse(address, args=[call.pk]),
            posts="page",
            value="desk",
        )


def needs_of_sheets(rows: Sequence[DeskRow], *, back: str, may_decide: bool) -> Iterator[Need]:
    """What waits at these tables, the most urgent first; `back` is the page that a reminder leads back to."""
    for row in rows:
        yield from _disputes(row, may_decide=may_decide)
    for row in rows:
        if row.state == "to_accept" and row.sitting:
            yield Need(
                f"accept-{row.sitting.pk}",
                _("Table {number} was signed by code").format(number=row.number),
                _("Compare the sheet, then make it official."),
                pgettext("button", "Compare"),
                reverse("sitting_detail", args=[row.sitting.pk]),
            )
    yield from _many(rows, "unsigned", lambda row: _unsigned_need(row, back), _all_unsigned)


def quiet_needs(rows: Sequence[DeskRow]) -> Iterator[Need]:
    """Tables at which nothing has happened for a while."""
    yield from _many(rows, "quiet", _quiet, _all_quiet)


def _disputes(row: DeskRow, *, may_decide: bool) -> Iterator[Need]:
    for mark in row.sheet.disputes if row.sheet else ():
        name = mark.seat.player.name if mark.seat else ""
        yield Need(
            f"dispute-{mark.pk}",
            _("Table {number}, hand {hand} is disputed").format(number=row.number, hand=mark.hand.number),
            pgettext("in a line", "{name}: {reason}").format(name=isolated(name), reason=isolated(mark.reason)),
            pgettext("button", "Decide") if may_decide else _("See the hand"),
            reverse("hand_detail", args=[mark.sitting_id, mark.hand_id]),
        )


def _many(
    rows: Sequence[DeskRow],
    state: str,
    single: Callable[[DeskRow], Need],
    together: Callable[[Sequence[DeskRow]], Need],
) -> Iterator[Need]:
    """Each by itself, or all as one line where they are many."""
    found = [row for row in rows if row.state == state]
    if len(found) >= TOGETHER:
        yield together(found)
    else:
        yield from map(single, found)


def _unsigned_need(row: DeskRow, back: str) -> Need:
    assert row.sheet  # noqa: S101 of tables with a sheet alone
    names = ", ".join(map(isolated, row.sheet.unsigned))
    text = pgettext("heading", "Missing: {names}").format(names=names)
    if row.sheet.reminded:
        text = _("Missing: {names}. Reminded at {time}.").format(names=names, time=_time(row.sheet.reminded))
    return Need(
        f"unsigned-{row.key}",
        _("Table {number} is not signed").format(number=row.number),
        text,
        pgettext("button", "Remind"),
        reverse("sitting_remind", args=[row.sheet.sitting.pk]),
        posts="next",
        value=back,
    )


def _all_unsigned(rows: Sequence[DeskRow]) -> Need:
    title = _("{number} tables are not signed").format(number=len(rows))
    return Need("unsigned", title, _numbers(rows), pgettext("button", "See them"), "#tables")


def _quiet(row: DeskRow) -> Need:
    sheet = row.sheet
    assert sheet  # noqa: S101 of tables with a sheet alone
    at = (
        pgettext("in a line", "last hand at {time}")
        if sheet.sitting.head
        else pgettext("in a line", "opened at {time}")
    )
    text = at.format(time=_time(sheet.last_at))
    if sheet.progress.length:
        progress = _("{played} of {length}, {since}")
        text = progress.format(played=sheet.progress.played, length=sheet.progress.length, since=text)
    title = _("Table {number} is quiet").format(number=row.number)
    return Need(
        f"quiet-{row.key}", title, text, pgettext("button", "Open"), reverse("sitting_detail", args=[sheet.sitting.pk])
    )


def _all_quiet(rows: Sequence[DeskRow]) -> Need:
    title = _("{number} tables are quiet").format(number=len(rows))
    return Need("quiet", title, _numbers(rows), pgettext("button", "See them"), "#tables")


def _numbers(rows: Sequence[DeskRow]) -> str:
    return pgettext("heading", "Tables {numbers}").format(numbers=", ".join(str(row.number) for row in rows))


def _no_hand_for(minutes: int) -> str:
    if minutes < 120:
        return pgettext("in a line", "no hand for {number} min").format(number=minutes)
    if minutes < 48 * 60:
        return pgettext("in a line", "no hand for {number} h").format(number=minutes // 60)
    return pgettext("in a line", "no hand for {number} days").format(number=minutes // (24 * 60))


def _time(moment: datetime) -> str:
    return date_format(localtime(moment), "TIME_FORMAT")


def _players(sheets: Sequence[Sitting]) -> dict[UUID, dict[int, str]]:
    """{sitting: {seat: name}}: what some games say of how a table stands names people. One statement."""
    found: dict[UUID, dict[int, str]] = defaultdict(dict)
    if sheets:
        seats = Seat.objects.filter(sitting__in=[sitting.pk for sitting in sheets])
        for sitting, number, name in seats.values_list("sitting", "number", "player__name"):
            found[sitting][number] = name
    return {sitting: short_names(names) for sitting, names in found.items()}


def _unsigned(sheets: Sequence[Sitting]) -> dict[UUID, list[str]]:
    """Of each of these sheets the names of those who have not signed what it says now. One statement."""
    if not sheets:
        return {}
    signed = Signature.objects.filter(
        sitting=OuterRef("sitting"),
        seat=OuterRef("pk"),
        head=OuterRef("sitting__head"),
        reopenings=OuterRef("sitting__reopenings"),
    )
    seats = Seat.objects.filter(sitting__in=[sitting.pk for sitting in sheets]).exclude(Exists(signed))
    found: dict[UUID, list[str]] = defaultdict(list)
    for sitting, name in seats.order_by("sitting", "number").values_list("sitting", "player__name"):
        found[sitting].append(name)
    return found


def _reminded(sheets: Sequence[Sitting]) -> dict[UUID, datetime]:
    """When somebody at each of these sheets was last told that a signature is missing, as it is open now. One
    statement."""
    if not sheets:
        return {}
    reopenings = {sitting.pk: sitting.reopenings for sitting in sheets}
    reminders = Notice.objects.filter(kind=Kind.SIGNATURE, thing__in=list(reopenings)).order_by("at")
    return {
        sitting: at
        for sitting, at, values in reminders.values_list("thing", "at", "values")
        if values.get("reopenings", 0) == reopenings[sitting]
    }


def _last_hands(sheets: Sequence[Sitting]) -> dict[UUID, datetime | None]:
    """When the newest hand of each came; None: it has none. One statement."""
    if not sheets:
        return {}
    newest = Hand.objects.filter(club=OuterRef("club"), sitting=OuterRef("pk")).order_by("-seq").values("at")[:1]
    found = Sitting.objects.filter(pk__in=[sitting.pk for sitting in sheets]).annotate(last=Subquery(newest))
    return dict(found.values_list("pk", "last"))
