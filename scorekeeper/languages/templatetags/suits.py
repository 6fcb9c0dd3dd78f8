"""Suits of cards as pictures: those of French cards, or of German ones where a club has Skat spoken so."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from scorekeeper.languages.choice import spoken
from scorekeeper.languages.spoken import GERMAN_SUITS

register = template.Library()
LETTERS: Final = {"clubs": "c", "spades": "s", "hearts": "h", "diamonds": "d"}
FRENCH: Final = "french"
GERMAN: Final = "german"
PICTURES: Final = {
    FRENCH: {"c": "c", "s": "s", "h": "h", "d": "d"},
    GERMAN: {"c": "acorn", "s": "leaf", "h": "h", "d": "bell"},
}
"""{cards: {the letter of a suit: its picture}}; German hearts are those of French cards."""


def cards_of(context: str) -> str:
    """Which cards are drawn where the words of this context, or of this game, are spoken."""
    return GERMAN if spoken.get().get(context) == GERMAN_SUITS else FRENCH


def _style(cards: str, letter: str) -> str:
    return f"suit {letter} german" if cards == GERMAN else f"suit {letter}"


def drawn_suits() -> dict[str, dict[str, dict[str, str]]]:
    """{cards: {the name of a suit: {its `picture` in the sprite, its `style`}}}, for scripts that draw suits."""
    return {
        cards: {name: {"picture": pictures[letter], "style": _style(cards, letter)} for name, letter in LETTERS.items()}
        for cards, pictures in PICTURES.items()
    }


@register.simple_tag
def suit(name: str) -> SafeString:
    """A suit, by its name or the letter of a card, as a shape with its name for screen readers, never as a character
    (those become emoji)."""
    from django.templatetags.static import static

    words = {
        "c": pgettext("suit", "clubs"),
        "s": pgettext("suit", "spades"),
        "h": pgettext("suit", "hearts"),
        "d": pgettext("suit", "diamonds"),
    }
    letter = LETTERS.get(name, name)
    cards = cards_of("suit")
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        _style(cards, letter),
        words[letter],
        static("img/sprite.svg"),
        PICTURES[cards][letter],
    )
