from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.leagues.drawing import views as drawing
from scorekeeper.leagues.evenings import views as evenings
from scorekeeper.leagues.match_days import views as match_days
from scorekeeper.leagues.money import views as money
from scorekeeper.leagues.people import views as people
from scorekeeper.leagues.report import views as report
from scorekeeper.leagues.seasons import views as seasons
from scorekeeper.leagues.teams import views as teams

urlpatterns = [
    path("clubs/<uuid:club_id>/evenings/", evenings.evening_list, name="evening_list"),
    file_paths("clubs/<uuid:club_id>/evenings/", evenings.evening_list, name="evening_list_files"),
    path("clubs/<uuid:club_id>/evenings/reports/", evenings.evening_reports, name="evening_reports"),
    path("clubs/<uuid:club_id>/evenings/new/", evenings.evening_choose, name="evening_choose"),
    path("clubs/<uuid:club_id>/evenings/new/<slug:game>/", evenings.evening_new, name="evening_new"),
    path("clubs/<uuid:club_id>/evenings/apart/", drawing.evening_apart, name="evening_apart"),
    path("clubs/<uuid:club_id>/evenings/apart/<uuid:pair_id>/end/", drawing.evening_together, name="evening_together"),
    path("evenings/<uuid:evening_id>/", evenings.evening_detail, name="evening_detail"),
    path("evenings/<uuid:evening_id>/desk/", evenings.evening_desk, name="evening_desk"),
    path("evenings/<uuid:evening_id>/edit/", evenings.evening_edit, name="evening_edit"),
    path("evenings/<uuid:evening_id>/games/", evenings.evening_games, name="evening_games"),
    path("evenings/<uuid:evening_id>/games/add/<slug:game>/", evenings.evening_game_add, name="evening_game_add"),
    path("evenings/<uuid:evening_id>/games/<uuid:game_id>/", evenings.evening_game, name="evening_game"),
    path(
        "evenings/<uuid:evening_id>/games/<uuid:game_id>/out/", evenings.evening_game_remove, name="evening_game_remove"
    ),
    path("evenings/<uuid:evening_id>/sign-up/", evenings.evening_sign_up, name="evening_sign_up"),
    path("evenings/<uuid:evening_id>/open/", evenings.evening_open, name="evening_open"),
    path("evenings/<uuid:evening_id>/next/", evenings.evening_next, name="evening_next"),
    path("evenings/<uuid:evening_id>/people/", people.evening_people, name="evening_people"),
    file_paths("evenings/<uuid:evening_id>/people/", people.evening_people, name="evening_people_files"),
    path("evenings/<uuid:evening_id>/people/<uuid:player_id>/", people.evening_mark, name="evening_mark"),
    path("evenings/<uuid:evening_id>/door/", people.evening_door, name="evening_door"),
    path("evenings/<uuid:evening_id>/door/<slug:door>/", people.door, name="door"),
    path("evenings/<uuid:evening_id>/draw/", drawing.evening_draw, name="evening_draw"),
    path("evenings/<uuid:evening_id>/draw/swap/", drawing.evening_swap, name="evening_swap"),
    path("evenings/<uuid:evening_id>/draw/hold/", drawing.evening_hold, name="evening_hold"),
    path("evenings/<uuid:evening_id>/draw/undo/", drawing.evening_undo, name="evening_undo"),
    path("evenings/<uuid:evening_id>/draw/drop/", drawing.evening_drop, name="evening_drop"),
    path("evenings/<uuid:evening_id>/draw/publish/", drawing.evening_publish, name="evening_publish"),
    path("evening-draws/<uuid:draw_id>/print/seats/", drawing.draw_seats_print, name="draw_seats_print"),
    file_paths("evening-draws/<uuid:draw_id>/print/seats/", drawing.draw_seats_print, name="draw_seats_files"),
    path("evening-draws/<uuid:draw_id>/print/names/", drawing.draw_names_print, name="draw_names_print"),
    file_paths("evening-draws/<uuid:draw_id>/print/names/", drawing.draw_names_print, name="draw_names_files"),
    path("evening-calls/<uuid:call_id>/answered/", evenings.evening_call_answered, name="evening_call_answered"),
    path("tables/<uuid:sitting_id>/call/", evenings.sitting_call, name="sitting_call"),
    path("evenings/<uuid:evening_id>/money/", money.evening_money, name="evening_money"),
    file_paths("evenings/<uuid:evening_id>/money/", money.evening_money, name="evening_money_files"),
    path("evenings/<uuid:evening_id>/settle/", money.evening_settle, name="evening_settle"),
    file_paths("evenings/<uuid:evening_id>/settle/", money.evening_settle, name="evening_settle_files"),
    path("evenings/<uuid:evening_id>/close/", money.evening_close, name="evening_close"),
    path("evenings/<uuid:evening_id>/reopen/", money.evening_reopen, name="evening_reopen"),
    path("evenings/<uuid:evening_id>/report/", report.evening_report, name="evening_report"),
    file_paths("evenings/<uuid:evening_id>/report/", report.evening_report, name="evening_report_files"),
    path("evenings/<uuid:evening_id>/picture.png", report.evening_picture, name="evening_picture"),
    path("evenings/<uuid:evening_id>/anchors/", report.evening_anchors, name="evening_anchors"),
    path("evenings/<uuid:evening_id>/course/", report.evening_course, name="evening_course"),
    file_paths("evenings/<uuid:evening_id>/course/", report.evening_course, name="evening_course_files"),
    path("clubs/<uuid:club_id>/leagues/", teams.league_list, name="league_list"),
    path("clubs/<uuid:club_id>/leagues/new/", teams.league_new, name="league_new"),
    path("leagues/<uuid:league_id>/", teams.league_detail, name="league_detail"),
    file_paths("leagues/<uuid:league_id>/", teams.league_detail, name="league_detail_files"),
    path("leagues/<uuid:league_id>/teams/", teams.league_teams, name="league_teams"),
    file_paths("leagues/<uuid:league_id>/teams/", teams.league_teams, name="league_teams_files"),
    path("leagues/<uuid:league_id>/teams/list/", teams.league_team_list, name="league_team_list"),
    path("leagues/<uuid:league_id>/teams/list/<uuid:entry_id>/", teams.league_list_back, name="league_list_back"),
    path("leagues/<uuid:league_id>/days/new/", match_days.match_day_new, name="match_day_new"),
    path("teams/<uuid:team_id>/", teams.team_detail, name="team_detail"),
    path("teams/<uuid:team_id>/name/", teams.team_rename, name="team_rename"),
    path("teams/<uuid:team_id>/members/<uuid:team_member_id>/leave/", teams.team_leave, name="team_leave"),
    path("match-days/<uuid:day_id>/", match_days.match_day, name="match_day"),
    file_paths("match-days/<uuid:day_id>/", match_days.match_day, name="match_day_files"),
    path("match-days/<uuid:day_id>/groups/", match_days.match_day_groups, name="match_day_groups"),
    path("match-days/<uuid:day_id>/groups/edit/", match_days.match_day_groups_edit, name="match_day_groups_edit"),
    path("match-days/<uuid:day_id>/groups/<int:number>/", match_days.match_day_group, name="match_day_group"),
    file_paths(
        "match-days/<uuid:day_id>/groups/<int:number>/", match_days.match_day_group, name="match_day_group_files"
    ),
    path("match-days/<uuid:day_id>/teams/<uuid:team_id>/", match_days.match_day_line_up, name="match_day_line_up"),
    path("match-days/<uuid:day_id>/open/", match_days.match_day_open, name="match_day_open"),
    path("match-days/<uuid:day_id>/print/", match_days.match_day_print, name="match_day_print"),
    path("seasons/<uuid:season_id>/end/", seasons.season_end, name="season_end"),
    path("seasons/<uuid:season_id>/reopen/", seasons.season_reopen, name="season_reopen"),
    path("seasons/<uuid:season_id>/late/", seasons.season_late, name="season_late"),
]
