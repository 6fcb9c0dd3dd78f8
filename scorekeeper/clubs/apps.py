from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "scorekeeper.clubs"
    label = "clubs"
