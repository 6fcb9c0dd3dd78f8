"""What a season's settings and tie-breaks are called."""

from copy import copy

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.units import InUnits
from scorekeeper.common.texts import translated
from scorekeeper.standings.counting import BEST_EVENING, EVENINGS, EVENINGS_WON, Counts
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import DIRECT

SPECIAL_TITLES = {
    DIRECT: gettext_lazy("direct encounter"),
    EVENINGS_WON: gettext_lazy("evenings won"),
    BEST_EVENING: gettext_lazy("best evening"),
    EVENINGS: gettext_lazy("evenings played"),
}


def called(season: Competition, key: str) -> str:
    """A tie-break by name."""
    if key in SPECIAL_TITLES:
        return str(SPECIAL_TITLES[key])
    return translated(season.rules.measure_titles[key]) if key else _("points")


def unit_of(season: Competition, key: str) -> InUnits:
    """What a tie-break is counted in."""
    return season.in_unit if key == BEST_EVENING else season.unit_of([key])


def systems_told(season: Competition) -> str:
    """Every game of a season and how it is counted."""
    return "; ".join(
        f"{translated(game.title)}, {translated(game.system_titles[season.systems[game.name]])}"
        for game in season.plays
    )


def counts_told(season: Competition) -> list[str]:
    """What counts, in sentences; nothing where everything does."""
    counts = season.counts
    found = [sentence for sentence in (_which(counts), least_told(counts)) if sentence]
    if counts.tie_breaks:
        ties = ", ".join(called(season, name) for name, _sign in season.tie_breaks)
        found.append(_("Equal points: {ties}.").format(ties=ties))
    return found


def _which(counts: Counts) -> str:
    if counts.best and counts.by == "evening":
        return ngettext("The best evening counts.", "The best {number} evenings of each count.", counts.best).format(
            number=counts.best
        )
    if counts.best:
        return ngettext("The best sheet counts.", "The best {number} sheets of each count.", counts.best).format(
            number=counts.best
        )
    if counts.drop and counts.by == "evening":
        return ngettext(
            "The worst evening of each is dropped.", "The {number} worst evenings of each are dropped.", counts.drop
        ).format(number=counts.drop)
    if counts.drop:
        return ngettext(
            "The worst sheet of each is dropped.", "The {number} worst sheets of each are dropped.", counts.drop
        ).format(number=counts.drop)
    return ""


def least_told(counts: Counts) -> str:
    if not counts.least:
        return ""
    if counts.least_of == "evenings":
        text = ngettext("Ranked from {number} evening on.", "Ranked from {number} evenings on.", counts.least)
    else:
        text = ngettext("Ranked from {number} hand on.", "Ranked from {number} hands on.", counts.least)
    return text.format(number=counts.least)


def lack_told(counts: Counts, missing: int) -> str:
    """What somebody lacks to be ranked."""
    if counts.least_of == "evenings":
        return ngettext("{number} evening is missing", "{number} evenings are missing", missing).format(number=missing)
    return ngettext("{number} hand is missing", "{number} hands are missing", missing).format(number=missing)


def change_told(season: Competition, act: SeasonAct) -> list[tuple[str, str]]:
    """What an act has changed: as it was, and as it is since then."""
    before, after = copy(season), copy(season)
    for part, (old, new) in act.detail.items():
        setattr(before, part, old)
        setattr(after, part, new)
    found = []
    if before.name != after.name:
        found.append((before.name, after.name))
    if before.others != after.others:
        found.append((systems_told(before), systems_told(after)))
    if before.settings != after.settings:
        everything = _("Everything counts.")
        found.append((" ".join(counts_told(before)) or everything, " ".join(counts_told(after)) or everything))
    return found
