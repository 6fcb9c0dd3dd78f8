"""What a plan of matches says, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.core.game import AnyGame
from scorekeeper.common.texts import halves
from scorekeeper.tournaments.matches.plan import MatchPlan
from scorekeeper.tournaments.matches.ties import TITLES, asked_ties
from scorekeeper.tournaments.models.events import RULES_VERSIONS


def counts_sentence(plan: MatchPlan, game: AnyGame | None) -> str:
    """What a match counts. Of games whose matches always have a winner nothing is said of draws."""
    text = _("A win counts {win}, a draw {draw}, a defeat {loss}.")
    if game and game.duel and game.duel.by == "match":
        text = _("A win counts {win}, a defeat {loss}.")
    return text.format(win=halves(plan.win), draw=halves(plan.draw), loss=halves(plan.loss))


def tie_sentences(plan: MatchPlan, game: AnyGame, rules_version: int) -> Iterator[str]:
    """What is asked of those who are level on points."""
    names = asked_ties(plan, game)
    if not names:
        yield _("Who is level on points shares the place.")
        return
    text = _("Who is level on points is told apart by: {keys}.")
    yield text.format(keys=", ".join(str(TITLES[name]) for name in names))
    if rules_version != RULES_VERSIONS[0]:
        yield _("What a round counts for that which somebody has not played goes by the rules of before March 2026.")
