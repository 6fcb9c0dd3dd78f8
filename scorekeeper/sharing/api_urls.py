from django.urls import path

from scorekeeper.sharing import api

LINKS = "tournaments/<uuid:tournament>/links"

urlpatterns = [
    path(LINKS, api.TournamentLinks.as_view()),
    path(f"{LINKS}/make", api.LinksMake.as_view()),
    path(f"{LINKS}/end", api.LinksEnd.as_view()),
]
