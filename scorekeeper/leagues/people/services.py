"""Who comes to an evening: sign up, check in, go home."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, WithJsonSchema

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.policies import at_least
from scorekeeper.clubs.selectors import line_of
from scorekeeper.clubs.services import add_player
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import require
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.leagues.evenings import services
from scorekeeper.leagues.models import Attendance, Evening, EveningGame
from scorekeeper.leagues.policies import can_run
from scorekeeper.play.opening.services import Sitter, guest_or_known

GAME: Final = "Which game they come for; left out: as was said before, else the first."
Game = Annotated[UUID | None, Field(description=GAME)]
STATES: Final = Attendance.State.values
State = Literal["signed_up", "here", "left", "cancelled"]


class EveningSignUp(Asked):
    """Whether a member comes, and for which game."""

    comes: bool = True
    game: Game = None


class Arrival(Asked):
    """Who is here: a player of the club, or a guest by name; and for which game."""

    player: UUID | None = None
    name: str = ""
    game: Game = None

    @property
    def who(self) -> Sitter:
        return Sitter(self.player, self.name)


class PresenceMark(Asked):
    """What became of somebody on the list, and which game they come for."""

    player: UUID
    state: Annotated[str, WithJsonSchema({"type": "string", "enum": STATES})]
    game: Game = None


class AttendanceBody(Answer):
    """Somebody on the list of an evening."""

    player: UUID = Field(validation_alias="player_id")
    name: str = Field(validation_alias=AliasPath("player", "name"))
    state: State
    game: UUID | None = Field(validation_alias="evening_game_id", description="What they said they come for.")
    came_at: datetime | None = Field(description="When they were first here.")


class EveningPeopleBody(Answer):
    """Everybody on the list of an evening: who is here, then who signed up, has gone home or does not come."""

    people: list[AttendanceBody]


MOST_PEOPLE = 200  # of an evening: what one room and one draw can hold


@transaction.atomic
def sign_up(asked: EveningSignUp, *, evening_id: UUID, by: User, now: datetime) -> Attendance:
    """A member says that they come, and for which game, or that they do not. Who is here already is not signed off by
    it.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied: not a member.
        Refused: `no_player`, `game_unknown`; as `_note`.
    """
    evening = services.locked(evening_id)
    require(at_least(services.role_at(by, evening), Role.MEMBER))
    services.require_not_closed(evening)
    player = line_of(evening.club, by)
    if player is None:
        raise services.refused(
            "no_player", "", gettext_noop("Your name is not in the club’s people. Ask a director to add it.")
        )
    there = Attendance.objects.filter(evening=evening, player=player).first()
    if there and there.came_at:
        return there
    state = Attendance.State.SIGNED_UP if asked.comes else Attendance.State.CANCELLED
    return _note(evening, player, state, by, now, _chosen_game(evening, asked.game))


@transaction.atomic
def check_in(asked: Arrival, *, evening_id: UUID, by: User, now: datetime) -> Attendance:
    """Somebody is here: a player of the club, or a guest by name, and for which game. The first one opens the doors.

    Raises:
        Conflict: `evening_closed`.
        Refused: as `guest_or_known`, as `_chosen_game`, as `_note`; at the field "name", "player" or "game".
    """
    evening = services.locked(evening_id)
    require(can_run(services.role_at(by, evening)))
    services.require_not_closed(evening)
    services.begin(evening, now)
    game = _chosen_game(evening, asked.game)
    return _note(evening, guest_or_known(evening.club, asked.who, now), Attendance.State.HERE, by, now, game)


@transaction.atomic
def mark(asked: PresenceMark, *, evening_id: UUID, by: User, now: datetime) -> Attendance:
    """Put the line of somebody on the list right: here, gone home, signed up again, does not come; and which game they
    come for.

    Raises:
        Conflict: `evening_closed`.
        Refused: `attendance_unknown`, `state_unknown`, `game_unknown`; as `_note`.
    """
    evening = services.locked(evening_id)
    require(can_run(services.role_at(by, evening)))
    services.require_not_closed(evening)
    there = Attendance.objects.select_related("player").filter(evening=evening, player=asked.player).first()
    if there is None:
        raise services.refused("attendance_unknown", "player", gettext_noop("Nobody with this name is on the list."))
    if asked.state not in Attendance.State.values:
        raise services.refused("state_unknown", "state", gettext_noop("Choose their new state."))
    if asked.state in {Attendance.State.HERE, Attendance.State.LEFT}:
        services.begin(evening, now)
    return _note(evening, there.player, asked.state, by, now, _chosen_game(evening, asked.game))


@transaction.atomic
def come_in(asked: Arrival, *, evening_id: UUID, by: User | None, now: datetime) -> Attendance:
    """By the code at the door, without asking anybody: the doors have to be open.

    Whoever is there picks a player who signed up (a member also themselves), or types a name; a name that stands in
    the book is that player.

    Raises:
        Conflict: `evening_closed`, `evening_planned`.
        Refused: as `_at_the_door`, as `_chosen_game`, as `_note`; at the field "name", "player" or "game".
    """
    evening = services.locked(evening_id)
    services.require_open(evening)
    player = _at_the_door(evening, asked.who, by, now)
    there = Attendance.objects.filter(evening=evening, player=player, state=Attendance.State.HERE).first()
    return there or _note(evening, player, Attendance.State.HERE, by, now, _chosen_game(evening, asked.game))


def _at_the_door(evening: Evening, who: Sitter, by: User | None, now: datetime) -> Player:
    """Raises Refused `player_unknown`, `name_twice`, as `clean_name`."""
    if who.player_id:
        may_be = Q(attendances__evening=evening) | (Q(user=by) if by else Q(pk=None))
        expected = Player.objects.filter(may_be, club=evening.club, pk=who.player_id).first()
        if expected is None:
            raise services.refused("player_unknown", "player", services.GUEST_UNKNOWN)
        return expected
    name = clean_name(who.name, "name")
    book = Player.objects.people().filter(club=evening.club, retired_at=None).order_by("created_at", "pk")
    same_name = [player for player in book if name_key(player.own_name) == name_key(name)]
    if len(same_name) > 1:
        text = gettext_noop("The club has more than one {name}. Ask the organiser of the evening.")
        raise services.refused("name_twice", "name", text, name=name)
    return same_name[0] if same_name else add_player(club=evening.club, name=name, now=now)


def all_here(evening: Evening, players: Collection[Player], by: User, now: datetime) -> None:
    """These people are here; whoever is already stays as they are. Raises Refused as `_note`."""
    there = Attendance.objects.filter(evening=evening).select_related("player")
    by_player = {attending.player.identity: attending for attending in there}
    for attendance in by_player.values():
        if (
            attendance.player.identity in {player.pk for player in players}
            and attendance.state != Attendance.State.HERE
        ):
            _note(evening, attendance.player, Attendance.State.HERE, by, now)
    Attendance.objects.bulk_create(
        Attendance(
            club=evening.club, evening=evening, player=player, state=Attendance.State.HERE, at=now, by=by, came_at=now
        )
        for player in players
        if player.pk not in by_player
    )


def _chosen_game(evening: Evening, game_id: UUID | None) -> EveningGame | None:
    """The game that was chosen, if any; None leaves what was chosen before. Raises Refused `game_unknown`."""
    return services.game_of(evening, game_id) if game_id else None


def _note(
    evening: Evening,
    player: Player,
    state: str,
    by: User | None,
    now: datetime,
    game: EveningGame | None = None,
) -> Attendance:
    """Raises Refused `list_full`."""
    there = Attendance.objects.filter(evening=evening, player=player).first()
    if there is None and Attendance.objects.filter(evening=evening).count() >= MOST_PEOPLE:
        text = gettext_noop("The list is full: it has {most} people.")
        raise services.refused("list_full", "name", text, most=MOST_PEOPLE)
    found = there or Attendance(club=evening.club, evening=evening, player=player)
    if state in {Attendance.State.HERE, Attendance.State.LEFT}:
        found.came_at = found.came_at or now
    else:
        found.came_at = None
    found.state, found.at, found.by = state, now, by
    found.evening_game = game or found.evening_game
    found.save()
    return found
