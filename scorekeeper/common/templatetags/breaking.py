"""Where long words may break."""

import re

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def address_lines(address: str) -> SafeString:
    """An e-mail address that breaks after its @ and before its dots, not inside a word."""
    parts = re.split(r"(?<=@)|(?=\.)", str(address))
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in parts))
