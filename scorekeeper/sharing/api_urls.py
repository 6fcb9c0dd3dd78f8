from django.urls import path

from scorekeeper.sharing import api

TOURNAMENT, SEASON = "tournaments/<uuid:tournament>/links", "seasons/<uuid:season>/links"
LEAGUE, EVENING = "leagues/<uuid:league>/links", "evenings/<uuid:evening>/links"

urlpatterns = [
    path(TOURNAMENT, api.TournamentLinks.as_view()),
    path(f"{TOURNAMENT}/make", api.LinksMake.as_view()),
    path(f"{TOURNAMENT}/end", api.LinksEnd.as_view()),
    path(SEASON, api.SeasonLinks.as_view()),
    path(f"{SEASON}/make", api.SeasonLinkMake.as_view()),
    path(f"{SEASON}/end", api.SeasonLinkEnd.as_view()),
    path(LEAGUE, api.LeagueLinks.as_view()),
    path(f"{LEAGUE}/make", api.LeagueLinkMake.as_view()),
    path(f"{LEAGUE}/end", api.LeagueLinkEnd.as_view()),
    path(EVENING, api.EveningLinks.as_view()),
    path(f"{EVENING}/make", api.EveningLinkMake.as_view()),
    path(f"{EVENING}/end", api.EveningLinkEnd.as_view()),
]
