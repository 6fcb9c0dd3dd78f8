from django.urls import path

from scorekeeper.payouts.views import pools

urlpatterns = [
    path("seasons/<uuid:season_id>/prizes/", pools.season_prizes, name="season_prizes"),
    path("seasons/<uuid:season_id>/prizes/terms/", pools.pool_terms, name="pool_terms"),
    path("seasons/<uuid:season_id>/prizes/entries/", pools.pool_entries, name="pool_entries"),
    path("seasons/<uuid:season_id>/prizes/award/", pools.pool_award, name="pool_award"),
    path("seasons/<uuid:season_id>/prizes/acts/<uuid:pool_act_id>/back/", pools.pool_back, name="pool_back"),
]
