"""The door of programs to work that is done in the background: how far it is, stopping it, and the file it made."""

from datetime import datetime
from typing import Annotated, Any, Final, cast
from uuid import UUID

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope, User
from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.logs import name_in_log
from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import cancel, contents, wake

STATES: Final = list(State.values)
FILE: Final[dict[Any, Any]] = {
    (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, description="The file."),
    **READ_REFUSALS,
}


class JobBody(Answer):
    """Work that is done in the background: ask for it until it is `done`, `failed` or `cancelled`."""

    id: UUID
    kind: str
    about: str = Field(description="What it is done with: the name of a file. Empty where its kind says it all.")
    state: Annotated[str, OneOf(STATES)]
    done: int
    total: int = Field(description="0: it is not known yet.")
    created_at: datetime
    ended_at: datetime | None
    words: list[str] = Field(description="How it ended.")
    has_file: bool = Field(description="It made a file that can be had.")


class JobView(Door):
    """What these views share: a job is seen by who could ask for one of its kind."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def job(self, request: Request, pk: UUID) -> Job:
        """Raises Job.DoesNotExist (404)."""
        found = Job.objects.visible_to(cast("User", request.user)).distinct().get(pk=pk)
        if found.club_id:
            name_in_log(club=found.club_id)
        return found

    def place(self, request: Request, job: UUID) -> dict[str, Any]:
        return {"job": self.job(request, job), "by": request.user}


class JobDetail(JobView):
    """One job."""

    @extend_schema(operation_id="job", responses={200: JobBody, **READ_REFUSALS})
    def get(self, request: Request, job: UUID) -> Response:
        """Read the progress of a job.

        Shows how far it is, or how it ended.
        """
        found = self.job(request, job)
        if not found.is_finished:
            wake()  # whoever looks at one that waits wakes who could run it
        return Response(job_body(found).model_dump())


class JobFile(JobView):
    """What it made."""

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a file accepts no JSON."""
        return super().perform_content_negotiation(request, force)

    @extend_schema(operation_id="job_file", responses=FILE)
    def get(self, request: Request, job: UUID) -> HttpResponseBase:
        """Get the file that a job made.

        The archive of a club, say, for as long as it is kept.
        """
        found = self.job(request, job)
        if not found.has_file(timezone.now()):
            raise Job.DoesNotExist
        return file_of(found)


def file_of(job: Job) -> StreamingHttpResponse:
    """The file that a job made, to keep."""
    answer = StreamingHttpResponse(contents(job), content_type=job.file_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=job.file_name) or ""
    return answer


def job_body(job: Job) -> JobBody:
    """A job as it stands."""
    return JobBody(
        id=job.pk,
        kind=job.kind,
        about=job.about,
        state=job.state,
        done=job.done,
        total=job.total,
        created_at=job.created_at,
        ended_at=job.ended_at,
        words=job.sentences,
        has_file=job.has_file(timezone.now()),
    )


job_stop = Act(
    operation="job_stop",
    summary="Stop a job",
    about="Stops it at once while it waits, at its next step while it runs. A job that has ended stays as it is.",
    does=cancel,
    gives=JobBody,
    shown=job_body,
).at(JobView)


urlpatterns = [
    path("jobs/<uuid:job>", JobDetail.as_view()),
    path("jobs/<uuid:job>/stop", job_stop),
    path("jobs/<uuid:job>/file", JobFile.as_view()),
]
