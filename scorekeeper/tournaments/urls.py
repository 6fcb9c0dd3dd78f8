from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.tournaments.clock import views as clock
from scorekeeper.tournaments.desk import views as desk
from scorekeeper.tournaments.draft import views as draft
from scorekeeper.tournaments.entries import entrant
from scorekeeper.tournaments.entries import views as entries
from scorekeeper.tournaments.knockout import views as knockout
from scorekeeper.tournaments.pairs import views as pairs
from scorekeeper.tournaments.papers import views as papers
from scorekeeper.tournaments.planning import views as planning
from scorekeeper.tournaments.results import row_views
from scorekeeper.tournaments.results import views as results
from scorekeeper.tournaments.standing import views as standing

ENTRANT = "tournaments/<uuid:tournament_id>/entries/<uuid:entrant_id>"

urlpatterns = [
    path("clubs/<uuid:club_id>/tournaments/", planning.tournament_list, name="tournament_list"),
    path("clubs/<uuid:club_id>/tournaments/new/", planning.tournament_choose, name="tournament_choose"),
    path("clubs/<uuid:club_id>/tournaments/new/<slug:game>/", planning.tournament_new, name="tournament_new"),
    path("tournaments/<uuid:tournament_id>/", planning.tournament_detail, name="tournament_detail"),
    path("tournaments/<uuid:tournament_id>/now/", desk.tournament_enter, name="tournament_enter"),
    path("tournaments/<uuid:tournament_id>/desk/", desk.tournament_desk, name="tournament_desk"),
    path("tournaments/<uuid:tournament_id>/step/", desk.tournament_step, name="tournament_step"),
    path("stages/<uuid:stage_id>/step/", desk.stage_step, name="stage_step"),
    path("tournaments/<uuid:tournament_id>/mine/", entrant.tournament_mine, name="tournament_mine"),
    path("tournaments/<uuid:tournament_id>/edit/", planning.tournament_edit, name="tournament_edit"),
    path("tournaments/<uuid:tournament_id>/off/", planning.tournament_call_off, name="tournament_call_off"),
    path("tournaments/<uuid:tournament_id>/stages/new/", planning.stage_new, name="stage_new"),
    path("tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/", planning.stage_edit, name="stage_edit"),
    path(
        "tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/lengths/", planning.stage_lengths, name="stage_lengths"
    ),
    path("tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/out/", planning.stage_remove, name="stage_remove"),
    path("tournaments/<uuid:tournament_id>/places/", standing.tournament_places, name="tournament_places"),
    file_paths("tournaments/<uuid:tournament_id>/places/", standing.places_files, name="places_files"),
    path("tournaments/<uuid:tournament_id>/hold/", standing.tournament_hold, name="tournament_hold"),
    path("tournaments/<uuid:tournament_id>/reopen/", standing.tournament_reopen, name="tournament_reopen"),
    path("tournaments/<uuid:tournament_id>/clock/", clock.tournament_room, name="tournament_room"),
    path("tournaments/<uuid:tournament_id>/calls/", clock.tournament_calls, name="tournament_calls"),
    path("director-calls/<uuid:call_id>/answered/", clock.call_answered, name="call_answered"),
    path("tables/<uuid:sitting_id>/clock/", clock.sitting_clock, name="sitting_clock"),
    path("round-tables/<uuid:round_table_id>/call/", clock.table_call, name="table_call"),
    path("tournaments/<uuid:tournament_id>/prizes/", standing.tournament_prizes, name="tournament_prizes"),
    path("tournaments/<uuid:tournament_id>/entries/", entries.tournament_entries, name="tournament_entries"),
    path("tournaments/<uuid:tournament_id>/entries/list/", entries.tournament_import, name="tournament_import"),
    path("tournaments/<uuid:tournament_id>/entries/here/", entries.entrants_here, name="entrants_here"),
    path("tournaments/<uuid:tournament_id>/entries/paid/", entries.entrants_paid, name="entrants_paid"),
    path("tournaments/<uuid:tournament_id>/entries/undo/", entries.entries_undo, name="entries_undo"),
    path("tournaments/<uuid:tournament_id>/pairs/", pairs.tournament_pairs, name="tournament_pairs"),
    path(
        "tournaments/<uuid:tournament_id>/pairs/<uuid:rule_id>/out/",
        pairs.tournament_pair_let,
        name="tournament_pair_let",
    ),
    path("tournaments/<uuid:tournament_id>/sign-up/", entries.tournament_sign_up, name="tournament_sign_up"),
    path("tournaments/<uuid:tournament_id>/seeds/", entries.tournament_seeds, name="tournament_seeds"),
    path("tournaments/<uuid:tournament_id>/seeds/set/", entries.tournament_seed, name="tournament_seed"),
    path("tournaments/<uuid:tournament_id>/door/", entrant.tournament_door, name="tournament_door"),
    path("tournaments/<uuid:tournament_id>/door/<slug:door>/", entrant.tournament_come, name="tournament_come"),
    path(f"{ENTRANT}/", entrant.entrant_detail, name="entrant_detail"),
    path(f"{ENTRANT}/paid/", entries.entrant_paid, name="entrant_paid"),
    path(f"{ENTRANT}/late/", entrant.entrant_late, name="entrant_late"),
    path(f"{ENTRANT}/points/", entrant.entrant_points, name="entrant_points"),
    path(f"{ENTRANT}/marks/", entrant.entrant_marks, name="entrant_marks"),
    path(f"{ENTRANT}/mark/", entries.entrant_mark, name="entrant_mark"),
    path(f"{ENTRANT}/substitute/", entrant.entrant_substitute, name="entrant_substitute"),
    path(f"{ENTRANT}/miss/", entrant.entrant_miss, name="entrant_miss"),
    path("tournaments/<uuid:tournament_id>/rounds/", draft.tournament_rounds, name="tournament_rounds"),
    path("stages/<uuid:stage_id>/draw/", draft.stage_draw, name="stage_draw"),
    path("stages/<uuid:stage_id>/draw/swap/", draft.stage_swap, name="stage_swap"),
    path("stages/<uuid:stage_id>/draw/hold/", draft.stage_hold, name="stage_hold"),
    path("stages/<uuid:stage_id>/draw/undo/", draft.stage_undo, name="stage_undo"),
    path("stages/<uuid:stage_id>/draw/publish/", draft.stage_publish, name="stage_publish"),
    path("stages/<uuid:stage_id>/draw/drop/", draft.stage_drop, name="stage_drop"),
    path("stages/<uuid:stage_id>/end/", draft.stage_end, name="stage_end"),
    path("stages/<uuid:stage_id>/standing/", results.stage_standing, name="stage_standing"),
    file_paths("stages/<uuid:stage_id>/standing/", results.standing_files, name="standing_files"),
    path("stages/<uuid:stage_id>/points/", results.stage_points, name="stage_points"),
    path("stages/<uuid:stage_id>/lots/", results.stage_lots, name="stage_lots"),
    path("knock-outs/<uuid:knockout_id>/", knockout.knockout_tables, name="knockout_tables"),
    path("knock-outs/<uuid:knockout_id>/out/", knockout.knockout_out, name="knockout_out"),
    path("knock-outs/<uuid:knockout_id>/moves/", knockout.knockout_moves, name="knockout_moves"),
    path("knock-outs/<uuid:knockout_id>/seat/", knockout.knockout_seat, name="knockout_seat"),
    path("knock-outs/<uuid:knockout_id>/back/<int:step>/", knockout.knockout_back, name="knockout_back"),
    path("rounds/<uuid:round_id>/", draft.round_detail, name="round_detail"),
    path("rounds/<uuid:round_id>/entry/", draft.round_entry, name="round_entry"),
    path("rounds/<uuid:round_id>/back/", draft.round_back, name="round_back"),
    path("rounds/<uuid:round_id>/results/", row_views.round_results, name="round_results"),
    path("rounds/<uuid:round_id>/official/", draft.round_official, name="round_official"),
    path("round-tables/<uuid:round_table_id>/result/", results.table_result, name="table_result"),
    path("desk-acts/<uuid:desk_act_id>/back/", results.act_back, name="act_back"),
    path("tournaments/<uuid:tournament_id>/print/", papers.tournament_print, name="tournament_print"),
    path("tournaments/<uuid:tournament_id>/print/new/", papers.print_fresh, name="print_new"),
    path("tournaments/<uuid:tournament_id>/print/printed/", papers.paper_printed, name="print_noted"),
    path("tournaments/<uuid:tournament_id>/print/new/<uuid:batch>/", papers.print_batch, name="print_batch"),
    file_paths(
        "tournaments/<uuid:tournament_id>/print/new/<uuid:batch>/", papers.print_batch_file, name="print_batch_files"
    ),
    path("tournaments/<uuid:tournament_id>/print/entries/", papers.entries_print, name="entries_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/entries/", papers.entries_print, name="entries_print_files"),
    path("tournaments/<uuid:tournament_id>/print/places/", papers.places_print, name="places_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/places/", papers.places_print, name="places_print_files"),
    path("tournaments/<uuid:tournament_id>/print/prizes/", papers.prizes_print, name="prizes_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/prizes/", papers.prizes_print, name="prizes_print_files"),
    path("tournaments/<uuid:tournament_id>/print/receipts/", papers.receipts_print, name="receipts_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/receipts/", papers.receipts_print, name="receipts_files"),
    path("stages/<uuid:stage_id>/standing/print/", papers.standing_print, name="standing_print"),
    file_paths("stages/<uuid:stage_id>/standing/print/", papers.standing_print, name="standing_print_files"),
    path("rounds/<uuid:round_id>/print/seats/", papers.seats_print, name="seats_print"),
    file_paths("rounds/<uuid:round_id>/print/seats/", papers.seats_print, name="seats_print_files"),
    path("rounds/<uuid:round_id>/print/names/", papers.names_print, name="names_print"),
    file_paths("rounds/<uuid:round_id>/print/names/", papers.names_print, name="names_print_files"),
    path("rounds/<uuid:round_id>/print/cards/", papers.cards_print, name="cards_print"),
    file_paths("rounds/<uuid:round_id>/print/cards/", papers.cards_print, name="cards_files"),
    path("rounds/<uuid:round_id>/print/sheets/", papers.sheets_print, name="sheets_print"),
    file_paths("rounds/<uuid:round_id>/print/sheets/", papers.sheets_print, name="sheets_files"),
]
