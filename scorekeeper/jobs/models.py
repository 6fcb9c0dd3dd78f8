"""Work that takes longer than a page may, as rows: it outlives a dead broker and a killed worker."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.module_loading import import_string
from django.utils.translation import pgettext_lazy

from games.core.text import Text
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import ORDER
from scorekeeper.common.models import Row
from scorekeeper.common.texts import translated
from scorekeeper.jobs.kinds import KINDS, Kind


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
