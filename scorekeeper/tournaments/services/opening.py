"""Open the table of a round: its sheet, with everybody on the seat that the draw gave them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import LONGEST
from scorekeeper.play.services.sittings import Opening, Sitter, open_sitting
from scorekeeper.tournaments.models import Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.rounds.units import Unit, key_of


def open_table(
    stage: Stage, draft: Round, table: RoundTable, units: Mapping[str, Unit], by: User, now: datetime
) -> None:
    """Its people sit down at a sheet of their own.

    Raises what opening a table refuses.
    """
    tournament = stage.tournament
    places = sorted(table.places.all(), key=lambda place: place.seat or 0)
    sides = [units[key_of(place.entrant_id, place.player_id)].people for place in places]
    opening = Opening(
        game=tournament.game,
        seats=[Sitter(player.pk) for player in _seated(tournament, sides)],
        rules=tournament.rules,
        rules_name=tournament.rules_name,
        house_version=tournament.house_version_id,
        name=table_name(stage, draft, table.number),
        key=table.pk,
    )
    table.sitting = open_sitting(club=tournament.club, by=by, opening=opening, now=now)
    table.save(update_fields=["sitting"])


def _seated(tournament: Tournament, sides: Sequence[Sequence[Player]]) -> list[Player]:
    """Everybody of a table in the order of the seats: each side sits as the game seats it."""
    seats = range(sum(map(len, sides)))
    found = {
        seat: player
        for side, people in zip(tournament.plays.sides(seats), sides, strict=True)
        for seat, player in zip(side, people, strict=True)
    }
    return [found[seat] for seat in seats]


def table_name(stage: Stage, one: Round, number: int) -> str:
    """What the sheet is called: the table, which a short line has room for, the round, the stage where that has a
    name, then the tournament."""
    place = _("Table {number}, round {round}").format(round=one.number, number=number)
    stages = f"{stage.name}, " if stage.name else ""
    return f"{place}, {stages}{stage.tournament.name}"[:LONGEST].rstrip(", ")
