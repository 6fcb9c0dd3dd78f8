"""Work that takes longer than a page may, as rows: it outlives a dead broker and a killed worker. And what can be run:
apps above this one say so when they are ready; jobs themselves know nothing of what they do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import pgettext_lazy

from games.core.text import Text
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.policies import ORDER
from scorekeeper.common.models import Row
from scorekeeper.common.texts import translated


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


class State(models.TextChoices):
    WAITING = "waiting", pgettext_lazy("state", "waiting")
    RUNNING = "running", pgettext_lazy("state", "running")
    DONE = "done", pgettext_lazy("state", "done")
    FAILED = "failed", pgettext_lazy("state", "failed")
    CANCELLED = "cancelled", pgettext_lazy("state", "stopped")


UNFINISHED = (State.WAITING, State.RUNNING)


class JobQuerySet(models.QuerySet["Job"]):
    def visible_to(self, user: User) -> "JobQuerySet":
        """Their own ones of no club, and those of their clubs that their role may ask for."""
        seen = Q(club=None, by=user)
        for kind in KINDS.values():
            if kind.needed is not None:
                roles = ORDER[: ORDER.index(kind.needed) + 1]
                seen |= Q(kind=kind.name, club__memberships__user=user, club__memberships__role__in=roles)
        return self.filter(seen)

    def unfinished(self) -> "JobQuerySet":
        return self.filter(state__in=UNFINISHED)


class Job(Row):
    """Something to be done beside the pages.

    Whoever runs it has it until `due_at`, and `attempts` is the number of their turn: what they write counts only for
    as long as nobody else has taken it. `due_at` of a waiting one is when it may be taken.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="jobs")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="jobs")
    kind = models.CharField(max_length=40)
    key = models.UUIDField(unique=True)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    wants_cancel = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    words = models.JSONField(default=list)  # how it ended: texts of `games.core.text`
    facts = models.JSONField(default=dict)
    link = models.CharField(max_length=200, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    file_type = models.CharField(max_length=80, blank=True)
    file_until = models.DateTimeField(null=True)

    objects: ClassVar[JobQuerySet] = JobQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="job_due", condition=Q(state__in=["waiting", "running"])),
            models.Index(fields=["club", "created_at"], name="job_of_club"),
        ]

    @property
    def is_finished(self) -> bool:
        return self.state not in UNFINISHED

    @property
    def sort(self) -> Kind | None:
        """Its kind; None where the app that knows it is gone."""
        return KINDS.get(self.kind)

    @property
    def title(self) -> str:
        return str(self.sort.title) if self.sort else self.kind

    @property
    def about(self) -> str:
        """What it is done with, as people call it: the name of a file. Empty where its title says it all."""
        return str(self.arguments.get("about", ""))

    @property
    def sentences(self) -> list[str]:
        return [translated(Text.from_json(text)) for text in self.words]

    @property
    def again(self) -> str:
        """The address where it can be begun again; empty where nothing says so, or the club is closed to it."""
        if not self.sort or not self.sort.again or (self.club and self.club.is_closed and not self.sort.is_for_closed):
            return ""
        return str(import_string(self.sort.again)(self))

    @property
    def leads_on(self) -> bool:
        """Whether it ended well, and whoever waits wants to see nothing but what it has made."""
        return bool(self.sort and self.sort.leads_on and self.link) and self.state == State.DONE

    def has_file(self, now: datetime) -> bool:
        return bool(self.state == State.DONE and self.file_until and now < self.file_until)


class Piece(Row):
    """A part of a file: of what a job was given (attempt 0), or of what its attempt of this number made."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="pieces")
    attempt = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "attempt", "number"], name="piece_once")]
