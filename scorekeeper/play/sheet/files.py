"""A sheet as it is printed, and as a table for other programs; the list of a club's sheets."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.record import load_kind
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Cell, Table, figure, headed
from scorekeeper.common.texts import HELD, translated
from scorekeeper.play.marks.reads import MarksState
from scorekeeper.play.models import Sitting, State
from scorekeeper.play.moves import totals
from scorekeeper.play.sheet.origins import Phones, confirmations_of, origin_words, signatures_of
from scorekeeper.play.sheet.reads import Sheet
from scorekeeper.play.sheet.rows import Row, progress_of, together


def sheet_out(sitting: Sitting, sheet: Sheet, phones: Phones) -> Table:
    """A line a hand, with what it changed and where each side stood then, and by which door it and its confirmations
    came; penalties; the totals; who has signed, and how."""
    names = [together(column.seat.player.name for column in side.columns) for side in sheet.sides]
    value = [headed(pgettext("column", "Value"), sheet.worth_unit)] if sheet.shows_worth else []
    heads = [
        pgettext("column", "No."),
        pgettext("column", "Time"),
        pgettext("column", "Game"),
        *value,
        *(headed(name, sheet.chart_unit) for name in names),
        pgettext("column", "Remark"),
    ]
    heads += [pgettext("column", "Recorded by"), pgettext("column", "Confirmed by")]
    played = f"{translated(sitting.plays.title)}, {date_format(timezone.localtime(sitting.opened_at), 'DATE_FORMAT')}"
    return Table(
        sitting.name,
        heads,
        [*_lines(sitting, sheet, phones), *_signatures(sitting, sheet, phones)],
        [sitting.club.name, played],
    )


def _lines(sitting: Sitting, sheet: Sheet, phones: Phones) -> Iterator[list[Cell]]:
    many, called = len(sheet.sides), _called(sheet)
    confirmed: dict[UUID, list[str]] = defaultdict(list)
    for mark in confirmations_of(sitting):
        who = f"{called[mark.seat.number]}: " if mark.seat else ""
        confirmed[mark.hand_id].append(who + origin_words(mark, phones))
    for row in sheet.rows:
        remark = (
            pgettext("state", "struck")
            if row.hand.is_void
            else pgettext("state", "corrected")
            if row.is_corrected
            else None
        )
        value = [None if row.value is None else figure(row.value, sheet.worth_unit)] if sheet.shows_worth else []
        running = (None if total is None else figure(total, sheet.chart_unit) for total in row.running)
        recorded, by = origin_words(row.hand, phones), "; ".join(confirmed[row.hand.pk]) or None
        yield [
            row.hand.number,
            row.hand.at,
            translated(row.hand.said, sheet.names),
            *value,
            *running,
            remark,
            recorded,
            by,
        ]
    pad: list[Cell] = [None] if sheet.shows_worth else []
    for given in sheet.beside:
        act = given.given.act
        figures = (None if points is None else figure(points, sheet.unit) for points in given.points)
        remark = None if given.given.stands else pgettext("state", "taken back")
        yield [
            None,
            act.at,
            f"{act.get_kind_display()}: {act.reason}",
            *pad,
            *figures,
            remark,
            origin_words(act, phones),
            None,
        ]
    for part in sheet.parts if sheet.has_sum else ():
        cells = [figure(made, sheet.unit) for _count, made in part.cells]
        yield [None, None, translated(part.title), *pad, *cells, None, None, None]
    if many:
        total = [figure(side.total, sheet.unit) for side in sheet.sides]
        yield [None, None, headed(pgettext("column", "Total"), sheet.unit), *pad, *total, None, None, None]
        yield [None, None, pgettext("column", "Rank"), *pad, *(side.rank for side in sheet.sides), None, None, None]


def _signatures(sitting: Sitting, sheet: Sheet, phones: Phones) -> Iterator[list[Cell]]:
    pad: list[Cell] = [None] * (len(sheet.sides) + sheet.shows_worth)
    called = _called(sheet)
    for signature in signatures_of(sitting).select_related("by_user", "seat").order_by("seat__number"):
        name = _("Signature of {name}").format(name=called[signature.seat.number])
        remark = pgettext("note", "on behalf") if signature.on_behalf else None
        yield [None, signature.at, name, *pad, remark, origin_words(signature, phones), None]


def sheets_out(club: Club, sittings: Iterable[Sitting]) -> Table:
    """A line a seat of each sheet, so that it can be sorted and added up by player."""
    heads = [
        pgettext("column", "Opened"),
        pgettext("column", "Closed"),
        pgettext("column", "Official"),
        pgettext("column", "Table"),
        pgettext("column", "Game"),
        pgettext("column", "Hands"),
        pgettext("column", "Player"),
        pgettext("column", "Total"),
        pgettext("column", "Unit"),
    ]
    return Table(_("Sheets of {club}").format(club=club.name), heads, _seats(sittings))


def _seats(sittings: Iterable[Sitting]) -> Iterator[list[Cell]]:
    for sitting in sittings:
        seats = list(sitting.seats.all())
        sums, unit = totals(sitting, seats), sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
        game, played = translated(sitting.plays.title), progress_of(sitting, seats, {}).played
        for seat in seats:
            total: Cell = str(HELD) if sitting.held_back else figure(sums[seat.number], unit)
            yield [
                *(
                    sitting.opened_at,
                    sitting.closed_at,
                    pgettext("note", "yes") if sitting.is_official else pgettext("note", "no"),
                    sitting.name,
                    game,
                    played,
                ),
                *(seat.player.name, total, unit.unit),
            ]


def _called(sheet: Sheet) -> dict[int, str]:
    """{the number of a seat: who has it}"""
    return {column.seat.number: column.seat.player.name for column in sheet.columns}


MOST_ON_WIDE_ROWS = 40
MOST_ON_A_PAGE = 48
MOST_WITH_MORE = 30  # hands, where more than the sums stands below them


@dataclass(frozen=True, slots=True)
class PaperCell:
    """One printed row: `row` as the sheet on screen has it, `own` as the game writes it on its own paper sheet,
    whether the deal has gone round with it, and how far it binds."""

    row: Row
    own: Any
    ends_round: bool
    state: State

    @property
    def is_disputed(self) -> bool:
        return self.state == State.DISPUTED


@dataclass(frozen=True, slots=True)
class Paper:
    """Every hand that counts, for a sheet of one line a hand; `own` is all that the game writes on its own sheet."""

    cells: tuple[PaperCell, ...]
    own: Sequence[Any]
    struck: tuple[Row, ...]
    has_more: bool

    @property
    def is_long(self) -> bool:
        return self.hands > MOST_ON_WIDE_ROWS and not self.flows

    @property
    def flows(self) -> bool:
        """More than one page holds: the rows go on over the next ones."""
        return self.hands > (MOST_WITH_MORE if self.has_more else MOST_ON_A_PAGE)

    @property
    def disputed(self) -> tuple[PaperCell, ...]:
        return tuple(cell for cell in self.cells if cell.is_disputed)

    @property
    def confirmed(self) -> int:
        """How many somebody has agreed to, while the sheet is open; a closed one is official as a whole."""
        return sum(cell.state == State.CONFIRMED for cell in self.cells)

    @property
    def hands(self) -> int:
        return len(self.cells)


def paper_of(sitting: Sitting, sheet: Sheet, said: MarksState) -> Paper:
    """The hands that count, numbered as on paper: one that moved nothing, as where the cards are dealt again, is not
    among them."""
    game = sitting.plays
    rows = [row for row in sheet.rows if not row.hand.is_void and row.hand.outcome["lines"]]
    own = game.sheet([(load_kind(game.hands, row.record), load_kind(game.details, row.detail)) for row in rows])
    written = own if len(own) == len(rows) else [None] * len(rows)
    cells = tuple(
        PaperCell(row, line, number % len(row.hand.table["seats"]) == 0, said.state(row.hand))
        for number, (row, line) in enumerate(zip(rows, written, strict=True), 1)
    )
    return Paper(cells, own, tuple(row for row in sheet.rows if row.hand.is_void), bool(sheet.beside or sheet.spans))
