"""What people do with a stage that not every format has a place for, and why one refuses it."""

from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem


class StageAct(StrEnum):
    """What is asked of a format before it is done."""

    CHANGE_PLACES = "change_places"
    KNOCK_OUT = "knock_out"
    WRITE_RESULT = "write_result"
    WRITE_POINTS = "write_points"
    WRITE_MATCH = "write_match"
    GIVE_POINTS = "give_points"


def refusal(code: str, text: str) -> Problem:
    """The problem that an act is refused with; `text` is to be translated."""
    return Problem(code, "", Text(text))


DRAW_FOLLOWS: Final = refusal(
    "draw_follows", gettext_noop("Here the draw follows from the plan, so nobody can change places.")
)
NO_KNOCKOUT: Final = refusal("not_knockout", gettext_noop("This stage is not a knock-out at tables."))
NO_POINTS: Final = refusal("not_points", gettext_noop("A knock-out has no points. Whoever stays in longer is ahead."))
ONLY_WINS: Final = refusal(
    "not_points",
    gettext_noop("A bracket has no points; the winner goes on. Enter who has won the match instead."),
)
IS_MATCH: Final = refusal("is_match", gettext_noop("This table is a match. Enter who has won."))
NO_MATCH: Final = refusal("no_match", gettext_noop("At this table everybody has points. Enter how many."))
