"""What rows of standings have in common, whatever is played."""

from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _

from scorekeeper.standings.standing import Step
from scorekeeper.tournaments.models import DeskAct, Entrant


def given_steps(given: Iterable[DeskAct], written: Callable[[int], str]) -> Iterator[Step]:
    """Penalties and bonuses as steps to the total; `written` writes their points."""
    for act in given:
        label = _("Penalty") if act.points < 0 else _("Bonus")
        yield Step(label=label, text=act.reason, figure=written(act.points), act=act.pk)


def state_of(entrant: Entrant) -> str:
    """What is said beside a name: that they have left."""
    return str(entrant.get_state_display()) if entrant.state == Entrant.State.WITHDRAWN else ""
