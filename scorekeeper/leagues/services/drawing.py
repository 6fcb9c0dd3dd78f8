"""Draw the tables of an evening: a draft, changes by hand, and the moment when all of them are opened."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import translated
from scorekeeper.journal import models as journal
from scorekeeper.leagues.models import DrawnTable, Evening, EveningGame, MatchDay, Place, TableDraw
from scorekeeper.leagues.policies import can_run
from scorekeeper.leagues.selectors.history import entry_of, here_for
from scorekeeper.leagues.selectors.waiting import will_count
from scorekeeper.leagues.services.common import game_of, locked, refused, require_open, role_at, told
from scorekeeper.pairing.drawing import ENGINE, Draw, Entry, Impossible, broken, draw, facts
from scorekeeper.pairing.splitting import table_sizes
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.offers import sizes
from scorekeeper.play.services.sittings import Opening, Sitter, open_sitting

SEED_BITS = 62  # what every database holds in a whole number with a sign


@dataclass(frozen=True, slots=True)
class Seen:
    """The draft as the page showed it: nobody acts on another one."""

    draw_id: UUID
    revision: int


@transaction.atomic
def draw_tables(
    *,
    evening_id: UUID,
    by: User,
    now: datetime,
    keep: bool = True,
    seed: int | None = None,
    game_id: UUID | None = None,
) -> TableDraw:
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
    game = game_of(evening, game_id)
    here = sorted(here_for(game))
    allowed = sizes(game.plays, game.typed_rules)
    if not table_sizes(len(here), allowed, game.size):
        raise refused("too_few", "", TOO_FEW, here=len(here), fewest=min(allowed))
    entry = entry_of(game, here, allowed, secrets.randbits(SEED_BITS) if seed is None else seed)
    draft = TableDraw.objects.filter(evening_game=game, published_at=None).first()
    if draft and keep:
        entry = replace(entry, fixed=_by_hand(draft, entry))
    if draft:
        draft.delete()
    entry, drawn = _drawn(entry)
    return _write(game, by, entry, drawn, now)


TOO_FEW = gettext_noop("{here} are here, and a table takes at least {fewest}. Check more people in.")


@transaction.atomic
def swap_places(*, evening_id: UUID, by: User, seen: Seen, players: tuple[UUID, UUID]) -> TableDraw:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`.
        Refused: `place_unknown`, `player_twice`.
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    require_open(evening)
    draft = _draft(evening, seen)
    found = {place.player_id: place for place in draft.places.all()}
    for field, player in zip(("one", "other"), players, strict=True):
        if player not in found:
            raise refused("place_unknown", field, gettext_noop("Choose somebody who is in this draw."))
    if players[0] == players[1]:
        raise refused("player_twice", "other", gettext_noop("Choose two different people."))
    _exchange(found[players[0]], found[players[1]])
    game = draft.evening_game
    entry = entry_of(game, list(found), sizes(game.plays, game.typed_rules), draft.seed)
    draft.report = {**draft.report, **_report(entry, *_places(draft))}
    draft.revision += 1
    draft.save(update_fields=["report", "revision"])
    return draft


@transaction.atomic
def publish_draw(*, evening_id: UUID, by: User, seen: Seen, now: datetime) -> TableDraw:
    """Open every table of the draft at once. Tapped twice, or by two people, they are opened once.

    Raises:
        Conflict: `evening_closed`, `evening_planned`, `draw_changed`, `people_changed`.
        Refused: `still_playing`, or what opening a table refuses.
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    if done := TableDraw.objects.filter(evening=evening, pk=seen.draw_id, published_at__isnull=False).first():
        return done
    require_open(evening)
    draft = _draft(evening, seen)
    if set(draft.places.values_list("player", flat=True)) != here_for(draft.evening_game):
        raise Conflict("people_changed", _("Somebody came or went since this was drawn. Draw again."))
    open_drawn(evening, draft, by, now)
    return draft


def open_drawn(evening: Evening, draft: TableDraw, by: User, now: datetime, also: Collection[UUID] = ()) -> None:
    """Open every table of a draw; they count for the seasons of the evening that run and take their game, and for
    these.

    Raises:
        Refused: `still_playing`, or what opening a table refuses.
    """
    _require_free(draft)
    seasons = [season.pk for season in will_count(evening, draft.evening_game.game, also)]
    for table in draft.tables.prefetch_related("places"):
        _open(evening, draft, table, by, seasons, now)
    draft.published_by, draft.published_at = by, now
    draft.save(update_fields=["published_by", "published_at"])
    told(evening, journal.Kind.EVENING_DRAWN, by, now, detail={"round": draft.number})


def _open(evening: Evening, draft: TableDraw, table: DrawnTable, by: User, seasons: list[UUID], now: datetime) -> None:
    places = sorted(table.places.all(), key=lambda place: place.seat or 0)
    game = draft.evening_game
    opening = Opening(
        game=game.game,
        seats=[Sitter(place.player_id) for place in places],
        rules=game.rules,
        rules_name=game.rules_name,
        house_version=game.house_version_id,
        name=table_name(evening, draft, table.number),
        competitions=seasons,
        key=table.pk,
    )
    table.sitting = open_sitting(club=evening.club, by=by, opening=opening, now=now)
    table.save(update_fields=["sitting"])


