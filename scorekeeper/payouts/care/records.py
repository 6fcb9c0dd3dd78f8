"""What somebody chooses for themselves about money."""

from typing import Annotated, Final

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Refusal
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.records import InUnit

NO_LIMIT: Final = gettext_noop("Enter zero or more, or leave empty for no limit.")


class ChosenLimit(InUnit):
    """The most that somebody wants to lose in a month, in the smallest unit; without an amount there is no limit."""

    most: Annotated[int, Field(ge=0, le=MOST), Refusal("amount_wrong", NO_LIMIT)] | None = None
