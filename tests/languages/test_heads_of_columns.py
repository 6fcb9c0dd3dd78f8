"""A head of a column begins with a capital, on a page, on paper and in a file, in every language that has them. What
stands below the head of several columns goes on with it: "Matadors: with, w/o" of an empty list."""

import ast
import calendar
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import to_locale

from scorekeeper.languages.catalogues import read
from scorekeeper.languages.collecting import PLAIN, ROOT, WITH_CONTEXT, messages_for

MADE = "Column"


def heads_in(source: str) -> Iterator[tuple[str, str]]:
    """(context, text) of what is marked as the head of a column, or stands in one."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if _name(node) == MADE:
            for asked in (*node.args[:2], *(word.value for word in node.keywords if word.arg == "head")):
                yield from (found for part in ast.walk(asked) for found in _marked(part))
        else:
            yield from (found for found in _marked(node) if found[0].partition(":")[0] == "column")


def _marked(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Call) and _name(node) in PLAIN | WITH_CONTEXT:
        texts = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        with_context = _name(node) in WITH_CONTEXT
        if len(texts) > with_context:
            yield (texts[0] if with_context else "", texts[with_context])


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def heads() -> list[tuple[str, str, str]]:
    """(path, context, text)"""
    paths = [path for folder in ("scorekeeper", "games") for path in sorted((ROOT / folder).rglob("*.py"))]
    return [
        (str(path.relative_to(ROOT)), context, text)
        for path in paths
        if "migrations" not in path.parts
        for context, text in heads_in(path.read_text())
    ]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_head_of_a_column_begins_with_a_capital(language):
    folder = Path(settings.LOCALE_PATHS[0])
    words = gettext.translation("django", folder, [to_locale(language)], fallback=True)
    said = {
        (path, text): words.pgettext(context, text) if context else words.gettext(text)
        for path, context, text in heads()
    }

    assert len(said) > 200
    assert {place: head for place, head in said.items() if head[:1].islower()} == {}


PROPER = {"abbrev. month", "alt. month"}  # contexts of names that English alone writes with a capital
DAY_OR_MONTH = set(calendar.month_name) | set(calendar.day_name) | set(calendar.day_abbr)


@pytest.mark.parametrize("language", ["de", "pt-br", "es", "ru"])  # the others have no capitals
def test_what_begins_with_a_capital_in_english_does_so_everywhere(language):
    """But names of days and months, and of scripts: "Cyrillic" stands within a sentence."""
    catalogue = read(language)
    asked = [
        message
        for message in messages_for(language)
        if message.text[:1].isupper() and not message.text.startswith("Cyrillic ")
        if message.context not in PROPER and message.text not in DAY_OR_MONTH
    ]
    found = {
        (message.context, message.text): form
        for message, given in ((message, catalogue.translation(message)) for message in asked)
        for form in (given.forms if given else ())
        if form[:1].islower()
    }

    assert len(asked) > 1000
    assert found == {}


MOST_ON_SCREENS = 36  # letters that stand in one line of the screen of a room


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_head_of_the_standing_keeps_to_one_line_of_the_screen(language):
    """Ten players stand below it. A second line pushes the last ones, and the next round, out of sight."""
    words = gettext.translation("django", Path(settings.LOCALE_PATHS[0]), [to_locale(language)], fallback=True)
    heads_there = {
        number: words.ngettext("Standing after %(number)s round", "Standing after %(number)s rounds", number)
        % {"number": number}
        for number in (1, 2, 12)
    }
    official = words.pgettext("heading", "official")

    assert {n: head for n, head in heads_there.items() if len(f"{head}{official}") > MOST_ON_SCREENS} == {}


ALONE = re.compile("[А-Яа-яЁё] [а-яё]{2,14}")


def test_no_short_text_of_russian_leaves_a_letter_alone_at_the_end_of_a_line():
    """A preposition of one letter stays with its noun, in a narrow column and in a small box."""
    words = gettext.translation("django", Path(settings.LOCALE_PATHS[0]), ["ru"])
    said = words._catalog.values()  # type: ignore[attr-defined]

    assert any(text.startswith("К\N{NO-BREAK SPACE}") for text in said)
    assert [text for text in said if ALONE.fullmatch(text)] == []


MOST_IN_BALANCES = 10  # letters of a quarter of a narrow page


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_heads_of_the_balances_break_in_no_word(language):
    """Their columns have a width of their own, whatever stands in them."""
    words = gettext.translation("django", Path(settings.LOCALE_PATHS[0]), [to_locale(language)], fallback=True)
    heads_there = [words.pgettext("column", head) for head in ("Owes", "Is owed")]

    assert {head: part for head in heads_there for part in head.split(" ") if len(part) > MOST_IN_BALANCES} == {}


@pytest.mark.parametrize("language", ["de", "pt-br", "es", "ru"])
def test_a_unit_stays_with_its_preposition(language):
    """The euro would stand alone in the second line of a narrow head."""
    words = gettext.translation("django", Path(settings.LOCALE_PATHS[0]), [to_locale(language)])

    assert " " not in words.pgettext("note", "in {unit}")
