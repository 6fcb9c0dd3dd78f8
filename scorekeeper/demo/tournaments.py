"""The tournaments of the demo: one whose second round is being played, and one that people sign up for."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.play.services.sittings import Sitter
from scorekeeper.tournaments.models import DeskAct, Round, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.services.attending import mark
from scorekeeper.tournaments.services.clock import set_clock, start_clock
from scorekeeper.tournaments.services.drawing import Seen, draw_round, publish_round
from scorekeeper.tournaments.services.entering import EntryWanted, enter, sign_up
from scorekeeper.tournaments.services.planning import Wanted, plan_tournament
from scorekeeper.tournaments.services.results import Saying, make_official, write_result

NAME: Final = "Lindenhof Prize Skat"
COMING: Final = "Advent Skat"
COMING_AT: Final = datetime(2026, 12, 13, 14, 0, tzinfo=UTC)
PLANNED_AT: Final = datetime(2026, 11, 9, 18, 0, tzinfo=UTC)
SEED: Final = 20261122
KEYS: Final = UUID("3f6d4a5e-0d0a-5c65-a0d3-2f4b4c1d9a72")  # what is written at the desk, the same each time
HERE: Final = {
    "Renate Vogt": "",
    "Jürgen Kowalski": "",
    "Ayşe Demir": "",
    "Thomas Brandt": "",
    "Monika Scheel": "",
    "Piotr Nowak": "",
    "Lena Hoffmann": "",
    "Heinz Albers": "",
    "Karl-Heinz Ruppert": "Skatclub Waldheim",
    "Sabine Thiel": "Skatclub Waldheim",
    "Ingrid Maurer": "Skatclub Waldheim",
}
SHEETS: Final = (1186, 954, 702, 431, 1043, 867, 655, 298, 1124, 790, 512)  # points of round 1, table by table
SIGNED_UP: Final = ("Ayşe Demir", "Monika Scheel", "Piotr Nowak")
ROUND_TAKES: Final = 90 * 60  # seconds
ON_PAPER: Final = "played on a paper sheet"


def tournaments(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """Both, each once."""
    if not Tournament.objects.filter(club=club, name=NAME).exists():
        _running(club, users["Renate Vogt"], now)
    if not Tournament.objects.filter(club=club, name=COMING).exists():
        wanted = _wanted(COMING, COMING_AT)
        coming = plan_tournament(club=club, by=users["Renate Vogt"], wanted=wanted, now=PLANNED_AT)
        for name in SIGNED_UP:
            sign_up(tournament_id=coming.pk, by=users[name], now=PLANNED_AT + timedelta(days=1))


def _running(club: Club, owner: User, now: datetime) -> None:
    began = now - timedelta(hours=2)
    wanted, plan = _wanted(NAME, began), TablesPlan(rounds=3)
    found = plan_tournament(club=club, by=owner, wanted=wanted, plan=plan, now=began - timedelta(days=9))
    for name, origin in HERE.items():
        who = EntryWanted(who=[_sitter(club, name)], origin=origin)
        entrant = enter(tournament_id=found.pk, by=owner, wanted=who, now=began - timedelta(minutes=30)).entrant
        mark(entrant_id=entrant.pk, by=owner, act=DeskAct.Kind.CAME, now=began - timedelta(minutes=10))
    stage = found.stages.get()
    first = draw_round(stage_id=stage.pk, by=owner, now=began, seed=SEED)
    first = publish_round(stage_id=stage.pk, by=owner, seen=Seen(first.pk, first.revision), now=began)
    _written(first, owner, now - timedelta(minutes=25))
    make_official(round_id=first.pk, by=owner, now=now - timedelta(minutes=20))
    second = draw_round(stage_id=stage.pk, by=owner, now=now - timedelta(minutes=15))
    publish_round(stage_id=stage.pk, by=owner, seen=Seen(second.pk, second.revision), now=now - timedelta(minutes=10))
    set_clock(tournament_id=found.pk, by=owner, seconds=ROUND_TAKES)
    start_clock(tournament_id=found.pk, by=owner, now=now - timedelta(minutes=10))


def _written(one: Round, owner: User, at: datetime) -> None:
    """The results of a round, as the desk took them over from paper."""
    points = iter(SHEETS)
    for table in one.tables.order_by("number"):
        own = {place.entrant_id: next(points) for place in table.places.order_by("seat")}
        say = Saying(owner, ON_PAPER, uuid5(KEYS, str(table.number)), at)
        write_result(table_id=table.pk, points=own, say=say)


def _sitter(club: Club, name: str) -> Sitter:
    """Somebody of the book, or a guest who is new."""
    there = club.players.filter(name=name, merged_into=None).first()
    return Sitter(there.pk) if there else Sitter(name=name)


def _wanted(name: str, starts_at: datetime) -> Wanted:
    preset = next(preset for preset in games.game("skat").presets if preset.slug == "official")
    return Wanted(
        name=name,
        starts_at=starts_at,
        game="skat",
        rules=preset.rules,
        rules_name=str(preset.title),
        venue="Lindenhof, large room",
    )
