from django.urls import path

from scorekeeper.ratings import api

urlpatterns = [
    path("clubs/<uuid:club>/ratings", api.ClubRatings.as_view()),
    path("players/<uuid:player>/rating", api.PlayerRating.as_view()),
    path("players/<uuid:player>/rating/choose", api.rating_choose),
]
