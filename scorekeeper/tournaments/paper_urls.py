from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.tournaments.views import printed, printing

urlpatterns = [
    path("tournaments/<uuid:tournament_id>/print/", printed.tournament_print, name="tournament_print"),
    path("tournaments/<uuid:tournament_id>/print/new/", printed.print_fresh, name="print_new"),
    path("tournaments/<uuid:tournament_id>/print/printed/", printed.paper_printed, name="print_noted"),
    path("tournaments/<uuid:tournament_id>/print/new/<uuid:batch>/", printed.print_batch, name="print_batch"),
    file_paths(
        "tournaments/<uuid:tournament_id>/print/new/<uuid:batch>/", printed.print_batch_file, name="print_batch_files"
    ),
    path("tournaments/<uuid:tournament_id>/print/entries/", printing.entries_print, name="entries_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/entries/", printing.entries_print, name="entries_print_files"),
    path("tournaments/<uuid:tournament_id>/print/places/", printing.places_print, name="places_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/places/", printing.places_print, name="places_print_files"),
    path("tournaments/<uuid:tournament_id>/print/prizes/", printing.prizes_print, name="prizes_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/prizes/", printing.prizes_print, name="prizes_print_files"),
    path("tournaments/<uuid:tournament_id>/print/receipts/", printing.receipts_print, name="receipts_print"),
    file_paths("tournaments/<uuid:tournament_id>/print/receipts/", printing.receipts_print, name="receipts_files"),
    path("stages/<uuid:stage_id>/standing/print/", printing.standing_print, name="standing_print"),
    file_paths("stages/<uuid:stage_id>/standing/print/", printing.standing_print, name="standing_print_files"),
    path("rounds/<uuid:round_id>/print/seats/", printing.seats_print, name="seats_print"),
    file_paths("rounds/<uuid:round_id>/print/seats/", printing.seats_print, name="seats_print_files"),
    path("rounds/<uuid:round_id>/print/names/", printing.names_print, name="names_print"),
    file_paths("rounds/<uuid:round_id>/print/names/", printing.names_print, name="names_print_files"),
    path("rounds/<uuid:round_id>/print/cards/", printing.cards_print, name="cards_print"),
    file_paths("rounds/<uuid:round_id>/print/cards/", printing.cards_print, name="cards_files"),
    path("rounds/<uuid:round_id>/print/sheets/", printing.sheets_print, name="sheets_print"),
    file_paths("rounds/<uuid:round_id>/print/sheets/", printing.sheets_print, name="sheets_files"),
]
