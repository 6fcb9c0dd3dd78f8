"""What is asked about the prizes of a season, and how programs are shown them."""

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
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.pools.pages import is_hidden
from scorekeeper.payouts.pools.reads import Given, PoolNow, is_taken_back, not_final, outlook, ranking_of
from scorekeeper.payouts.pools.services import (
    LONGEST_MARK,
    MOST_PLACES,
    MOST_ROWS,
    MOST_WEIGHT,
    GroupPrize,
    KeptOut,
    PoolWanted,
    SpecialPrize,
)
from scorekeeper.standings.models import Competition

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


class PoolActBody(serializers.Serializer[Any]):
    """What was done to a pool."""

    id = serializers.UUIDField()
    kind = serializers.CharField(help_text="`entry`, `rebuy`, `addon`, `collected` (paid into the box) or `awarded`.")
    player = serializers.UUIDField(allow_null=True)
    amount = serializers.IntegerField(help_text=UNITS)
    at = serializers.DateTimeField()
    taken_back = serializers.BooleanField()


class PrizeBody(serializers.Serializer[Any]):
    """What somebody gets: `first` to `last` are the places they share, 0 where it is for none."""

    player = serializers.UUIDField(allow_null=True)
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    is_shared = serializers.BooleanField(help_text="Others get a part of what these places get together.")
    amount = serializers.IntegerField(help_text=UNITS)
    cause = serializers.CharField(allow_blank=True, help_text="Of a special prize, or one of a group.")
    members = serializers.IntegerField(
        help_text="How many of the group are ranked, of which `first` and `last` are the places; 0: it is of no group."
    )


class KeptBody(serializers.Serializer[Any]):
    """What is kept out of a pool."""

    cause = serializers.CharField()
    amount = serializers.IntegerField(help_text=UNITS)
    per_mille = serializers.IntegerField(help_text="Of what came in.")
    to = serializers.ChoiceField(choices=["club", "fees"])


class SpecialBody(serializers.Serializer[Any]):
    """A special prize."""

    cause = serializers.CharField()
    amount = serializers.IntegerField(help_text=UNITS)
    player = serializers.UUIDField(allow_null=True, help_text="Who has won it; null: nobody yet.")


class PrizeGroupBody(serializers.Serializer[Any]):
    """A prize of a group."""

    name = serializers.CharField()
    mark = serializers.CharField(allow_blank=True)
    origin = serializers.CharField(allow_blank=True)
    amount = serializers.IntegerField(help_text=UNITS)
    per_mille = serializers.IntegerField(help_text="Of the pool.")
    weights = serializers.ListField(child=serializers.IntegerField())
    wins = serializers.ChoiceField(choices=list(WINS))


class TermsBody(serializers.Serializer[Any]):
    """How a pool is shared out, as `prizes/terms` takes it."""

    version = serializers.IntegerField()
    entry_price = serializers.IntegerField(help_text=UNITS)
    rebuy_price = serializers.IntegerField(help_text=UNITS)
    addon_price = serializers.IntegerField(help_text=UNITS)
    guarantee = serializers.IntegerField(help_text=UNITS)
    round_to = serializers.IntegerField(help_text=UNITS)
    tie_unit = serializers.IntegerField(help_text=UNITS)
    one_each = serializers.BooleanField()
    weights = serializers.ListField(child=serializers.IntegerField(), help_text="Empty: the usual ones.")
    deductions = KeptBody(many=True)
    specials = SpecialBody(many=True)
    groups = PrizeGroupBody(many=True)


class PoolBody(serializers.Serializer[Any]):
    """The prize pool of a season."""

    version = serializers.IntegerField()
    unit = serializers.CharField()
    decimals = serializers.IntegerField()
    is_partly_hidden = serializers.BooleanField(
        help_text="Somebody who is part of it hides their amounts: sums are null, prizes and acts only your own."
    )
    terms = TermsBody(allow_null=True, help_text="null where it is partly hidden.")
    taken = serializers.IntegerField(allow_null=True, help_text="What came in.")
    kept = serializers.IntegerField(allow_null=True, help_text="What is kept out of it.")
    overlay = serializers.IntegerField(allow_null=True, help_text="What the club adds, so that the guarantee is met.")
    amount = serializers.IntegerField(allow_null=True, help_text="What there is to be won.")
    is_awarded = serializers.BooleanField()
    is_official = serializers.BooleanField(
        help_text="Whether the standings are; an award stays when they are opened again or change after it."
    )
    prizes = PrizeBody(many=True, help_text="As awarded, else as they would be now; empty while nothing can be said.")
    passed_over = serializers.ListField(
        child=serializers.UUIDField(), help_text="Players who get no prize of a place because their club has its one."
    )
    acts = PoolActBody(many=True)


def pool_body(season: Competition, sight: Sight) -> dict[str, Any]:
    """The pool as this reader sees it.

    Raises PrizePool.DoesNotExist (404)."""
    now = PoolNow(PrizePool.objects.get(competition=season))
    given = Given.from_json(now.award.detail) if now.award else _would_be(now, season)
    hidden = is_hidden(now, [given], sight)
    sums: dict[str, int | None] = {
        "taken": now.sums.taken,
        "kept": now.sums.deducted,
        "overlay": now.sums.overlay,
        "amount": now.sums.amount,
    }
    prizes, acts = _prizes(given) if given else [], now.acts
    passed_over = list(given.passed_over) if given else []
    if hidden:
        sums, acts = dict.fromkeys(sums), [act for act in acts if sight.is_mine(act.player)]
        prizes = [one for one in prizes if one["player"] in sight.mine]
        passed_over = [one for one in passed_over if one in sight.mine]
    return {
        "version": now.pool.version,
        "unit": now.pool.unit,
        "decimals": now.pool.decimals,
        "is_partly_hidden": hidden,
        "terms": None if hidden else _terms(now.pool),
        **sums,
        "is_awarded": now.award is not None,
        "is_official": not not_final(season),
        "prizes": prizes,
        "passed_over": passed_over,
        "acts": [act_body(act) for act in acts],
    }


def _terms(pool: PrizePool) -> dict[str, Any]:
    return {str(name): getattr(pool, str(name)) for name in TermsBody().fields}


def _would_be(now: PoolNow, season: Competition) -> Given | None:
    return outlook(now, ranking_of(season, now.entrants, official=False)).given


def _prizes(given: Given) -> list[dict[str, Any]]:
    places = [
        {
            "player": one.player,
            "first": one.first,
            "last": one.last,
            "is_shared": one.is_shared and not given.is_deal,
            "amount": one.amount,
            "cause": "",
            "members": 0,
        }
        for one in given.paid
    ]
    specials = [
        {
            "player": one.player,
            "first": one.first,
            "last": one.last,
            "is_shared": one.first < one.last,
            "amount": one.amount,
            "cause": one.cause,
            "members": one.members,
        }
        for one in given.specials
    ]
    return [*places, *specials]


def act_body(act: PoolAct) -> dict[str, Any]:
    """Something that was done to a pool."""
    return {
        "id": act.pk,
        "kind": act.kind,
        "player": act.player_id,
        "amount": act.amount,
        "at": act.at,
        "taken_back": is_taken_back(act),
    }
