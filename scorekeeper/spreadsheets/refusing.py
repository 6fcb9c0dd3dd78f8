"""Why a file cannot be read."""

from games.core.text import Text


class Unreadable(Exception):
    """The file can't be taken as a table; `message` says why."""

    def __init__(self, template: str, **values: int | str) -> None:
        self.message = Text(template, values)
        super().__init__(str(self.message))
