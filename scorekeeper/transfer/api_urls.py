from django.urls import path

from scorekeeper.transfer import api

urlpatterns = [
    path("clubs/<uuid:club>/imports", api.ClubImports.as_view()),
    path("clubs/<uuid:club>/files", api.file_send),
    path("files/<uuid:file>", api.FileDetail.as_view()),
    path("files/<uuid:file>/answers", api.file_answers),
    path("files/<uuid:file>/take-over", api.file_take_over),
    path("imports/<uuid:imported>", api.ImportDetail.as_view()),
    path("imports/<uuid:imported>/take-back", api.import_take_back),
    path("people-lists/<uuid:file>/take-back", api.people_list_take_back),
    path("money-files/<uuid:file>/take-back", api.money_file_take_back),
    path("spreadsheets/<uuid:spreadsheet>/forget", api.spreadsheet_forget),
]
