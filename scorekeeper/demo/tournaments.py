"""The tournaments of the demo: one whose second round is being played, and one that people sign up for."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.demo.evenings import Play
from scorekeeper.tournaments.clock.services import ClockLength, set_clock, start_clock
from scorekeeper.tournaments.draft.publishing import publish_round
from scorekeeper.tournaments.draft.services import SeenDraft, draw_round
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark, NewEntry, SignUp
from scorekeeper.tournaments.entries.services import enter, sign_up
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Tournament
from scorekeeper.tournaments.planning.records import TournamentPlan
from scorekeeper.tournaments.planning.services import plan_tournament
from scorekeeper.tournaments.records import PersonAsked
from scorekeeper.tournaments.results.services import make_official

NAME: Final = "Lindenhof Prize Skat"
COMING: Final = "Advent Skat"
COMING_AT: Final = datetime(2026, 12, 13, 14, 0, tzinfo=UTC)
PLANNED_AT: Final = datetime(2026, 11, 9, 18, 0, tzinfo=UTC)
SEED: Final = 20261122
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
}
SIGNED_UP: Final = ("Ayşe Demir", "Monika Scheel", "Piotr Nowak")
ROUND_TAKES: Final = 90 * 60  # seconds


def tournaments(
    club: Club, users: Mapping[str, User], players: Mapping[str, Player], play: Play, *, now: datetime
) -> None:
    """Both, each once; `play` plays a table to its last signature."""
    if not Tournament.objects.filter(club=club, name=NAME).exists():
        _running(club, users["Renate Vogt"], players, play, now)
    if not Tournament.objects.filter(club=club, name=COMING).exists():
        plan = _plan(COMING, COMING_AT)
        coming = plan_tournament(plan, club=club, by=users["Renate Vogt"], now=PLANNED_AT)
        for name in SIGNED_UP:
            sign_up(SignUp(), tournament_id=coming.pk, by=users[name], now=PLANNED_AT + timedelta(days=1))


def _running(club: Club, owner: User, players: Mapping[str, Player], play: Play, now: datetime) -> None:
    began = now - timedelta(hours=2)
    found = plan_tournament(
        _plan(NAME, began, TablesPlan(rounds=3)), club=club, by=owner, now=began - timedelta(days=9)
    )
    for name, origin in HERE.items():
        who = NewEntry(who=(PersonAsked(player=players[name].pk),), origin=origin)
        entrant = enter(who, tournament_id=found.pk, by=owner, now=began - timedelta(minutes=30)).entrant
        mark(EntrantMark(act=DeskAct.Kind.CAME), entrant_id=entrant.pk, by=owner, now=began - timedelta(minutes=10))
    stage = found.stages.get()
    first = draw_round(stage_id=stage.pk, by=owner, now=began, seed=SEED)
    first = publish_round(SeenDraft(round=first.pk, revision=first.revision), stage_id=stage.pk, by=owner, now=began)
    for table in first.tables.order_by("number"):
        assert table.sitting  # noqa: S101 just opened
        play(table.sitting, began)
    make_official(round_id=first.pk, by=owner, now=now - timedelta(minutes=20))
    second = draw_round(stage_id=stage.pk, by=owner, now=now - timedelta(minutes=15))
    publish_round(
        SeenDraft(round=second.pk, revision=second.revision),
        stage_id=stage.pk,
        by=owner,
        now=now - timedelta(minutes=10),
    )
    set_clock(ClockLength(seconds=ROUND_TAKES), tournament_id=found.pk, by=owner)
    start_clock(tournament_id=found.pk, by=owner, now=now - timedelta(minutes=10))


def _plan(name: str, starts_at: datetime, plan: StagePlan | None = None) -> TournamentPlan:
    preset = next(preset for preset in games.game("skat").presets if preset.slug == "official")
    return TournamentPlan(
        name=name,
        starts_at=starts_at,
        game="skat",
        preset=preset.slug,
        rules_name=str(preset.title),
        venue="Lindenhof, large room",
        plan=plan,
    )
