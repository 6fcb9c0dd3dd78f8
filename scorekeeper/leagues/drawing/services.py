"""Draw the tables of an evening: a draft, changes by hand, and the moment when all of them are opened."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from itertools import chain
from typing import Annotated, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.record import load
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.names import (
    LONGEST,
    TABLE,
    TABLE_OF_GROUP,
    TABLE_OF_ROUND,
    Alphabetical,
    DefaultWords,
    default_words,
    followed_by,
    title_of,
)
from scorekeeper.draws.drawn import (
    SEED_BITS,
    Concession,
    Drawn,
    Locked,
    Report,
    SeatedTable,
    held_in,
    places_of,
    report_of,
)
from scorekeeper.draws.services import drafts
from scorekeeper.draws.services.drafts import in_seats, open_tables, put_down, seen_draft
from scorekeeper.journal import models as journal
from scorekeeper.leagues.drawing.reads import entry_of, here_for
from scorekeeper.leagues.evenings.reads import open_elsewhere
from scorekeeper.leagues.evenings.services import enter_in_journal, game_of, locked, refused, require_open, role_at
from scorekeeper.leagues.models import DrawnTable, Evening, EveningGame, MatchDay, Series, TableDraw
from scorekeeper.leagues.policies import can_run
from scorekeeper.leagues.seasons.reads import will_count
from scorekeeper.pairing.drawing import ENGINE, Draw, Entry, Impossible, broken, draw, facts, table_sizes
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.offers import hands_of, rules_of_round, sizes
from scorekeeper.play.opening.services import Opening, Sitter
from scorekeeper.play.seats.reads import tables_elsewhere

MOST_REVISION: Final = 2**31 - 1
Game = Annotated[UUID | None, Field(description="Left out: the first.")]


class TablesDraw(Asked):
    """Of which game tables are drawn, and whether who was put somewhere by hand stays there."""

    game: Game = None
    keep: Annotated[bool, Field(description="False lets go of what was done by hand.")] = True


class DraftAsked(Asked):
    """Of which game the draft is read."""

    game: Game = None


class SeenTables(Asked):
    """The draft that was read: nobody acts on another one."""

    draw: UUID
    revision: Annotated[int, Field(ge=0, le=MOST_REVISION)]


class EveningPlacesSwap(SeenTables):
    """Two places of the draft."""

    one: UUID
    other: UUID


class PlaceHold(SeenTables):
    """A place of the draft, and whether who has it stays there."""

    place: UUID
    held: bool = True


class TablesOpening(SeenTables):
    """A draft whose tables are opened."""

    elsewhere: Annotated[
        bool, Field(description="It is known that people sit at other tables, and that other evenings still play.")
    ] = False


class DraftPlaceBody(Answer):
    """Where somebody sits in a draft."""

    id: UUID
    player: UUID
    name: str
    by_hand: bool = Field(description="They stay there when it is drawn again.")


class DraftTableBody(Answer):
    """A table of a draft, seat by seat."""

    number: int
    places: list[DraftPlaceBody]


class TablesDraftBody(Answer):
    """A draft of the tables of a game."""

    draw: UUID
    revision: int = Field(description="Send it with whatever is done to the draft.")
    game: UUID
    number: int = Field(description="Of the round.")
    seed: int
    engine: str = Field(description="The same engine and seed give the same tables again.")
    tables: list[DraftTableBody]
    out: list[DraftPlaceBody] = Field(description="Who sits out.")
    reasons: list[str] = Field(description="What the draw asks of people, in sentences.")
    is_stale: bool = Field(description="Others are here by now than those who were drawn.")


class DraftBody(Answer):
    """The draft of a game of an evening; null where there is none."""

    draft: TablesDraftBody | None


class OpenedDrawBody(Answer):
    """A draw whose tables are open."""

    draw: UUID
    number: int = Field(description="Of the round.")
    sittings: list[UUID]


@transaction.atomic
def draw_tables(asked: TablesDraw, *, evening_id: UUID, by: User, now: datetime, seed: int | None = None) -> TableDraw:
    """A new draft of a game (without one, of the first) from everybody who is here for it, in the place of the one
    there was. With `keep`, who was put somewhere by hand stays there, as far as the tables still allow it.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `drawn_by_teams`.
        Refused: `game_unknown`; `too_few`: no table comes together.
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    require_open(evening)
    if MatchDay.objects.filter(evening=evening).exists():
        raise Conflict("drawn_by_teams", _("This is a match day of a team league: its tables are drawn by teams."))
    game = game_of(evening, asked.game)
    here = sorted(here_for(game))
    allowed = sizes(game.plays, game.typed_rules)
    if not table_sizes(len(here), allowed, game.size):
        raise refused("too_few", "", TOO_FEW, here=len(here), fewest=min(allowed))
    entry = entry_of(game, here, allowed, secrets.randbits(SEED_BITS) if seed is None else seed)
    draft = TableDraw.objects.filter(evening_game=game, published_at=None).first()
    held = held_in(draft) if draft and asked.keep else {}
    entry, drawn = _drawn(_with_locks(entry, held))
    number = game.draws.exclude(published_at=None).aggregate(newest=Max("number"))["newest"] or 0
    made = TableDraw(
        club_id=game.club_id,
        evening_id=game.evening_id,
        evening_game=game,
        number=number + 1,
        made_by=by,
        made_at=now,
    )
    concessions = _asked_of_people(entry, drawn.tables, drawn.out)
    plain = Drawn(
        tables=tuple(map(SeatedTable, drawn.tables)),
        out=drawn.out,
        seed=entry.seed,
        engine=ENGINE,
        facts=digest(facts(entry)),
        report=Report(steps=drawn.steps, is_best=drawn.is_best, broken=concessions),
        fixed=frozenset(entry.fixed),
    )
    return put_down(made, plain, {str(player): {"player_id": player} for player in here}, draft, held)


