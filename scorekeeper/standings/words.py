"""What a season's settings and tie-breaks are called."""

from copy import copy
from datetime import date
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.settling import InUnits
from scorekeeper.common.texts import amount_figure, fraction_figure, in_sentence, translated
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.counting import BEST_EVENING, EVENINGS, EVENINGS_WON, Counts
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import DIRECT, GAME_DIFFERENCE, LOT, POINT_DIFFERENCE

SPECIAL_TITLES = {
    DIRECT: pgettext_lazy("heading", "direct encounter"),
    EVENINGS_WON: pgettext_lazy("heading", "evenings won"),
    BEST_EVENING: pgettext_lazy("heading", "best evening"),
    EVENINGS: pgettext_lazy("heading", "evenings played"),
    "buchholz_cut": pgettext_lazy("heading", "opponents’ points without the lowest (Buchholz, cut 1)"),
    "buchholz": pgettext_lazy("heading", "opponents’ points (Buchholz)"),
    "buchholz_median": pgettext_lazy(
        "heading", "opponents’ points without the highest and the lowest (Buchholz, median)"
    ),
    "sonneborn_berger": pgettext_lazy("heading", "points of those beaten (Sonneborn-Berger)"),
    "duels_won": pgettext_lazy("heading", "wins"),
    "koya": pgettext_lazy("heading", "points against the strong (Koya)"),
    "progressive": pgettext_lazy("heading", "running score (progressive)"),
    GAME_DIFFERENCE: pgettext_lazy("heading", "game difference"),
    POINT_DIFFERENCE: pgettext_lazy("heading", "point difference"),
}
SHORT_TITLES = {
    "buchholz_cut": gettext_lazy("Buchholz, cut 1"),
    "buchholz": pgettext_lazy("heading", "Buchholz"),
    "buchholz_median": pgettext_lazy("heading", "Buchholz, median"),
    "sonneborn_berger": pgettext_lazy("heading", "Sonneborn-Berger"),
    "koya": pgettext_lazy("heading", "Koya"),
    "progressive": pgettext_lazy("heading", "Progressive"),
}
"""What those with a long name are called at the head of a column."""
MEANINGS = {
    DIRECT: gettext_lazy("Among equal players who have all met: who scored more at the tables they shared."),
    EVENINGS_WON: gettext_lazy("Number of evenings with the most points of all players."),
    BEST_EVENING: gettext_lazy("Most points on one evening."),
    EVENINGS: gettext_lazy("Number of evenings played."),
    "buchholz": gettext_lazy("The points of all opponents, added for each game. Stronger opponents put you ahead."),
    "buchholz_cut": gettext_lazy("The points of all opponents except the lowest."),
    "buchholz_median": gettext_lazy("The points of all opponents except the lowest and the highest."),
    "sonneborn_berger": gettext_lazy(
        "The points of all beaten opponents, and half the points of opponents in drawn games."
    ),
    "duels_won": gettext_lazy("Number of games won."),
    "koya": gettext_lazy("Points against opponents who have at least half of the possible points."),
    "progressive": gettext_lazy("The running total after each game, added up. Early wins count more often."),
    GAME_DIFFERENCE: gettext_lazy("Games won in all matches, minus games lost."),
    POINT_DIFFERENCE: gettext_lazy("Points scored in decided matches, minus the opponents’ points."),
}
"""Each in a sentence, for those who choose."""


def short_day(day: date, year: int) -> str:
    """A day in as few letters as the reader's language has for it; one of another year is told with its year."""
    return date_format(day, pgettext("format of a day", "j M") if day.year == year else "SHORT_DATE_FORMAT")


def called(season: Competition, key: str) -> str:
    """A tie-break by name."""
    if key == LOT:
        return pgettext("in a line", "lot")
    if key in SPECIAL_TITLES:
        return str(SPECIAL_TITLES[key])
    return translated(season.rules.measure_titles[key]) if key else pgettext("in a line", "points")


def called_in_sentence(season: Competition, key: str) -> str:
    """The same inside a sentence."""
    return in_sentence(called(season, key))


def unit_of(season: Competition, key: str) -> InUnits:
    """What a tie-break is counted in."""
    return season.in_unit if key == BEST_EVENING else season.unit_of([key])


def headed(season: Competition, key: str) -> str:
    """A tie-break at the head of its column."""
    return str(SHORT_TITLES[key]) if key in SHORT_TITLES else called(season, key)


def tie_figure(season: Competition, key: str, amount: Figure) -> str:
    """What a tie-break comes to. A direct encounter counts one a win and a half each where they had the same; a lot
    says the place it gives."""
    if key == LOT:
        amount = -amount
    if key == DIRECT:
        amount = Fraction(amount, 2)
    whole, parts = amount.as_integer_ratio()
    return fraction_figure(amount) if parts > 1 else amount_figure(whole, unit_of(season, key))


