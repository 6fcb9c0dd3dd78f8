"""What a translation has to keep of the English sentence: its placeholders, its markup, and typographic marks."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.languages.collecting import Message
from scorekeeper.languages.plurals import plurals_of

PERCENT: Final = re.compile(r"%(?:\(\w+\))?[-+#0]*\d*(?:\.\d+)?[a-zA-Z%]")
TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>|&#?\w+;")
STRAIGHT: Final = {
    "'": "an apostrophe is ’, a quotation has the marks of the language",
    '"': "a quotation has the marks of the language",
}


def faults_of(message: Message, forms: Sequence[str], language: str) -> Iterator[str]:
    """What is wrong with the translation of a sentence, in words for whoever wrote it; nothing where it may stand."""
    numbers = plurals_of(language).numbers if message.plural is not None else ((),)
    if len(forms) != len(numbers):
        yield f"{len(numbers)} forms are needed, {len(forms)} are given"
        return
    for form, counted in zip(forms, numbers, strict=True):
        if not form.strip():
            yield "the text is empty"
            continue
        originals = [message.text if message.plural is None else message.plural]
        if counted == (1,):
            originals.append(message.text)  # "one player" needs no figure
        yield from _differences(originals, form)


def _differences(originals: Sequence[str], form: str) -> Iterator[str]:
    for kind, found_in in (("placeholders", _placeholders), ("markup", _tags)):
        expected, found = [found_in(original) for original in originals], found_in(form)
        if found not in expected:
            yield f"{kind}: {_listed(expected[0])} expected, {_listed(found)} found"
    if _margins(form) != _margins(originals[0]):
        yield "spaces or line breaks at the beginning or the end differ"
    bare = TAG.sub("", form)
    for mark, reason in STRAIGHT.items():
        if mark in bare and mark not in TAG.sub("", originals[0]):
            yield f"a straight {mark}: {reason}"
    if unicodedata.normalize("NFC", form) != form:
        yield "letters and accents are apart: write it in the normal form NFC"
    if any(unicodedata.category(letter) == "Cc" and letter not in originals[0] for letter in form):
        yield "a control character"


def _placeholders(text: str) -> Counter[str]:
    found = Counter(PERCENT.findall(text))
    try:
        fields = [part for part in string.Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        return found + Counter([f"braces ({error})"])
    return found + Counter(f"{{{name}!{conversion or ''}:{spec or ''}}}" for _, name, spec, conversion in fields)


def _tags(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


def _listed(counted: Counter[str]) -> str:
    return " ".join(sorted(item.replace("!:}", "}") for item in counted.elements())) or "none"


def _margins(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def has_words(text: str) -> bool:
    """Whether anything is left to translate beside placeholders, markup and marks."""
    rest = PERCENT.sub("", TAG.sub("", re.sub(r"\{[^{}]*\}", "", text)))
    return any(letter.isalpha() for letter in rest)
