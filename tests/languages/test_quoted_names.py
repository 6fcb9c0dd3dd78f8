"""What a sentence quotes of the screen reads there as it is quoted: "open “You”, then “Devices”"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from scorekeeper.languages.catalogues import Catalogue, Translation, read
from scorekeeper.languages.collecting import Message, Place, messages_for
from scorekeeper.languages.names import OFFERED

QUOTED: Final = re.compile(r"[“\"]([^“”\"{}%<>]+)[”\"]")
QUOTED_THERE: Final = re.compile(r"[„“\"«”]([^„“”\"«»]+)[“”\"»]")
HEADS_OF_FILES: Final = "scorekeeper/transfer/plans/"
"""Its sentences quote columns of a file, which has several names for each."""


def unlike_the_screen(catalogue: Catalogue, messages: Iterable[Message]) -> Iterator[str]:
    """The translations that quote something of the screen by other words than those it has there. One that speaks
    without quotation marks is left alone."""
    messages = list(messages)
    on_screen: defaultdict[str, set[str]] = defaultdict(set)
    for message in messages:
        if translation := catalogue.translation(message):
            on_screen[message.text.strip()].update(form.strip().casefold() for form in translation.forms)
    for message in messages:
        translation = catalogue.translation(message)
        if translation is None or message.places[0].path.startswith(HEADS_OF_FILES):
            continue
        for name in QUOTED.findall(message.text):
            for form in translation.forms:
                quoted = [text.strip().casefold() for text in QUOTED_THERE.findall(form)]
                if name in on_screen and quoted and on_screen[name].isdisjoint(quoted):
                    yield f"“{name}” is {sorted(on_screen[name])} on the screen — {form}"


@pytest.mark.parametrize("language", [code for code in OFFERED if code != "en"])
def test_what_is_quoted_reads_like_that_on_the_screen(language: str) -> None:
    assert list(unlike_the_screen(read(language), messages_for(language))) == []


def test_another_word_than_that_of_the_screen_is_found() -> None:
    def message(text: str, path: str = "templates/play/table.html") -> Message:
        return Message(text, None, None, (Place(path, 1),))

    catalogue, name = Catalogue("de"), message("Devices")
    right, wrong = message("Open “Devices”."), message("See “Devices”.")
    of_file = message("There is no column “Devices”.", f"{HEADS_OF_FILES}people.py")
    catalogue.put(name, Translation(("Geräte",)))
    catalogue.put(right, Translation(("Öffnen Sie „Geräte“.",)))
    catalogue.put(wrong, Translation(("Siehe „Apparate“.",)))
    catalogue.put(of_file, Translation(("Die Spalte „Apparat“ fehlt.",)))

    found = list(unlike_the_screen(catalogue, [name, right, wrong, of_file]))
    assert found == ["“Devices” is ['geräte'] on the screen — Siehe „Apparate“."]
