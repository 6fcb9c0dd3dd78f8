"""What of a tournament waits for its director: calls, disputes, sheets, quiet tables, names and fees."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import twins_to_merge
from scorekeeper.common.names import alphabetical
from scorekeeper.tournaments.models import DirectorCall, Tournament
from scorekeeper.tournaments.rounds.units import active, with_players
from scorekeeper.tournaments.selectors.desk import DeskRounds, DeskTable, worked_out
from scorekeeper.tournaments.selectors.entries import IN

TOGETHER: Final = 4
"""From so many tables on that wait for the same they are one line."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits: `title` says what, `text` the particulars; `word` is what is done about it, on the page at
    `address`, or by posting there with `posts`. `key` names the line for the page that keeps its place."""

    key: str
    title: str
    text: str
    word: str
    address: str
    posts: str = ""
    value: str = ""


def needs_of(
    tournament: Tournament, on: DeskRounds | None, calls: Sequence[DirectorCall], stamp: str, *, may_plan: bool
) -> list[Need]:
    """The most urgent first."""
    tables = on.tables if on else ()
    return [
        *(_call(call) for call in calls),
        *(need for table in tables for need in _disputes(table, may_decide=may_plan)),
        *(_to_accept(table) for table in tables if table.state == "to_accept"),
        *_left(tables),
        *_no_winner(tables, may_plan=may_plan),
        *_many(tables, "unsigned", _unsigned, _all_unsigned),
        *_on_paper(on, may_plan=may_plan),
        *_many(tables, "quiet", _quiet, _all_quiet),
        *_doubtful(tournament, stamp),
    ]


def _call(call: DirectorCall) -> Need:
    since = _("since {time}").format(time=_time(call.at))
    return Need(
        f"call-{call.pk}",
        _("Table {number} calls").format(number=call.table.number),
        f"{call.words}, {since}" if call.words else since,
        _("I have come"),
        reverse("call_answered", args=[call.pk]),
        posts="page",
        value="desk",
    )


def _disputes(table: DeskTable, *, may_decide: bool) -> Iterator[Need]:
    for mark in table.disputes:
        name = mark.seat.player.name if mark.seat else ""
        yield Need(
            f"dispute-{mark.pk}",
            _("Table {number}, hand {hand} is disputed").format(number=table.number, hand=mark.hand.number),
            _("{name}: {reason}").format(name=name, reason=mark.reason),
            _("Decide") if may_decide else _("See it"),
            reverse("hand_detail", args=[mark.sitting_id, mark.hand_id]),
        )


def _to_accept(table: DeskTable) -> Need:
    assert table.sitting  # noqa: S101 of tables with a sheet alone
    return Need(
        f"accept-{table.sitting.pk}",
        _("Table {number} was signed by code").format(number=table.number),
        _("Compare the sheet, then make it official."),
        _("Compare"),
        reverse("sitting_detail", args=[table.sitting.pk]),
    )


def _left(tables: Sequence[DeskTable]) -> Iterator[Need]:
    for table in tables:
        if table.left and table.state in {"playing", "quiet", "paper"}:
            yield Need(
                f"left-{table.played.table.pk}",
                ngettext("{names} has left table {number}", "{names} have left table {number}", len(table.left)).format(
                    names=", ".join(table.left), number=table.number
                ),
                _("End its list early, or write its result."),
                _("Open"),
                _address(table),
            )


def _no_winner(tables: Sequence[DeskTable], *, may_plan: bool) -> Iterator[Need]:
    for table in tables:
        if table.state == "no_winner":
            yield Need(
                f"winner-{table.played.table.pk}",
                _("Table {number} has no winner").format(number=table.number),
                _("Its sheet is closed and says nobody has won."),
                _("Write it") if may_plan else _("Open"),
                reverse("table_result", args=[table.played.table.pk]) if may_plan else _address(table),
            )


def _many(
    tables: Sequence[DeskTable],
    state: str,
    single: Callable[[DeskTable], Need],
    together: Callable[[Sequence[DeskTable]], Need],
) -> Iterator[Need]:
    """Each by itself, or all as one line where they are many."""
    found = [table for table in tables if table.state == state]
    if len(found) >= TOGETHER:
        yield together(found)
    else:
        yield from map(single, found)


def _unsigned(table: DeskTable) -> Need:
    assert table.sitting  # noqa: S101 of tables with a sheet alone
    return Need(
        f"unsigned-{table.sitting.pk}",
        _("Table {number} is not signed").format(number=table.number),
        _("Missing: {names}").format(names=", ".join(table.unsigned)),
        _("Remind"),
        reverse("sitting_remind", args=[table.sitting.pk]),
        posts="next",
        value=reverse("tournament_desk", args=[table.round.stage.tournament_id]),
    )


def _all_unsigned(tables: Sequence[DeskTable]) -> Need:
    return Need(
        "unsigned",
        _("{number} tables are not signed").format(number=len(tables)),
        _("Tables {numbers}").format(numbers=_numbers(tables)),
        _("See them"),
        "#tables",
    )


def _quiet(table: DeskTable) -> Need:
    at = _("last hand at {time}") if table.played.sitting and table.played.sitting.head else _("opened at {time}")
    since = at.format(time=_time(table.last_at)) if table.last_at else ""
    progress = table.progress
    text = since
    if progress and progress.length:
        text = _("{played} of {length}, {since}").format(played=progress.played, length=progress.length, since=since)
    return Need(
        f"quiet-{table.played.table.pk}",
        _("Table {number} is quiet").format(number=table.number),
        text,
        _("Open"),
        _address(table),
    )


def _all_quiet(tables: Sequence[DeskTable]) -> Need:
    return Need(
        "quiet",
        _("{number} tables are quiet").format(number=len(tables)),
        _("Tables {numbers}").format(numbers=_numbers(tables)),
        _("See them"),
        "#tables",
    )


def _on_paper(on: DeskRounds | None, *, may_plan: bool) -> Iterator[Need]:
    """Tables without a sheet, whose results are typed in."""
    found = [table for table in on.tables if table.state == "paper"] if on else []
    if found:
        title = ngettext("{number} table has no sheet", "{number} tables have no sheet", len(found))
        yield Need(
            "paper",
            title.format(number=len(found)),
            _("Their results are typed in at the desk."),
            _("Type results") if may_plan else _("See them"),
            reverse("round_detail", args=[found[0].round.pk]) if may_plan else "#tables",
        )


def _doubtful(tournament: Tournament, stamp: str) -> list[Need]:
    """Who has entered under a name that is so like another one of the club that both may be one person."""
    pairs = worked_out("names", tournament, stamp, lambda: _alike(tournament))
    return [
        Need(
            f"name-{gone.pk}",
            _("{name} may be {other}").format(name=gone.name, other=there.name),
            _("Two lines of the book look like one person."),
            _("Compare"),
            reverse("merge_new", args=[tournament.club_id, gone.pk, there.pk]),
        )
        for there, gone in pairs
    ]


def _alike(tournament: Tournament) -> list[tuple[Player, Player]]:
    entrants = with_players(tournament.entrants.filter(state__in=IN))
    there = {player.pk for entrant in entrants for player in active(entrant)}
    people = Player.objects.people().filter(club=tournament.club_id, retired_at=None)
    book = sorted(people, key=lambda one: (alphabetical(one.name), one.pk))
    return [pair for pair in twins_to_merge(tournament.club, book) if there & {pair[0].pk, pair[1].pk}]


def _address(table: DeskTable) -> str:
    if table.sitting:
        return reverse("sitting_detail", args=[table.sitting.pk])
    return reverse("round_detail", args=[table.round.pk])


def _numbers(tables: Sequence[DeskTable]) -> str:
    return ", ".join(str(table.number) for table in tables)


def _time(moment: datetime) -> str:
    return date_format(localtime(moment), "TIME_FORMAT")
