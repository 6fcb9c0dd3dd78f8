"""The plan of a tournament: what is asked about when its standing is held back, and which plan was read."""

from typing import Annotated, Final

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Asked, Refusal
from scorekeeper.tournaments.records import MOST_VERSION

MOST_ROUNDS: Final = 999
NO_ROUND: Final = gettext_noop("Choose a number from 1 to {most}.")


class PlanSeen(Asked):
    """The plan that was read."""

    version: int = Field(ge=1, le=MOST_VERSION, description="The one that was read.")


class HeldFrom(Asked):
    """From when on the standing is held back."""

    since: Annotated[int, Field(ge=1, le=MOST_ROUNDS), Refusal("round_unknown", NO_ROUND, most=MOST_ROUNDS)] | None = (
        Field(default=None, description="The round, counted over all stages; not said: the newest one that was opened.")
    )
