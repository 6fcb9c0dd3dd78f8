from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "scorekeeper.accounts"
    label = "accounts"
