"""Tournaments for tests of what reads them."""

import games
from games.core.record import dump
from scorekeeper.clubs.models import Club, Player
from scorekeeper.tournaments.models import (
    DeskAct,
    Entrant,
    EntrantPlayer,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    StageEntrant,
    Tournament,
)
from scorekeeper.tournaments.plans import TablesPlan
from tests import factories
from tests.factories import NOW


def make_tournament(club: Club | None = None, players: list[Player] | int = 3) -> Tournament:
    """A tournament of Skat with these players and a draft of its first round."""
    club = club or factories.make_club()
    people = [factories.make_player(club) for _one in range(players)] if isinstance(players, int) else players
    owner, skat = factories.owner_of(club), games.game("skat")
    made = Tournament.objects.create(
        club=club,
        name="Cup",
        game="skat",
        rules=dump(skat.rules()),
        rules_name="",
        starts_at=NOW,
        made_by=owner,
        made_at=NOW,
    )
    plan = dump(TablesPlan())
    stage = Stage.objects.create(club=club, tournament=made, number=1, plan=plan, seed=1)
    draft = Round.objects.create(
        club=club, stage=stage, number=1, seed=1, engine="tables 1", facts="", made_by=owner, made_at=NOW
    )
    table = RoundTable.objects.create(club=club, round=draft, number=1)
    for number, player in enumerate(people, 1):
        entrant = Entrant.objects.create(club=club, tournament=made, number=number, entered_at=NOW)
        EntrantPlayer.objects.create(club=club, entrant=entrant, player=player, order=0)
        StageEntrant.objects.create(club=club, stage=stage, entrant=entrant, line=number)
        RoundPlace.objects.create(club=club, round=draft, table=table, seat=number - 1, entrant=entrant)
        kind = DeskAct.Kind.ENTERED
        DeskAct.objects.create(club=club, tournament=made, kind=kind, entrant=entrant, at=NOW, by=owner)
    return made
