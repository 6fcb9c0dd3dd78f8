"""What comes in at the JSON door to the prizes of a season."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop
from rest_framework import serializers

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.pairing.prize_groups import WINS
from scorekeeper.payouts.pool_models import MOST_PRICE, PrizePool
from scorekeeper.payouts.services.pools import (
    LONGEST_MARK,
    MOST_PLACES,
    MOST_ROWS,
    MOST_WEIGHT,
    GroupPrize,
    KeptOut,
    PoolWanted,
    SpecialPrize,
)

UNITS = "In the smallest unit."


class KeptRequest(Strict):
    """What is kept out of a pool."""

    cause = serializers.CharField(max_length=60)
    amount = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    per_mille = WholeNumberField(required=False, default=0, min_value=0, max_value=1000, help_text="Of what came in.")
    to = serializers.ChoiceField(choices=["club", "fees"], default="club")


class SpecialRequest(Strict):
    """A special prize."""

    cause = serializers.CharField(max_length=60)
    amount = WholeNumberField(min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    player = serializers.UUIDField(required=False, allow_null=True, help_text="Who has won it, once that is known.")


class PrizeGroupRequest(Strict):
    """A prize of a group: of those with a mark, or of those from one club (tournaments)."""

    name = serializers.CharField(max_length=60)
    mark = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_MARK)
    origin = serializers.CharField(required=False, default="", allow_blank=True, max_length=80)
    amount = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    per_mille = WholeNumberField(required=False, default=0, min_value=0, max_value=1000, help_text="Of the pool.")
    weights = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=MOST_WEIGHT),
        min_length=1,
        max_length=MOST_PLACES,
        required=False,
        default=[1],
        help_text="The shares of the places of the group, best first.",
    )
    wins = serializers.ChoiceField(
        choices=list(WINS),
        default=WINS[0],
        help_text="What those get who also have a prize of a place: that one (`main`), the `larger`, or `both`.",
    )


class PrizeMarkRequest(Strict):
    """Who has a mark for the prizes of groups."""

    name = serializers.CharField(max_length=LONGEST_MARK)
    players = serializers.ListField(
        child=serializers.UUIDField(), max_length=1000, help_text="All who have it; nobody else has it then."
    )


class PoolRequest(Strict):
    """A prize pool as it should be. What is not sent stays as it is, or as usual where there is no pool yet; a list
    that is sent is the whole list."""

    version = WholeNumberField(min_value=0, max_value=2**31 - 1, help_text="The one that was read; 0 for none.")
    entry_price = WholeNumberField(required=False, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    rebuy_price = WholeNumberField(required=False, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    addon_price = WholeNumberField(required=False, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    guarantee = WholeNumberField(required=False, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    round_to = WholeNumberField(required=False, min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    tie_unit = WholeNumberField(required=False, min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    one_each = serializers.BooleanField(
        required=False,
        help_text="Of those who come from one club only the best gets the prize of a place (tournaments).",
    )
    weights = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=MOST_WEIGHT),
        max_length=MOST_PLACES,
        required=False,
        help_text="The shares of the places, best first; empty for the usual ones.",
    )
    deductions = serializers.ListField(child=KeptRequest(), required=False, max_length=MOST_ROWS)
    specials = serializers.ListField(child=SpecialRequest(), required=False, max_length=MOST_ROWS)
    groups = serializers.ListField(child=PrizeGroupRequest(), required=False, max_length=MOST_ROWS)


class WinnerRequest(Strict):
    """Who has won one of the special prizes."""

    version = WholeNumberField(min_value=1, max_value=2**31 - 1, help_text="The one that was read.")
    number = WholeNumberField(min_value=0, max_value=MOST_ROWS - 1, help_text="Which of `specials`; the first is 0.")
    player = serializers.UUIDField(allow_null=True, help_text="null: nobody yet.")


class PoolActRequest(Strict):
    """Somebody pays into the pool, for the price it has now."""

    kind = serializers.ChoiceField(choices=["entry", "rebuy", "addon"])
    player = serializers.UUIDField()


class ShareRequest(Strict):
    """What somebody gets by a deal."""

    player = serializers.UUIDField()
    amount = WholeNumberField(min_value=0, max_value=10**15, help_text=UNITS)


class AwardRequest(Strict):
    """Without a deal the prizes are those of the official standings."""

    deal = serializers.ListField(child=ShareRequest(), required=False, allow_null=True, max_length=1000)


def wanted_of(sent: dict[str, Any], pool: PrizePool | None) -> PoolWanted:
    """The terms after what was sent of them."""
    said = dict(sent)
    if "deductions" in said:
        said["deductions"] = [KeptOut(**one) for one in said["deductions"]]
    if "specials" in said:
        said["specials"] = [SpecialPrize(one["cause"], one["amount"], one.get("player")) for one in said["specials"]]
    if "groups" in said:
        said["groups"] = [GroupPrize(**one) for one in said["groups"]]
    return replace(PoolWanted.of(pool), **said)


def deal_of(shares: list[dict[str, Any]] | None) -> dict[UUID, int] | None:
    """Who gets how much. Raises Refused: somebody has two shares."""
    if shares is None:
        return None
    deal = {one["player"]: one["amount"] for one in shares}
    if len(deal) < len(shares):
        raise Refused([Problem("named_twice", "deal", Text(gettext_noop("Name everybody once.")))])
    return deal
