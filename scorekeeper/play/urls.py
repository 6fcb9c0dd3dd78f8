"""The addresses of tables."""

from django.urls import path

from scorekeeper.play.views import closing, hands, opening, passes, printing, seats, table

urlpatterns = [
    path("clubs/<uuid:club_id>/tables/new/", opening.sitting_new, name="sitting_new"),
    path("tables/new/", opening.guest_table_new, name="guest_table_new"),
    path("tables/<uuid:sitting_id>/", table.sitting_detail, name="sitting_detail"),
    path("tables/<uuid:sitting_id>/hands/", hands.hand_create, name="hand_create"),
    path("tables/<uuid:sitting_id>/preview/", hands.hand_preview, name="hand_preview"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/", hands.hand_detail, name="hand_detail"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/correct/", hands.hand_correct, name="hand_correct"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/void/", hands.hand_void, name="hand_void"),
    path("tables/<uuid:sitting_id>/hands/<uuid:hand_id>/undo/", hands.hand_undo, name="hand_undo"),
    path("tables/<uuid:sitting_id>/sign/<int:number>/", closing.seat_sign, name="seat_sign"),
    path("tables/<uuid:sitting_id>/close/", closing.sitting_close, name="sitting_close"),
    path("tables/<uuid:sitting_id>/reopen/", closing.sitting_reopen, name="sitting_reopen"),
    path("tables/<uuid:sitting_id>/end/", closing.sitting_end, name="sitting_end"),
    path("tables/<uuid:sitting_id>/resume/", closing.sitting_resume, name="sitting_resume"),
    path("tables/<uuid:sitting_id>/seats/", seats.sitting_seats, name="sitting_seats"),
    path("tables/<uuid:sitting_id>/seats/join/", seats.seat_join, name="seat_join"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/take/", seats.seat_take, name="seat_take"),
    path("tables/<uuid:sitting_id>/seats/<int:number>/leave/", seats.seat_leave, name="seat_leave"),
    path("tables/<uuid:sitting_id>/dealer/", seats.dealer_set, name="dealer_set"),
    path("tables/<uuid:sitting_id>/pass/", passes.table_pass, name="table_pass"),
    path("tables/<uuid:sitting_id>/pass/revoke/", passes.pass_revoke, name="pass_revoke"),
    path("tables/<uuid:sitting_id>/print/", printing.sitting_print, name="sitting_print"),
    path("tables/<uuid:sitting_id>/claim/", passes.sitting_claim, name="sitting_claim"),
    path("join/", passes.join, name="join"),
    path("join/<str:secret>/", passes.join_link, name="join_link"),
]
