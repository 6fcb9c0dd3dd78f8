"""The prize pool of a season or a tournament: how it is shared out, and what was done to it."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.chains.contents import Content, book_of
from scorekeeper.chains.models import Chained
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.standings.models import Competition

MOST_PRICE: Final = 10**11  # smallest units of one price, and of a guarantee


class PrizePool(Row):
    """How the prizes of a season or a tournament come about. Its money is what `PoolAct` says and the account of the
    pool holds.

    Amounts count the smallest unit; the unit is the one that the club had when the pool was set up. `weights` are
    the shares of the places, best first; none: the usual ones for as many entrants as there are. Amounts of places are
    whole `round_to`s, shares of tied ones whole `tie_unit`s. `deductions` are {cause, amount, per_mille, to}, to the
    account of the `club` or of its `fees`; `specials` {cause, amount, player}, the id of a line of the book or None
    while nobody has won it; `groups` {name, mark, origin, amount, per_mille, weights, wins}, of which who has the mark
    or comes from the origin is in the group: see pairing/prize_groups.py. `one_each`: of those who come from one club
    only the best gets the prize of a place. `version` counts the changes.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.OneToOneField(Competition, on_delete=models.PROTECT, related_name="prize_pool")
    unit = models.CharField(max_length=12)
    decimals = models.PositiveSmallIntegerField()
    entry_price = models.BigIntegerField(default=0)
    rebuy_price = models.BigIntegerField(default=0)
    addon_price = models.BigIntegerField(default=0)
    guarantee = models.BigIntegerField(default=0)
    round_to = models.BigIntegerField(default=1)
    tie_unit = models.BigIntegerField(default=1)
    weights = models.JSONField(default=list)
    deductions = models.JSONField(default=list)
    specials = models.JSONField(default=list)
    groups = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    one_each = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    entry_price__gte=0,
                    rebuy_price__gte=0,
                    addon_price__gte=0,
                    guarantee__gte=0,
                    round_to__gte=1,
                    tie_unit__gte=1,
                ),
                name="pool_amounts_in_bounds",
            ),
            models.CheckConstraint(condition=Q(decimals__in=[0, 2]), name="pool_decimals"),
        ]

    @property
    def in_unit(self) -> InUnits:
        """What its amounts are counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)

    def price_of(self, kind: str) -> int:
        """What an entry, a re-buy or an add-on costs now."""
        prices = {"entry": self.entry_price, "rebuy": self.rebuy_price, "addon": self.addon_price}
        return prices[kind]


class PrizeMark(Row):
    """What a club says of somebody for the prizes of groups, as “lady” or “junior”: whoever keeps its money reads it,
    and the person themselves. Nothing is guessed, and taking it away leaves nothing."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player", "name"], name="one_prize_mark_a_name")]


class PoolAct(Chained):
    """What was done to a prize pool: somebody entered, bought again or added on for an `amount`, and owes it; they paid
    what they owe into the club's box; it was awarded; one of these was taken back (`of`), with a reason. Append-only.
    What it booked names it as its source.

    The `detail` of an award is what was given out: see `selectors.pools.Given`; that of a payment, the `step` that it
    was ticked off in with others, and the `entry` that was booked with it. `key` makes sending twice harmless.
    """

    content = Content(owner=lambda act: book_of(act.club_id), texts=("reason",))

    class Kind(models.TextChoices):
        ENTRY = "entry", pgettext_lazy("choice", "entry")
        REBUY = "rebuy", pgettext_lazy("choice", "re-buy")
        ADDON = "addon", pgettext_lazy("choice", "add-on")
        COLLECTED = "collected", pgettext_lazy("choice", "paid into the cash box")
        AWARDED = "awarded", pgettext_lazy("choice", "prizes awarded")
        TAKEN_BACK = "taken_back", pgettext_lazy("choice", "withdrawn")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    pool = models.ForeignKey(PrizePool, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField(default=0)
    of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="taken_back_by")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    key = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_pool_act_a_key"),
            models.CheckConstraint(
                condition=(
                    Q(kind__in=["entry", "rebuy", "addon", "collected"], player__isnull=False, of=None)
                    | Q(kind="awarded", player=None, of=None)
                    | (Q(kind="taken_back", of__isnull=False) & ~Q(reason=""))
                ),
                name="pool_act_is_whole",
            ),
            models.CheckConstraint(condition=Q(amount__gte=0), name="pool_act_amount_in_bounds"),
        ]
