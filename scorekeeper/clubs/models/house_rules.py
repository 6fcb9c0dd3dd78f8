"""The rules a club has written down."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained
from scorekeeper.clubs.models.clubs import Club
from scorekeeper.common.models import Row


class HouseRules(Row):
    """Rules of a game under a name of the club's own. What they say is the newest of their versions; one set of a
    game may be the one that new tables are offered first."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_rules")
    game = models.CharField(max_length=20)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "game", "name"], condition=models.Q(retired_at=None), name="one_house_rules_a_name"
            ),
            models.UniqueConstraint(
                fields=["club", "game"], condition=models.Q(is_default=True), name="one_default_house_rules_a_game"
            ),
            models.CheckConstraint(
                condition=models.Q(is_default=False) | models.Q(retired_at=None), name="no_retired_default"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class HouseRulesVersion(Chained):
    """What house rules say from `at` on. Append-only: tables remember the version they were opened with."""

    content = Content(owner=lambda version: version.house_id, texts=("note",))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    house = models.ForeignKey(HouseRules, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["house", "number"], name="one_version_a_number")]
