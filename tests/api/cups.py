"""Tournaments in every state for callers of the API, and what each of its addresses answers to whom."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.asking import Asked, start
from scorekeeper.play.services.sittings import Sitter
from scorekeeper.tournaments.models import DeskAct, DirectorCall, Entrant, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.services.calling import call_director
from scorekeeper.tournaments.services.clock import set_clock
from scorekeeper.tournaments.services.ending import end_stage
from scorekeeper.tournaments.services.results import make_official
from scorekeeper.tournaments.services.scheduling import KIND
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import draw, make_cup, publish, told_at_desk
from tests.tournaments.knocking import entrant as who
from tests.tournaments.knocking import make_knockout, out, running
from tests.tournaments.planned import add_final, enter_names, entered, make_planned, make_teams

ONE_ROUND = {"kind": "tables", "rounds": 1}
REASON = {"reason": "an error"}


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
    team = entered(make_teams(club, 2), [Sitter(name="One of two"), Sitter(name="Two of two")], name="Two")
    drafted = make_cup(club, 4)
    draw(drafted, seed=2)  # what the draft can be again
    played = make_cup(club, 4, TablesPlan(rounds=1))
    one, owner = publish(played), factories.owner_of(club)
    table = one.tables.get()
    told_at_desk(table, dict.fromkeys(played.tournament.entrants.all(), 10))
    set_clock(tournament_id=played.tournament_id, by=owner, seconds=600)
    call = call_director(table_id=table.pk, by=owner, words="", now=timezone.now())
    over = make_cup(club, 3, TablesPlan(rounds=1))
    last = publish(over)
    told_at_desk(last.tables.get(), dict.fromkeys(over.tournament.entrants.all(), 10))
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
        round=one,
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


Body = Callable[[Any], Any]
NOTHING: Body = lambda world: None  # noqa: E731 a row of a table
CUP, ENTRANT, FINAL = "tournaments/{cups.planned.pk}", "entrants/{cups.entrant.pk}", "stages/{cups.final.pk}"
DRAFTED, PLAYED, TABLE = "stages/{cups.drafted.pk}", "stages/{cups.played.pk}", "round-tables/{cups.table.pk}"
ROOM, ROUND = "tournaments/{cups.played.tournament_id}", "rounds/{cups.round.pk}"
KNOCKING = "rounds/{cups.knocking.pk}/knock-out"
DRAW = "draws/{cups.job.pk}"
EVERYBODY, DESK, DIRECTORS = (401, 200, 200, 200), (401, 403, 200, 200), (401, 403, 403, 200)
MADE_AT_DESK, MADE = (401, 403, 201, 201), (401, 403, 403, 201)
SEATS_CLOSED = (401, 403, 409, 409)  # one table, and somebody is out
NOBODYS = (401, 404, 404, 404)  # none of them takes part
NOTHING_AWARDED = (401, 403, 403, 404)
NO_MATCH = (401, 403, 403, 422)  # at a table of four nobody wins a match

_READ: dict[str, tuple[int, int, int, int]] = {
    "clubs/{club.pk}/tournaments": EVERYBODY,
    CUP: EVERYBODY,
    f"{CUP}/entries": EVERYBODY,
    ENTRANT: DESK,
    f"{DRAFTED}/precheck": DESK,
    ROUND: EVERYBODY,
    f"{ROUND}/entry": DESK,
    f"{ROUND}/corrections": EVERYBODY,
    f"{PLAYED}/standing": EVERYBODY,
    f"{CUP}/places": EVERYBODY,
    f"{ROOM}/clock": DESK,
    KNOCKING: EVERYBODY,
    f"{ROOM}/calls": DESK,
    f"{CUP}/mine": NOBODYS,
    f"{CUP}/door": DESK,
    f"{CUP}/pairs": DIRECTORS,
    f"{ROUND}/cards": DESK,
    f"{CUP}/papers": EVERYBODY,
    f"{CUP}/papers/entries": EVERYBODY,
    f"{CUP}/papers/places": EVERYBODY,
    f"{CUP}/papers/prizes": NOTHING_AWARDED,
    f"{CUP}/papers/receipts": NOTHING_AWARDED,
    f"{PLAYED}/papers/standing": EVERYBODY,
    f"{ROUND}/papers/seats": EVERYBODY,
    f"{ROUND}/papers/names": EVERYBODY,
    f"{ROUND}/papers/cards": DESK,
    f"{ROUND}/papers/sheets": DESK,
    f"{CUP}/links": DESK,
    DRAW: DESK,
}
_WRITTEN: dict[str, tuple[Body, tuple[int, int, int, int]]] = {
    "clubs/{club.pk}/tournaments/plan": (
        lambda world: {"name": "Cup", "game": "skat", "starts_at": NOW.isoformat(), "preset": "official"},
        MADE,
    ),
    f"{CUP}/change": (lambda world: {"name": "Other", "version": world.cups.version}, DIRECTORS),
    f"{CUP}/call-off": (NOTHING, DIRECTORS),
    f"{CUP}/plan-again": (NOTHING, DIRECTORS),
    "tournaments/{cups.over.tournament_id}/reopen": (lambda world: REASON, DIRECTORS),
    f"{CUP}/stages": (lambda world: {"plan": ONE_ROUND, "version": world.cups.version}, MADE),
    f"{FINAL}/change": (lambda world: {"plan": ONE_ROUND, "version": world.cups.version}, DIRECTORS),
    f"{FINAL}/remove": (lambda world: {"version": world.cups.version}, DIRECTORS),
    f"{CUP}/enter": (lambda world: {"who": [{"name": "Late"}]}, MADE_AT_DESK),
    f"{CUP}/enter-list": (lambda world: {"text": "Zed\nZoe", "dry": False}, DESK),
    f"{CUP}/sign-up": (lambda world: {}, EVERYBODY),
    f"{CUP}/sign-off": (NOTHING, EVERYBODY),
    f"{CUP}/seeds": (lambda world: {"order": [str(world.cups.entrant.pk)]}, DESK),
    "tournaments/{cups.played.tournament_id}/pairs/keep": (lambda world: world.cups.two, DIRECTORS),
    f"{CUP}/pairs/let": (lambda world: {"pair": str(uuid4())}, DIRECTORS),
    f"{ENTRANT}/change": (lambda world: {"rating": 5}, DESK),
    f"{ENTRANT}/mark": (lambda world: {"act": "came"}, DESK),
    f"{ENTRANT}/miss": (lambda world: {"stage": str(world.cups.final.pk), "round": 1}, DESK),
    f"{ENTRANT}/seed": (lambda world: {"place": 1}, DESK),
    "entrants/{cups.team.pk}/substitute": (
        lambda world: {
            "who": {"name": "Late"},
            "instead_of": str(world.cups.team.players.order_by("order")[0].player_id),
        },
        DESK,
    ),
    f"{DRAFTED}/draw": (lambda world: {}, MADE_AT_DESK),
    f"{DRAFTED}/draft/swap": (lambda world: world.cups.swap, DESK),
    f"{DRAFTED}/draft/hold": (lambda world: {**world.cups.seen, "place": world.cups.swap["one"], "held": True}, DESK),
    f"{DRAFTED}/draft/undo": (lambda world: world.cups.seen, DESK),
    f"{DRAFTED}/draft/drop": (lambda world: world.cups.seen, DESK),
    f"{DRAFTED}/draft/publish": (lambda world: world.cups.seen, DESK),
    f"{ROUND}/take-back": (NOTHING, (401, 403, 409, 409)),  # a result is written down
    f"{ROUND}/official": (NOTHING, DIRECTORS),
    f"{TABLE}/result": (
        lambda world: {"points": [{"entrant": world.cups.tied[0], "points": 7}], **REASON},
        MADE,
    ),
    f"{TABLE}/match": (lambda world: {"winner": None, **REASON}, NO_MATCH),
    f"{PLAYED}/points": (lambda world: {"entrant": world.cups.tied[0], "points": 7, **REASON}, MADE),
    f"{PLAYED}/lots": (lambda world: {"entrants": world.cups.tied}, MADE),
    "desk-acts/{cups.act.pk}/take-back": (lambda world: REASON, MADE),
    f"{PLAYED}/end": (NOTHING, DIRECTORS),
    f"{CUP}/prizes": (NOTHING, DIRECTORS),
    f"{ROOM}/clock/set": (lambda world: {"seconds": 60}, DESK),
    f"{ROOM}/clock/start": (NOTHING, DESK),
    f"{ROOM}/clock/stop": (NOTHING, DESK),
    f"{ROOM}/clock/add": (lambda world: {"seconds": -60}, DESK),
    f"{TABLE}/time": (lambda world: {"seconds": 60}, DESK),
    f"{TABLE}/call": (lambda world: {"words": "please"}, DESK),
    "director-calls/{cups.call.pk}/answer": (NOTHING, DESK),
    f"{ROUND}/cards/make": (NOTHING, DESK),
    f"{CUP}/links/make": (lambda world: {"kind": "screen"}, DESK),
    f"{CUP}/links/end": (lambda world: {"kind": "public"}, DESK),
    f"{DRAW}/stop": (NOTHING, DESK),
    f"{KNOCKING}/out": (lambda world: world.cups.out, MADE_AT_DESK),
    f"{KNOCKING}/moves": (lambda world: {**world.cups.knocked, "dealers": [{"table": 1, "seat": 1}]}, DESK),
    f"{KNOCKING}/seat": (
        lambda world: {**world.cups.knocked, "entrant": str(world.cups.gone.entrant_id)},
        SEATS_CLOSED,
    ),
    f"{KNOCKING}/back": (lambda world: {**world.cups.knocked, "step": 1, **REASON}, MADE_AT_DESK),
}
ENDPOINTS: dict[str, tuple[str, Body, str, int, int, int, int]] = {
    **{address: ("GET", NOTHING, "read", *statuses) for address, statuses in _READ.items()},
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
}
"""As in test_access.py."""


def prepare_cups(world: Any, endpoint: str) -> None:
    """Bring it to where the act can succeed: a stage ends once all of it is official."""
    if endpoint == f"{PLAYED}/end":
        make_official(round_id=world.cups.round.pk, by=factories.owner_of(world.club), now=NOW)
