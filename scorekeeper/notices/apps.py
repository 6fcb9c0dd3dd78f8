from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "scorekeeper.notices"
    label = "notices"
