from django.urls import path

from scorekeeper.play import api, club_api

urlpatterns = [
    path("clubs/<uuid:club>", club_api.ClubDetail.as_view()),
    path("clubs/<uuid:club>/sittings", api.SittingList.as_view()),
    path("sittings/<uuid:sitting>", api.SittingDetail.as_view()),
    path("sittings/<uuid:sitting>/hands", api.HandList.as_view()),
    path("sittings/<uuid:sitting>/preview", api.HandPreview.as_view()),
    path("sittings/<uuid:sitting>/undo", api.HandUndo.as_view()),
    path("sittings/<uuid:sitting>/signatures", api.SittingSignatures.as_view()),
    path("sittings/<uuid:sitting>/close", api.SittingClose.as_view()),
    path("sittings/<uuid:sitting>/reopen", api.SittingReopen.as_view()),
    path("hands/<uuid:hand>/corrections", api.HandCorrections.as_view()),
    path("hands/<uuid:hand>/void", api.HandVoid.as_view()),
]
