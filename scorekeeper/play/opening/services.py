"""Open a sitting, of a club or without any account, and find one that was opened before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, cast
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import dump
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import below, money_problems
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_open_tables, role_in
from scorekeeper.clubs.services import add_player, book_changed, lock_book
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.common.names import (
    CLUB_OF_ONE_TABLE,
    LONGEST,
    PHONE_OF_SHEET,
    SEAT,
    TABLE_OF_PEOPLE,
    DefaultWords,
    as_default,
    clean_name,
    default_words,
    name_key,
    tidied,
    title_of,
)
from scorekeeper.play.acting import note
from scorekeeper.play.actors import Actor
from scorekeeper.play.house_rules.services import agreed_rules, version_of
from scorekeeper.play.models import Act, Device, Seat, Seated, Sitting
from scorekeeper.play.offers import preset_of
from scorekeeper.play.records import TableOpening
from scorekeeper.play.seats.reads import elsewhere_problems, passing_guests, tables_elsewhere
from scorekeeper.play.sheet.rows import short_names
from scorekeeper.standings.models import Competition
from scorekeeper.standings.services import count_in

TABLE_SIZE = "table_size"


def size_problems(sitting: Sitting, size: int) -> tuple[Problem, ...]:
    """Why this sitting, by its own rules, cannot go on with so many at the table. Refuses `table_size`, as
    `games.rules_codes`."""
    game, rules = sitting.plays, sitting.typed_rules
    problems = () if is_out_of_range(game, size) else game.size_problems(rules, size)
    if not problems and size not in game.seats:
        return (seat_count(game, [fine for fine in game.seats if not game.size_problems(rules, fine)]),)
    return tuple(Problem(problem.code, "seats", problem.message) for problem in problems)


def is_out_of_range(game: AnyGame, size: int) -> bool:
    """A size between the fewest and the most may be wrong too; the game then has the better words for it."""
    return not game.seats[0] <= size <= game.seats[-1]


def seat_count(game: AnyGame, sizes: Sequence[int] = ()) -> Problem:
    """By the rules of a table `sizes` may sit there. Refuses `table_size`."""
    sizes = sizes or game.seats
    fewest, most = sizes[0], sizes[-1]
    if fewest == most:
        text = Text(
            gettext_noop("Under these rules, a table of {game} has {fewest} players."),
            {"game": game.title, "fewest": fewest},
        )
    else:
        text = Text(
            gettext_noop("A table of {game} has {fewest} to {most} players."),
            {"game": game.title, "fewest": fewest, "most": most},
        )
    return Problem(TABLE_SIZE, "seats", text)


FIRST_DAY = date(1900, 1, 1)  # on which a list that is typed in can have been played
GUEST_CLUBS = UUID("5b0c2c1e-6d0a-4d4e-9f0b-0a2f6f5d7a31")  # the names in it are keys of phones
NAME_TWICE = Text(gettext_noop("Two seats have the same name. Add a letter or a surname."))
NO_SUCH_PLAYER = Text(gettext_noop("This club has no such player."))


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody to be seated: a player of the club, or a name to make a guest of."""

    player_id: UUID | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is agreed before the first deal. `seats` in the order of the table; the first seat deals first. `played_on`
    is the day of a list that is typed in afterwards."""

    game: str
    seats: Sequence[Sitter]
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = ""
    name: str = ""
    competitions: Sequence[UUID] = ()
    key: UUID | None = None
    house_rules: UUID | None = None  # of the club, as they say now; `rules` then add what the table agrees on
    played_on: date | None = None
    house_version: UUID | None = None  # of which `rules` are a copy, where somebody has made it before
    elsewhere: bool = True  # may seat people who sit at another open table; doors ask first

    def facts(self) -> str:
        """The hash of all that is agreed, to tell a second sending from another table."""
        house = {"house_rules": str(self.house_rules)} if self.house_rules else {}
        day = {"played_on": self.played_on.isoformat()} if self.played_on else {}
        return digest(
            {
                **house,
                **day,
                "game": self.game,
                "seats": [[str(sitter.player_id or ""), sitter.name] for sitter in self.seats],
                "rules": dict(self.rules),
                "rules_name": self.rules_name,
                "name": self.name,
                "competitions": [str(pk) for pk in self.competitions],
            }
        )


def opening_of(asked: TableOpening, key: UUID | None) -> Opening:
    """What is asked for a new table, with the rules of its preset in full. Raises Refused `preset_unknown`."""
    game = games.all_games().get(asked.game)
    preset = preset_of(game, asked.preset or "") if game else None
    return Opening(
        game=asked.game,
        seats=[Sitter(seat.player, seat.name or "") for seat in asked.seats],
        rules={**(preset.rules if preset else {}), **(asked.rules or {})},
        rules_name=asked.rules_name or (str(preset.title) if preset else ""),
        name=asked.name,
        competitions=asked.seasons,
        key=key,
        house_rules=asked.house_rules,
        elsewhere=asked.elsewhere,
    )


def open_once(*, club: Club, by: User, opening: Opening, now: datetime) -> tuple[Sitting, bool]:
    """Open a table under the key of a phone, or find the one that was opened under it before (False).

    Raises:
        Conflict: `key_reused`: the key belongs to a table that was agreed otherwise; `sitting_withdrawn`.
        PermissionDenied: as `open_sitting` says.
        Refused: as `open_sitting`.
    """
    require(can_open_tables(role_in(by, club)))
    if earlier := _opened_before(club, opening):
        return earlier, False
    try:
        return open_sitting(club=club, by=by, opening=opening, now=now), True
    except IntegrityError:
        if earlier := _opened_before(club, opening):  # at this very moment, by the same phone
            return earlier, False
        raise


def _opened_before(club: Club, opening: Opening) -> Sitting | None:
    earlier = Sitting.everything.filter(club=club, key=opening.key).first() if opening.key else None
    if earlier and earlier.withdrawn_at:
        raise Conflict("sitting_withdrawn", _("This table was opened and withdrawn. Make a new key for another one."))
    if earlier and earlier.facts != opening.facts():
        raise Conflict("key_reused", _("This key was used for another table. Make a new key for each table."))
    return earlier


@transaction.atomic
def open_sitting(*, club: Club, by: User, opening: Opening, now: datetime) -> Sitting:
    """Open a table in a club.

    Raises:
        PermissionDenied: not a member.
        Refused: as `_open`, as `_fill`; every problem with its field.
    """
    require(can_open_tables(role_in(by, club)))
    sitting = _open(club, opening, now)
    sitting.opened_by_user = by
    sitting.save()
    _fill(sitting, opening, now)
    _note_opening(sitting, opening, Actor(user=by), now)
    return sitting


@transaction.atomic
def start_guest_table(*, opening: Opening, time_zone: str, now: datetime) -> tuple[Sitting, Device]:
    """A table without any account: a private club of its own, and this phone as its host."""
    pk = _guest_club(opening.key) if opening.key else uuid7()
    club = Club(pk=pk, name=default_words(CLUB_OF_ONE_TABLE), is_private=True, time_zone=time_zone, created_at=now)
    club.save(force_insert=True)
    sitting = _open(club, opening, now)
    sitting.save()
    _fill(sitting, opening, now)
    device = Device.objects.create(
        club=club,
        sitting=sitting,
        name=default_words(PHONE_OF_SHEET),
        is_host=True,
        made_at=now,
    )
    _note_opening(sitting, opening, Actor(device=device), now)
    return sitting, device


def start_guest_once(*, opening: Opening, time_zone: str, now: datetime) -> tuple[Sitting, Device]:
    """A table without any account under the key of a phone: started now, or the one that was started under it before.

    The key is known to the phone alone, so whoever sends it again is that phone, which never got the answer.

    Raises:
        Conflict: `key_reused`: the key belongs to a table that was agreed otherwise; `sitting_withdrawn`.
        PermissionDenied: the phone that started it keeps it no longer.
        Refused: as `start_guest_table`.
    """
    if earlier := started_before(opening):
        return earlier
    try:
        return start_guest_table(opening=opening, time_zone=time_zone, now=now)
    except IntegrityError:
        if earlier := started_before(opening):  # at this very moment, by the same phone
            return earlier
        raise


def started_before(opening: Opening) -> tuple[Sitting, Device] | None:
    """The table without an account that was started under this key, with its phone. Raises as `start_guest_once`."""
    club = Club.objects.filter(pk=_guest_club(opening.key)).first() if opening.key else None
    sitting = _opened_before(club, opening) if club else None
    if sitting is None:
        return None
    device = Device.objects.filter(sitting=sitting, is_host=True, revoked_at=None).first()
    require(device is not None, _("This sheet now belongs to an account. Sign in to continue."))
    return sitting, cast("Device", device)


def _guest_club(key: UUID) -> UUID:
    """The id of the private club of a table that was started under this key: the database takes it once."""
    return uuid5(GUEST_CLUBS, key.hex)


def _open(club: Club, opening: Opening, now: datetime) -> Sitting:
    """A sitting that is checked but not yet saved. Raises Refused `game_unknown`, `table_size`, as `agreed_rules`, as
    `money_problems`, as `games.rules_codes`, as `clean_name`, as `_opened_at`."""
    if opening.game not in games.all_games():
        raise Refused([Problem("game_unknown", "game", Text(gettext_noop("Choose a game.")))])
    game = games.game(opening.game)
    if is_out_of_range(game, len(opening.seats)):
        raise Refused([seat_count(game)])
    rules, rules_name = agreed_rules(club, game, opening.rules, opening.rules_name, opening.house_rules)
    if problems := [*money_problems(club, game, rules), *game.rules_problems(rules, len(opening.seats))]:
        raise Refused(below(problems))
    if len(opening.seats) not in game.seats:
        raise Refused([seat_count(game)])
    return Sitting(
        club=club,
        game=game.name,
        name=clean_name(opening.name or _usual_name(club, game, opening.seats), "name"),
        rules=dump(rules),
        rules_name=rules_name,
        house_version=None if club.is_private else version_of(club, game, opening.house_version, rules_name, rules),
        opened_at=_opened_at(club, opening.played_on, now),
        state=dump(game.start(rules, len(opening.seats))),
        key=opening.key,
        facts=opening.facts() if opening.key else "",
    )


def _usual_name(club: Club, game: AnyGame, sitters: Sequence[Sitter]) -> DefaultWords:
    """What a table is called that nobody named: by its game, and where no club knows its people by these too."""
    title = title_of(game.name)
    if not club.is_private:
        return title
    names = short_names({place: tidied(sitter.name) or "?" for place, sitter in enumerate(sitters)})
    for shown in range(len(names), 0, -1):
        people = ", ".join(list(names.values())[:shown]) + (", …" if shown < len(names) else "")
        named = default_words(TABLE_OF_PEOPLE, game=title, people=people)
        if len(named.stored) <= LONGEST:
            return named
    return title


def _opened_at(club: Club, day: date | None, now: datetime) -> datetime:
    """Now, or noon by the club's clock of the day on which it was played. Raises Refused `day_impossible`."""
    zone = ZoneInfo(club.time_zone)
    if day is None or day == now.astimezone(zone).date():
        return now
    if not FIRST_DAY <= day <= now.astimezone(zone).date():
        text = Text(gettext_noop("Choose the day it was played, not in the future."))
        raise Refused([Problem("day_impossible", "played_on", text)])
    return datetime.combine(day, time(12), zone).astimezone(UTC)


