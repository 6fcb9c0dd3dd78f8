"""The addresses of evenings and team leagues for programs."""

from django.urls import path

from scorekeeper.leagues.drawing import api as drawing
from scorekeeper.leagues.evenings import api as evenings
from scorekeeper.leagues.match_days import api as match_days
from scorekeeper.leagues.money import api as money
from scorekeeper.leagues.people import api as people
from scorekeeper.leagues.report import api as report
from scorekeeper.leagues.teams import api as teams

urlpatterns = [
    path("clubs/<uuid:club>/evenings", evenings.ClubEvenings.as_view()),
    path("clubs/<uuid:club>/evenings/plan", evenings.evening_plan),
    path("clubs/<uuid:club>/evenings/reports", money.reports_wish),
    path("evenings/<uuid:evening>", evenings.EveningDetail.as_view()),
    path("evenings/<uuid:evening>/change", evenings.evening_change),
    path("evenings/<uuid:evening>/open", evenings.evening_open),
    path("evenings/<uuid:evening>/next", evenings.evening_next),
    path("evenings/<uuid:evening>/close", evenings.evening_close),
    path("evenings/<uuid:evening>/reopen", evenings.evening_reopen),
    path("evenings/<uuid:evening>/games", evenings.game_add),
    path("evening-games/<uuid:played>/change", evenings.game_change),
    path("evening-games/<uuid:played>/remove", evenings.game_remove),
    path("evenings/<uuid:evening>/tables", evenings.EveningTables.as_view()),
    path("evenings/<uuid:evening>/people", people.EveningPeople.as_view()),
    path("evenings/<uuid:evening>/sign-up", people.evening_sign_up),
    path("evenings/<uuid:evening>/check-in", people.evening_check_in),
    path("evenings/<uuid:evening>/mark", people.evening_mark),
    path("evenings/<uuid:evening>/draft", drawing.EveningDraft.as_view()),
    path("evenings/<uuid:evening>/draw", drawing.draft_make),
    path("evenings/<uuid:evening>/draft/swap", drawing.draft_swap),
    path("evenings/<uuid:evening>/draft/hold", drawing.draft_hold),
    path("evenings/<uuid:evening>/draft/undo", drawing.draft_undo),
    path("evenings/<uuid:evening>/draft/drop", drawing.draft_drop),
    path("evenings/<uuid:evening>/draft/publish", drawing.draft_publish),
    path("evenings/<uuid:evening>/calls", evenings.EveningCalls.as_view()),
    path("sittings/<uuid:sitting>/call", evenings.table_call),
    path("evening-calls/<uuid:call>/answer", evenings.call_answer),
    path("evenings/<uuid:evening>/dues", money.EveningDues.as_view()),
    path("evenings/<uuid:evening>/dues/tick", money.dues_tick),
    path("evenings/<uuid:evening>/report", report.EveningReport.as_view()),
    path("clubs/<uuid:club>/leagues", teams.ClubLeagues.as_view()),
    path("clubs/<uuid:club>/leagues/make", teams.league_make),
    path("leagues/<uuid:league>", teams.LeagueDetail.as_view()),
    path("leagues/<uuid:league>/table", teams.LeagueTable.as_view()),
    path("leagues/<uuid:league>/teams", teams.team_add),
    path("leagues/<uuid:league>/days", match_days.day_plan),
    path("teams/<uuid:team>/rename", teams.team_rename),
    path("teams/<uuid:team>/members", teams.team_join),
    path("team-members/<uuid:member>/leave", teams.member_leave),
    path("match-days/<uuid:day>", match_days.MatchDayDetail.as_view()),
    path("match-days/<uuid:day>/groups/draw", match_days.groups_draw),
    path("match-days/<uuid:day>/groups/set", match_days.groups_set),
    path("match-days/<uuid:day>/line-up", match_days.line_up_set),
    path("match-days/<uuid:day>/open", match_days.series_open),
]
