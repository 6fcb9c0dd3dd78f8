from django.urls import path

from scorekeeper.play import act_api, api
from scorekeeper.play.home import api as club_api
from scorekeeper.play.marks import api as marks_api

urlpatterns = [
    path("me", club_api.Me.as_view()),
    path("clubs", club_api.ClubList.as_view()),
    path("clubs/<uuid:club>", club_api.ClubDetail.as_view()),
    path("clubs/<uuid:club>/sittings", api.SittingList.as_view()),
    path("sittings/<uuid:sitting>", api.SittingDetail.as_view()),
    path("sittings/<uuid:sitting>/hands", api.HandList.as_view()),
    path("sittings/<uuid:sitting>/preview", api.HandPreview.as_view()),
    path("sittings/<uuid:sitting>/undo", api.HandUndo.as_view()),
    path("sittings/<uuid:sitting>/dealer", act_api.SittingDealer.as_view()),
    path("sittings/<uuid:sitting>/signatures", act_api.SittingSignatures.as_view()),
    path("sittings/<uuid:sitting>/close", act_api.SittingClose.as_view()),
    path("sittings/<uuid:sitting>/withdraw", act_api.SittingWithdraw.as_view()),
    path("sittings/<uuid:sitting>/accept", act_api.SittingAccept.as_view()),
    path("sittings/<uuid:sitting>/reopen", act_api.SittingReopen.as_view()),
    path("sittings/<uuid:sitting>/adjustments", act_api.SittingAdjustments.as_view()),
    path("sittings/<uuid:sitting>/reversals", act_api.SittingReversals.as_view()),
    path("sittings/<uuid:sitting>/swaps", act_api.SittingSwaps.as_view()),
    path("sittings/<uuid:sitting>/substitutes", act_api.SittingSubstitutes.as_view()),
    path("hands/<uuid:hand>/corrections", api.HandCorrections.as_view()),
    path("hands/<uuid:hand>/void", api.HandVoid.as_view()),
    path("hands/<uuid:hand>/confirm", marks_api.HandConfirm.as_view()),
    path("hands/<uuid:hand>/dispute", marks_api.HandDispute.as_view()),
    path("hands/<uuid:hand>/withdraw", marks_api.HandWithdraw.as_view()),
    path("hands/<uuid:hand>/decide", marks_api.HandDecide.as_view()),
]
