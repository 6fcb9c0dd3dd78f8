"""What templates need to write figures and sentences as the sheet does."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.forms import BaseForm
from django.template import Context
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.common.navigation import Nav, navigation
from scorekeeper.common.texts import (
    POINTS,
    amount_figure,
    amount_words,
    isolated,
    rank_words,
    rules_title,
    stop_after,
    translated,
)
from scorekeeper.common.widgets import narrowed

register = template.Library()
register.filter("isolated", isolated)
register.filter("rules_title", rules_title)
register.filter("rank_words", rank_words)
SCORE = re.compile(r"\d+–\d+")


@register.filter
def figure(amount: int | None, unit: InUnits = POINTS) -> str | SafeString:
    """A number as the sheet writes it: red with a true minus below zero, nothing for None; of amounts in a unit
    with its decimals, and without its label, which stands above the column."""
    return "" if amount is None else _red(amount, amount_figure(amount, unit))


@register.filter
def change(amount: int | None, unit: InUnits = POINTS) -> str | SafeString:
    """A number that is a change: with its sign either way."""
    return f"+{figure(amount, unit)}" if amount is not None and amount > 0 else figure(amount, unit)


@register.filter
def amount(units: int, unit: InUnits) -> str | SafeString:
    """An amount that stands alone, with the label of its unit."""
    return _red(units, amount_words(units, unit))


@register.filter
def minus(amount: int, unit: InUnits = POINTS) -> str:
    """A figure in plain text, with a true minus: black on paper."""
    return amount_figure(amount, unit)


def _red(amount: int, written: str) -> str | SafeString:
    return format_html('<span class="minus">{}</span>', written) if amount < 0 else written


@register.filter
def machine_time(moment: datetime) -> str:
    """A moment as `datetime` of a `time` takes it, in the reader's zone: a page may write no microseconds there."""
    return localtime(moment).isoformat(timespec="seconds")


@register.filter
def say(text: Text | None, names: Mapping[int, str] | None = None) -> str:
    """A game's sentence in the reader's language, with the names of those who sit there."""
    return translated(text, names) if text else ""


@register.filter
def play(sentence: str) -> str:
    """What was played, of a sentence that says so before its last colon and the result after it."""
    before, _colon, after = sentence.rpartition(": ")
    return before or after


@register.filter
def at(values: Mapping[Any, Any] | None, key: Any) -> Any:
    """The value under a key, for mappings a template can't spell; nothing to see where there is none."""
    found = values.get(key) if values else None
    return "" if found is None else found


@register.filter
def in_fours(text: str) -> list[str]:
    """The text in groups of four, as somebody types it from one screen into another."""
    return [text[start : start + 4] for start in range(0, len(text), 4)]


@register.filter
def whole(text: str) -> SafeString:
    """The sentence with each score of it ("5–0") on one line."""
    found = SCORE.sub(r'<span class="whole">\g<0></span>', conditional_escape(text))
    return mark_safe(found)  # noqa: S308 escaped above; only spans were put in


@register.filter
def stop(text: str) -> str:
    """The full stop after a sentence, unless it ends with one, as names like "Wolfgang P." do; of an empty text that
    after what a template puts together, like a list of names.

    A filter and no tag: the tool that formats templates puts tags on lines of their own, and so a blank before them.
    """
    return stop_after(str(text))


@register.simple_tag
def icon(name: str, css: str = "i") -> SafeString:
    """A pictogram from the sprite; the word beside it says what it means."""
    from django.templatetags.static import static

    sprite = static("img/sprite.svg")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, sprite, name)


@register.simple_tag(takes_context=True)
def nav(context: Context) -> Nav:
    """The main navigation for this page's club and reader."""
    return navigation(context.get("request"), context.get("club"))


@register.simple_tag
def invalid(problem: object, ident: str, help_id: str = "") -> SafeString:
    """The attributes of a field that is written by hand: it is marked where there is a problem, and described by its
    help and by the sentence that `err` writes for the same id."""
    described = " ".join(filter(None, (help_id, f"{ident}-err" if problem else "")))
    marked = mark_safe('aria-invalid="true" ' if problem else "")  # noqa: S308 no data
    return format_html('{}aria-describedby="{}"', marked, described) if described else marked


@register.simple_tag
def invalid_group(problem: object, ident: str) -> SafeString:
    """The same for boxes of which one is chosen: of a plain group it can't be said that it is wrong."""
    return format_html('role="radiogroup" {}', invalid(problem, ident)) if problem else mark_safe("")


@register.simple_tag
def err(problem: object, ident: str) -> SafeString:
    """The sentence below the field of this id that says what to do, where there is a problem."""
    return format_html('<p class="err" id="{}-err">{}</p>', ident, problem) if problem else mark_safe("")


@register.simple_tag
def people_list() -> SafeString:
    """The attributes of a list of people that a page writes by hand: where they are many, typing narrows them."""
    return format_html_join(" ", '{}="{}"', narrowed().items())


@register.simple_tag
def form_problems(form: BaseForm) -> dict[str, Any]:
    """Everything wrong with a form; `show` where a list above it helps: several problems, or one without a field."""
    whole = [{"href": "", "label": "", "text": text} for text in form.non_field_errors()]
    fields = [
        {"href": "" if field.is_hidden else f"#{field.auto_id}", "label": field.label, "text": text}
        for field in form
        for text in field.errors
    ]
    return {"all": [*whole, *fields], "show": bool(whole) or len(fields) > 1}


@register.filter
def address_lines(address: str) -> SafeString:
    """An e-mail address that breaks after its @ and before its dots, not inside a word."""
    parts = re.split(r"(?<=@)|(?=\.)", str(address))
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in parts))