def _fill(sitting: Sitting, opening: Opening, now: datetime) -> None:
    """Raises Refused as `players_of`, as `_require_free`, as `_competitions`."""
    players = players_of(sitting.club, opening.seats, now)
    if not opening.elsewhere:
        _require_free(sitting, players)
    Seat.objects.bulk_create(seat_of(sitting, number, player) for number, player in enumerate(players))
    sat_down(sitting, players)
    sitting.competitions.set(_competitions(sitting, opening.competitions))


def _require_free(sitting: Sitting, players: Sequence[Player]) -> None:
    """Raises Refused: `player_elsewhere`, for each who sits at another open table."""
    tables = tables_elsewhere(sitting.club_id, [player.pk for player in players], but=sitting.pk)
    if problems := elsewhere_problems(tables, {f"seats.{place}": player for place, player in enumerate(players)}):
        raise Refused(problems)


def _note_opening(sitting: Sitting, opening: Opening, by: Actor, now: datetime) -> None:
    """Its act keeps the seasons that it counts for: `verify` looks whether it counts for no others."""
    note(sitting, Act.Kind.OPENED, by, now, detail={"seasons": sorted({str(pk) for pk in opening.competitions})})


def seat_of(sitting: Sitting, number: int, player: Player) -> Seat:
    """A place for this player, not saved."""
    return Seat(club=sitting.club, sitting=sitting, number=number, player=player, opened_at=sitting.opened_at)


