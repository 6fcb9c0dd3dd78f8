"""Whom a tournament keeps apart, and who should meet in it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.tournaments.models.events import Tournament


class PairRule(Row):
    """Of two people who play in a tournament: no draw puts them together while there is any other way, or they should
    meet once if that costs little. `one` has the smaller id. It speaks of people, whichever entrant they play for."""

    class Kind(models.TextChoices):
        APART = "apart", _("never together")
        TOGETHER = "together", _("should meet")

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
