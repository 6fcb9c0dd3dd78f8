from django.urls import path

from scorekeeper.sharing import api

TOURNAMENT, SEASON = "tournaments/<uuid:tournament>/links", "seasons/<uuid:season>/links"
LEAGUE, EVENING = "leagues/<uuid:league>/links", "evenings/<uuid:evening>/links"

urlpatterns = [
    path(TOURNAMENT, api.TournamentLinks.as_view()),
    path(f"{TOURNAMENT}/make", api.tournament_make),
    path(f"{TOURNAMENT}/end", api.tournament_end),
    path(SEASON, api.SeasonLinks.as_view()),
    path(f"{SEASON}/make", api.season_make),
    path(f"{SEASON}/end", api.season_end),
    path(LEAGUE, api.LeagueLinks.as_view()),
    path(f"{LEAGUE}/make", api.league_make),
    path(f"{LEAGUE}/end", api.league_end),
    path(EVENING, api.EveningLinks.as_view()),
    path(f"{EVENING}/make", api.evening_make),
    path(f"{EVENING}/end", api.evening_end),
]
