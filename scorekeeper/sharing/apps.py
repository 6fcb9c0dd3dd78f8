from django.apps import AppConfig


class SharingConfig(AppConfig):
    name = "scorekeeper.sharing"
    label = "sharing"
