"""The door of programs to the caller's notices."""

from typing import Any
from uuid import UUID

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.api import ByAnybody, ClubView
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.notices.models import Notice
from scorekeeper.notices.selectors import ShownNotice, lately, sentence, switched_off
from scorekeeper.notices.services import NoticesBody, NoticesChoice, NoticeSwitchBody, OwnNoticeBody, choose, read


class NoticesView(ByAnybody):
    """What the views of the caller's notices share."""

    def shown(self, _done: object = None) -> NoticesBody:
        """As they are now."""
        notices = [OwnNoticeBody.of(notice) for notice in lately(self.user, timezone.now())]
        off = [NoticeSwitchBody(kind=kind, channel=channel) for kind, channel in sorted(switched_off(self.user))]
        return NoticesBody(notices=notices, off=off)


class Notices(NoticesView):
    """The caller's notices."""

    @extend_schema(
        operation_id="notices",
        responses={200: NoticesBody, **{status: READ_REFUSALS[status] for status in (401, 403, 422, 429)}},
    )
    def get(self, _request: Request) -> Response:
        """List your notices.

        Lists what was told to the caller in the last month, and what they do not want to be told.
        """
        return Response(self.shown().model_dump())


class OwnNotice(ClubView):
    """Acts on a notice of the caller."""

    def place(self, _request: Request, notice: UUID) -> dict[str, Any]:
        return {"notice": Notice.objects.select_related("club").get(pk=notice, user=self.user), "by": self.user}


def _body(notice: Notice) -> OwnNoticeBody:
    return OwnNoticeBody.of(ShownNotice(notice, sentence(notice)))


notices_choose = Act(
    operation="notices_choose",
    summary="Choose what you are told",
    about="The caller says which notices they do not want, on the first page or by mail. What is not named is told.",
    asks=NoticesChoice,
    does=choose,
    gives=NoticesBody,
).at(NoticesView)
notice_read = Act(
    operation="notice_read",
    summary="Mark a notice as read",
    about="The first page of the caller shows the notice no more. A repeated call changes nothing.",
    does=read,
    gives=OwnNoticeBody,
    shown=_body,
).at(OwnNotice)


urlpatterns = [
    path("me/notices", Notices.as_view()),
    path("me/notices/choose", notices_choose),
    path("me/notices/<uuid:notice>/read", notice_read),
]
