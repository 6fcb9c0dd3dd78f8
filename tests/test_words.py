"""The sentences that people read: short ones have a context, long ones are two, none is German in English words."""

import re
from collections.abc import Callable
from typing import Final

import pytest

from tests.words import Sentence, sentences

LONGEST: Final = 20  # words of one sentence
AT_LEAST: Final = 2  # semicolons of a list
SHORT: Final = 3  # words: with fewer a translator needs to know where they stand
GAMES: Final = ("skat", "truco", "tonk", "palace_poker", "svoi_kozyri")
MADE_UP: Final = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd]|<[^<>]*>")
AWKWARD: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:^|[.;:] )Who\b[^.?]*\.",  # "Who plays before that day keeps it.": anyone who
        r"\bWhom\b",
        # a button: "Make it so"
        r"^(?:Make|Give|Keep|Set|Put|Say|Leave|Plan|Look at|Do|Write|Hold|Bring|Open|Close|End|Send) it\b[^.]{0,12}$",
        r"\banew\b",
        r"\bbeforehand\b",
        r"\b(?:stands?|stood) (?:here|there)\b",
        r"\bis to be\b|\bare to be\b",
        r"\bput right\b",
        r"\bas is usual\b",
        r"\bcounts? no more\b|\bno more\.$",
        r"\b[Tt]he book\b",  # People
        r"\bwhat was said\b|\bsaid and\b",
    )
)
"""German order and words of a programmer; each was on a page once."""


def counted(text: str) -> list[str]:
    return [word for word in MADE_UP.sub(" X ", text).split() if re.search(r"\w", word)]


def needs_context(sentence: Sentence) -> bool:
    first = re.search(r"\w", MADE_UP.sub("0", sentence.text))
    is_lower = first is not None and first[0].islower()
    return not sentence.context and (is_lower or 0 < len(counted(sentence.text)) < SHORT)


def is_too_long(sentence: Sentence) -> bool:
    """A list of short parts may be longer: it is read part by part."""
    parts = re.split(r"(?<=[.!?])\s|\n\n", sentence.text)
    lists = [part for part in parts if part.count(";") >= AT_LEAST]
    return any(len(counted(part)) > LONGEST for part in parts if part not in lists)


def is_awkward(sentence: Sentence) -> bool:
    return any(pattern.search(sentence.text) for pattern in AWKWARD)


def is_outside_its_game(sentence: Sentence) -> bool:
    game = next((game for game in GAMES if f"/{game}/" in f"/{sentence.path}"), None)
    return game is not None and (sentence.context or "").split(":")[0] != game


@pytest.mark.parametrize("is_wrong", [needs_context, is_too_long, is_awkward, is_outside_its_game])
def test_every_sentence_can_be_read_and_translated(is_wrong: Callable[[Sentence], bool]) -> None:
    wrong = [sentence for sentence in sentences() if is_wrong(sentence)]
    assert [str(sentence) for sentence in wrong] == []


def test_the_checks_find_what_they_are_for() -> None:
    def sentence(text: str, context: str | None = None, path: str = "templates/games/skat/_entry.html") -> Sentence:
        return Sentence(text, context, path, 1)

    assert needs_context(sentence("Save"))
    assert needs_context(sentence("and of two others"))
    assert not needs_context(sentence("Save", "button"))
    assert is_too_long(sentence("word " * 21))
    assert not is_too_long(sentence("word " * 11 + "end. " + "word " * 12))
    assert is_too_long(sentence("word " * 11 + "end; " + "word " * 12))
    assert not is_too_long(sentence(3 * f"{'word ' * 8}end; "))
    assert is_awkward(sentence("Who plays here is known."))
    assert not is_awkward(sentence("Who dealt this hand?"))
    assert is_outside_its_game(sentence("Hand", "button"))
    assert not is_outside_its_game(sentence("Hand", "skat: a kind of game"))
