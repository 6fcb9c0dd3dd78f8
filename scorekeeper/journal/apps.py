from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "scorekeeper.journal"
    label = "journal"
