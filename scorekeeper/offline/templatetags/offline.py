"""What pages hand to the scripts that keep hands without a connection."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorekeeper.languages.spoken import language_key
from scorekeeper.offline.views import ports, sentences_in
from scorekeeper.offline.words import bar_words

register = template.Library()


@register.simple_tag
def kept_words() -> SafeString:
    """The words of the bar."""
    return json_script(bar_words(), "page-words")


@register.simple_tag
def written_in() -> str:
    """What this page is written in: a phone that keeps its table in other words asks for it anew."""
    return language_key()


@register.simple_tag
def game_ports() -> SafeString:
    """Where the scoring of each game for the browser is, and where what it says in the language of the page."""
    sentences = sentences_in(get_language() or "en")
    return json_script(ports(), "page-ports") + (
        json_script(sentences, "page-sentences") if sentences else SafeString()
    )
