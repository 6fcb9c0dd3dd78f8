"""The addresses of evenings for callers of the API: what each of them takes, and what it answers to whom."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Club, Player
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import TableCallWords, call_to_table
from scorekeeper.leagues.models import Evening, EveningGame, TableCall, TableDraw
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from tests import factories
from tests.api.cups import DESK, DIRECTORS, EVERYBODY, MADE, NOTHING, Body, Row
from tests.factories import NOW
from tests.factories.evenings import close, come, make_draw, make_evening, make_mixed, playing, seen

REASON = {"reason": "an error"}
STARTS_AT = "2026-09-05T19:30:00+02:00"


@dataclass(frozen=True, slots=True)
class Nights:
    """Evenings of a club: one of two games that is planned, one with a draft, one whose tables are open, one that is
    over."""

    mixed: Evening
    drafted: Evening
    played: Evening
    over: Evening
    guest: Player  # is here where the draft is
    table: Sitting
    call: TableCall

    @property
    def second(self) -> EveningGame:
        return self.mixed.line_up[1]

    @property
    def draft(self) -> dict[str, Any]:
        found = seen(TableDraw.objects.get(evening=self.drafted))
        return {**found, "draw": str(found["draw"])}

    @property
    def places(self) -> list[str]:
        return [str(pk) for pk in self.drafted.draws.get().places.order_by("pk").values_list("pk", flat=True)]

    @property
    def payer(self) -> str:
        return str(self.played.attendances.order_by("pk")[0].player_id)


def make_nights(club: Club) -> Nights:
    """All of them in one club."""
    owner = factories.owner_of(club)
    drafted = make_evening(club)
    guest = come(drafted, 8, called="Drafted")[0]
    make_draw(drafted)
    make_draw(drafted, seed=2)  # so that the first is had back
    played = playing(club, 3, fee=300)
    table = sittings_of(played)[0]
    call = call_to_table(TableCallWords(words="rules?"), sitting_id=table.pk, by=Actor(user=owner), now=NOW)
    return Nights(
        mixed=make_mixed(club, "truco"),
        drafted=drafted,
        played=played,
        over=close(make_evening(club)),
        guest=guest,
        table=table,
        call=call,
    )


CLUB, DRAFTED, PLAYED = "clubs/{club.pk}/evenings", "evenings/{nights.drafted.pk}", "evenings/{nights.played.pk}"
PLANNED, SECOND = "evenings/{evening.pk}", "evening-games/{nights.second.pk}"
_READ = {
    CLUB: EVERYBODY,
    PLANNED: EVERYBODY,
    f"{PLAYED}/tables": EVERYBODY,
    f"{DRAFTED}/people": EVERYBODY,
    f"{DRAFTED}/draft": DESK,
    f"{PLAYED}/calls": DESK,
    f"{PLAYED}/dues": DESK,
    f"{PLAYED}/report": EVERYBODY,
}
_WRITTEN: dict[str, tuple[Body, tuple[int, int, int, int]]] = {
    f"{CLUB}/plan": (
        lambda world: {"name": "Friday", "starts_at": STARTS_AT, "game": "skat", "preset": "official", "size": 4},
        MADE,
    ),
    f"{CLUB}/reports": (lambda world: {"wants": True}, EVERYBODY),
    f"{PLANNED}/change": (lambda world: {"name": "Saturday", "starts_at": STARTS_AT}, DIRECTORS),
    f"{PLANNED}/open": (NOTHING, DESK),
    f"{PLANNED}/next": (NOTHING, DIRECTORS),
    f"{PLANNED}/close": (NOTHING, DIRECTORS),
    "evenings/{nights.over.pk}/reopen": (lambda world: REASON, DIRECTORS),
    f"{PLANNED}/games": (lambda world: {"game": "truco", "preset": "paulista", "size": 4}, MADE),
    f"{SECOND}/change": (lambda world: {"game": "truco", "preset": "paulista", "size": 4}, DIRECTORS),
    f"{SECOND}/remove": (NOTHING, DIRECTORS),
    f"{PLANNED}/sign-up": (lambda world: {"comes": True}, EVERYBODY),
    f"{PLANNED}/check-in": (lambda world: {"name": "Late"}, DESK),
    f"{DRAFTED}/mark": (lambda world: {"player": str(world.nights.guest.pk), "state": "left"}, DESK),
    f"{DRAFTED}/draw": (lambda world: {}, DESK),
    f"{DRAFTED}/draft/swap": (
        lambda world: {**world.nights.draft, "one": world.nights.places[0], "other": world.nights.places[5]},
        DESK,
    ),
    f"{DRAFTED}/draft/hold": (lambda world: {**world.nights.draft, "place": world.nights.places[0]}, DESK),
    f"{DRAFTED}/draft/undo": (lambda world: world.nights.draft, DESK),
    f"{DRAFTED}/draft/drop": (lambda world: world.nights.draft, DESK),
    f"{DRAFTED}/draft/publish": (lambda world: {**world.nights.draft, "elsewhere": True}, DESK),
    "evening-calls/{nights.call.pk}/answer": (NOTHING, DESK),
    f"{PLAYED}/dues/tick": (
        lambda world: {"player": world.nights.payer, "unit": "", "decimals": 2, "amount": 300},
        DIRECTORS,
    ),
}
ENDPOINTS: dict[str, Row] = {
    **{address: ("GET", NOTHING, "read", *statuses) for address, statuses in _READ.items()},
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
    "sittings/{nights.table.pk}/call": ("POST", lambda world: {"words": "please"}, "record", *DESK),
}
"""As in test_access.py."""
