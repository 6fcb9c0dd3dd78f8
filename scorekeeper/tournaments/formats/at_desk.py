"""What the director's desk shows of a tournament; what a format says there of a round that it leads by itself;
what people do with a stage that not every format has a place for, and why one refuses it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.draws.selectors.desk import Need
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.rounds.results import Played


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A part of the course: a round, several of them, or a stage; `state` is `done`, `now` or `to_come`."""

    title: str
    note: str
    state: str
    address: Round | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """`words` stand on the button. It leads to the page at `address`, or posts `does`, unless it waits (`is_ready` is
    false): then `sentences` say for what, else what it does. At `ends_at` the stage can be ended instead, though rounds
    are left; empty where it cannot."""

    words: str
    sentences: tuple[str, ...]
    is_ready: bool = True
    does: str = ""
    address: str = ""
    ends_at: str = ""


@dataclass(frozen=True, slots=True)
class TableAtDesk:
    """How a table without a sheet stands: a `state` of rows of the desk, a `figure` with what is to be known of the
    state; `menu` is what can be done at it, fetched from `menu_at`."""

    state: str
    figure: str
    note: str = ""
    menu: str = ""
    menu_at: str = ""


@dataclass(frozen=True, slots=True)
class LedRound:
    """A round without sheets, which its format leads from act to act. `title` says how far it is, `figures` what the
    figures of its tables are; `missing` are the numbers of the tables that are not final, and `ends_when` says what is
    still to come before the round can end. `step` comes before that end; `latest` is what was done last with the page
    that takes it back."""

    title: str
    figures: str
    course: tuple[CourseStep, ...]
    played: tuple[Played, ...]
    tables: Mapping[int, TableAtDesk]
    missing: tuple[int, ...]
    ends_when: str
    step: NextStep | None = None
    needs: tuple[Need, ...] = field(default=())
    latest: str = ""
    latest_back: str = ""


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
