from django.urls import path

from scorekeeper.archive import views

urlpatterns = [
    path("clubs/<uuid:club_id>/archive/", views.club_archive, name="club_archive"),
    path("clubs/<uuid:club_id>/tournaments/open/", views.tournament_open, name="tournament_open"),
    path(
        "clubs/<uuid:club_id>/tournaments/open/<uuid:file_id>/",
        views.tournament_open_file,
        name="tournament_open_file",
    ),
    path("tournaments/<uuid:tournament_id>/tournament.zip", views.tournament_file, name="tournament_file"),
    path("stages/<uuid:stage_id>/report.trf", views.stage_report, name="stage_report"),
]
