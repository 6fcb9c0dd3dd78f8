from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "scorekeeper.demo"
    label = "demo"
