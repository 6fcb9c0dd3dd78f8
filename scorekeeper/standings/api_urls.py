from django.urls import path

from scorekeeper.standings import api

urlpatterns = [
    path("seasons/<uuid:season>/standings", api.SeasonStandings.as_view()),
    path("clubs/<uuid:club>/seasons", api.ClubSeasons.as_view()),
    path("clubs/<uuid:club>/seasons/open", api.season_open),
    path("seasons/<uuid:season>/change", api.season_change),
    path("seasons/<uuid:season>/bonuses", api.season_bonus),
    path("seasons/<uuid:season>/lots", api.season_lot),
    path("seasons/<uuid:season>/end", api.season_end),
    path("seasons/<uuid:season>/reopen", api.season_reopen),
]
