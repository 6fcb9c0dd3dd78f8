"""Recording a hand in as few round trips as the database allows. The one module that writes SQL by hand.

What the ORM does in a dozen statements for a correction is done here in one read and one write (on SQLite, where a
statement costs no round trip, one for each table). The tables and the meaning are the same; a test holds this module's
rows against those of `ledger.post`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import require_running
from scorekeeper.common.ids import uuid7
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import Amounts
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.policies import Standpoint, standpoint
from scorekeeper.standings.models import Competition
from scorekeeper.standings.services import added, in_order


@dataclass(frozen=True, slots=True)
class Read:
    """A locked sitting and all that recording its next hand needs to know.

    `earlier` is the id of the hand that the key has already made in this club, `version` the number of versions that
    the next hand's number has already had.
    """

    sitting: Sitting
    who: Standpoint
    seats: list[Seat]
    competitions: list[Competition]
    earlier: UUID | None
    version: int


def read(sitting_id: UUID, by: Actor, key: UUID) -> Read:
    """Lock the sitting and read it.

    Raises:
        Sitting.DoesNotExist: there is none that this actor may see.
    """
    if connection.vendor == "postgresql":
        # Apart from the read: its inner queries must see what the last holder of the lock has written.
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM play_sitting WHERE id = %s FOR UPDATE", [sitting_id])
    params = {"sitting": _id(sitting_id), "user": _id(by.user.pk) if by.user else None, "key": _id(key)}
    sitting = next(iter(Sitting.objects.raw(READ[connection.vendor], params)), None)
    if sitting is None:
        raise Sitting.DoesNotExist
    found: Any = sitting  # the columns of the query that are no fields
    sitting.club = Club(
        pk=sitting.club_id,
        name=found.club_name,
        time_zone=found.club_time_zone,
        is_private=found.club_is_private,
        confirm_after=found.club_confirm_after,
        pages_for=found.club_pages_for,
        closed_at=found.club_closed_at,
        game_words=json.loads(found.club_game_words),
    )
    who = standpoint(by, sitting)
    if who.role or (by.device and by.device.sitting_id == sitting.pk):
        require_running(sitting.club)
    if not (who.role or who.device):
        raise Sitting.DoesNotExist
    return Read(
        sitting,
        who,
        [_seat(sitting, row) for row in json.loads(found.seats_read)],
        [_competition(sitting, row) for row in json.loads(found.competitions_read or "[]")],
        UUID(str(found.earlier)) if found.earlier else None,
        found.versions or 0,
    )


def write(table: Read, hand: Hand, moved: Amounts) -> None:
    """Write the hand, its entries, and what they move: tallies, the sitting, results, standings."""
    by_number: dict[int, dict[str, int]] = {}
    for (number, measure), amount in moved.items():
        by_number.setdefault(number, {})[measure] = amount
    changed = [seat for seat in table.seats if seat.number in by_number]
    for seat in changed:
        seat.tally = added(seat.tally, by_number[seat.number])
    fields = {field.column: getattr(hand, field.attname) for field in Hand._meta.concrete_fields}  # noqa: SLF001
    ids = {seat.number: _text(seat.pk) for seat in table.seats}
    params = {
        "hand": json.dumps(
            {name: _text(value) if isinstance(value, UUID) else value for name, value in fields.items()},
            default=_moment,
        ),
        "entries": json.dumps(
            [
                {"id": _text(uuid7()), "seat": ids[number], "measure": measure, "amount": amount}
                for (number, measure), amount in moved.items()
            ]
        ),
        "seats": json.dumps([{"id": _text(seat.pk), "tally": seat.tally} for seat in changed]),
        "id": _id(table.sitting.pk),
        "club": _id(table.sitting.club_id),
        "state": json.dumps(table.sitting.state),
        "is_over": table.sitting.is_over,
        "next_number": table.sitting.next_number,
        "dealer": table.sitting.dealer,
        "seq": table.sitting.seq,
        "head": table.sitting.head,
        "revision": table.sitting.revision,
        "results": json.dumps(_results(table, changed)),
        "standings": json.dumps(_standings(table, changed, moved)),
    }
    with connection.cursor() as cursor:
        for statement in WRITE[connection.vendor]:
            cursor.execute(statement, params)


def _moment(value: Any) -> str:
    """As the engine keeps a moment: SQLite as Django writes it there, a naive text in UTC."""
    return str(connection.ops.adapt_datetimefield_value(value))


def _results(table: Read, changed: Sequence[Seat]) -> list[Mapping[str, Any]]:
    played_on = table.sitting.played_on.isoformat() if table.competitions else ""
    return [
        {
            "id": _text(uuid7()),
            "competition": _text(competition.pk),
            "player": _text(seat.player_id),
            "played_on": played_on,
            "measures": seat.tally,
            "points": competition.points(seat.tally, table.sitting.game),
            "game": table.sitting.game,
        }
        for competition in table.competitions
        for seat in changed
    ]


def _standings(table: Read, changed: Sequence[Seat], moved: Amounts) -> list[Mapping[str, Any]]:
    """In the order in which their rows are to be locked: by competition, then player."""
    rows: list[Mapping[str, Any]] = []
    for competition in in_order(table.competitions):
        for seat in sorted(changed, key=lambda seat: seat.player_id):
            by = {measure: amount for (number, measure), amount in moved.items() if number == seat.number}
            before = added(seat.tally, by, -1)
            rows.append(
                {
                    "id": _text(uuid7()),
                    "competition": _text(competition.pk),
                    "player": _text(seat.player_id),
                    "measures": by,
                    "points": competition.points(by, table.sitting.game),
                    "sources": bool(seat.tally) - bool(before),
                }
            )
    return rows


def _seat(sitting: Sitting, row: Sequence[Any]) -> Seat:
    pk, number, player, name, merged_into, is_active, tally = row
    return Seat(
        pk=UUID(pk),
        club_id=sitting.club_id,
        sitting=sitting,
        number=number,
        player=Player(
            pk=UUID(player),
            club_id=sitting.club_id,
            name=name,
            merged_into_id=UUID(merged_into) if merged_into else None,
        ),
        is_active=bool(is_active),
        tally=tally,
    )


def _competition(sitting: Sitting, row: Sequence[Any]) -> Competition:
    pk, name, game, system, others, factors = row
    return Competition(
        pk=UUID(pk),
        club_id=sitting.club_id,
        name=name,
        game=game,
        system=system,
        others=others,
        factors=factors,
    )


def _id(value: UUID) -> Any:
    """An id as a parameter."""
    return value if connection.vendor == "postgresql" else value.hex


def _text(value: UUID) -> str:
    """An id inside JSON, spelled as the engine keeps it."""
    return str(value) if connection.vendor == "postgresql" else value.hex


_READ = """
SELECT s.*, c.name AS club_name, c.time_zone AS club_time_zone, c.is_private AS club_is_private,
  c.confirm_after AS club_confirm_after, c.pages_for AS club_pages_for,
  c.closed_at AS club_closed_at, CAST(c.game_words AS text) AS club_game_words,
  (SELECT m.role FROM clubs_membership m WHERE m.club_id = s.club_id AND m.user_id = %(user)s) AS my_role,
  (SELECT t.number FROM play_seat t JOIN clubs_player p ON p.id = t.player_id
    WHERE t.club_id = s.club_id AND t.sitting_id = s.id AND t.number < 1000 AND p.user_id = %(user)s) AS my_seat,
  {seats} AS seats_read,
  {competitions} AS competitions_read,
  (SELECT h.id FROM play_hand h WHERE h.club_id = s.club_id AND h.key = %(key)s) AS earlier,
  (SELECT max(h.version) FROM play_hand h
    WHERE h.club_id = s.club_id AND h.sitting_id = s.id AND h.number = s.next_number) AS versions
