"""Pictures on pages."""

from django import template

register = template.Library()


@register.filter
def tenths(millimetres: float) -> str:
    """Tenths of mm, as a picture of a page counts."""
    return f"{millimetres * 10:.1f}".removesuffix(".0")
