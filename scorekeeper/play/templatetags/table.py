"""Boxes of a recording form."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.play.forms.entry import MINUS, Entry, signed

register = template.Library()


@register.simple_tag
def radio(entry: Entry, name: str, *value: Any) -> SafeString:
    """One of several; chosen and impossible as the entry says. The value may be given in parts."""
    return _box("radio", entry, name, "".join(str(part) for part in value))


@register.simple_tag
def tick(entry: Entry, name: str, value: str = "true") -> SafeString:
    """Yes or nothing."""
    return _box("checkbox", entry, name, value)


@register.simple_tag
def problem(entry: Entry, *fields: str) -> SafeString:
    """The line under a group for what is wrong with its fields."""
    text = next((entry.problems[field] for field in fields if field in entry.problems), "")
    return format_html('<p class="err" data-err="{}"{}>{}</p>', " ".join(fields), "" if text else _HIDDEN, text)


@register.filter
def typed(entry: Entry, name: str) -> str:
    """What stands in a field."""
    return entry.fields.get(name, "")


@register.filter
def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


_HIDDEN = SafeString(" hidden")


def _box(kind: str, entry: Entry, name: str, value: str) -> SafeString:
    chosen = SafeString(" checked") if entry.has(name, value) else ""
    reason = entry.why_not(name, value)
    why = format_html(' aria-disabled="true" data-why="{}"', reason) if reason and not chosen else ""
    return format_html('<input type="{}" name="{}" value="{}"{}{}>', kind, name, value, chosen, why)


@register.filter
def place(seats: Sequence[int], seat: int) -> int:
    """Which of them it is, from 0."""
    return list(seats).index(seat)


@register.filter
def nth(values: Sequence[int], place: int) -> int:
    """The one at this place, from 0."""
    return values[place]


@register.simple_tag
def typed_at(entry: Entry, name: str, nth: int) -> str:
    """What stands in one field of a row."""
    return entry.fields.get(f"{name}.{nth}", "")


@register.filter
def weight(amount: int) -> str:
    """A factor as it is written after the times sign."""
    return f"({MINUS}{-amount})" if amount < 0 else str(amount)


@register.simple_tag
def rule(rules: Mapping[str, str], name: str, value: str, kind: str = "radio") -> SafeString:
    """One choice of a house rule."""
    chosen = SafeString(" checked") if rules.get(name) == value else ""
    return format_html('<input type="{}" name="rules.{}" value="{}"{}>', kind, name, value, chosen)


@register.filter(name="json")
def as_json(fields: Mapping[str, str]) -> str:
    """For an attribute that a script reads; escaped like any text."""
    return json.dumps(dict(fields))


@register.filter
def minus(amount: int) -> str:
    """A figure in plain text, with a true minus: black on paper."""
    return signed(amount)


@register.filter
def money(amount: int) -> str:
    """Minor units with two decimals; no currency, a true minus."""
    written = f"{abs(amount) // 100}.{abs(amount) % 100:02}"
    return f"{MINUS}{written}" if amount < 0 else written
