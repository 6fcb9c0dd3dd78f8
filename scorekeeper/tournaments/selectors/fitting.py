"""Which format suits a game: what is usual for it, and what its tables cannot do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_noop

from games.core.game import AnyGame
from games.core.record import Record
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.plans import (
    OF_TWO,
    PLAYED,
    DoublePlan,
    Format,
    KnockoutPlan,
    Plan,
    RoundRobinPlan,
    SinglePlan,
    SwissPlan,
    TablesPlan,
)
from scorekeeper.tournaments.ties import ALIASES, PTS, TITLES, offered_ties

USUAL_SIZE: Final = 4
MOST_SEATS: Final = 9
NO_DUEL = Text(gettext_noop("By these rules two entrants cannot play against each other. Choose another format."))
NO_SIDE = Text(gettext_noop("Pairs and teams of this size have no table of this game. Choose single players."))
NO_TABLES = Text(gettext_noop("At these tables everybody plays alone. Choose single players, or teams."))
NO_KNOCKOUT = Text(gettext_noop("A knock-out ends with two at a table, and this game has none. Choose tables."))
NO_SEATS = Text(gettext_noop("By these rules no table has so many seats."))
ALONE = Text(gettext_noop("In a knock-out everybody plays alone. Choose single players."))
NO_TEAMS = Text(gettext_noop("One of each team at a table: that needs teams."))
TEAMS_BY_TEAM = Text(gettext_noop("In a team event each table seats one of each team. Choose that."))
NO_TEAM_POINTS = Text(gettext_noop("Team points are for teams. Count points."))
NO_SOFT_DUTCH = Text(
    gettext_noop("FIDE’s Dutch system keeps those of one club apart always or not at all. Choose one of these.")
)
NO_TIE = Text(gettext_noop("There is no such way to tell equals apart."))
NOT_HERE = gettext_noop("By {title} nobody is told apart in this format of this game. Choose others.")
TWICE = gettext_noop("{title} is asked twice. Name each once.")
BREAKS_TWICE = Text(gettext_noop("A table is broken once. Name each number once."))


@dataclass(frozen=True, slots=True)
class Entering:
    """Who plays a game by which rules: single players, pairs or teams of `team_size`."""

    game: AnyGame
    rules: Record
    of: str
    team_size: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return sizes(self.game, self.rules)

    @property
    def duels(self) -> bool:
        """Whether a table can hold two entrants against each other, and the game says who of them has won."""
        seats = 2 * self.team_size
        return self.game.duel is not None and seats in self.sizes and len(self.game.sides(range(seats))) == 2

    @property
    def knocks_out(self) -> bool:
        """Whether tables can shrink one by one until two are left."""
        return self.of == Tournament.Of.PLAYERS and _unbroken(self.sizes) > 2


def entering(tournament: Tournament) -> Entering:
    """Who plays what in this tournament."""
    return Entering(tournament.plays, tournament.typed_rules, tournament.of, tournament.team_size)


def usual_format(game: AnyGame) -> Format:
    """What comes to mind first: tables where everybody plays everybody at them; a match decides where there is one."""
    if game.duel is None:
        return Format.TABLES
    return Format.DOUBLE if game.duel.by == "match" else Format.ROUND_ROBIN


def offered_to(who: Entering) -> list[Format]:
    """Those of them that pages offer, in the same order."""
    return [one for one in formats_of(who) if one in PLAYED]


def is_offered(game: AnyGame) -> bool:
    """Whether tournaments of this game, by its usual rules, have a format that is offered."""
    return bool(entered_in(game))


def entered_in(game: AnyGame) -> dict[str, list[Format]]:
    """{who can enter tournaments of this game, by its usual rules: the formats that are offered to them}; of teams
    those that any size of team can have."""
    sides = ((Tournament.Of.PLAYERS, (1,)), (Tournament.Of.PAIRS, (2,)), (Tournament.Of.TEAMS, range(2, 7)))
    found = {}
    for of, team_sizes in sides:
        offered = [one for size in team_sizes for one in offered_to(Entering(game, game.rules(), of, size))]
        if offered:
            found[str(of)] = list(dict.fromkeys(offered))
    return found


def usual_of(game: AnyGame, of: str) -> Format | None:
    """The format that is offered first to such entrants; None where there is none for them."""
    return next(iter(entered_in(game).get(of, ())), None)


def formats_of(who: Entering) -> list[Format]:
    """Those that such a tournament can have, the usual one first."""
    usual = usual_format(who.game)
    found = [one for one in Format if not list(_kind_problems(one, who))]
    return sorted(found, key=lambda one: one != usual)


def usual_plan(kind: Format, who: Entering) -> Plan:
    """How a format is usually played in this game."""
    if kind == Format.TABLES:
        size = min(who.sizes, key=lambda one: abs(one - USUAL_SIZE))
        return TablesPlan(size=size, style="team" if who.of == Tournament.Of.TEAMS else "mix")
    if kind == Format.KNOCKOUT:
        return KnockoutPlan(seats=min(MOST_SEATS, _unbroken(who.sizes)))
    if kind == Format.SWISS:
        return SwissPlan()
    if kind == Format.ROUND_ROBIN:
        return RoundRobinPlan()
    return SinglePlan() if kind == Format.SINGLE else DoublePlan()


def styles_of(who: Entering) -> tuple[str, ...]:
    """In which styles rounds at tables can be drawn for them."""
    return ("team", "manual") if who.of == Tournament.Of.TEAMS else ("mix", "seeded", "random", "manual")


def plan_problems(plan: Plan, who: Entering) -> list[Problem]:
    """Why such a tournament cannot be played by this plan, each with its field."""
    if found := list(_kind_problems(Format(plan.kind), who)):
        return found
    if isinstance(plan, TablesPlan):
        return list(_table_problems(plan, who))
    if isinstance(plan, KnockoutPlan):
        return list(_knockout_problems(plan, who))
    if isinstance(plan, SwissPlan) and plan.system == "dutch" and plan.apart == "soft":
        return [Problem("apart_unsuited", "apart", NO_SOFT_DUTCH), *_tie_problems(plan, who)]
    return list(_tie_problems(plan, who)) if isinstance(plan, SwissPlan | RoundRobinPlan) else []


def _kind_problems(kind: Format, who: Entering) -> Iterator[Problem]:
    if kind in OF_TWO:
        if not who.duels:
            is_alone = who.team_size == 1
            yield Problem("format_unsuited", "format", NO_DUEL if is_alone else NO_SIDE)
    elif kind == Format.TABLES:
        if who.of == Tournament.Of.PAIRS or len(who.game.sides(range(max(who.sizes)))) < max(who.sizes):
            yield Problem("format_unsuited", "format", NO_TABLES)
    elif not who.knocks_out:
        yield Problem("format_unsuited", "format", NO_KNOCKOUT if who.of == Tournament.Of.PLAYERS else ALONE)


def _table_problems(plan: TablesPlan, who: Entering) -> Iterator[Problem]:
    if plan.size not in who.sizes:
        yield Problem("size_unknown", "size", NO_SEATS)
    if plan.style not in styles_of(who):
        text = TEAMS_BY_TEAM if who.of == Tournament.Of.TEAMS else NO_TEAMS
        yield Problem("style_unsuited", "style", text)
    if plan.counts == "team_points" and who.of != Tournament.Of.TEAMS:
        yield Problem("counts_unsuited", "counts", NO_TEAM_POINTS)


def _knockout_problems(plan: KnockoutPlan, who: Entering) -> Iterator[Problem]:
    if plan.seats > _unbroken(who.sizes):
        yield Problem("seats_unknown", "seats", NO_SEATS)
    if len(set(plan.breaks)) < len(plan.breaks):
        yield Problem("break_twice", "breaks", BREAKS_TWICE)


def _tie_problems(plan: SwissPlan | RoundRobinPlan, who: Entering) -> Iterator[Problem]:
    """What can't be asked: what nobody knows, what the format or the game does not have, and anything twice."""
    offered = offered_ties(plan, who.game)
    seen: set[str] = set()
    for name in (ALIASES.get(one, one) for one in plan.ties):
        title = {"title": str(TITLES.get(name, ""))}
        if name not in TITLES:
            yield Problem("tie_unknown", "ties", NO_TIE)
        elif name not in (PTS, *offered):
            yield Problem("tie_unsuited", "ties", Text(NOT_HERE, title))
        elif name in seen:
            yield Problem("tie_twice", "ties", Text(TWICE, title))
        seen.add(name)


def _unbroken(found: Sequence[int]) -> int:
    """The largest table up to which there is one of every size from two on."""
    most = 1
    for size in found:
        if size != most + 1:
            break
        most = size
    return most
