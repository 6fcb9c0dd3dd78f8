from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "scorekeeper.ratings"
    label = "ratings"
