from django.urls import path

from scorekeeper.archive.views import clubs, tournaments

urlpatterns = [
    path("clubs/<uuid:club_id>/archive/", clubs.club_archive, name="club_archive"),
    path("clubs/<uuid:club_id>/tournaments/open/", tournaments.tournament_open, name="tournament_open"),
    path(
        "clubs/<uuid:club_id>/tournaments/open/<uuid:file_id>/",
        tournaments.tournament_open_file,
        name="tournament_open_file",
    ),
    path("tournaments/<uuid:tournament_id>/tournament.zip", tournaments.tournament_file, name="tournament_file"),
    path("stages/<uuid:stage_id>/report.trf", tournaments.stage_report, name="stage_report"),
]
