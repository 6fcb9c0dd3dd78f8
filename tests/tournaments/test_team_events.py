"""Team events: one of each team at a table, short teams, and who sits down late for theirs."""

import pytest

from scorekeeper.play.services.seating import seat_player
from scorekeeper.play.services.sittings import Sitter
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.results import tables_of
from scorekeeper.tournaments.selectors.standing import standing_of
from scorekeeper.tournaments.services.attending import substitute
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import come, make_cup, publish, sheet, told_at_desk

pytestmark = pytest.mark.django_db


def make_teams_cup(*sizes: int, rounds: int = 4) -> Stage:
    """Teams with so many people each."""
    plan = TablesPlan(rounds=rounds, style="team")
    stage = make_cup(people=0, plan=plan, of=Tournament.Of.TEAMS, team_size=4)
    for number, size in enumerate(sizes, 1):
        come(stage, *(f"Team {number} player {slot}" for slot in range(1, size + 1)), entrant=f"Team {number}")
    return stage


def short_table(one: Round):
    return min(one.tables.all(), key=lambda table: table.places.count())


def test_who_is_missing_sits_down_later_at_the_table_that_is_short_of_their_team():
    stage = make_teams_cup(4, 4, 4, 3)
    table = short_table(publish(stage))
    owner, short = factories.owner_of(stage.club), stage.tournament.entrants.get(number=4)
    late = substitute(entrant_id=short.pk, by=owner, who=Sitter(name="The late one"), now=NOW).player
    assert not table.places.filter(entrant=short).exists()
    seat_player(sitting_id=sheet(table).pk, by=factories.keeper_of(sheet(table)), sitter=Sitter(late.pk), now=NOW)
    factories.record(sheet(table), factories.played(3, dealer=0))

    (played,) = (one for one in tables_of(stage.rounds.all()) if one.table == table)

    assert [place.player.name for place in played.places if place.entrant == short] == ["The late one"]
    points = played.got[short.pk].points
    assert points
    (line,) = (line for line in standing_of(stage).lines if line.entrant == short)
    assert line.total == points
    told_at_desk(table, {short: 77})
    assert next(one for one in standing_of(stage).lines if one.entrant == short).total == 77
