"""Whether the reader has lost more this month than they wanted to: on the first page and on their own."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import RequestContext
from django.utils import timezone

from scorekeeper.payouts.care.reads import Care, care_of

register = template.Library()


@register.simple_tag(takes_context=True)
def limits_passed(context: RequestContext) -> Sequence[Care]:
    """Those of their limits that the reader has passed. One statement for who has set none."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated:
        return []
    return [one for one in care_of(user, timezone.now(), only_set=True) if one.is_passed]