TOO_FEW = gettext_noop("Present: {here}. A table needs at least {fewest}. Check in more people.")


@transaction.atomic
def swap_places(asked: EveningPlacesSwap, *, evening_id: UUID, by: User, now: datetime) -> TableDraw:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`.
        Refused: `place_unknown`, `place_twice`.
    """
    places = (asked.one, asked.other)
    return drafts.swap_places(_draft(evening_id, by, asked), places, drafts.ByHand(by, now, _report_of))


@transaction.atomic
def hold_place(asked: PlaceHold, *, evening_id: UUID, by: User, now: datetime) -> TableDraw:
    """Somebody stays at their table when the draft is drawn again, or may sit elsewhere again.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`.
        Refused: `place_unknown`.
    """
    by_hand = drafts.ByHand(by, now, _report_of)
    return drafts.hold_place(_draft(evening_id, by, asked), asked.place, by_hand, held=asked.held)


@transaction.atomic
def undo_draft(asked: SeenTables, *, evening_id: UUID, by: User) -> TableDraw:
    """The draw that was there before the last one, or before the last change by hand, bit for bit; nothing is drawn.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`; `nothing_before`.
    """
    return drafts.undo_draft(_draft(evening_id, by, asked))


@transaction.atomic
def drop_draft(asked: SeenTables, *, evening_id: UUID, by: User) -> EveningGame:
    """Let go of the draft; of which game it was.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`.
    """
    draft = _draft(evening_id, by, asked)
    draft.delete()
    return draft.evening_game


@transaction.atomic
def publish_draw(asked: TablesOpening, *, evening_id: UUID, by: User, now: datetime) -> TableDraw:
    """Open every table of the draft at once. Tapped twice, or by two people, they are opened once.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`, `people_changed`.
        Refused: `still_playing`, as `open_drawn`; unless the record says that it is known, `player_elsewhere` and
            `evening_open`: some of these people sit at other tables, or tables of other evenings are still played
            (field "elsewhere").
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    if done := TableDraw.objects.filter(evening=evening, pk=asked.draw, published_at__isnull=False).first():
        return done
    require_open(evening)
    draft = seen_draft(evening.draws.select_related("evening_game"), asked.draw, asked.revision)
    if set(draft.places.values_list("player", flat=True)) != here_for(draft.evening_game):
        raise Conflict("people_changed", _("People have come or gone since this draw. Draw again."))
    _require_free(draft)
    if not asked.elsewhere and (problems := _elsewhere(evening, draft)):
        raise Refused(problems)
    open_drawn(evening, draft, by, now)
    return draft


def open_drawn(
    evening: Evening,
    draft: TableDraw,
    by: User,
    now: datetime,
    also: Collection[UUID] = (),
    series: Series | None = None,
) -> None:
    """Open every table of a draw; they count for the seasons of the evening that run and take their game, and for
    these. `series`: the draw is this one of a match day.

    Raises:
        Refused: `still_playing`, as `open_tables`.
    """
    _require_free(draft)
    seasons = [season.pk for season in will_count(evening, draft.evening_game.game, also)]
    number = series.number if series else draft.number
    group = series.group.number if series and series.group else None

    def opening_of(table: DrawnTable) -> Opening:
        return _opening(draft, table, seasons, number, table_name(evening, draft, table.number, number, group))

    open_tables(draft, opening_of, evening.club, by, now)
    enter_in_journal(evening, journal.Kind.EVENING_DRAWN, by, now, detail={"round": draft.number})


def _opening(draft: TableDraw, table: DrawnTable, seasons: list[UUID], number: int, name: DefaultWords) -> Opening:
    """How a table is opened in the round of this number."""
    game = draft.evening_game
    hands = hands_of(game.lengths, number)
    of_round = rules_of_round(game.plays, game.typed_rules, game.rules_name, game.size, hands)
    rules, rules_name = of_round or (game.rules, game.rules_name)
    return Opening(
        game=game.game,
        seats=[Sitter(place.player_id) for place in in_seats(table)],
        rules=rules,
        rules_name=rules_name,
        house_version=game.house_version_id,
        name=name,
        competitions=seasons,
    )


def table_name(evening: Evening, draw: TableDraw, number: int, round_: int, group: int | None = None) -> DefaultWords:
    """What the sheet is called: the table, which a short line has room for, the round (from the second on), the group
    (of those that play apart), the game (of several), then the evening."""
    place = default_words(TABLE if round_ == 1 else TABLE_OF_ROUND, number=number, round=round_)
    if group:
        place = default_words(TABLE_OF_GROUP, table=place, number=group)
    games = [title_of(draw.evening_game.game)] if evening.is_mixed else []
    return followed_by(place, *games, evening.name, most=LONGEST)


def _require_free(draft: TableDraw) -> None:
    """Nobody can sit at two tables of one evening."""
    playing = Sitting.objects.running().filter(
        drawn_table__draw__evening=draft.evening_id, is_over=False, ended_at=None
    )
    seats = Seat.objects.filter(sitting__in=playing, is_active=True, player__in=draft.places.values("player"))
    names = list(seats.order_by(Alphabetical("sitting__name"), "number").values_list("player__name", flat=True))
    if names:
        text = gettext_noop("Still playing at a table of this evening: {names}. Let them finish, or end their list.")
        raise refused("still_playing", "", text, names=", ".join(names))


def _elsewhere(evening: Evening, draft: TableDraw) -> list[Problem]:
    """What is asked about before the tables of a draft are opened: tables of other evenings that are still played, and
    who of these people sits at another table."""
    seated = draft.places.filter(table__isnull=False).select_related("player").order_by(Alphabetical("player__name"))
    people = [place.player.person for place in seated]
    tables, found = tables_elsewhere(evening.club_id, [player.pk for player in people]), []
    if busy := [f"{player.name} ({tables[player.pk].name})" for player in people if player.pk in tables]:
        found.append(Problem("player_elsewhere", ELSEWHERE, Text(STILL_SIT, {"people": "; ".join(busy)})))
    if others := open_elsewhere(evening):
        names = "; ".join(sitting.name for sitting in others)
        found.append(Problem("evening_open", ELSEWHERE, Text(EVENING_OPEN, {"tables": names})))
    return found


ELSEWHERE = "elsewhere"
STILL_SIT = gettext_noop("Some of these people are still playing at other tables: {people}.")
EVENING_OPEN = gettext_noop(
    "Tables of other evenings are still open: {tables}. End them, or withdraw those where nobody is playing."
)


def _draft(evening_id: UUID, by: User, asked: SeenTables) -> TableDraw:
    """The draft that was seen, under the lock of its evening, for somebody who runs it.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`.
        PermissionDenied
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    require_open(evening)
    return seen_draft(evening.draws.select_related("evening_game__evening"), asked.draw, asked.revision)


