"""Who takes part in a tournament: entrants with their players, and who meets or never meets."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.tournaments.models.events import Tournament


class Entrant(Row):
    """A player, a pair or a team of a tournament, by its `number` on the entry list. Pairs and teams have a `name`;
    a single player goes by the name in the book. `origin` is the club they come from, for draws that keep it apart.
    `seed` is the place among the seeds where it was set by hand; who has none comes after, by `rating`, more first,
    those without one last. `state` is what the acts (`DeskAct`) came to."""

    class State(models.TextChoices):
        ENTERED = "entered", pgettext_lazy("state", "entered")
        WAITING = "waiting", pgettext_lazy("state", "on the waiting list")
        HERE = "here", pgettext_lazy("state", "here")
        WITHDRAWN = "withdrawn", pgettext_lazy("state", "has left")
        CANCELLED = "cancelled", pgettext_lazy("state", "does not come")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80, blank=True)
    origin = models.CharField(pgettext_lazy("field", "comes from"), max_length=80, blank=True)
    rating = models.IntegerField(null=True)
    seed = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "tournament", "number"], name="one_entrant_a_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=["entered", "waiting", "here", "withdrawn", "cancelled"]),
                name="entrant_state",
            ),
        ]


class EntrantPlayer(Row):
    """Somebody who plays for an entrant; `order` from 0, in a team its line-up. Who was replaced stays, not active:
    what they played is theirs."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()
    is_active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["club", "entrant", "player"], name="one_player_an_entrant"),
        ]


class PairRule(Row):
    """Of two people who play in a tournament: no draw puts them together while there is any other way, or they should
    meet once if that costs little. `one` has the smaller id. It speaks of people, whichever entrant they play for."""

    class Kind(models.TextChoices):
        APART = "apart", pgettext_lazy("choice", "never together")
        TOGETHER = "together", pgettext_lazy("choice", "should meet")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "tournament", "one", "other"], name="one_pair_rule_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="pair_rule_in_order"),
            models.CheckConstraint(condition=models.Q(kind__in=["apart", "together"]), name="pair_rule_kind"),
        ]
