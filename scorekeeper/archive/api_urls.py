from django.urls import path

from scorekeeper.archive import api

urlpatterns = [
    path("clubs/<uuid:club>/archive", api.club_archive),
    path("clubs/<uuid:club>/tournament-files", api.file_send),
    path("tournament-files/<uuid:source>", api.SentTournament.as_view()),
    path("tournament-files/<uuid:source>/answers", api.file_answers),
    path("tournament-files/<uuid:source>/open", api.file_open),
    path("tournaments/<uuid:tournament>/file", api.TournamentAsFile.as_view()),
    path("stages/<uuid:stage>/report", api.StageReport.as_view()),
]
