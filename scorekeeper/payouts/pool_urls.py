from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.views import pools

urlpatterns = [
    path("prizes/<uuid:season_id>/", pools.season_prizes, name="season_prizes"),
    file_paths("prizes/<uuid:season_id>/", pools.season_prizes, name="season_prizes_files"),
    path("prizes/<uuid:season_id>/terms/", pools.pool_terms, name="pool_terms"),
    path("prizes/<uuid:season_id>/marks/", pools.pool_marks, name="pool_marks"),
    path("prizes/<uuid:season_id>/entries/", pools.pool_entries, name="pool_entries"),
    path("prizes/<uuid:season_id>/award/", pools.pool_award, name="pool_award"),
    file_paths("prizes/<uuid:season_id>/award/", pools.pool_award, name="pool_award_files"),
    path("prizes/<uuid:season_id>/acts/<uuid:pool_act_id>/back/", pools.pool_back, name="pool_back"),
]