def _with_locks(entry: Entry, held: Mapping[str, Locked]) -> Entry:
    """Those of people who are still here. Who sits out is put at the number after the last table."""
    out = len(table_sizes(len(entry.players), entry.sizes, entry.preferred))
    here = {player: lock for player, lock in held.items() if player in entry.players}
    return replace(
        entry,
        fixed={player: out if lock.table is None else lock.table for player, lock in here.items()},
        on_seats={player: lock.seat for player, lock in here.items() if lock.seat is not None},
    )


def _drawn(entry: Entry) -> tuple[Entry, Draw]:
    """Where other people have come or gone, what was done by hand may not fit any more, and then makes way."""
    try:
        return entry, draw(entry)
    except Impossible:
        entry = replace(entry, fixed={}, on_seats={})
        return entry, draw(entry)


def _report_of(draft: TableDraw) -> Report:
    """What a draft that was changed by hand asks of people."""
    tables, out = places_of(draft)
    game, players = draft.evening_game, [UUID(key) for key in (*chain(*tables), *out)]
    entry = entry_of(game, players, sizes(game.plays, game.typed_rules), draft.seed)
    return report_of(draft.report).but(broken=_asked_of_people(entry, tables, out))


def _asked_of_people(entry: Entry, tables: Sequence[Sequence[str]], out: Sequence[str]) -> tuple[Concession, ...]:
    return tuple(load(Concession, asdict(each)) for each in broken(entry, tables, out))
