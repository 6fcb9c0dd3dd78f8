"""What was done at the desk of a tournament."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.default_words import WordsField
from scorekeeper.tournaments.models.entries import Entrant
from scorekeeper.tournaments.models.events import Stage, Tournament
from scorekeeper.tournaments.models.rounds import Round, RoundTable

ASKED: Final = "asked"  # in the detail of an act whose own facts do not say all that was asked for


class DeskAct(Chained):
    """One dated act: somebody enters, comes, leaves, is played for; a round is drawn, a result written at the desk, a
    penalty given, a place after a knock-out; all get more time. Append-only: what was wrong is taken back by another
    one (`of`), with a reason. None changes what was played before it.

    `points` (of time, seconds) and `detail` say how much and what else; `by` is None for who came in by the code at the
    door. `key` makes sending twice harmless. In a knock-out acts of one `step` belong together (`detail`, see
    formats/knockout/course.py).
    """

    is_new = False  # whether it was written by the call that has returned it

    content = Content(owner=lambda act: act.tournament_id, texts=("reason",))

    class Kind(models.TextChoices):
        ENTERED = "entered", pgettext_lazy("choice", "entered")
        WAITS = "waits", pgettext_lazy("choice", "went on the waiting list")
        MOVED_UP = "moved_up", pgettext_lazy("choice", "moved up from the waiting list")
        CAME = "came", pgettext_lazy("choice", "checked in")
        NOT_HERE = "not_here", pgettext_lazy("choice", "check-in taken back")
        FORFEITS = "forfeits", pgettext_lazy("choice", "loses the match without coming")
        CANCELLED = "cancelled", pgettext_lazy("choice", "does not come")
        WITHDREW = "withdrew", pgettext_lazy("choice", "left the tournament")
        RETURNED = "returned", pgettext_lazy("choice", "came back")
        ABSENT = "absent", pgettext_lazy("choice", "misses a round")
        PRESENT = "present", pgettext_lazy("choice", "plays the round after all")
        SUBSTITUTE = "substitute", pgettext_lazy("choice", "is played for")
        SEEDED = "seeded", pgettext_lazy("choice", "seeded")
        CHANGED = "changed", pgettext_lazy("choice", "called otherwise")
        RESULT = "result", pgettext_lazy("choice", "result written at the desk")
        PENALTY = "penalty", pgettext_lazy("choice", "penalty or bonus")
        LOT = "lot", pgettext_lazy("choice", "lot drawn")
        OUT = "out", pgettext_lazy("choice", "knocked out")
        SEATED = "seated", pgettext_lazy("choice", "got a seat")
        MOVED = "moved", pgettext_lazy("choice", "moved to another table")
        DRAWN = "drawn", pgettext_lazy("choice", "round drawn")
        CHECKED = "checked", pgettext_lazy("choice", "compared with the paper")
        TIME = "time", pgettext_lazy("choice", "time given to all")
        TAKEN_BACK = "taken_back", pgettext_lazy("choice", "taken back")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, null=True, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="+")
    table = models.ForeignKey(RoundTable, on_delete=models.PROTECT, null=True, related_name="acts")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="acts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    points = models.BigIntegerField(default=0)
    of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="taken_back_by")
    detail = models.JSONField(default=dict)
    reason = WordsField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    key = models.UUIDField(null=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "kind"], name="desk_acts_of_a_kind")]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_desk_act_a_key"),
            models.CheckConstraint(
                condition=~models.Q(kind="taken_back") | (models.Q(of__isnull=False) & ~models.Q(reason="")),
                name="desk_act_is_whole",
            ),
        ]
