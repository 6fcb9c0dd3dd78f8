"""Whether a code that is mailed will arrive."""

from django import template

from scorekeeper.outbox.services import trouble

register = template.Library()


@register.simple_tag
def mail_is_stuck() -> bool:
    """Whether no mail can be sent just now."""
    return bool(trouble())
