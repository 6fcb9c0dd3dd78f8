"""Times of a clock as people read them."""

from django import template

register = template.Library()

HOUR, MINUTE = 3600, 60


@register.filter
def clock_time(seconds: int) -> str:
    """23:40, with hours from the first on; over time a plus before what it is over."""
    hours, rest = divmod(abs(seconds), HOUR)
    minutes, single = divmod(rest, MINUTE)
    shown = f"{hours}:{minutes:02}:{single:02}" if hours else f"{minutes}:{single:02}"
    return f"+{shown}" if seconds < 0 else shown
