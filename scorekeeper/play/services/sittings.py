"""Open a sitting; seat people; end it, sign it, close it, reopen it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_open_tables, role_in
from scorekeeper.clubs.services import add_player
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, Seat, Sitting
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.services.common import at_table, clean_reason, dealing, note, require_open
from scorekeeper.standings.models import Competition

MOST_SEATS = 12  # that a record can name: see games.core.record.Seat
NAME_TWICE = Text(gettext_noop("Two seats have the same name. Add a letter or a surname."))


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody to be seated: a player of the club, or a name to make a guest of."""

    player_id: UUID | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is agreed before the first deal. `seats` in the order of the table; the first seat deals first."""

    game: str
    seats: Sequence[Sitter]
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = ""
    name: str = ""
    competitions: Sequence[UUID] = ()


@transaction.atomic
def open_sitting(*, club: Club, by: User, opening: Opening, now: datetime) -> Sitting:
    """Open a table in a club.

    Raises:
        PermissionDenied: not a member.
        Refused: game, seats, rules, name or season are not usable; every problem with its field.
    """
    require(can_open_tables(role_in(by, club)))
    sitting = _open(club, opening, now)
    sitting.opened_by_user = by
    sitting.save()
    _fill(sitting, opening, now)
    note(sitting, Act.Kind.OPENED, Actor(user=by), now)
    return sitting


@transaction.atomic
def start_guest_table(*, opening: Opening, time_zone: str, now: datetime) -> tuple[Sitting, Device]:
    """A table without any account: a private club of its own, and this phone as its host."""
    club = Club.objects.create(name=_("A table of its own"), is_private=True, time_zone=time_zone, created_at=now)
    sitting = _open(club, opening, now)
    sitting.save()
    _fill(sitting, opening, now)
    device = Device.objects.create(
        club=club,
        sitting=sitting,
        name=_("the phone that keeps the sheet"),
        is_host=True,
        made_at=now,
    )
    note(sitting, Act.Kind.OPENED, Actor(device=device), now)
    return sitting, device


@transaction.atomic
def seat_player(*, sitting_id: UUID, by: Actor, sitter: Sitter, now: datetime) -> Seat:
    """Somebody comes late: a new seat after the others. Hands already played are none of theirs."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    seats = list(sitting.seats.all())
    active = sum(seat.is_active for seat in seats)
    if active + 1 not in sitting.plays.seats:
        raise _seat_count(sitting.plays)
    player = _players(sitting.club, [sitter], now)[0]
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat and seat.is_active:
        text = Text(gettext_noop("{name} sits here already."), {"name": player.name})
        raise Refused([Problem("player_seated", "player", text)])
    if seat is None and len(seats) == MOST_SEATS:
        text = Text(gettext_noop("So many have sat here that no line is left. Close this sitting and open another."))
        raise Refused([Problem("table_full", "seats", text)])
    seat = seat or Seat(club=sitting.club, sitting=sitting, number=len(seats), player=player)
    seat.is_active = True
    seat.save()
    note(sitting, Act.Kind.JOINED, by, now, seat=seat)
    sitting.save(update_fields=["revision"])
    return seat


@transaction.atomic
def seat_leaves(*, sitting_id: UUID, by: Actor, number: int, reason: str, now: datetime) -> Seat:
    """Somebody leaves early: the line stays with the hands played, the others go on at a smaller table."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    seats = list(sitting.seats.all())
    seat = next((seat for seat in seats if seat.number == number and seat.is_active), None)
    if seat is None:
        text = Text(gettext_noop("Nobody sits there."))
        raise Refused([Problem("seat_unknown", "seat", text)])
    rest = [other.number for other in seats if other.is_active and other.pk != seat.pk]
    if len(rest) not in sitting.plays.seats:
        raise _seat_count(sitting.plays)
    Seat.objects.filter(pk=seat.pk).update(is_active=False)
    seat.is_active = False
    sitting.dealer = dealing(seats, sitting.dealer)
    note(sitting, Act.Kind.LEFT, by, now, reason=clean_reason(reason), seat=seat)
    sitting.save(update_fields=["dealer", "revision"])
    return seat


@transaction.atomic
def set_dealer(*, sitting_id: UUID, by: Actor, number: int, now: datetime) -> Sitting:
    """Put a wrong rotation right: this seat deals the next hand."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    seat = sitting.seats.filter(number=number, is_active=True).first()
    if seat is None:
        text = Text(gettext_noop("Nobody sits there."))
        raise Refused([Problem("seat_unknown", "dealer", text)])
    sitting.dealer = number
    note(sitting, Act.Kind.DEALER, by, now, seat=seat)
    sitting.save(update_fields=["dealer", "revision"])
    return sitting


