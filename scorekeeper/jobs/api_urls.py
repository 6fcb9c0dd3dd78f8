from django.urls import path

from scorekeeper.jobs import api

urlpatterns = [
    path("jobs/<uuid:job>", api.JobDetail.as_view()),
    path("jobs/<uuid:job>/stop", api.job_stop),
    path("jobs/<uuid:job>/file", api.JobFile.as_view()),
]
