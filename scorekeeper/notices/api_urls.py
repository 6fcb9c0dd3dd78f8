from django.urls import path

from scorekeeper.notices import api

urlpatterns = [
    path("me/notices", api.Notices.as_view()),
    path("me/notices/choose", api.notices_choose),
    path("me/notices/<uuid:notice>/read", api.notice_read),
]
