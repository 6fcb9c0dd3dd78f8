"""Tournaments in every state, all in one club."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import Asked, start
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.clock.services import CallWords, ClockLength, call_director, set_clock
from scorekeeper.tournaments.draft.scheduling import KIND
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, DirectorCall, Entrant, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import entrant as who
from tests.factories.knockouts import make_knockout, out, running
from tests.factories.tournaments import (
    add_final,
    draw,
    enter_names,
    enter_players,
    make_cup,
    make_planned,
    make_teams,
    publish,
    write_points,
)


@dataclass
class Cups:
    """`planned` with two stages and an entrant, a `team`, a stage with a `draft`, one that is `played` to a tie, and
    one that is `over`."""

    planned: Tournament
    final: Stage
    entrant: Entrant
    team: Entrant
    drafted: Stage
    draft: Round
    played: Stage
    round: Round
    table: RoundTable
    act: DeskAct
    call: DirectorCall
    over: Stage
    knocking: Round
    gone: DeskAct
    job: Job

    @property
    def knocked(self) -> dict[str, Any]:
        """What whoever says something of the knock-out has read."""
        return {"seen": running(self.knocking).revision}

    @property
    def out(self) -> dict[str, Any]:
        """Somebody who still sits goes out."""
        number, spot = next(iter(running(self.knocking).course.sitting.items()))
        return {**self.knocked, "table": spot.table, "out": [{"entrant": str(who(self.knocking, number).pk)}]}

    @property
    def two(self) -> dict[str, str]:
        """Two people who do not play together, and what draws are to do with them."""
        one, other = (entrant.players.get() for entrant in self.played.tournament.entrants.order_by("number")[:2])
        return {"kind": "apart", "one": str(one.player_id), "other": str(other.player_id)}

    @property
    def version(self) -> int:
        return Tournament.objects.get(pk=self.planned.pk).version

    @property
    def seen(self) -> dict[str, Any]:
        return {"round": str(self.draft.pk), "revision": self.draft.revision}

    @property
    def swap(self) -> dict[str, Any]:
        one, other = self.draft.places.order_by("pk")[:2]
        return {**self.seen, "one": str(one.pk), "other": str(other.pk)}

    @property
    def tied(self) -> list[str]:
        return [str(pk) for pk in self.played.tournament.entrants.values_list("pk", flat=True)]


def make_cups(club: Club) -> Cups:
    """All of them in one club."""
    planned = make_planned(club)
    (entrant,) = enter_names(planned, "Somebody new")
    team = enter_players(make_teams(club, 2), [Sitter(name="One of two"), Sitter(name="Two of two")], name="Two")
    drafted = make_cup(club, 4)
    draw(drafted, seed=2)  # what the draft can be again
    played = make_cup(club, 4, TablesPlan(rounds=1))
    round_, owner = publish(played), factories.owner_of(club)
    table = round_.tables.get()
    write_points(table, dict.fromkeys(played.tournament.entrants.all(), 10))
    set_clock(ClockLength(seconds=600), tournament_id=played.tournament_id, by=owner)
    call = call_director(CallWords(words=""), table_id=table.pk, by=owner, now=timezone.now())
    over = make_cup(club, 3, TablesPlan(rounds=1))
    last = publish(over)
    write_points(last.tables.get(), dict.fromkeys(over.tournament.entrants.all(), 10))
    make_official(round_id=last.pk, by=owner, now=NOW)
    end_stage(stage_id=over.pk, by=owner, now=NOW)
    knocking = make_knockout(5, club=club)
    (gone,) = out(knocking, 1)
    return Cups(
        planned=planned,
        final=add_final(planned),
        entrant=entrant,
        team=team,
        drafted=drafted,
        draft=draw(drafted),
        played=played,
        round=round_,
        table=table,
        act=DeskAct.objects.filter(table=table).first(),
        call=call,
        over=over,
        knocking=knocking,
        gone=gone,
        job=a_draw(over),
    )


def a_draw(stage: Stage) -> Job:
    """One that nobody has taken up yet."""
    asked = Asked(KIND, uuid4(), {"stage": str(stage.pk), "round": 2, "seed": "1", "about": ""})
    return start(asked, by=factories.owner_of(stage.club), club=stage.club, now=timezone.now())
