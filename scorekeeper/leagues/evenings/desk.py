"""An evening as whoever runs it sees it: the tables that are on, what waits, and the next step as one button."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, Max, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_names
from scorekeeper.common.texts import isolated, translated
from scorekeeper.draws.selectors.desk import (
    DeskRow,
    Need,
    calls_for,
    in_columns,
    needs_of_sheets,
    quiet_needs,
    sheets_now,
    waits_for,
)
from scorekeeper.draws.words import TABLES, TableWords
from scorekeeper.leagues.evenings.reads import is_blank
from scorekeeper.leagues.models import Attendance, Collected, Evening, EveningGame, TableCall, TableDraw
from scorekeeper.play.models import Sitting

DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class TablesOn:
    """The tables of a game that are on: those of its newest round, and what earlier ones have left open."""

    game: EveningGame
    number: int
    rows: tuple[DeskRow, ...]
    columns: int

    @property
    def seat_heads(self) -> list[str]:
        return TABLES.seat_heads(self.columns)

    @property
    def words(self) -> TableWords:
        return TABLES

    @property
    def has_lengths(self) -> bool:
        return any(row.percent is not None for row in self.rows)

    @property
    def blank(self) -> list[Sitting]:
        """The sheets on which nothing stands yet: a table that was opened by mistake can be withdrawn."""
        return [row.sitting for row in self.rows if row.sitting and is_blank(row.sitting)]

    @property
    def missing(self) -> list[DeskRow]:
        return [row for row in self.rows if not row.is_done]


@dataclass(frozen=True, slots=True)
class EveningStep:
    """What comes next of a game, or of the evening: `words` on a button that posts to `posts`, or leads to `address`;
    where it waits, the `sentence` says for what. `about` says all that a button does which posts."""

    words: str
    sentence: str = ""
    posts: str = ""
    address: str = ""
    game: UUID | None = None
    is_ready: bool = True
    is_main: bool = True
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningDesk:
    """`parts` are the games with tables that are on; `steps` the next of each game, and the end of the evening."""

    parts: tuple[TablesOn, ...]
    needs: tuple[Need, ...]
    steps: tuple[EveningStep, ...]

    @property
    def shown(self) -> set[UUID]:
        """The sheets whose tables it shows."""
        return {row.sitting.pk for part in self.parts for row in part.rows if row.sitting}


def stamp_of_desk(evening: Evening) -> str:
    """Another one as soon as somebody comes or goes, a table, a draw, a call or what is collected is another one."""
    calls = TableCall.objects.filter(table__draw__evening=evening)
    facts = (
        (evening.name, evening.state),
        Attendance.objects.filter(evening=evening).order_by("pk").values_list("pk", "state", "evening_game"),
        TableDraw.objects.filter(evening=evening).aggregate(Count("pk"), Sum("revision"), Max("published_at")),
        Sitting.objects.filter(drawn_table__draw__evening=evening).aggregate(Count("pk"), Sum("revision")),
        calls.aggregate(Count("pk"), Count("answered_at")),
        Collected.objects.filter(evening=evening).aggregate(Count("pk")),
    )
    return digest([repr(list(fact) if not isinstance(fact, dict) else fact) for fact in facts])[:16]


def desk_of(
    evening: Evening, sittings: Sequence[Sitting], calls: Sequence[TableCall], now: datetime, *, may_plan: bool
) -> EveningDesk:
    """Of an evening that is open; `sittings` are all its sheets, with seats and players."""
    parts = [part for game in evening.line_up if (part := _tables_on(game, sittings, now))]
    rows = [row for part in parts for row in part.rows]
    page = reverse("evening_detail", args=[evening.pk])
    needs = (
        *calls_for(calls, "evening_call_answered", lambda call: _called(evening, call)),
        *needs_of_sheets(rows, back=page, may_decide=may_plan),
        *quiet_needs(rows),
    )
    return EveningDesk(tuple(parts), needs, tuple(_steps(evening, parts, may_plan=may_plan)))


def _called(evening: Evening, call: TableCall) -> str:
    if evening.is_mixed and call.table.sitting:
        return isolated(call.table.sitting.name)
    return pgettext("heading", "Table {number}").format(number=call.table.number)


def _tables_on(game: EveningGame, sittings: Iterable[Sitting], now: datetime) -> TablesOn | None:
    own = [sitting for sitting in sittings if sitting.drawn_table.draw.evening_game_id == game.pk]
    if not own:
        return None
    newest = max(sitting.drawn_table.draw.number for sitting in own)
    on = [sitting for sitting in own if sitting.drawn_table.draw.number == newest or not sitting.is_official]
    now_of = sheets_now(on, now)
    names = public_names({seat.pk: seat.player.name for sitting in on for seat in sitting.seats.all()})
    rows = [
        DeskRow(
            key=str(sitting.pk),
            number=sitting.drawn_table.number,
            seats=tuple(names[seat.pk] for seat in sitting.seats.all()),
            state=now_of[sitting.pk].state,
            sheet=now_of[sitting.pk],
        )
        for sitting in on
    ]
    found, columns = in_columns(rows)
    return TablesOn(game, newest, tuple(found), columns)


def _steps(evening: Evening, parts: Sequence[TablesOn], *, may_plan: bool) -> Iterable[EveningStep]:
    """The next round of each game, then the end of the evening; a match day draws on a page of its own."""
    rows = [row for part in parts for row in part.rows]
    if day := getattr(evening, "match_day", None):
        yield EveningStep(_("Seats by teams"), address=reverse("match_day", args=[day.pk]), is_main=not parts)
    else:
        drafts = set(
            TableDraw.objects.filter(evening=evening, published_at=None).values_list("evening_game", flat=True)
        )
        on = {part.game.pk: part for part in parts}
        for game in evening.line_up:
            yield _next_round(evening, game, on.get(game.pk), has_draft=game.pk in drafts)
    if parts and may_plan:
        playing = [str(row.number) for row in rows if row.sitting and row.sitting.accepts_hands]
        open_ones = sum(not row.is_done for row in rows)
        sentence = _("Everything is official. The report follows.")
        if playing:
            text = ngettext(
                "Hands can still be recorded at table {numbers}.",
                "Hands can still be recorded at tables {numbers}.",
                len(playing),
            )
            sentence = text.format(numbers=", ".join(playing))
        elif open_ones:
            text = ngettext(
                "{number} sheet is not official yet. It can still become official later.",
                "{number} sheets are not official yet. They can still become official later.",
                open_ones,
            )
            sentence = text.format(number=open_ones)
        yield EveningStep(
            _("Close the evening"),
            sentence,
            posts=reverse("evening_close", args=[evening.pk]),
            is_ready=not playing,
            is_main=False,
            about=(
                _("Nothing more can be recorded. A draft that was not opened is deleted."),
                _("Entry fees are booked in the club’s accounts. Everyone who asked for the report gets it by e-mail."),
                _("Missing signatures can still be added. A director can reopen the evening."),
            ),
        )


def _next_round(evening: Evening, game: EveningGame, part: TablesOn | None, *, has_draft: bool) -> EveningStep:
    of_game = translated(game.plays.title) if evening.is_mixed else ""
    address = reverse("evening_draw", args=[evening.pk])
    if has_draft:
        words = _("Open the drawn {game} tables") if of_game else _("Open the drawn tables")
        sentence = _("You see who sits where, and why, before you open them.")
        return EveningStep(words.format(game=of_game), sentence, address=f"{address}?game={game.pk}")
    if part is None:
        words = pgettext("heading", "Draw {game}") if of_game else pgettext("heading", "Draw tables")
        return EveningStep(words.format(game=of_game), posts=address, game=game.pk, about=_drawing())
    number = part.number + 1
    words = _("Draw round {number} of {game}") if of_game else _("Draw round {number}")
    words = words.format(number=number, game=of_game)
    if part.missing:
        return EveningStep(words, waits_for(part.missing), posts=address, game=game.pk, is_ready=False)
    return EveningStep(words, posts=address, game=game.pk, about=_drawing())


def _drawing() -> tuple[str, ...]:
    """What drawing a round of a game does."""
    return (
        _("Everybody who is here for this game gets a seat. People who have met least often sit together."),
        _("Players kept apart sit at different tables if there is any way."),
        _("Only the organisers see the draw until they open it. They can change it or draw again."),
    )
