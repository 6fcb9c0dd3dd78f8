from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "scorekeeper.profiles"
    label = "profiles"
