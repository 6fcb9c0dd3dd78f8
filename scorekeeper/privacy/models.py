"""How long a club keeps the names of those who no longer play."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row


class Retention(Row):
    """After how many years without a game a name goes; a club without a row keeps all."""

    class Years(models.IntegerChoices):
        TWO = 2, _("2 years")
        THREE = 3, _("3 years")
        FIVE = 5, _("5 years")
        TEN = 10, _("10 years")

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="retention")
    years = models.PositiveSmallIntegerField(choices=Years.choices)
