from django.urls import path

from scorekeeper.sharing import api

TOURNAMENT, SEASON = "tournaments/<uuid:tournament>/links", "seasons/<uuid:season>/links"
TABLE, CALENDAR = "sittings/<uuid:sitting>/link", "clubs/<uuid:club>/calendar"
CEREMONY = "tournaments/<uuid:tournament>/ceremony"
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
    path(TABLE, api.TableLink.as_view()),
    path(f"{TABLE}/make", api.table_make),
    path(f"{TABLE}/end", api.table_end),
    path(f"{CALENDAR}/make", api.calendar_make),
    path(f"{CALENDAR}/end", api.calendar_end),
    path(CEREMONY, api.TournamentCeremony.as_view()),
    path(f"{CEREMONY}/begin", api.ceremony_begin),
    path(f"{CEREMONY}/turn", api.ceremony_turn),
    path(f"{CEREMONY}/end", api.ceremony_end),
]