FROM play_sitting s JOIN clubs_club c ON c.id = s.club_id
WHERE s.id = %(sitting)s AND s.withdrawn_at IS NULL
"""
_SEATS = (
    "FROM play_seat t JOIN clubs_player p ON p.id = t.player_id WHERE t.club_id = s.club_id AND t.sitting_id = s.id"
    " AND t.number < 1000"  # play.models.sittings.PUT_AWAY
)
_COMPETITIONS = (
    "FROM play_sitting_competitions j JOIN standings_competition k ON k.id = j.competition_id WHERE j.sitting_id = s.id"
)
READ: Final = {
    "postgresql": _READ.format(
        seats="(SELECT json_agg(json_build_array(t.id, t.number, t.player_id, p.name, p.merged_into_id, t.is_active, "
        f"t.tally) ORDER BY t.number)::text {_SEATS})",
        competitions="(SELECT json_agg(json_build_array(k.id, k.name, k.game, k.system, k.others, k.factors))::text "
        f"{_COMPETITIONS})",
    ),
    "sqlite": _READ.format(
        seats="(SELECT json_group_array(json(row)) FROM (SELECT json_array(t.id, t.number, t.player_id, p.name, "
        f"p.merged_into_id, t.is_active, json(t.tally)) AS row {_SEATS} ORDER BY t.number))",
        competitions="(SELECT json_group_array(json_array(k.id, k.name, k.game, k.system, json(k.others), "
        f"json(k.factors))) {_COMPETITIONS})",
    ),
}

_HAND_COLUMNS = [field.column for field in Hand._meta.concrete_fields]  # noqa: SLF001
_QUOTED = ", ".join(f'"{name}"' for name in _HAND_COLUMNS)
_UPDATE_SITTING = """
UPDATE play_sitting SET state = %(state)s, is_over = %(is_over)s, next_number = %(next_number)s, dealer = %(dealer)s,
  seq = %(seq)s, head = %(head)s, revision = %(revision)s WHERE id = %(id)s
"""
_UPSERT_RESULTS = """
INSERT INTO standings_result
  (id, club_id, competition_id, player_id, source, played_on, measures, points, is_sealed, game)
