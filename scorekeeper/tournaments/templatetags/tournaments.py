"""What templates of tournaments say in words: entrants, stages, matches, times of a clock, pictures, and the
tournaments that the reader plays in."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from uuid import UUID

from django import template
from django.template import RequestContext
from django.utils.translation import gettext as _

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import amount_figure, fraction_figure, isolated
from scorekeeper.common.texts import halves as told_halves
from scorekeeper.pairing.ties import Figure
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.play import Outcome, outcome_of
from scorekeeper.tournaments.matches.totals import Line
from scorekeeper.tournaments.models import Entrant, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.field import name_of
from scorekeeper.tournaments.rounds.results import Played, unit_of
from scorekeeper.tournaments.words import stage_title

register = template.Library()


@register.filter
def who(place: RoundPlace) -> str:
    """Who has this place."""
    return name_of(place)


@register.filter
def stage_name(stage: Stage) -> str:
    """What the rounds of a stage are called by; empty for one that has no name and none before it."""
    return isolated(stage_title(stage)) if stage.name or stage.number > 1 else ""


@register.filter
def reckoned(amount: int | str, unit: InUnits) -> str:
    """A figure in its unit, or as it is said already."""
    return amount if isinstance(amount, str) else amount_figure(amount, unit)


@register.filter
def outcome(played: Played, tournament: Tournament) -> Outcome | None:
    """What a match has come to; None while it is undecided."""
    return outcome_of(played, tournament.plays)


@register.simple_tag
def result(outcome: Outcome, entrant: UUID, stage: Stage) -> str:
    """1, ½ or 0; in a bracket what was counted."""
    return format_of(stage).match_figure(outcome, entrant)


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
def counted(outcome: Outcome, tournament: Tournament) -> str:
    """What was counted in a match beside who won: sets and points of home and away."""
    duel = tournament.plays.duel
    found = []
    if any(outcome.sets):
        found.append(_("Sets {home} to {away}.").format(home=outcome.sets[0], away=outcome.sets[1]))
    if any(outcome.scored):
        unit = unit_of(tournament)
        is_score = duel is not None and bool(duel.scored)
        home, away = (str(side_score) if is_score else amount_figure(side_score, unit) for side_score in outcome.scored)
        found.append(_("Points {home} to {away}.").format(home=home, away=away))
    return " ".join(found)


HOUR, MINUTE = 3600, 60


@register.filter
def clock_time(seconds: int) -> str:
    """23:40, with hours from the first on; over time a plus before what it is over."""
    hours, rest = divmod(abs(seconds), HOUR)
    minutes, single = divmod(rest, MINUTE)
    shown = f"{hours}:{minutes:02}:{single:02}" if hours else f"{minutes}:{single:02}"
    return f"+{shown}" if seconds < 0 else shown


@register.filter
def tenths(millimetres: float) -> str:
    """Tenths of mm, as a picture of a page counts."""
    return f"{millimetres * 10:.1f}".removesuffix(".0")


@register.simple_tag(takes_context=True)
def my_running(context: RequestContext) -> Sequence[Tournament]:
    """Those of the clubs the reader belongs to. One statement."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated:
        return []
    played = Entrant.objects.filter(state__in=(Entrant.State.ENTERED, Entrant.State.HERE))
    played = played.filter(players__player__user=user, players__is_active=True)
    found = Tournament.objects.filter(state=Tournament.State.RUNNING, pk__in=played.values("tournament"))
    return list(found.filter(club__closed_at=None, club__memberships__user=user).order_by("starts_at", "pk"))


@register.simple_tag
def running_in(club: Club) -> Sequence[Tournament]:
    """Those of a club that are being played, the first to begin first."""
    return list(Tournament.objects.filter(club=club, state=Tournament.State.RUNNING).order_by("starts_at", "pk"))