def sat_down(sitting: Sitting, players: Iterable[Player]) -> None:
    """Count this table for each of them. The book is locked, see `players_of`: nobody else counts meanwhile."""
    at, lines = sitting.opened_at, [player.pk for player in players]
    known = {row.player_id: row for row in Seated.objects.filter(player__in=lines)}
    rows = [known.get(pk) or Seated(club=sitting.club, player_id=pk, tables=0, last=at) for pk in lines]
    for row in rows:
        row.tables, row.last = row.tables + 1, max(row.last, at)
    Seated.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player"], update_fields=["tables", "last"])


def stood_up(seats: Sequence[Seat], now: datetime) -> None:
    """Count a table less for the players of seats that were taken back at a table. The book is locked meanwhile, and
    guests whom nothing but such tables brought there leave it."""
    if not seats:
        return
    club = seats[0].club
    lock_book(club)
    for seat in seats:
        left = Seat.objects.filter(player=seat.player_id).aggregate(many=Count("pk"), last=Max("opened_at"))
        rows = Seated.objects.filter(player=seat.player_id)
        if left["many"]:
            rows.update(tables=left["many"], last=left["last"])
        else:
            rows.delete()
    if club.is_private:  # has no book, and is made nameless as a whole
        return
    if guests := [guest.pk for guest in passing_guests([seat.player_id for seat in seats])]:
        Player.objects.filter(pk__in=guests).update(retired_at=now)
        book_changed(club)


