"""Short ways through a tournament of tables, by the services a person would go through."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import games
from games.core.record import dump
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.plans import Plan, TablesPlan
from scorekeeper.tournaments.services.drawing import draw_round
from scorekeeper.tournaments.services.publishing import publish_round
from scorekeeper.tournaments.services.results import Saying, make_official, write_result
from scorekeeper.tournaments.services.running import Seen
from tests import factories
from tests.factories import NOW


def make_cup(
    club: Club | None = None, people: int = 8, plan: Plan | None = None, *, game: str = "skat", **more: Any
) -> Stage:
    """The stage of a tournament whose people are all here."""
    club = club or factories.make_club()
    played = games.game(game)
    asked = {name: played.rules.model_fields[name].default for name in played.asked}
    cup = Tournament.objects.create(
        club=club,
        name=more.pop("name", "Cup"),
        game=game,
        rules={**dump(played.rules()), **asked, **more.pop("rules", {})},
        rules_name="",
        starts_at=NOW,
        made_by=factories.owner_of(club),
        made_at=NOW,
        **more,
    )
    stage = Stage.objects.create(club=club, tournament=cup, number=1, plan=dump(plan or TablesPlan()), seed=1)
    for number in range(1, people + 1):
        come(stage, f"Guest {number:02}")
    return stage


def come(stage: Stage, *names: str, origin: str = "", entrant: str = "") -> Entrant:
    """An entrant who is here: of a pair or a team all of these people."""
    number = stage.tournament.entrants.count() + 1
    made = Entrant.objects.create(
        club=stage.club,
        tournament=stage.tournament,
        number=number,
        name=entrant,
        origin=origin,
        state=Entrant.State.HERE,
        entered_at=NOW,
    )
    for order, name in enumerate(names):
        player = factories.make_player(stage.club, name)
        EntrantPlayer.objects.create(club=stage.club, entrant=made, player=player, order=order)
    return made


def leave(entrant: Entrant, state: str = Entrant.State.WITHDRAWN) -> None:
    entrant.state = state
    entrant.save(update_fields=["state"])


def misses(stage: Stage, entrant: Entrant, number: int, kind: str = DeskAct.Kind.ABSENT) -> None:
    """Says that they do not play this round, or that they do after all."""
    DeskAct.objects.create(
        club=stage.club,
        tournament=stage.tournament,
        stage=stage,
        kind=kind,
        entrant=entrant,
        detail={"round": number},
        at=NOW,
        by=factories.owner_of(stage.club),
    )


def draw(stage: Stage, seed: int = 1, **more: Any) -> Round:
    return draw_round(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, seed=seed, **more)


def seen(one: Round) -> Seen:
    return Seen(one.pk, one.revision)


def publish(stage: Stage, one: Round | None = None) -> Round:
    one = one or draw(stage)
    return publish_round(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(one), now=NOW)


def saying(club: Club, reason: str = "the sheet was lost", **more: Any) -> Saying:
    return Saying(**{"by": factories.owner_of(club), "reason": reason, "key": uuid4(), "now": NOW, **more})


def sheet(table: RoundTable) -> Sitting:
    table.refresh_from_db()
    assert table.sitting
    return table.sitting


def play(table: RoundTable, hands: int = 1, declarer: int = 1) -> Sitting:
    """Some hands, won by this seat whenever it does not deal at a table of four; the list ended, and everybody has
    signed."""
    sitting = sheet(table)
    sits_out = table.places.count() == 4
    for number in range(hands):
        dealt = factories.passed() if sits_out and number % 4 == declarer else factories.played(declarer)
        factories.record(sitting, dealt)
    return factories.finish(sitting)


def play_round(stage: Stage, one: Round) -> Round:
    """All tables of a round played and signed, and its results official."""
    for table in one.tables.all():
        play(table, declarer=table.number % 2 + 1)
    return make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def told_at_desk(table: RoundTable, points: Mapping[Entrant, int]) -> None:
    """Everybody's points written at the desk."""
    own = {entrant.pk: amount for entrant, amount in points.items()}
    write_result(table_id=table.pk, points=own, say=saying(table.club))
