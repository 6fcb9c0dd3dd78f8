from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "scorekeeper.tournaments"
    label = "tournaments"
