"""The addresses of tables for programs."""

from django.urls import include, path

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

of_a_table = [
    path("hands", recording.hand_record),
    path("preview", recording.hand_preview),
    path("undo", recording.hand_undo),
    path("dealer", seats.dealer_set),
    path("signatures", closing.seat_sign),
    path("close", closing.sitting_close),
    path("withdraw", closing.sitting_withdraw),
    path("accept", closing.sitting_accept),
    path("reopen", closing.sitting_reopen),
    path("adjustments", correcting.sitting_adjust),
    path("reversals", correcting.sitting_take_back),
    path("swaps", seats.seats_swap),
    path("substitutes", seats.seat_substitute),
    path("passes", passes.pass_make),
    path("passes/end", passes.pass_end),
    path("phones", passes.TablePhones.as_view()),
    path("phones/<uuid:phone>/seat", passes.phone_seat),
    path("phones/<uuid:phone>/refuse", passes.phone_refuse),
    path("phones/<uuid:phone>/end", passes.phone_end),
]
of_a_hand = [
    path("corrections", correcting.hand_correct),
    path("void", correcting.hand_void),
    path("confirm", marks.hand_confirm),
    path("dispute", marks.hand_dispute),
    path("withdraw", marks.hand_withdraw),
    path("decide", marks.hand_decide),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("sittings/<uuid:sitting>", sheet.SittingDetail.as_view()),
    path("sittings/<uuid:sitting>/", include(of_a_table)),
    path("hands/<uuid:hand>/", include(of_a_hand)),
    path("me", home.Me.as_view()),
    path("me/language", home.me_language),
    path("me/rename", home.me_rename),
    path("clubs", home.ClubList.as_view()),
    path("clubs/<uuid:club>", home.ClubDetail.as_view()),
    path("clubs/<uuid:club>/house-rules", house_rules.ClubHouseRules.as_view()),
    path("clubs/<uuid:club>/house-rules/write", house_rules.house_rules_write),
    path("house-rules/<uuid:house>", house_rules.HouseRulesDetail.as_view()),
    path("house-rules/<uuid:house>/versions", house_rules.house_rules_change),
    path("clubs/<uuid:club>/sittings", opening.SittingList.as_view()),
]
