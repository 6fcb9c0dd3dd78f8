from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.tournaments.clock import views as clock
from scorekeeper.tournaments.pairs import views as pairs
from scorekeeper.tournaments.views import (
    desk,
    door,
    entrant,
    entries,
    importing,
    mine,
    places,
    planning,
    prizes,
)

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
    path("tournaments/<uuid:tournament_id>/mine/", mine.tournament_mine, name="tournament_mine"),
    path("tournaments/<uuid:tournament_id>/edit/", planning.tournament_edit, name="tournament_edit"),
    path("tournaments/<uuid:tournament_id>/off/", planning.tournament_call_off, name="tournament_call_off"),
    path("tournaments/<uuid:tournament_id>/stages/new/", planning.stage_new, name="stage_new"),
    path("tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/", planning.stage_edit, name="stage_edit"),
    path(
        "tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/lengths/", planning.stage_lengths, name="stage_lengths"
    ),
    path("tournaments/<uuid:tournament_id>/stages/<uuid:stage_id>/out/", planning.stage_remove, name="stage_remove"),
    path("tournaments/<uuid:tournament_id>/places/", places.tournament_places, name="tournament_places"),
    file_paths("tournaments/<uuid:tournament_id>/places/", places.places_files, name="places_files"),
    path("tournaments/<uuid:tournament_id>/hold/", places.tournament_hold, name="tournament_hold"),
    path("tournaments/<uuid:tournament_id>/reopen/", places.tournament_reopen, name="tournament_reopen"),
    path("tournaments/<uuid:tournament_id>/clock/", clock.tournament_room, name="tournament_room"),
    path("tournaments/<uuid:tournament_id>/calls/", clock.tournament_calls, name="tournament_calls"),
    path("director-calls/<uuid:call_id>/answered/", clock.call_answered, name="call_answered"),
    path("tables/<uuid:sitting_id>/clock/", clock.sitting_clock, name="sitting_clock"),
    path("round-tables/<uuid:round_table_id>/call/", clock.table_call, name="table_call"),
    path("tournaments/<uuid:tournament_id>/prizes/", prizes.tournament_prizes, name="tournament_prizes"),
    path("tournaments/<uuid:tournament_id>/entries/", entries.tournament_entries, name="tournament_entries"),
    path("tournaments/<uuid:tournament_id>/entries/list/", importing.tournament_import, name="tournament_import"),
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
    path("tournaments/<uuid:tournament_id>/door/", door.tournament_door, name="tournament_door"),
    path("tournaments/<uuid:tournament_id>/door/<slug:door>/", door.tournament_come, name="tournament_come"),
    path(f"{ENTRANT}/", entrant.entrant_detail, name="entrant_detail"),
    path(f"{ENTRANT}/paid/", entries.entrant_paid, name="entrant_paid"),
    path(f"{ENTRANT}/late/", entrant.entrant_late, name="entrant_late"),
    path(f"{ENTRANT}/points/", entrant.entrant_points, name="entrant_points"),
    path(f"{ENTRANT}/marks/", entrant.entrant_marks, name="entrant_marks"),
    path(f"{ENTRANT}/mark/", entries.entrant_mark, name="entrant_mark"),
    path(f"{ENTRANT}/substitute/", entrant.entrant_substitute, name="entrant_substitute"),
    path(f"{ENTRANT}/miss/", entrant.entrant_miss, name="entrant_miss"),
]
