"""What is played by a copy of a game's rules: a sitting, a game of an evening, a tournament."""

from django.db import models

import games
from games.core.game import AnyGame
from games.core.record import Record, load
from scorekeeper.common.models import Row


class Ruled(Row):
    """`game` is the code of the game, `rules` the copy made once and kept, `rules_name` what these are called."""

    game = models.CharField(max_length=20)
    rules = models.JSONField()
    rules_name = models.CharField(max_length=80)

    class Meta:
        abstract = True

    @property
    def plays(self) -> AnyGame:
        """The game."""
        return games.game(self.game)

    @property
    def typed_rules(self) -> Record:
        """Its rules as the game's own record."""
        rules: Record = load(self.plays.rules, self.rules)
        return rules

    @property
    def icon(self) -> str:
        """The mark of the game."""
        return f"g-{self.game}"
