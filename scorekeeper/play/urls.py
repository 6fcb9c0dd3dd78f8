"""The addresses of the first page, of the page of a club, and of tables."""

from functools import partial

from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.play.closing import views as closing
from scorekeeper.play.correcting import views as correcting
from scorekeeper.play.home import views as home
from scorekeeper.play.house_rules import views as house_rules
from scorekeeper.play.opening import views as opening
from scorekeeper.play.passes import views as passes
from scorekeeper.play.recording import views as recording
from scorekeeper.play.rulebook import views as rulebook
from scorekeeper.play.seats import views as seats
from scorekeeper.play.sheet import views as sheet

urlpatterns = [
    path("", home.home, name="home"),
    file_paths("", home.home_files, name="home_files"),
    path("sheets/", home.own_sheet_list, name="own_sheet_list"),
    path("clubs/<uuid:club_id>/", home.club_detail, name="club_detail"),
    path("clubs/<uuid:club_id>/running/", home.club_running, name="club_running"),
    file_paths("clubs/<uuid:club_id>/", home.club_files, name="club_files"),
    path("clubs/<uuid:club_id>/tables/new/", opening.game_choose, name="game_choose"),
    path("clubs/<uuid:club_id>/tables/new/<slug:game>/", opening.sitting_new, name="sitting_new"),
    path("clubs/<uuid:club_id>/sheets/accept/", closing.sheets_accept, name="sheets_accept"),
    path("tables/new/", opening.guest_game_choose, name="guest_game_choose"),
    path("tables/new/<slug:game>/", opening.guest_table_new, name="guest_table_new"),
    path("tables/<uuid:sitting_id>/", sheet.sitting_detail, name="sitting_detail"),
    file_paths("tables/<uuid:sitting_id>/", sheet.sitting_files, name="sitting_files"),
    path("tables/<uuid:sitting_id>/hands/", recording.hand_create, name="hand_create"),
    path("tables/<uuid:sitting_id>/preview/", recording.hand_preview, name="hand_preview"),
    path("tables/<uuid:sitting_id>/step/", recording.hand_step, name="hand_step"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/", recording.hand_detail, name="hand_detail"),
    file_paths("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/", recording.hand_files, name="hand_files"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/correct/", correcting.hand_correct, name="hand_correct"),
    file_paths(
        "tables/<uuid:sitting_id>/hands/<uuid:hand_id>/correct/", correcting.correction_files, name="correction_files"
    ),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/void/", correcting.hand_void, name="hand_void"),
    file_paths(
        "tables/<uuid:sitting_id>/hands/<uuid:hand_id>/void/",
        partial(correcting.correction_files, strikes=True),
        name="striking_files",
    ),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/undo/", recording.hand_undo, name="hand_undo"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/replace/", recording.hand_replace, name="hand_replace"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/strike/", correcting.hands_strike, name="hands_strike"),
    file_paths("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/strike/", correcting.strike_files, name="strike_files"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/confirm/", recording.hand_confirm, name="hand_confirm"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/dispute/", recording.hand_dispute, name="hand_dispute"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/withdraw/", recording.hand_withdraw, name="hand_withdraw"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/decide/", recording.hand_decide, name="hand_decide"),
    path("tables/<uuid:sitting_id>/sign/<int:number>/", closing.seat_sign, name="seat_sign"),
    path("tables/<uuid:sitting_id>/close/", closing.sitting_close, name="sitting_close"),
    path("tables/<uuid:sitting_id>/reopen/", closing.sitting_reopen, name="sitting_reopen"),
    file_paths("tables/<uuid:sitting_id>/reopen/", closing.reopening_files, name="reopening_files"),
    path("tables/<uuid:sitting_id>/accept/", closing.sitting_accept, name="sitting_accept"),
    path("tables/<uuid:sitting_id>/remind/", closing.sitting_remind, name="sitting_remind"),
    path("tables/<uuid:sitting_id>/end/", closing.sitting_end, name="sitting_end"),
    path("tables/<uuid:sitting_id>/resume/", closing.sitting_resume, name="sitting_resume"),
    path("tables/<uuid:sitting_id>/withdraw/", closing.sitting_withdraw, name="sitting_withdraw"),
    path("tables/<uuid:sitting_id>/seats/", seats.sitting_seats, name="sitting_seats"),
    path("tables/<uuid:sitting_id>/seats/names/", seats.seats_name, name="seats_name"),
    path("tables/<uuid:sitting_id>/seats/join/", seats.seat_join, name="seat_join"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/take/", seats.seat_take, name="seat_take"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/ask/", seats.seat_ask, name="seat_ask"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/leave/", seats.seat_leave, name="seat_leave"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/substitute/", seats.seat_substitute, name="seat_substitute"),
    path("tables/<uuid:sitting_id>/seats/swap/", seats.seats_swap, name="seats_swap"),
    path("tables/<uuid:sitting_id>/dealer/", seats.dealer_set, name="dealer_set"),
    path("tables/<uuid:sitting_id>/adjustments/", correcting.sitting_adjustments, name="sitting_adjustments"),
    path("tables/<uuid:sitting_id>/adjustments/penalty/", correcting.penalty_new, name="penalty_new"),
    path("tables/<uuid:sitting_id>/adjustments/new/", correcting.adjustment_new, name="adjustment_new"),
    path("tables/<uuid:sitting_id>/acts/<uuid:act_id>/reverse/", correcting.act_reverse, name="act_reverse"),
    file_paths(
        "tables/<uuid:sitting_id>/acts/<uuid:act_id>/reverse/", correcting.reversal_files, name="reversal_files"
    ),
    path("tables/<uuid:sitting_id>/pass/", passes.table_pass, name="table_pass"),
    path("tables/<uuid:sitting_id>/pass/revoke/", passes.pass_revoke, name="pass_revoke"),
    path("tables/<uuid:sitting_id>/phones/<uuid:device_id>/seats/<int:number>/", passes.phone_seat, name="phone_seat"),
    path("tables/<uuid:sitting_id>/phones/<uuid:device_id>/refuse/", passes.phone_refuse, name="phone_refuse"),
    path("tables/<uuid:sitting_id>/phones/<uuid:device_id>/end/", passes.phone_end, name="phone_end"),
    path("tables/<uuid:sitting_id>/print/", sheet.sitting_print, name="sitting_print"),
    path("tables/<uuid:sitting_id>/rules/", rulebook.sitting_rules, name="sitting_rules"),
    path("tables/<uuid:sitting_id>/claim/", passes.sitting_claim, name="sitting_claim"),
    path("rules/", rulebook.rules_list, name="rules_list"),
    path("rules/<slug:slug>/", rulebook.rules_detail, name="rules_detail"),
    file_paths("rules/<slug:slug>/", rulebook.rules_files, name="rules_files"),
    path("rules/<slug:slug>/worth/", rulebook.worth, name="worth"),
    path("rules/<slug:slug>/worth/preview/", rulebook.worth_preview, name="worth_preview"),
    path("rules/<slug:slug>/worth/step/", rulebook.worth_step, name="worth_step"),
    path("rules/<slug:slug>/ask/<slug:op>/", rulebook.rules_ask, name="rules_ask"),
    path("clubs/<uuid:club_id>/rules/<slug:slug>/", rulebook.club_rules, name="club_rules"),
    path("clubs/<uuid:club_id>/house-rules/", house_rules.house_list, name="house_list"),
    path("clubs/<uuid:club_id>/house-rules/new/<slug:slug>/", house_rules.house_new, name="house_new"),
    path("clubs/<uuid:club_id>/house-rules/<uuid:house_id>/", house_rules.house_detail, name="house_detail"),
    path("clubs/<uuid:club_id>/house-rules/<uuid:house_id>/change/", house_rules.house_change, name="house_change"),
    path("clubs/<uuid:club_id>/house-rules/<uuid:house_id>/rename/", house_rules.house_rename, name="house_rename"),
    path("clubs/<uuid:club_id>/house-rules/<uuid:house_id>/<slug:act>/", house_rules.house_state, name="house_state"),
    path("join/", passes.join, name="join"),
    path("join/<str:secret>/", passes.join_link, name="join_link"),
]
