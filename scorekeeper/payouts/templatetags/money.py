"""What pages say of money: an entry in the words of the treasurer, and whether the reader has lost more this month
than they wanted to."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import RequestContext
from django.utils import timezone

from games.core.settling import InUnits
from scorekeeper.payouts import words
from scorekeeper.payouts.care.reads import Care, care_of

register = template.Library()


@register.filter
def rounded(units: int, unit: InUnits) -> str:
    """What somebody gains or gives by rounding: "gains 0.02 €"."""
    return words.rounded(units, unit)


@register.filter
def stands(units: int, unit: InUnits) -> str:
    """Where an account stands: "owes 12.00 €"."""
    return words.stands(units, unit)


@register.simple_tag(takes_context=True)
def limits_passed(context: RequestContext) -> Sequence[Care]:
    """Those of their limits that the reader has passed. One statement for who has set none."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated:
        return []
    return [care for care in care_of(user, timezone.now(), only_set=True) if care.is_passed]
