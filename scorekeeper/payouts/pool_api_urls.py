from django.urls import path

from scorekeeper.payouts import pool_api

urlpatterns = [
    path("seasons/<uuid:season>/prizes", pool_api.SeasonPrizes.as_view()),
    path("seasons/<uuid:season>/prizes/terms", pool_api.SeasonPrizesTerms.as_view()),
    path("seasons/<uuid:season>/prizes/winner", pool_api.SeasonPrizesWinner.as_view()),
    path("seasons/<uuid:season>/prizes/marks", pool_api.SeasonPrizesMarks.as_view()),
    path("seasons/<uuid:season>/prizes/marks/set", pool_api.SeasonPrizesMark.as_view()),
    path("seasons/<uuid:season>/prizes/entries", pool_api.SeasonPrizesActs.as_view()),
    path("seasons/<uuid:season>/prizes/award", pool_api.SeasonPrizesAward.as_view()),
    path("prize-acts/<uuid:act>/take-back", pool_api.PrizeActBack.as_view()),
]