def systems_words(season: Competition) -> str:
    """Every game of a season, how it is counted, and what one of its points makes where games are weighed."""
    return "; ".join(
        f"{translated(game.title)}, {in_sentence(translated(game.system_titles[season.systems[game.name]]))}"
        f"{_weight_told(season, game.name)}"
        for game in season.plays
    )


def game_words(season: Competition, game: AnyGame) -> str:
    """A game of a mix, with its factor where games are weighed."""
    return f"{translated(game.title)}{_weight_told(season, game.name)}"


def _weight_told(season: Competition, game: str) -> str:
    return f" \N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}{season.factor_of(game)}" if season.factors else ""


def counts_words(season: Competition) -> list[str]:
    """What counts, in sentences; nothing where everything does."""
    return [*_results_told(season), *([ties_words(season)] if season.counts.tie_breaks else [])]


def everything_words(season: Competition) -> list[str]:
    """The same with what is asked of equals, also where it is what is usual."""
    return [*_results_told(season), ties_words(season)]


def ties_words(season: Competition) -> str:
    """What is asked of those who have equal points, in order."""
    names = [
        _("{name} (fewer is better)").format(name=called_in_sentence(season, name))
        if sign < 0
        else called_in_sentence(season, name)
        for name, sign in season.tie_breaks
    ]
    if not names:
        return _("Players with equal points share the rank.")
    ties = pgettext("between two words", "; then ").join(names)
    if season.counts.tie_breaks:
        return _("Ties: {ties}; then a shared rank.").format(ties=ties)
    return _("Ties, by the usual rules: {ties}; then a shared rank.").format(ties=ties)


def _results_told(season: Competition) -> list[str]:
    """Which results count; where some do not and sheets can be of different lengths, that none is made comparable."""
    counts = season.counts
    lengths = _("Every sheet counts fully, whatever its number of hands.")
    has_lengths = counts.chooses and any(game.of_length for game in season.plays)
    found = (_which(counts), lengths if has_lengths else "", least_words(counts))
    return [sentence for sentence in found if sentence]


def _which(counts: Counts) -> str:
    if counts.best and counts.by == "evening":
        return ngettext(
            "The best evening of each player counts.", "The best {number} evenings of each player count.", counts.best
        ).format(number=counts.best)
    if counts.best:
        return ngettext(
            "The best sheet of each player counts.", "The best {number} sheets of each player count.", counts.best
        ).format(number=counts.best)
    if counts.drop and counts.by == "evening":
        return ngettext(
            "The worst evening of each player is dropped.",
            "The {number} worst evenings of each player are dropped.",
            counts.drop,
        ).format(number=counts.drop)
    if counts.drop:
        return ngettext(
            "The worst sheet of each player is dropped.",
            "The {number} worst sheets of each player are dropped.",
            counts.drop,
        ).format(number=counts.drop)
    return ""


def least_words(counts: Counts) -> str:
    if not counts.least:
        return ""
    if counts.least_of == "evenings":
        text = ngettext("Ranked after {number} evening.", "Ranked after {number} evenings.", counts.least)
    elif counts.least_of == "sheets":
        text = ngettext("Ranked after {number} sheet.", "Ranked after {number} sheets.", counts.least)
    else:
        text = ngettext("Ranked after {number} hand.", "Ranked after {number} hands.", counts.least)
    return text.format(number=counts.least)


def lack_words(counts: Counts, missing: int) -> str:
    """What somebody lacks to be ranked."""
    if counts.least_of == "evenings":
        return ngettext("{number} evening is missing", "{number} evenings are missing", missing).format(number=missing)
    if counts.least_of == "sheets":
        return ngettext("{number} sheet is missing", "{number} sheets are missing", missing).format(number=missing)
    return ngettext("{number} hand is missing", "{number} hands are missing", missing).format(number=missing)


def change_words(season: Competition, act: SeasonAct) -> list[tuple[str, str]]:
    """What an act has changed: as it was, and as it is since then; nothing where it is no change of settings."""
    if act.kind != SeasonAct.Kind.CHANGED:
        return []
    before, after = copy(season), copy(season)
    for part, (old, new) in act.detail.items():
        setattr(before, part, old)
        setattr(after, part, new)
    found = []
    if before.name != after.name:
        found.append((before.name, after.name))
    if (before.others, before.factors) != (after.others, after.factors):
        found.append((systems_words(before), systems_words(after)))
    if before.settings != after.settings:
        everything = pgettext("note", "Everything counts.")
        found.append((" ".join(counts_words(before)) or everything, " ".join(counts_words(after)) or everything))
    return found
