from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.tournaments.views import knockout, points, round_results, rounds

urlpatterns = [
    path("tournaments/<uuid:tournament_id>/rounds/", rounds.tournament_rounds, name="tournament_rounds"),
    path("stages/<uuid:stage_id>/draw/", rounds.stage_draw, name="stage_draw"),
    path("stages/<uuid:stage_id>/draw/swap/", rounds.stage_swap, name="stage_swap"),
    path("stages/<uuid:stage_id>/draw/hold/", rounds.stage_hold, name="stage_hold"),
    path("stages/<uuid:stage_id>/draw/undo/", rounds.stage_undo, name="stage_undo"),
    path("stages/<uuid:stage_id>/draw/publish/", rounds.stage_publish, name="stage_publish"),
    path("stages/<uuid:stage_id>/draw/drop/", rounds.stage_drop, name="stage_drop"),
    path("stages/<uuid:stage_id>/end/", rounds.stage_end, name="stage_end"),
    path("stages/<uuid:stage_id>/standing/", points.stage_standing, name="stage_standing"),
    file_paths("stages/<uuid:stage_id>/standing/", points.standing_files, name="standing_files"),
    path("stages/<uuid:stage_id>/points/", points.stage_points, name="stage_points"),
    path("stages/<uuid:stage_id>/lots/", points.stage_lots, name="stage_lots"),
    path("knock-outs/<uuid:knockout_id>/", knockout.knockout_tables, name="knockout_tables"),
    path("knock-outs/<uuid:knockout_id>/out/", knockout.knockout_out, name="knockout_out"),
    path("knock-outs/<uuid:knockout_id>/moves/", knockout.knockout_moves, name="knockout_moves"),
    path("knock-outs/<uuid:knockout_id>/seat/", knockout.knockout_seat, name="knockout_seat"),
    path("knock-outs/<uuid:knockout_id>/back/<int:step>/", knockout.knockout_back, name="knockout_back"),
    path("rounds/<uuid:round_id>/", rounds.round_detail, name="round_detail"),
    path("rounds/<uuid:round_id>/entry/", rounds.round_entry, name="round_entry"),
    path("rounds/<uuid:round_id>/back/", rounds.round_back, name="round_back"),
    path("rounds/<uuid:round_id>/results/", round_results.round_results, name="round_results"),
    path("rounds/<uuid:round_id>/official/", rounds.round_official, name="round_official"),
    path("round-tables/<uuid:round_table_id>/result/", points.table_result, name="table_result"),
    path("desk-acts/<uuid:desk_act_id>/back/", points.act_back, name="act_back"),
]
