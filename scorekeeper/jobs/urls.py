from django.urls import path

from scorekeeper.jobs import views

urlpatterns = [
    path("clubs/<uuid:club_id>/jobs/", views.job_list, name="job_list"),
    path("jobs/<uuid:job_id>/", views.job_detail, name="job_detail"),
    path("jobs/<uuid:job_id>/stop/", views.job_stop, name="job_stop"),
    path("jobs/<uuid:job_id>/file/", views.job_file, name="job_file"),
]