@transaction.atomic
def end_list(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> Sitting:
    """A time limit: the hands not begun are struck, and the list can be signed as it stands."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.accepts_hands:
        sitting.ended_at = now
        note(sitting, Act.Kind.ENDED, by, now, reason=clean_reason(reason))
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting


@transaction.atomic
def resume_list(*, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """Go on with a list that was ended early."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.ended_at is not None:
        sitting.ended_at = None
        note(sitting, Act.Kind.RESUMED, by, now)
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting


def _open(club: Club, opening: Opening, now: datetime) -> Sitting:
    """A sitting that is checked but not yet saved."""
    if opening.game not in games.all_games():
        raise Refused([Problem("game_unknown", "game", Text(gettext_noop("Choose a game.")))])
    game = games.game(opening.game)
    if len(opening.seats) not in game.seats:
        raise _seat_count(game)
    try:
        rules = load(game.rules, opening.rules)
    except InvalidRecord as error:
        raise Refused([_below("rules", problem) for problem in error.problems]) from None
    if problems := game.rules_problems(rules, len(opening.seats)):
        raise Refused([_below("rules", problem) for problem in problems])
    return Sitting(
        club=club,
        game=game.name,
        name=clean_name(opening.name or str(game.title), "name"),
        rules=dump(rules),
        rules_name=clean_name(opening.rules_name or _("own rules"), "rules_name"),
        opened_at=now,
        state=dump(game.start(rules, len(opening.seats))),
    )


def _fill(sitting: Sitting, opening: Opening, now: datetime) -> None:
    players = _players(sitting.club, opening.seats, now)
    Seat.objects.bulk_create(
        Seat(club=sitting.club, sitting=sitting, number=number, player=player) for number, player in enumerate(players)
    )
    sitting.competitions.set(_competitions(sitting, opening.competitions))


def _players(club: Club, sitters: Sequence[Sitter], now: datetime) -> list[Player]:
    """The players to be seated, in order; guests are made on the spot."""
    wanted = [sitter.player_id for sitter in sitters if sitter.player_id]
    known = Player.objects.filter(club=club).in_bulk(wanted)
    _require_names_apart(sitters)
    players = []
    for place, sitter in enumerate(sitters):
        field_name = f"seats.{place}"
        if sitter.player_id and sitter.player_id not in known:
            text = Text(gettext_noop("There is no such player in this club."))
            raise Refused([Problem("player_unknown", field_name, text)])
        if sitter.player_id:
            players.append(known[sitter.player_id])
        else:
            players.append(add_player(club=club, name=clean_name(sitter.name, field_name), now=now))
    _require_different(players)
    return players


def _require_names_apart(sitters: Sequence[Sitter]) -> None:
    """New guests of one opening: nobody could say later which was which."""
    seen = set()
    for place, sitter in enumerate(sitters):
        key = "" if sitter.player_id else name_key(sitter.name)
        if key and key in seen:
            raise Refused([Problem("name_twice", f"seats.{place}", NAME_TWICE)])
        seen.add(key)


def _require_different(players: Sequence[Player]) -> None:
    for place, player in enumerate(players):
        if any(player.pk == other.pk for other in players[:place]):
            text = Text(gettext_noop("{name} can't sit in two seats."), {"name": player.name})
            raise Refused([Problem("player_twice", f"seats.{place}", text)])


def _competitions(sitting: Sitting, wanted: Sequence[UUID]) -> list[Competition]:
    found = Competition.objects.running().filter(club=sitting.club, game=sitting.game, pk__in=list(wanted))
    if len(found) != len(set(wanted)):
        text = Text(gettext_noop("This season is not open for this game in this club."))
        raise Refused([Problem("season_unknown", "seasons", text)])
    return list(found)


def _seat_count(game: AnyGame) -> Refused:
    text = Text(
        gettext_noop("{game} is played by {fewest} to {most} at a table."),
        {"game": game.title, "fewest": game.seats.start, "most": game.seats.stop - 1},
    )
    return Refused([Problem("table_size", "seats", text)])


def _below(prefix: str, problem: Problem) -> Problem:
    return Problem(problem.code, f"{prefix}.{problem.field}".rstrip("."), problem.message)
