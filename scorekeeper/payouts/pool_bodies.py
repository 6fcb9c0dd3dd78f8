"""The prizes of a season as the JSON door tells them."""

from typing import Any

from rest_framework import serializers

from scorekeeper.pairing.prize_groups import WINS
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.pool_requests import UNITS
from scorekeeper.payouts.selectors.discretion import Sight
from scorekeeper.payouts.selectors.pool_pages import is_hidden
from scorekeeper.payouts.selectors.pools import Given, PoolNow, is_taken_back, not_final, outlook, ranking_of
from scorekeeper.standings.models import Competition


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
