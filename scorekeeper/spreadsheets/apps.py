from django.apps import AppConfig


class SpreadsheetsConfig(AppConfig):
    name = "scorekeeper.spreadsheets"
    label = "spreadsheets"
