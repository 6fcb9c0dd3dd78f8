"""The migrations of `play`, and one more."""

from scorekeeper.play import migrations

__path__ = [*migrations.__path__, *__path__]
