"""What each closed sheet says of those who sat there, the ratings that follow from it, and what is to be done anew.

All of it is made from closed sheets and can be made again; only `OptOut` is somebody's word.
"""

from django.db import models

import games
from games.core.game import AnyGame
from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.play.models import Sitting


class Digest(Row):
    """What a closed sheet comes to: `at` is when it was closed, `head` the end of its chain then, `hands` how many
    count, `counts` how many of them each fact of the game's main group names.

    The sitting is not locked by pointing at it, so that a table never waits for the one who makes these rows.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    game = models.CharField(max_length=20)
    at = models.DateTimeField()
    head = models.CharField(max_length=64, blank=True)
    played_on = models.DateField()
    hands = models.PositiveIntegerField()
    counts = models.JSONField(default=dict)
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "sitting"], name="one_digest_a_sitting")]
        indexes = [
            models.Index(fields=["club", "game", "at"], name="digest_in_order"),
            models.Index(fields=["club", "game", "played_on"], name="digest_by_day"),
            models.Index(fields=["club", "played_on"], name="digest_of_any_game"),
        ]

    @property
    def plays(self) -> AnyGame:
        """The game."""
        return games.game(self.game)

    @property
    def in_unit(self) -> InUnits:
        """What the totals are counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)


class Played(Row):
    """What a closed sheet says of one line of the book: the seat, which side it was on, the side's rank and its own
    total. `won` says that this side alone is first. `facts` are {group: {name: [hands, won, lost, brought]}}, `peaks`
    {name: [figure, number of the hand]}."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    digest = models.ForeignKey(Digest, on_delete=models.CASCADE, related_name="played")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    total = models.BigIntegerField()
    hands = models.PositiveIntegerField()
    facts = models.JSONField(default=dict)
    peaks = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "digest", "player"], name="one_played_a_line")]
        indexes = [models.Index(fields=["club", "player"], name="played_by_player")]


class Month(Row):
    """What a person's closed sheets of a month come to in a game, whichever of their lines they sat as; `month` is its
    first day. What stands in its lists is said by `months`, which makes it of the digests."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    month = models.DateField()
    sheets = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    run = models.JSONField()
    units = models.JSONField()
    days = models.JSONField()
    facts = models.JSONField()
    peaks = models.JSONField()
    met = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player", "game", "month"], name="one_month_a_person"),
        ]
        indexes = [models.Index(fields=["club", "game", "month"], name="months_in_order")]


class ClubMonth(Row):
    """What all closed sheets of a club's month come to in a game, made as `Month` is."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    month = models.DateField()
    sheets = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    units = models.JSONField()
    counts = models.JSONField()
    peaks = models.JSONField()
    best = models.JSONField()
    runs = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "month"], name="one_month_a_club")]


class Rated(Row):
    """How one closed sheet moved one person's rating: the `nth` sheet that did. All figures in thousandths."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    at = models.DateTimeField()
    nth = models.PositiveIntegerField()
    mu_before = models.IntegerField()
    sigma_before = models.IntegerField()
    mu = models.IntegerField()
    sigma = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "sitting", "player"], name="rated_once_a_sitting")]
        indexes = [
            models.Index(fields=["club", "game", "player", "at"], name="rated_by_player"),
            models.Index(fields=["club", "game", "at"], name="rated_in_order"),
        ]


class Rating(Row):
    """Where a person stands in a game after `sheets` rated sheets, the last of them closed `at`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    mu = models.IntegerField()
    sigma = models.IntegerField()
    sheets = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "player"], name="one_rating_a_game")]


class Stale(Row):
    """What was closed `since` then must be read, and rated, anew. Only ever added by those who change something, so
    that nobody waits; taken away by whoever has done the work."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    since = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "game", "since"], name="stale_since")]


class Board(Row):
    """The ratings of a club in a game: locked by the one who works on them. `has_months` says that the months of its
    sheets are there: a board of an earlier version has none yet."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    has_months = models.BooleanField(default=True, db_default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game"], name="one_board_a_game")]
        indexes = [models.Index(fields=["club"], condition=models.Q(has_months=False), name="boards_without_months")]


class OptOut(Row):
    """This person wants no rating: none is made of what they play, in any game of this club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_opt_out_a_line")]
