"""What templates of matches say in words."""

from fractions import Fraction
from uuid import UUID

from django import template
from django.utils.translation import gettext as _

from scorekeeper.common.texts import amount_figure, fraction_figure
from scorekeeper.common.texts import halves as told_halves
from scorekeeper.pairing.ties import Figure
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.results import Outcome, outcome_of
from scorekeeper.tournaments.matches.totals import Line
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.rounds.results import Played, unit_of

register = template.Library()


@register.filter
def outcome(played: Played, tournament: Tournament) -> Outcome | None:
    """What a match has come to; None while it is undecided."""
    return outcome_of(played, tournament.plays)


@register.simple_tag
def result(said: Outcome, entrant: UUID, stage: Stage) -> str:
    """1, ½ or 0; in a bracket what was counted."""
    return format_of(stage).match_figure(said, entrant)


@register.filter
def halves(amount: int) -> str:
    """Half points as people write them."""
    return told_halves(amount)


@register.filter
def fraction(amount: int | Fraction | str) -> str:
    """A figure that need not be whole; nothing where there is none."""
    return amount if isinstance(amount, str) else fraction_figure(amount)


@register.filter
def figure_of(line: Line, key: str) -> Figure | None:
    """What a key says of a line of a standing; None where it was not asked of it."""
    return line.figure_of(key)


@register.filter
def counted(said: Outcome, tournament: Tournament) -> str:
    """What was counted in a match beside who won: sets and points of home and away."""
    duel = tournament.plays.duel
    found = []
    if any(said.sets):
        found.append(_("Sets {home} to {away}.").format(home=said.sets[0], away=said.sets[1]))
    if any(said.scored):
        unit = unit_of(tournament)
        is_score = duel is not None and bool(duel.scored)
        home, away = (str(one) if is_score else amount_figure(one, unit) for one in said.scored)
        found.append(_("Points {home} to {away}.").format(home=home, away=away))
    return " ".join(found)