def table_name(evening: Evening, draw: TableDraw, number: int) -> str:
    """What the sheet is called: the table, which a short line has room for, the round (from the second on), the game
    (of several), then the evening."""
    words = _("Table {number}") if draw.number == 1 else _("Table {number}, round {round}")
    place = words.format(number=number, round=draw.number)
    if evening.is_mixed:
        place = f"{place}, {translated(draw.evening_game.plays.title)}"
    return f"{place}, {evening.name}"[:LONGEST].rstrip(", ")


def _require_free(draft: TableDraw) -> None:
    """Nobody can sit at two tables of one evening."""
    playing = Sitting.objects.running().filter(
        drawn_table__draw__evening=draft.evening_id, is_over=False, ended_at=None
    )
    seats = Seat.objects.filter(sitting__in=playing, is_active=True, player__in=draft.places.values("player"))
    names = list(seats.order_by(Alphabetical("sitting__name"), "number").values_list("player__name", flat=True))
    if names:
        text = gettext_noop("They still play at a table of this evening: {names}. Let them finish, or end their list.")
        raise refused("still_playing", "", text, names=", ".join(names))


def _draft(evening: Evening, seen: Seen) -> TableDraw:
    drafts = TableDraw.objects.filter(evening=evening, published_at=None).select_related("evening_game")
    draft = drafts.filter(pk=seen.draw_id, revision=seen.revision).first()
    if draft is None:
        raise Conflict("draw_changed", _("Somebody has changed the draw just now. Look at it again."))
    return draft


def _by_hand(draft: TableDraw, entry: Entry) -> dict[str, int]:
    """Who was put where by hand and is still here: {player: table from 0; the number after the last: sitting out}."""
    out = len(table_sizes(len(entry.players), entry.sizes, entry.preferred))
    places = draft.places.filter(by_hand=True).select_related("table")
    there = ((str(place.player_id), place.table.number - 1 if place.table else out) for place in places)
    return {player: table for player, table in there if player in entry.players}


def _drawn(entry: Entry) -> tuple[Entry, Draw]:
    """Where other people have come or gone, what was done by hand may not fit any more, and then makes way."""
    try:
        return entry, draw(entry)
    except Impossible:
        entry = replace(entry, fixed={})
        return entry, draw(entry)


def _write(game: EveningGame, by: User, entry: Entry, drawn: Draw, now: datetime) -> TableDraw:
    published = TableDraw.objects.filter(evening_game=game).aggregate(newest=Max("number"))["newest"] or 0
    made = TableDraw.objects.create(
        club_id=game.club_id,
        evening_id=game.evening_id,
        evening_game=game,
        number=published + 1,
        seed=entry.seed,
        engine=ENGINE,
        facts=digest(facts(entry)),
        report={
            "steps": drawn.steps,
            "is_best": drawn.is_best,
            **_report(entry, [list(table) for table in drawn.tables], list(drawn.out)),
        },
        made_by=by,
        made_at=now,
    )
    tables = [DrawnTable(club_id=game.club_id, draw=made, number=n) for n, _seats in enumerate(drawn.tables, 1)]
    DrawnTable.objects.bulk_create(tables)
    seated: Iterable[tuple[DrawnTable | None, int | None, str]] = [
        (table, seat, player)
        for table, players in zip(tables, drawn.tables, strict=True)
        for seat, player in enumerate(players)
    ]
    Place.objects.bulk_create(
        Place(
            club_id=game.club_id,
            draw=made,
            table=table,
            seat=seat,
            player_id=UUID(player),
            by_hand=player in entry.fixed,
        )
        for table, seat, player in (*seated, *((None, None, player) for player in drawn.out))
    )
    return made


def _report(entry: Entry, tables: list[list[str]], out: list[str]) -> Mapping[str, Any]:
    return {"broken": [asdict(one) for one in broken(entry, tables, out)]}


def _places(draft: TableDraw) -> tuple[list[list[str]], list[str]]:
    """The tables of a draft in the order of their seats, and who sits out."""
    order = F("table__number").asc(nulls_last=True), "seat"
    tables: dict[UUID, list[str]] = {}
    out = []
    for place in draft.places.order_by(*order):
        if place.table_id is None:
            out.append(str(place.player_id))
        else:
            tables.setdefault(place.table_id, []).append(str(place.player_id))
    return list(tables.values()), out


def _exchange(one: Place, other: Place) -> None:
    """Written anew, because no moment may show a player at two places, or two at one. Who sits out has no place to be
    put to by hand, but stays out."""
    by_hand = one.table_id != other.table_id
    Place.objects.filter(pk__in=[one.pk, other.pk]).delete()
    Place.objects.bulk_create(
        Place(
            club_id=place.club_id,
            draw_id=place.draw_id,
            table_id=place.table_id,
            seat=place.seat,
            player_id=player.player_id,
            by_hand=by_hand or player.by_hand,
        )
        for place, player in ((one, other), (other, one))
    )
