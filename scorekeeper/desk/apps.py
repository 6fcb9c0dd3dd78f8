from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "scorekeeper.desk"
    label = "desk"
