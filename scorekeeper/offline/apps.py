from django.apps import AppConfig


class OfflineConfig(AppConfig):
    name = "scorekeeper.offline"
    label = "offline"
