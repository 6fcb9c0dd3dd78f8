"""What a plan says, in sentences; and what formats, stages and entrants are called."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.game import AnyGame
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.models.events import RULES_VERSIONS
from scorekeeper.tournaments.plans import (
    DoublePlan,
    Format,
    KnockoutPlan,
    Plan,
    RoundRobinPlan,
    SinglePlan,
    SwissPlan,
    TablesPlan,
    Taken,
)
from scorekeeper.tournaments.ties import TITLES, asked_ties

FORMATS: Final = {
    Format.TABLES: gettext_lazy("Rounds at tables"),
    Format.SWISS: gettext_lazy("Swiss system"),
    Format.ROUND_ROBIN: gettext_lazy("Everybody plays everybody"),
    Format.SINGLE: gettext_lazy("Knock-out, one against one"),
    Format.DOUBLE: gettext_lazy("Double elimination"),
    Format.KNOCKOUT: gettext_lazy("Knock-out at tables"),
}
ABOUT: Final = {
    Format.TABLES: gettext_lazy("Each round seats everybody anew, and points add up."),
    Format.SWISS: gettext_lazy("Nobody goes out; each round you meet somebody who stands as you do."),
    Format.ROUND_ROBIN: gettext_lazy("In groups where that takes too long."),
    Format.SINGLE: gettext_lazy("Who loses is out."),
    Format.DOUBLE: gettext_lazy("Who loses twice is out."),
    Format.KNOCKOUT: gettext_lazy("Who has nothing left is out; tables are broken until one is left."),
}
STYLES: Final = {
    "mix": gettext_lazy("Everybody meets as many others as there are"),
    "seeded": gettext_lazy("By points, from the second round on"),
    "team": gettext_lazy("One of each team at a table"),
    "random": gettext_lazy("By chance alone"),
    "manual": gettext_lazy("By hand"),
}
APART: Final = {
    "off": gettext_lazy("May meet like all others"),
    "soft": gettext_lazy("Kept apart where that is possible"),
    "hard": gettext_lazy("Never meet, unless a club is too large for that"),
}
COUNTS: Final = {
    "points": gettext_lazy("The points of all rounds, added up"),
    "team_points": gettext_lazy("Team points, as on match days"),
}
PAIRS: Final = {
    Format.TABLES: gettext_lazy(
        "Who is never together sits at different tables while there is any other way. Who should meet does so once, as "
        "far as the rest of the draw allows."
    ),
    Format.SWISS: gettext_lazy("Who is never together is never paired. Who should meet does so where the points say."),
    Format.ROUND_ROBIN: gettext_lazy("Everybody meets everybody, these two as well."),
    Format.SINGLE: gettext_lazy("Seeds and results say who meets, these two as well."),
    Format.DOUBLE: gettext_lazy("Seeds and results say who meets, these two as well."),
    Format.KNOCKOUT: gettext_lazy(
        "Who is never together gets seats at different tables when they are drawn: at the start, and when a table is "
        "broken. Who moves to keep tables even goes by the deal, and at the last table all sit together."
    ),
}
"""What each format makes of pairs that are never together, and of those that should meet."""


def stage_title(stage: Stage) -> str:
    """Its name, or its format."""
    return stage.name or str(FORMATS[Format(stage.typed_plan.kind)])


def place_words(first: int, last: int) -> str:
    """A place, or the first and the last of those that are shared."""
    return f"{first}–{last}" if first < last else str(first)


def told_plan(
    plan: Plan,
    number: int = 1,
    game: AnyGame | None = None,
    rules_version: int = RULES_VERSIONS[0],
    before: Plan | None = None,
) -> list[str]:
    """How a stage is played, in sentences; the first of a tournament takes everybody, each other one from that which is
    played as `before`. With the game also what is asked of equals in matches."""
    asked = [*_asked(plan, game, rules_version)] if game and isinstance(plan, SwissPlan | RoundRobinPlan) else []
    return [*_how(plan, number, game), *asked, *([_taken(plan.takes, before)] if number > 1 else [])]


def told_stages(tournament: Tournament) -> list[tuple[Stage, list[str]]]:
    """Each stage with how it is played."""
    stages = list(tournament.stages.order_by("number"))
    plans = [None, *(stage.typed_plan for stage in stages)]
    game, version = tournament.plays, tournament.rules_version
    return [
        (stage, told_plan(stage.typed_plan, stage.number, game, version, before))
        for stage, before in zip(stages, plans, strict=False)
    ]


def entrants_count(tournament: Tournament, number: int) -> str:
    """So many players, pairs or teams."""
    if tournament.of == Tournament.Of.PAIRS:
        text = ngettext("{number} pair", "{number} pairs", number)
    elif tournament.of == Tournament.Of.TEAMS:
        text = ngettext("{number} team", "{number} teams", number)
    else:
        text = ngettext("{number} player", "{number} players", number)
    return text.format(number=number)


def of_whom(tournament: Tournament) -> str:
    """Who enters."""
    if tournament.of == Tournament.Of.TEAMS:
        return _("Teams of {size}").format(size=tournament.team_size)
    return {Tournament.Of.PLAYERS: _("Single players"), Tournament.Of.PAIRS: _("Pairs")}[Tournament.Of(tournament.of)]


def half_points(points: int) -> str:
    """Points that are counted in halves: 1 is a half, 3 one and a half."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _how(plan: Plan, number: int, game: AnyGame | None) -> list[str]:
    if isinstance(plan, TablesPlan):
        return _tables(plan)
    if isinstance(plan, SwissPlan):
        return _swiss(plan, number, game)
    if isinstance(plan, RoundRobinPlan):
        return _round_robin(plan, game)
    if isinstance(plan, SinglePlan):
        third = _("Who loses a semi-final plays for third place.") if plan.third_place else _("Third place is shared.")
        return [_("Who loses is out."), third]
    if isinstance(plan, DoublePlan):
        again = _("When who comes from below wins the final, a second one decides.")
        return [_("Who loses twice is out."), again if plan.reset else _("One final decides.")]
    return _knockout(plan)


