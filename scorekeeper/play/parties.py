"""Those above play who take part in its acts, named in settings: payouts, leagues, tournaments."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.values import Problem
from scorekeeper.play.models import Sitting


class Party(Protocol):
    """Called inside the transaction of the act, in the order of the settings."""

    def may_close(self, sitting: Sitting) -> Iterable[Problem]:
        """Why the sitting can't be closed yet."""

    def closed(self, sitting: Sitting, now: datetime) -> None:
        """The sitting has just been closed."""

    def reopened(self, sitting: Sitting, now: datetime) -> None:
        """The sitting has just been opened again."""


def parties() -> list[Party]:
    """All parties, ready to be asked."""
    return [import_string(path)() for path in settings.SCOREKEEPER_PARTIES]
