"""The addresses of tournaments for callers of the API: what each of them takes, and what it answers to whom."""

from collections.abc import Callable
from typing import Any, TypeAlias
from uuid import uuid4

from scorekeeper.sharing.revealing import begin_ceremony, turn_to
from scorekeeper.sharing.services import CeremonyStart, CeremonyTurn
from scorekeeper.tournaments.models import RoundTable
from scorekeeper.tournaments.results.reads import rows_of_round
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW

ONE_ROUND = {"kind": "tables", "rounds": 1}
REASON = {"reason": "an error"}


def seen_at(table: RoundTable) -> str:
    """The mark of the result of a table as it is."""
    return next(row.seen for row in rows_of_round(table.round) if row.table == table.pk)


Body = Callable[[Any], Any]
Row: TypeAlias = tuple[str, Body, str, int, int, int, int]
"""What asks an address and what it answers: as `ENDPOINTS` of `test_access.py` says."""
NOTHING: Body = lambda world: None  # noqa: E731 a row of a table
CUP, ENTRANT, FINAL = "tournaments/{cups.planned.pk}", "entrants/{cups.entrant.pk}", "stages/{cups.final.pk}"
DRAFTED, PLAYED, TABLE = "stages/{cups.drafted.pk}", "stages/{cups.played.pk}", "round-tables/{cups.table.pk}"
OVER = "tournaments/{cups.over.tournament_id}"
ROOM, ROUND = "tournaments/{cups.played.tournament_id}", "rounds/{cups.round.pk}"
KNOCKING = "rounds/{cups.knocking.pk}/knock-out"
DRAW = "draws/{cups.job.pk}"
EVERYBODY, DESK, DIRECTORS = (401, 200, 200, 200), (401, 403, 200, 200), (401, 403, 403, 200)
MADE_AT_DESK, MADE, DONE = (401, 403, 201, 201), (401, 403, 403, 201), (401, 403, 403, 204)
SEATS_CLOSED = (401, 403, 409, 409)  # one table, and somebody is out
NOBODYS = (401, 404, 404, 404)  # none of them takes part
NOTHING_AWARDED = (401, 403, 403, 404)
NO_FEES = (401, 403, 403, 409)  # an entry costs nothing
NO_MATCH = (401, 403, 403, 422)  # at a table of four nobody wins a match

_READ: dict[str, tuple[int, int, int, int]] = {
    "clubs/{club.pk}/tournaments": EVERYBODY,
    CUP: EVERYBODY,
    f"{CUP}/entries": EVERYBODY,
    f"{CUP}/fees": NO_FEES,
    ENTRANT: DESK,
    f"{DRAFTED}/precheck": DESK,
    ROUND: EVERYBODY,
    f"{ROUND}/entry": DESK,
    f"{ROUND}/corrections": EVERYBODY,
    f"{ROUND}/rows": DESK,
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
    f"{OVER}/ceremony": DIRECTORS,
    "seasons/{season.pk}/links": DESK,
    "leagues/{league.pk}/links": DESK,
    "evenings/{evening.pk}/links": DESK,
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
    f"{OVER}/reopen": (lambda world: REASON, DIRECTORS),
    f"{CUP}/hold": (lambda world: {"since": 1}, DIRECTORS),
    f"{CUP}/release": (NOTHING, DIRECTORS),
    **{
        f"{thing}/links/{act}": (NOTHING, DESK)
        for thing in ("seasons/{season.pk}", "leagues/{league.pk}", "evenings/{evening.pk}")
        for act in ("make", "end")
    },
    f"{CUP}/stages": (lambda world: {"plan": ONE_ROUND, "version": world.cups.version}, MADE),
    f"{FINAL}/change": (lambda world: {"plan": ONE_ROUND, "version": world.cups.version}, DIRECTORS),
    f"{FINAL}/lengths": (lambda world: {"lengths": [24], "version": world.cups.version}, DIRECTORS),
    f"{FINAL}/remove": (lambda world: {"version": world.cups.version}, DIRECTORS),
    f"{CUP}/enter": (lambda world: {"who": [{"name": "Late"}]}, MADE_AT_DESK),
    f"{CUP}/enter-list": (lambda world: {"text": "Zed\nZoe", "dry": False}, DESK),
    f"{CUP}/here": (NOTHING, DESK),
    f"{CUP}/here/undo": (lambda world: {"step": str(uuid4())}, DESK),
    f"{CUP}/fees/paid": (lambda world: {"amount": 1000}, NO_FEES),
    f"{CUP}/fees/unpaid": (lambda world: {"step": str(uuid4())}, NO_FEES),
    f"{CUP}/sign-up": (lambda world: {}, EVERYBODY),
    f"{CUP}/sign-off": (NOTHING, EVERYBODY),
    f"{CUP}/seeds": (lambda world: {"order": [str(world.cups.entrant.pk)]}, DESK),
    "tournaments/{cups.played.tournament_id}/pairs/keep": (lambda world: world.cups.two, DIRECTORS),
    f"{CUP}/pairs/let": (lambda world: {"pair": str(uuid4())}, DIRECTORS),
    f"{ENTRANT}/change": (lambda world: {"rating": 5}, DESK),
    f"{ENTRANT}/mark": (lambda world: {"act": "came"}, DESK),
    f"{ENTRANT}/miss": (lambda world: {"stage": str(world.cups.final.pk), "round": 1}, DESK),
    f"{ENTRANT}/late": (lambda world: {"round": 1}, DESK),
    f"{ENTRANT}/fee-back": (lambda world: REASON, NO_FEES),
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
    f"{ROUND}/results": (
        lambda world: {
            "results": [
                {
                    "table": str(world.cups.table.pk),
                    "seen": seen_at(world.cups.table),
                    "points": [{"entrant": world.cups.tied[0], "points": 7}],
                    **REASON,
                }
            ]
        },
        MADE,
    ),
    f"{ROUND}/checks": (
        lambda world: {"checks": [{"table": str(world.cups.table.pk), "seen": seen_at(world.cups.table)}]},
        MADE_AT_DESK,
    ),
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
    f"{OVER}/ceremony/begin": (lambda _world: {"since": 1}, DIRECTORS),
    f"{OVER}/ceremony/turn": (lambda _world: {"turn": 1}, DIRECTORS),
    f"{OVER}/ceremony/end": (NOTHING, DONE),
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
ENDPOINTS: dict[str, Row] = {
    **{address: ("GET", NOTHING, "read", *statuses) for address, statuses in _READ.items()},
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
}
"""As in test_access.py."""


def prepare_cups(world: Any, endpoint: str) -> None:
    """Bring it to where the act can succeed: a stage ends once all of it is official."""
    if endpoint == f"{PLAYED}/end":
        make_official(round_id=world.cups.round.pk, by=factories.owner_of(world.club), now=NOW)
    if endpoint.startswith(f"{OVER}/ceremony"):
        place = {"tournament_id": world.cups.over.tournament_id, "by": factories.owner_of(world.club)}
        begin_ceremony(CeremonyStart(), **place, now=NOW)
        if not endpoint.endswith("/turn"):
            turn_to(CeremonyTurn(turn=1), **place)
