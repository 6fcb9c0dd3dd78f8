from django.apps import AppConfig


class ChainsConfig(AppConfig):
    name = "scorekeeper.chains"
    label = "chains"
