from importlib import import_module

from django.apps import AppConfig


class PayoutsConfig(AppConfig):
    name = "scorekeeper.payouts"
    label = "payouts"

    def ready(self) -> None:
        import_module("scorekeeper.payouts.guards")
