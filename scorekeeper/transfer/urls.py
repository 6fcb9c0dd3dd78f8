from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.transfer.views import imports, money, typing

urlpatterns = [
    path("<uuid:club_id>/imports/", imports.import_list, name="import_list"),
    path("<uuid:club_id>/imports/money/", money.money_import_list, name="money_import_list"),
    path("<uuid:club_id>/imports/money/files/<uuid:upload_id>/", money.money_import_look, name="money_import_look"),
    file_paths(
        "<uuid:club_id>/imports/money/files/<uuid:upload_id>/", money.money_import_look, name="money_import_look_files"
    ),
    path("<uuid:club_id>/imports/money/<uuid:source_id>/", money.money_import_detail, name="money_import_detail"),
    file_paths(
        "<uuid:club_id>/imports/money/<uuid:source_id>/", money.money_import_detail, name="money_import_detail_files"
    ),
    path("<uuid:club_id>/imports/typed/", typing.import_list_new, name="import_list_new"),
    path("<uuid:club_id>/imports/typed/<uuid:sitting_id>/", typing.import_typing, name="import_typing"),
    file_paths("<uuid:club_id>/imports/typed/<uuid:sitting_id>/", typing.import_typing, name="import_typing_files"),
    path("<uuid:club_id>/imports/files/<uuid:upload_id>/", imports.import_look, name="import_look"),
    file_paths("<uuid:club_id>/imports/files/<uuid:upload_id>/", imports.import_look, name="import_look_files"),
    path("<uuid:club_id>/imports/people/<uuid:people_list_id>/", imports.import_people, name="import_people"),
    path(
        "<uuid:club_id>/imports/spreadsheets/<uuid:spreadsheet_id>/",
        imports.import_spreadsheet,
        name="import_spreadsheet",
    ),
    path(
        "<uuid:club_id>/imports/spreadsheets/<uuid:spreadsheet_id>/forget/",
        imports.import_spreadsheet_forget,
        name="import_spreadsheet_forget",
    ),
    path("<uuid:club_id>/imports/<uuid:import_id>/", imports.import_detail, name="import_detail"),
    file_paths("<uuid:club_id>/imports/<uuid:import_id>/", imports.import_detail, name="import_detail_files"),
    path("<uuid:club_id>/imports/<uuid:import_id>/back/", imports.import_take_back, name="import_take_back"),
    file_paths(
        "<uuid:club_id>/imports/<uuid:import_id>/back/", imports.import_take_back, name="import_take_back_files"
    ),
    path("<uuid:club_id>/imports/evenings/<uuid:source_id>/", imports.import_evening, name="import_evening"),
    file_paths(
        "<uuid:club_id>/imports/evenings/<uuid:source_id>/", imports.import_evening, name="import_evening_files"
    ),
]