def guest_or_known(club: Club, sitter: Sitter, now: datetime) -> Player:
    """One player of the club; a guest is made on the spot. Raises Refused as `players_of`, at the field "name" or
    "player"."""
    try:
        return players_of(club, [sitter], now)[0]
    except Refused as error:
        field_name = "player" if sitter.player_id else "name"
        raise Refused([Problem(problem.code, field_name, problem.message) for problem in error.problems]) from None


def would_sit(sitting: Sitting, sitter: Sitter) -> Player:
    """The player of the book, or one as would be written into it. Raises Refused `player_unknown`, as `clean_name`, at
    the field "name" or "player"."""
    if not sitter.player_id:
        return Player(club=sitting.club, name=clean_name(sitter.name, "name"))
    player = Player.objects.filter(club=sitting.club_id, pk=sitter.player_id).first()
    if player is None:
        raise Refused([Problem("player_unknown", "player", NO_SUCH_PLAYER)])
    return player.person


def players_of(club: Club, sitters: Sequence[Sitter], now: datetime) -> list[Player]:
    """The players to be seated, in order; guests are made on the spot, and whose line was merged sits down as the
    person they are. Raises Refused `player_unknown`, as `_require_names_apart`, as `_require_different`, as
    `clean_name`."""
    lock_book(club)  # so that nobody merges two people while they are seated side by side
    wanted = [sitter.player_id for sitter in sitters if sitter.player_id]
    known = Player.objects.filter(club=club).in_bulk(wanted)
    _require_names_apart(sitters)
    players = []
    for place, sitter in enumerate(sitters):
        field_name = f"seats.{place}"
        if sitter.player_id and sitter.player_id not in known:
            raise Refused([Problem("player_unknown", field_name, NO_SUCH_PLAYER)])
        if sitter.player_id:
            players.append(known[sitter.player_id].person)
        else:
            unnamed = as_default(sitter.name, SEAT) if club.is_private else None
            name = clean_name(unnamed or sitter.name, field_name)
            players.append(add_player(club=club, name=name, now=now))
    _require_different(players)
    return players


def _require_names_apart(sitters: Sequence[Sitter]) -> None:
    """New guests of one opening: nobody could say later which was which. Raises Refused `name_twice`."""
    seen = set()
    for place, sitter in enumerate(sitters):
        key = "" if sitter.player_id else name_key(sitter.name)
        if key and key in seen:
            raise Refused([Problem("name_twice", f"seats.{place}", NAME_TWICE)])
        seen.add(key)


def _require_different(players: Sequence[Player]) -> None:
    """Raises Refused `player_twice`."""
    for place, player in enumerate(players):
        if any(player.pk == other.pk for other in players[:place]):
            text = Text(gettext_noop("{name} can’t sit in two seats."), {"name": player.name})
            raise Refused([Problem("player_twice", f"seats.{place}", text)])


def _competitions(sitting: Sitting, wanted: Sequence[UUID]) -> list[Competition]:
    """Raises Refused `season_unknown`, as `count_in`."""
    found = Competition.objects.running().for_game(sitting.game).filter(club=sitting.club, pk__in=list(wanted))
    if len(found) != len(set(wanted)):
        text = Text(gettext_noop("This season is not open for this game in this club."))
        raise Refused([Problem("season_unknown", "seasons", text)])
    count_in(found, sitting.unit)
    return list(found)
