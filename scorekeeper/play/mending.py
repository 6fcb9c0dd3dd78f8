"""Where house rules can be mended that cannot be played where they are chosen, and why they can't."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.game import AnyGame
from games.core.text import Text
from games.core.units import UNIT, InUnits, unit_of_rules
from games.core.values import Problem
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.common.refusals import Mend, Mends
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.usual import present_seasons
from scorekeeper.standings.services.posting import counts_otherwise, unit_words

NO_SEASON = gettext_noop(
    "No season of this game counts {unit}. Name the unit that your season counts, or leave it empty; or open a season "
    "for it first."
)


def mends_of(club: Club, version: UUID | None = None) -> Mends:
    """For a director: the links for each problem; `version` is of the house rules that were chosen."""
    found = HouseRulesVersion.objects.select_related("house").filter(pk=version).first() if version else None
    change = [_to_rules(found)] if found else []
    unit = Mend(f"{reverse('club_edit', args=[club.pk])}#id_unit", _("Say what the club plays for"))
    season = Mend(reverse("season_new", args=[club.pk]), _("Open a season"))
    return {
        "plays_for_points": change if club.for_minors else [unit, *change],
        "season_unit": [*change, season],
    }


def _to_rules(version: HouseRulesVersion) -> Mend:
    name = version.house.name
    return Mend(reverse("house_change", args=[version.club_id, version.house_id]), _("Change {name}").format(name=name))


def written_problems(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> list[Problem]:
    """Why no season of the club could count tables by these rules, where the game is counted in a unit there: they name
    another unit. Rules that name none are played in that of the season."""
    unit = unit_of_rules(rules)
    if not unit.unit or not set(UNIT) <= set(game.agreed):
        return []
    running = list(Competition.objects.running().for_game(game.name).filter(club=club))
    summed = [season for season in present_seasons(club, running, timezone.now()) if season.sums_amounts]
    if not summed or not all(counts_otherwise(season, unit) for season in summed):
        return []
    return [Problem("season_unit", "rules.unit", Text(NO_SEASON, {"unit": unit_words(unit)}))]


def unit_of_seasons(seasons: Iterable[Competition]) -> InUnits | None:
    """The unit that the first of them which sums amounts is bound to; None where none is."""
    return next((season.summed_in for season in seasons if season.sums_amounts and season.is_bound), None)
