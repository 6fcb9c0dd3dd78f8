"""The addresses of tables for programs."""

from django.urls import include, path

from scorekeeper.play import api as tables
from scorekeeper.play.home import api as home
from scorekeeper.play.house_rules import api as house_rules
from scorekeeper.play.recording import api as hands

of_a_table = [
    path("hands", hands.hand_record),
    path("preview", hands.hand_preview),
    path("undo", hands.hand_undo),
    path("dealer", tables.dealer_set),
    path("signatures", tables.seat_sign),
    path("close", tables.sitting_close),
    path("withdraw", tables.sitting_withdraw),
    path("accept", tables.sitting_accept),
    path("reopen", tables.sitting_reopen),
    path("adjustments", hands.sitting_adjust),
    path("reversals", hands.sitting_take_back),
    path("swaps", tables.seats_swap),
    path("substitutes", tables.seat_substitute),
    path("passes", tables.pass_make),
    path("passes/end", tables.pass_end),
    path("phones", tables.TablePhones.as_view()),
    path("phones/<uuid:phone>/seat", tables.phone_seat),
    path("phones/<uuid:phone>/refuse", tables.phone_refuse),
    path("phones/<uuid:phone>/end", tables.phone_end),
]
of_a_hand = [
    path("corrections", hands.hand_correct),
    path("void", hands.hand_void),
    path("confirm", hands.hand_confirm),
    path("dispute", hands.hand_dispute),
    path("withdraw", hands.hand_withdraw),
    path("decide", hands.hand_decide),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("sittings/<uuid:sitting>", tables.SittingDetail.as_view()),
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
    path("clubs/<uuid:club>/sittings", tables.SittingList.as_view()),
]
