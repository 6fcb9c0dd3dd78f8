from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scorekeeper.jobs"
    label = "jobs"
