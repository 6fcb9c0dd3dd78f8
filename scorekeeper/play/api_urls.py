"""The addresses of tables for programs."""

from django.urls import path

from scorekeeper.play.adjusting import api as adjusting
from scorekeeper.play.closing import api as closing
from scorekeeper.play.correcting import api as correcting
from scorekeeper.play.home import api as home
from scorekeeper.play.house_rules import api as house_rules
from scorekeeper.play.marks import api as marks
from scorekeeper.play.opening import api as opening
from scorekeeper.play.passes import api as passes
from scorekeeper.play.recording import api as recording
from scorekeeper.play.seats import api as seats
from scorekeeper.play.sheet import api as sheet

urlpatterns = [
    path("me", home.Me.as_view()),
    path("clubs", home.ClubList.as_view()),
    path("clubs/<uuid:club>", home.ClubDetail.as_view()),
    path("clubs/<uuid:club>/house-rules", house_rules.ClubHouseRules.as_view()),
    path("clubs/<uuid:club>/house-rules/write", house_rules.house_rules_write),
    path("house-rules/<uuid:house>", house_rules.HouseRulesDetail.as_view()),
    path("house-rules/<uuid:house>/versions", house_rules.house_rules_change),
    path("clubs/<uuid:club>/sittings", opening.SittingList.as_view()),
    path("sittings/<uuid:sitting>", sheet.SittingDetail.as_view()),
    path("sittings/<uuid:sitting>/hands", recording.hand_record),
    path("sittings/<uuid:sitting>/preview", recording.hand_preview),
    path("sittings/<uuid:sitting>/undo", recording.hand_undo),
    path("sittings/<uuid:sitting>/dealer", seats.dealer_set),
    path("sittings/<uuid:sitting>/signatures", closing.seat_sign),
    path("sittings/<uuid:sitting>/close", closing.sitting_close),
    path("sittings/<uuid:sitting>/withdraw", closing.sitting_withdraw),
    path("sittings/<uuid:sitting>/accept", closing.sitting_accept),
    path("sittings/<uuid:sitting>/reopen", closing.sitting_reopen),
    path("sittings/<uuid:sitting>/adjustments", adjusting.sitting_adjust),
    path("sittings/<uuid:sitting>/reversals", adjusting.sitting_take_back),
    path("sittings/<uuid:sitting>/swaps", seats.seats_swap),
    path("sittings/<uuid:sitting>/substitutes", seats.seat_substitute),
    path("sittings/<uuid:sitting>/passes", passes.pass_make),
    path("sittings/<uuid:sitting>/passes/end", passes.pass_end),
    path("sittings/<uuid:sitting>/phones", passes.TablePhones.as_view()),
    path("sittings/<uuid:sitting>/phones/<uuid:phone>/seat", passes.phone_seat),
    path("sittings/<uuid:sitting>/phones/<uuid:phone>/refuse", passes.phone_refuse),
    path("sittings/<uuid:sitting>/phones/<uuid:phone>/end", passes.phone_end),
    path("hands/<uuid:hand>/corrections", correcting.hand_correct),
    path("hands/<uuid:hand>/void", correcting.hand_void),
    path("hands/<uuid:hand>/confirm", marks.hand_confirm),
    path("hands/<uuid:hand>/dispute", marks.hand_dispute),
    path("hands/<uuid:hand>/withdraw", marks.hand_withdraw),
    path("hands/<uuid:hand>/decide", marks.hand_decide),
]