SELECT {id}, %(club)s, {competition}, {player}, %(id)s, {played_on}, {measures}, {points}, {false}, {game} FROM {rows}
ON CONFLICT (club_id, competition_id, source, player_id)
DO UPDATE SET measures = excluded.measures, points = excluded.points
"""
_UPSERT_STANDINGS = """
INSERT INTO standings_standing
  (id, club_id, competition_id, player_id, points, measures, sources, official_points, official_measures,
   official_sources, revision)
SELECT {id}, %(club)s, {competition}, {player}, {points}, {measures}, {sources}, 0, '{{}}', 0, 1 FROM {rows}
ON CONFLICT (club_id, competition_id, player_id)
DO UPDATE SET points = standings_standing.points + excluded.points,
  sources = standings_standing.sources + excluded.sources,
  revision = standings_standing.revision + 1,
  measures = {added}
"""


def _postgresql() -> tuple[str, ...]:
    """One statement: each WITH part writes one table."""
    shape = {
        "id": "id", "competition": "competition", "player": "player", "played_on": "played_on",
        "measures": "measures", "points": "points", "sources": "sources", "false": "false", "game": "game",
    }  # fmt: skip
    results = (
        "jsonb_to_recordset(%(results)s::jsonb) AS r(id uuid, competition uuid, player uuid, played_on date, "
        "measures jsonb, points bigint, game text)"
    )
    standings = (
        "jsonb_to_recordset(%(standings)s::jsonb) AS r(id uuid, competition uuid, player uuid, measures jsonb, "
        "points bigint, sources int)"
    )
    sums = (
        "(SELECT coalesce(jsonb_object_agg(key, amount), '{}') FROM (SELECT key, sum(value::bigint) AS amount FROM "
        "(SELECT * FROM jsonb_each_text(standings_standing.measures) UNION ALL "
        "SELECT * FROM jsonb_each_text(excluded.measures)) both_of_them GROUP BY key HAVING sum(value::bigint) <> 0) sums)"
    )
    return (
        "WITH hand AS (INSERT INTO play_hand "
        f"({_QUOTED}) SELECT {_QUOTED} FROM jsonb_populate_record(NULL::play_hand, %(hand)s::jsonb) RETURNING id), "
        "entries AS (INSERT INTO play_ledgerentry (id, club_id, seat_id, hand_id, measure, amount) "
        "SELECT e.id, %(club)s, e.seat, hand.id, e.measure, e.amount FROM hand, "
        "jsonb_to_recordset(%(entries)s::jsonb) AS e(id uuid, seat uuid, measure text, amount bigint)), "
        "seats AS (UPDATE play_seat SET tally = t.tally "
        "FROM jsonb_to_recordset(%(seats)s::jsonb) AS t(id uuid, tally jsonb) "
        # By the sitting too: else it is thought to be a hundred seats, and all there are may be read to find three.
        "WHERE play_seat.sitting_id = %(id)s AND play_seat.id = t.id), "
        f"results AS ({_UPSERT_RESULTS.format(rows=results, **shape)}), "
        f"standings AS ({_UPSERT_STANDINGS.format(rows=standings, added=sums, **shape)}) "
        f"{_UPDATE_SITTING}",
    )


def _sqlite() -> tuple[str, ...]:
    """A statement for each table."""

    def field(name: str) -> str:
        return f"json_extract(r.value, '$.{name}')"

    names = ("id", "competition", "player", "played_on", "measures", "points", "sources", "game")
    shape = {name: field(name) for name in names} | {"false": "0"}
    # "WHERE true" keeps ON CONFLICT from being read as part of a join.
    rows = "json_each(%({})s) AS r WHERE true"
    sums = (
        "(SELECT coalesce(json_group_object(key, amount), '{}') FROM (SELECT key, sum(value) AS amount FROM "
        "(SELECT key, value FROM json_each(standings_standing.measures) UNION ALL "
        "SELECT key, value FROM json_each(excluded.measures)) GROUP BY key HAVING sum(value) <> 0 ORDER BY key))"
    )
    values = ", ".join(f"json_extract(%(hand)s, '$.{name}')" for name in _HAND_COLUMNS)
    return (
        f"INSERT INTO play_hand ({_QUOTED}) SELECT {values}",
        "INSERT INTO play_ledgerentry (id, club_id, seat_id, hand_id, measure, amount) "
        f"SELECT {field('id')}, %(club)s, {field('seat')}, json_extract(%(hand)s, '$.id'), {field('measure')}, "
        f"{field('amount')} FROM json_each(%(entries)s) AS r",
        "UPDATE play_seat SET tally = (SELECT json_extract(r.value, '$.tally') FROM json_each(%(seats)s) AS r "
        f"WHERE {field('id')} = play_seat.id) WHERE id IN (SELECT {field('id')} FROM json_each(%(seats)s) AS r)",
        _UPDATE_SITTING,
        _UPSERT_RESULTS.format(rows=rows.format("results"), **shape),
        _UPSERT_STANDINGS.format(rows=rows.format("standings"), added=sums, **shape),
    )


WRITE: Final = {"postgresql": _postgresql(), "sqlite": _sqlite()}
