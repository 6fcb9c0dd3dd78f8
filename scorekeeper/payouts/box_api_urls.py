from django.urls import path

from scorekeeper.payouts import box_api

urlpatterns = [
    path("clubs/<uuid:club>/money/box", box_api.ClubBox.as_view()),
    path("clubs/<uuid:club>/money/box/entries", box_api.BoxEntries.as_view()),
    path("clubs/<uuid:club>/money/box/target", box_api.BoxTargets.as_view()),
]
