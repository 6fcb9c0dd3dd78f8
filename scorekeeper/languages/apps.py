from django.apps import AppConfig


class LanguagesConfig(AppConfig):
    name = "scorekeeper.languages"
    label = "languages"

    def ready(self) -> None:
        """Look the games up in the words of the club."""
        from scorekeeper.languages.spoken import install

        install()
