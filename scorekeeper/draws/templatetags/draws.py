"""What templates of draws say in words."""

from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.common.texts import isolated
from scorekeeper.draws.models import BasePlace
from scorekeeper.draws.selectors.why import ExplainedDraw
from scorekeeper.draws.words import Counted

register = template.Library()


@register.filter
def of(place: BasePlace, draw: ExplainedDraw) -> str:
    """Who has this place of a draw."""
    return isolated(draw.names[place.key])


@register.simple_tag
def counted(text: Counted, number: int, **values: Any) -> str:
    """A text of `TableWords` about so many tables."""
    return text.format(number=number, **values)


@register.simple_tag
def of_names(text: str | Promise, names: str) -> SafeString:
    """A text of `TableWords` about people."""
    return format_html(str(text), names=names)
