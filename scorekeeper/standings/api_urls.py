from django.urls import path

from scorekeeper.standings import api

urlpatterns = [path("seasons/<uuid:season>/standings", api.SeasonStandings.as_view())]
