"""Short ways to a tournament, through the services a person would go through."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import game
from games.core.record import dump
from scorekeeper.clubs.models import Club
from scorekeeper.play.services.sittings import Sitter
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.plans import Format, Plan, TablesPlan
from scorekeeper.tournaments.services.entering import EntryWanted, enter
from scorekeeper.tournaments.services.planning import Wanted, plan_tournament
from scorekeeper.tournaments.services.stages import StageWanted, add_stage
from tests import factories
from tests.factories import NOW


def a_wanted(**more: Any) -> Wanted:
    """A tournament of single players in Skat, or of `game`."""
    name = more.get("game", "skat")
    preset = game(name).presets[0]
    usual = dump(game(name).rules())
    asked = {field: usual[field] for field in game(name).asked}
    plain: dict[str, Any] = {
        "name": "Cup",
        "starts_at": NOW + timedelta(days=7),
        "game": name,
        "rules": {**asked, **preset.rules},
        "rules_name": str(preset.title),
    }
    return Wanted(**{**plain, **more})


def make_planned(club: Club, plan: Plan | None = None, format_: Format = Format.TABLES, **more: Any) -> Tournament:
    """A tournament that is planned; what is played is `plan`, or as usual in the format."""
    by = factories.owner_of(club)
    return plan_tournament(club=club, by=by, wanted=a_wanted(**more), now=NOW, plan=plan, format_=format_)


def add_final(tournament: Tournament, name: str = "Final", plan: Plan | None = None) -> Stage:
    """A stage after the others, of the same format."""
    by = factories.owner_of(tournament.club)
    plan = plan or tournament.stages.all()[0].typed_plan
    version = Tournament.objects.get(pk=tournament.pk).version
    wanted = StageWanted(name, plan)
    return add_stage(tournament_id=tournament.pk, by=by, wanted=wanted, version=version, now=NOW)


def make_pairs(club: Club, format_: Format = Format.DOUBLE, **more: Any) -> Tournament:
    """A tournament of pairs in Truco."""
    return make_planned(club, format_=format_, game="truco", of=Tournament.Of.PAIRS, **more)


def make_teams(club: Club, size: int = 4, **more: Any) -> Tournament:
    """A tournament of teams in Skat, one of each at a table."""
    return make_planned(club, TablesPlan(style="team"), of=Tournament.Of.TEAMS, team_size=size, **more)


def entered(tournament: Tournament, who: Sequence[Sitter], **more: Any) -> Entrant:
    """One more entrant, at the desk."""
    by = factories.owner_of(tournament.club)
    wanted = EntryWanted(who=who, **more)
    return enter(tournament_id=tournament.pk, by=by, wanted=wanted, now=NOW).entrant


def enter_names(tournament: Tournament, *names: str) -> list[Entrant]:
    """These people enter, each alone."""
    return [entered(tournament, [Sitter(name=name)]) for name in names]
