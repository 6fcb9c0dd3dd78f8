from django.apps import AppConfig


class DrawsConfig(AppConfig):
    name = "scorekeeper.draws"
    label = "draws"
