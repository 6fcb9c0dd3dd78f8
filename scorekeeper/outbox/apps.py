from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "scorekeeper.outbox"
    label = "outbox"
