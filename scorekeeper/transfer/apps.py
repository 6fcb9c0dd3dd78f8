from django.apps import AppConfig


class TransferConfig(AppConfig):
    name = "scorekeeper.transfer"
    label = "transfer"