def _tables(plan: TablesPlan) -> list[str]:
    rounds = ngettext("{number} round at tables of {size}.", "{number} rounds at tables of {size}.", plan.rounds)
    found = [rounds.format(number=plan.rounds, size=plan.size), f"{STYLES[plan.style]}."]
    if plan.counts == "team_points":
        found.append(_("Each round gives 3, 2, 1 and 0 team points by the places of the teams in it."))
    if plan.style != "manual":
        found += _clubs(plan)
    if plan.absent:
        found.append(_("A round that somebody misses counts {points}.").format(points=plan.absent))
    if plan.bye:
        found.append(_("A round without a table counts {points}.").format(points=plan.bye))
    return found


def _clubs(plan: TablesPlan | SwissPlan) -> list[str]:
    return {
        "off": [],
        "soft": [_("Who comes from one club is kept apart where that is possible.")],
        "hard": [_("Who comes from one club never meets, unless a club is too large for that.")],
    }[plan.apart]


def _swiss(plan: SwissPlan, number: int, game: AnyGame | None) -> list[str]:
    if plan.rounds is None:
        found = [_("As many rounds as are usual for as many as come.")]
    else:
        found = [ngettext("{number} round.", "{number} rounds.", plan.rounds).format(number=plan.rounds)]
    if plan.system == "dutch":
        found.append(_("Paired by FIDE’s Dutch system."))
    found += _clubs(plan)
    found.append(_("The first round by seeds.") if plan.first == "seeds" else _("The first round by chance."))
    without = _("A round without an opponent counts {points}.").format(points=half_points(plan.for_bye))
    found += [_counts(plan, game), without]
    if plan.late == "half" and number == 1:
        found.append(
            _("Who begins after the first round gets half a bye, once: {points}.").format(points=half_points(plan.draw))
        )
    return found


def _round_robin(plan: RoundRobinPlan, game: AnyGame | None) -> list[str]:
    found = [_("Everybody plays everybody once.") if plan.legs == 1 else _("Everybody plays everybody twice.")]
    if plan.groups > 1:
        found.append(_("In {number} groups.").format(number=plan.groups))
    return [*found, _counts(plan, game)]


def _counts(plan: SwissPlan | RoundRobinPlan, game: AnyGame | None) -> str:
    """Of games whose matches always have a winner nothing is said of draws."""
    text = _("A win counts {win}, a draw {draw}, a defeat {loss}.")
    if game and game.duel and game.duel.by == "match":
        text = _("A win counts {win}, a defeat {loss}.")
    return text.format(win=half_points(plan.win), draw=half_points(plan.draw), loss=half_points(plan.loss))


def _asked(plan: SwissPlan | RoundRobinPlan, game: AnyGame, rules_version: int) -> Iterator[str]:
    names = asked_ties(plan, game)
    if not names:
        yield _("Who is level on points shares the place.")
        return
    text = _("Who is level on points is told apart by: {keys}.")
    yield text.format(keys=", ".join(str(TITLES[name]) for name in names))
    if rules_version != RULES_VERSIONS[0]:
        yield _("What a round counts for that which somebody has not played goes by the rules of before March 2026.")


def _knockout(plan: KnockoutPlan) -> list[str]:
    seats = _("Tables of at most {seats}, broken as people go out.").format(seats=plan.seats)
    found = [seats, _("Tables are balanced when they differ by {number}.").format(number=plan.balance_at)]
    if plan.breaks:
        text = _("Broken first, in this order: tables {numbers}; then the smallest.")
        found.append(text.format(numbers=", ".join(map(str, plan.breaks))))
    return found


def _taken(takes: Taken, before: Plan | None) -> str:
    if takes.best is None:
        return _("Everybody of the stage before it goes on.")
    text = ngettext(
        "The best one of the stage before it goes on.", "The best {number} of the stage before it go on.", takes.best
    )
    if isinstance(before, RoundRobinPlan) and before.groups > 1:
        text = ngettext(
            "The best one of each group of the stage before it goes on.",
            "The best {number} of each group of the stage before it go on.",
            takes.best,
        )
    return text.format(number=takes.best)
