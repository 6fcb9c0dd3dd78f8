"""What stands around the sentences is the language's own too: dates, full stops, capital letters, the key of a sentence
in a script."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.template.base import Lexer, Token, TokenType

from games import all_games
from scorekeeper.languages.collecting import ROOT, calls

TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.*"))
PROGRAMS: Final = [path for folder in ("games", "scorekeeper") for path in sorted((ROOT / folder).rglob("*.py"))]
STOP: Final = re.compile(r"(?:\s*</\w+>)*\s*[.](?=\s|<|$)")
NUMBER: Final = re.compile(r"(?:counter|number|rank|place|add:1)$")
"""A variable with the number of something: the stop after it makes it an ordinal, as on a list."""
DATE: Final = re.compile(r"""\|(?:date|time):(?P<mark>["'])(?P<format>[^"']+)(?P=mark)""")
FOR_MACHINES: Final = {"Y-m-d", "G", "i", "s"}
SAYS: Final = {"_", "gettext", "pgettext", "ngettext", "npgettext", "translated", "in_language"}


def tokens(source: str) -> Iterator[tuple[Token, Token]]:
    """Each token of a template outside of its sentences, with the one before it; comments are left out."""
    is_sentence, before = False, None
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.COMMENT:
            continue
        if token.token_type == TokenType.BLOCK and "blocktrans" in token.split_contents()[0]:
            is_sentence = not token.contents.startswith("end")
        elif before is not None and not is_sentence:
            yield before, token
        before = token


def stops_outside(source: str) -> list[int]:
    """The lines of full stops that are written after a tag or a value: a sentence has its own, and for what a template
    puts together there is the filter `stop`, which no blank stands before."""
    return [
        token.lineno
        for before, token in tokens(source)
        if (
            token.token_type == TokenType.TEXT
            and STOP.match(token.contents)
            and before.token_type != TokenType.TEXT
            and not (before.token_type == TokenType.VAR and NUMBER.search(before.contents))
        )
        or (
            token.token_type == TokenType.VAR
            and token.contents.endswith("|stop")
            and before.token_type == TokenType.TEXT
            and before.contents[-1].isspace()
        )
    ]


def dates_in_letters(source: str) -> list[str]:
    """Formats of dates that are written out: those of a language have a name or are a sentence."""
    found = [match["format"] for match in DATE.finditer(source)]
    return [form for form in found if not form.endswith("_FORMAT") and form not in FOR_MACHINES]


def faults_of_program(source: str) -> Iterator[str]:
    """Dates in letters, and translations that `capitalize` robs of their other capitals."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in {"date_format", "time_format"} and len(node.args) > 1:
            for part in ast.walk(node.args[1]):
                if isinstance(part, ast.Constant) and not str(part.value).endswith("_FORMAT") and not _is_said(node):
                    yield f"{node.lineno}: {part.value!r}"
        if name in {"capitalize", "title"} and isinstance(node.func, ast.Attribute) and _is_said(node.func.value):
            yield f"{node.lineno}: {name}"


def _is_said(within: ast.AST) -> bool:
    calls_within = (node.func for node in ast.walk(within) if isinstance(node, ast.Call))
    return any((func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")) in SAYS for func in calls_within)


@pytest.mark.parametrize("fault", [stops_outside, dates_in_letters])
def test_templates_leave_to_the_language_what_is_its_own(fault) -> None:
    found = {str(path.relative_to(ROOT)): fault(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {path: at for path, at in found.items() if at} == {}


def test_programs_leave_to_the_language_what_is_its_own() -> None:
    found = {
        str(path.relative_to(ROOT)): list(faults_of_program(path.read_text(encoding="utf-8"))) for path in PROGRAMS
    }
    assert {path: at for path, at in found.items() if at} == {}


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_sentence_of_a_script_has_one_context(game: str) -> None:
    """A phone looks a translation up by the English sentence alone."""
    contexts: dict[str, set[str | None]] = {}
    for call in calls():
        path = Path(call.place.path)
        if "static/js/games" in call.place.path and {path.stem, path.parent.name} & {game, "core"}:
            contexts.setdefault(call.text, set()).add(call.context)
    assert contexts
    assert {text: found for text, found in contexts.items() if len(found) > 1} == {}


def test_the_checks_find_what_they_are_for() -> None:
    assert stops_outside("{% for a in b %}{{ a }}{% endfor %}. {{ name }}</b>.\n{{ forloop.counter }}. x") == [1, 1]
    assert stops_outside("{% blocktranslate %}{{ a }}.{% endblocktranslate %}{{ a }}.5 {{ a }}{{ ''|stop }}") == []
    assert stops_outside("{% endfor %} {{ ''|stop }}\n{{ a }}\n{{ a|stop }}") == [1, 3]
    assert dates_in_letters('{{ day|date:"j.n." }} {{ day|date:"DATE_FORMAT" }} {{ day|date:"Y-m-d" }}') == ["j.n."]
    assert list(faults_of_program('date_format(day, "j.n." if short else "DATE_FORMAT")')) == ["1: 'j.n.'"]
    assert list(faults_of_program('date_format(day, pgettext("format", "j M"))')) == []
    assert list(faults_of_program("translated(kind).capitalize()\nword.capitalize()")) == ["1: capitalize"]
