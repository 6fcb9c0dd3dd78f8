from django.urls import path

from scorekeeper.archive import views

urlpatterns = [path("<uuid:club_id>/archive/", views.club_archive, name="club_archive")]
