"""What can be run: apps above this one say so when they are ready. Jobs themselves know nothing of what they do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.module_loading import import_string

from games.core.text import Text
from scorekeeper.clubs.models import Role


@dataclass(frozen=True, slots=True)
class Done:
    """How a job ended well: in words; as plain values for its template; a page to go on to."""

    words: Text
    facts: dict[str, Any] = field(default_factory=dict)
    link: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job.

    `run` is the dotted path of a function that takes the `Work` and returns `Done`. It may be run twice, the second
    time after it was broken off anywhere, and must then have done everything once. It raises `Refused` for what can't
    be done (or `PermissionDenied`), and calls `report` often: at least once a minute, outside of its transactions.
    `needed` is the role in the club that may ask for it, see it, stop it and take its file; None: it is of no club,
    and only for who asked. `template` shows the facts. `is_for_closed` says that it only reads, and may be asked for in
    a club that is closed. `tidy` is the dotted path of a function that takes the job once it has ended, however it
    ended, and deletes what it left beside; it may be called twice. `again` is that of one that takes the job and says
    where it can be begun again. `stops_whole` is False where what was done before it was stopped stays done.
    `leads_on`: whoever waits is led on to what it has made, for its own page says no more than that.
    """

    name: str
    title: str | Promise
    run: str
    needed: Role | None = Role.DIRECTOR
    template: str = ""
    is_for_closed: bool = False
    tidy: str = ""
    again: str = ""
    stops_whole: bool = True
    leads_on: bool = False

    def function(self) -> Callable[[Any], Done]:
        function: Callable[[Any], Done] = import_string(self.run)
        return function


KINDS: Final[dict[str, Kind]] = {}


def register(kind: Kind) -> None:
    """Called from the `ready` of an app."""
    KINDS[kind.name] = kind
