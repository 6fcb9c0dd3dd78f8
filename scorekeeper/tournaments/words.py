"""Words of tournaments on pages, and the tabs that every page of one leads to."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from scorekeeper.tournaments.formats.format import format_named, format_of
from scorekeeper.tournaments.formats.plan import StagePlan, Taken
from scorekeeper.tournaments.models import RULES_VERSIONS, Stage, Tournament


def stage_title(stage: Stage) -> str:
    """Its name, or its format."""
    return stage.name or str(format_of(stage).title)


def plan_words(
    plan: StagePlan,
    number: int = 1,
    game: AnyGame | None = None,
    rules_version: int = RULES_VERSIONS[0],
    before: StagePlan | None = None,
) -> list[str]:
    """How a stage is played, in sentences; the first of a tournament takes everybody, each other one from that which is
    played as `before`. With the game also what is asked of equals in matches."""
    format_ = format_named(plan.kind)
    found = format_.sentences(plan, number, game, rules_version)
    if plan.check_in:
        found = [*found, str(format_.check_in_sentence)]
    if plan.substitutes == "own_points":
        found = [*found, _("A substitute starts new: only their own points count.")]
    return [*found, *([_taken(plan.takes, before)] if number > 1 else [])]


def stage_words(tournament: Tournament) -> list[tuple[Stage, list[str]]]:
    """Each stage with how it is played."""
    stages = list(tournament.stages.order_by("number"))
    plans = [None, *(stage.typed_plan for stage in stages)]
    game, version = tournament.plays, tournament.rules_version
    return [
        (stage, plan_words(stage.typed_plan, stage.number, game, version, before))
        for stage, before in zip(stages, plans, strict=False)
    ]


def entrants_count(tournament: Tournament, number: int) -> str:
    """So many players, pairs or teams."""
    if tournament.of == Tournament.Of.PAIRS:
        text = npgettext("numbered", "{number} pair", "{number} pairs", number)
    elif tournament.of == Tournament.Of.TEAMS:
        text = npgettext("numbered", "{number} team", "{number} teams", number)
    else:
        text = npgettext("numbered", "{number} player", "{number} players", number)
    return text.format(number=number)


def of_whom(tournament: Tournament) -> str:
    """Who enters."""
    if tournament.of == Tournament.Of.TEAMS:
        return _("Teams of {size}").format(size=tournament.team_size)
    return {
        Tournament.Of.PLAYERS: pgettext("heading", "Single players"),
        Tournament.Of.PAIRS: pgettext("heading", "Pairs"),
    }[Tournament.Of(tournament.of)]


def _taken(takes: Taken, before: StagePlan | None) -> str:
    if takes.best is None:
        return _("Everybody from the previous stage goes on.")
    text = ngettext(
        "The best one of the previous stage goes on.", "The best {number} of the previous stage go on.", takes.best
    )
    if before is not None and before.in_groups:
        text = ngettext(
            "The best one of each group of the previous stage goes on.",
            "The best {number} of each group of the previous stage go on.",
            takes.best,
        )
    return text.format(number=takes.best)


PRIZES: Final = "tournament_prizes"
DESK, MINE, SCREEN, PRINT = "tournament_desk", "tournament_mine", "tournament_screen", "tournament_print"
TABS: Final[tuple[tuple[str, str | Promise], ...]] = (
    (DESK, pgettext_lazy("tab", "Desk")),
    (MINE, pgettext_lazy("tab", "My table")),
    ("tournament_detail", pgettext_lazy("tab", "Overview")),
    ("tournament_entries", pgettext_lazy("tab", "Entries")),
    ("tournament_rounds", pgettext_lazy("tab", "Rounds")),
    ("tournament_places", pgettext_lazy("tab", "Places")),
    (PRIZES, pgettext_lazy("tab", "Prizes")),
    (SCREEN, pgettext_lazy("tab", "Screen")),
    (PRINT, pgettext_lazy("tab", "Print")),
)
"""The names of their addresses, and what they are called."""


def tabs_of(tournament: Tournament, *, may_desk: bool, plays: bool) -> list[tuple[str, str | Promise]]:
    """Those behind which there is something for a reader: the desk until it has ended, for who runs it, as the screen
    of the room and what is printed; their own table while it runs, for who plays; prizes where the club plays for
    something or this tournament has any."""
    hidden = set() if may_desk else {DESK, SCREEN, PRINT}
    if tournament.is_ended:
        hidden.add(DESK)
    if not (plays and tournament.is_running):
        hidden.add(MINE)
    if not tournament.club.keeps_money and tournament.competition_id is None:
        hidden.add(PRIZES)
    return [tab for tab in TABS if tab[0] not in hidden]
