"""Every page in the pseudo-language: no word of the program stands on it that could not be translated.

What is on the pages was written by people who read the pseudo-language too: so no sentence that the program put into a
row is in the language of whoever was there then.
"""

import random
import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import CharField, JSONField, TextField
from django.utils.translation import gettext

from scorekeeper.common.names import CLOSING, OPENING
from scorekeeper.languages.cities import known_zones
from scorekeeper.languages.names import NAMES as LANGUAGES
from scorekeeper.languages.spoken import VARIANTS
from tests.factories.forms import IDENTITY, special_pages
from tests.factories.world import Page, World, make_pages
from tests.languages.pseudo import CODE, outside, pseudo, spoken
from tests.worlds import laid

pytestmark = pytest.mark.django_db

WORD: Final = re.compile(r"[^\W\d_]{2,}")
SHORT: Final = re.compile(r"\b([^\W\d_a-z][^\W\d_]+)\.")  # a surname: as many letters as tell two apart
CODE_OF_A_TABLE: Final = re.compile(r"\b[A-Z0-9]{3,4}-[A-Z0-9]{3,4}\b")
SAME: Final = frozenset(  # names of games, of who gave a method theirs, of matches, and what is the same everywhere
    {"English", "Pseudo", "Scorekeeper", "Skat", "Truco", "Tonk", "Palace", "Poker", "Svoi", "Kozyri", "Buchholz"}
    | {"Sonneborn", "Berger", "Seeger", "Fabian", "Glicko", "Elo", "PDF", "CSV", "XLSX", "API", "QR", "UTC", "JSON"}
    | {"SVG", "TRF", "GF"}
)
NAMES: Final = frozenset(  # of examples, and in a file that is imported
    {"Anna", "Ben", "Carla", "Ann", "Bob", "Cy", "Dee", "Alice", "Jürgen", "Murat", "Name"}
)
PAGES_IN_THE_USUAL_RUN: Final = 40


def made_by_readers() -> tuple[World, list[Page]]:
    with spoken():
        world, pages = make_pages()
        return world, [*pages, *special_pages(world)]


def stored() -> Iterator[tuple[str, str]]:
    """("app.Model.column", what stands in a row of it), of all texts."""
    for model in apps.get_models():
        fields = [
            field for field in model._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)
        ]
        names = [field.name for field in fields]
        for row in model._base_manager.values_list(*names) if names else ():
            yield from ((f"{model._meta.label}.{name}", str(value)) for name, value in zip(names, row, strict=True))


def words_of_rows() -> set[str]:
    """Every word that somebody typed: names of people, clubs and tables, reasons, notes. A choice is none of them, nor
    is a sentence that is stored to be said in the language of whoever reads it."""
    found: set[str] = set()
    for model in apps.get_models():
        fields = [field for field in model._meta.concrete_fields if isinstance(field, CharField | TextField)]
        names = [field.name for field in fields if not field.choices]
        for row in model._base_manager.values_list(*names) if names else ():
            for value in row:
                found.update(WORD.findall(str(value)))
    return found


def untranslated(page: Page, allowed: set[str]) -> Iterator[str]:
    page.client.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    answer = page.client.get(page.address)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return
    html = answer.content.decode()
    if OPENING in html or CLOSING in html:
        yield "a name of the program as it is stored"
    for text in outside(html):
        words = set(WORD.findall(CODE_OF_A_TABLE.sub("", text))) - allowed
        if words - {short for short in SHORT.findall(text) if any(word.startswith(short) for word in allowed)}:
            yield text


def found_on(pages: list[Page]) -> dict[str, str]:
    """{text: an address where it stands}"""
    named = [*known_zones(), *LANGUAGES.values(), *(own for words in VARIANTS.values() for own in words.values())]
    allowed = words_of_rows() | SAME | NAMES | {word for name in named for word in WORD.findall(name)}
    with spoken():
        assert gettext("Sheet").startswith("⟦")
        return {text: IDENTITY.sub("*", page.address) for page in pages for text in untranslated(page, allowed)}


@pytest.mark.long
def test_every_page_can_be_translated() -> None:
    _world, pages = laid(made_by_readers)
    assert found_on(pages) == {}


def test_pages_can_be_translated() -> None:
    _world, pages = laid(made_by_readers)
    assert found_on(random.sample(pages, PAGES_IN_THE_USUAL_RUN)) == {}


def test_no_sentence_of_the_program_is_stored_in_the_language_of_a_reader() -> None:
    laid(made_by_readers)
    assert {place: text for place, text in stored() if "⟦" in text} == {}


def test_the_pseudo_language_keeps_what_a_sentence_has() -> None:
    assert pseudo("Hand {number} of <b>%(name)s</b>") == "⟦Háñd {number} óf <b>%(name)s</b>~~~⟧"
    assert pseudo(" and ") == " ⟦áñd~⟧ "


def test_what_stands_outside_of_the_marks_is_found() -> None:
    page = (
        '<html lang="x"><p>⟦A ⟦b⟧ c⟧ Anna<b title="Plain">⟦d⟧</b></p><i lang="de">Deutsch</i><script>no</script></html>'
    )

    assert outside(page) == ["Anna", "Plain"]
