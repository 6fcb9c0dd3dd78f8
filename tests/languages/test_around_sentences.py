"""What stands around the sentences is the language's own too: dates, full stops, capital letters, the key of a sentence
in a script."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.template.base import Lexer, Token, TokenType
from django.utils.formats import get_format
from django.utils.translation import override

from games import all_games
from scorekeeper.common.texts import NAMED_AFTER, in_sentence, rank_words, translated
from scorekeeper.languages.collecting import ROOT, calls
from scorekeeper.languages.names import OFFERED
from scorekeeper.standings.words import SHORT_TITLES, SPECIAL_TITLES
from scorekeeper.tournaments.matches.ties import TITLES

TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.*"))
PROGRAMS: Final = [path for folder in ("games", "scorekeeper") for path in sorted((ROOT / folder).rglob("*.py"))]
STOP: Final = re.compile(r"(?:\s*</\w+>)*\s*[.](?=\s|<|$)")
NUMBER: Final = re.compile(r"(?:counter|number|rank|place|add:1)$")
"""A variable with the number of something: the stop after it makes it an ordinal, as on a list."""
DATE: Final = re.compile(r"""\|(?:date|time):(?P<mark>["'])(?P<format>[^"']+)(?P=mark)""")
BY_HAND: Final = re.compile(
    r"""date:["'][A-Z_]*(?<!TIME_)FORMAT["'] *\}\},?\s*\{\{[^}]*\b(?:date|time):["']TIME_FORMAT"""
    r"""|[.]rank *\}\}?[.]|rank:[^}]*\}[.]|rank\}[.] \{"""
)
STOP_BY_HAND: Final = re.compile(
    r"""(?P<before>\w*) *(?<!["'`])(?:[+,:?]|=>) *(?P<mark>["'`])[.] ?(?P=mark)|\}[.] ?`|\}[.] \$\{|\[[.]\]"""
)
NUMBERS: Final = {"number", "most"}  # an ordinal on a card
FIELDS: Final = "startsWith("  # field names are told apart by their dots
FOR_MACHINES: Final = {"Y-m-d", "G", "i", "s"}
SAYS: Final = {"_", "gettext", "pgettext", "ngettext", "npgettext", "translated", "in_language"}


GERMAN_NOUNS: Final = {
    "Differenz", "Fortschritt", "Gegnerpunkte", "Karten", "Minuspunkte", "Partiendifferenz", "Punktdifferenz",
    "Punkte", "Punkteverlauf", "Saldo", "Siege", "Spiele", "Spielpunkte", "Summe", "Tentos", "Tonks", "Verluste",
}  # fmt: skip


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


def joined_by_hand(source: str) -> list[str]:
    """Days and times that are put together without the joint of the language, and ranks with a stop of their own."""
    return [match[0] for match in BY_HAND.finditer(source)]


def faults_of_program(source: str) -> Iterator[str]:
    """Dates in letters, full stops after a translation, and translations that `capitalize` robs of other capitals."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = zip(node.values, node.values[1:], strict=False)
            stops = (after for said, after in parts if _is_said(said) and isinstance(after, ast.Constant))
            yield from (f"{node.lineno}: {after.value}" for after in stops if re.match(r"[.](\s|$)", str(after.value)))
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in {"date_format", "time_format"} and len(node.args) > 1:
            for part in ast.walk(node.args[1]):
                if isinstance(part, ast.Constant) and not str(part.value).endswith("_FORMAT") and not _is_said(node):
                    yield f"{node.lineno}: {part.value!r}"
        if name in {"capitalize", "title"} and isinstance(node.func, ast.Attribute) and _is_said(node.func.value):
            yield f"{node.lineno}: {name}"


def stops_of_script(source: str) -> list[int]:
    """The lines of full stops that a script, or a paper, puts after a sentence by hand."""
    return [
        number
        for number, line in enumerate(source.splitlines(), 1)
        for match in STOP_BY_HAND.finditer(line)
        if FIELDS not in line and match["before"] not in NUMBERS
    ]


def titles_in_sentences(source: str) -> list[int]:
    """The lines at which a title is put into a sentence as it stands at the head of a column. One that is called
    `title` begins its sentence."""
    found = []
    for node in ast.walk(ast.parse(source)):
        name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.JoinedStr):
            parts: list[ast.AST] = [part for part in node.values[1:] if isinstance(part, ast.FormattedValue)]
        elif isinstance(node, ast.Call) and name in {"format", "join"}:
            parts = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg != "title")]
        else:
            continue
        found += [line for part in parts for line in _bare_titles(part)]
    return sorted(set(found))


def _bare_titles(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "in_sentence":
        return
    if isinstance(node, ast.Subscript):
        name = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
        if name.endswith(("TITLES", "measure_titles", "system_titles")):
            yield node.lineno
    for child in ast.iter_child_nodes(node):
        yield from _bare_titles(child)


def _is_said(within: ast.AST) -> bool:
    calls_within = (node.func for node in ast.walk(within) if isinstance(node, ast.Call))
    return any((func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")) in SAYS for func in calls_within)


@pytest.mark.parametrize("fault", [stops_outside, dates_in_letters, joined_by_hand])
def test_templates_leave_to_the_language_what_is_its_own(fault) -> None:
    found = {str(path.relative_to(ROOT)): fault(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {path: at for path, at in found.items() if at} == {}


def test_programs_leave_to_the_language_what_is_its_own() -> None:
    found = {
        str(path.relative_to(ROOT)): list(faults_of_program(path.read_text(encoding="utf-8"))) for path in PROGRAMS
    }
    assert {path: at for path, at in found.items() if at} == {}


def test_scripts_and_papers_leave_the_full_stop_to_the_language() -> None:
    drawn = [path for folder in ("games", "scorekeeper") for path in (ROOT / folder).rglob("*.*")]
    drawn = [path for path in drawn if path.suffix in {".js", ".typ"}]
    found = {str(path.relative_to(ROOT)): stops_of_script(path.read_text(encoding="utf-8")) for path in drawn}
    assert {".js", ".typ"} == {path.suffix for path in drawn}
    assert {path: at for path, at in found.items() if at} == {}


def test_programs_put_titles_into_sentences_as_they_are_written_there() -> None:
    found = {str(path.relative_to(ROOT)): titles_in_sentences(path.read_text(encoding="utf-8")) for path in PROGRAMS}
    assert {path: at for path, at in found.items() if at} == {}


@pytest.mark.parametrize("language", list(OFFERED))
def test_a_title_has_no_capital_inside_a_sentence_but_that_of_a_name_or_a_german_noun(language: str) -> None:
    with override(language):
        titles = [str(title) for named in (TITLES, SPECIAL_TITLES, SHORT_TITLES) for title in named.values()]
        for game in all_games().values():
            titles += [translated(title) for title in (*game.measure_titles.values(), *game.system_titles.values())]
        words = {in_sentence(title).replace(",", " ").split()[0] for title in titles}
    capitals = {word for word in words if word[0] != word[0].lower()}
    assert capitals - NAMED_AFTER == (GERMAN_NOUNS if language == "de" else set())


def test_programs_leave_the_mark_of_a_rank_to_the_language() -> None:
    found = {str(path.relative_to(ROOT)): joined_by_hand(path.read_text(encoding="utf-8")) for path in PROGRAMS}
    assert {path: at for path, at in found.items() if at} == {}


@pytest.mark.parametrize("language", list(OFFERED))
def test_a_comma_stands_between_day_and_time_in_every_language(language: str) -> None:
    with override(language):
        for whole, day in (("DATETIME_FORMAT", "DATE_FORMAT"), ("SHORT_DATETIME_FORMAT", "SHORT_DATE_FORMAT")):
            assert get_format(whole) == f"{get_format(day)}, {get_format('TIME_FORMAT')}"


def test_a_rank_has_the_mark_of_its_language() -> None:
    found = {}
    for language in OFFERED:
        with override(language):
            found[language] = rank_words(2)
    assert found == {"en": "2.", "de": "2.", "pt-br": "2º", "es": "2.º", "ru": "2.", "pa": "2.", "gu": "2."}


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
    assert stops_of_script('it.facts + "."\nsay(x), ". "]\nx ? "" : "."\n`${a}. ${b}`\nx.split(".")\n') == [1, 2, 3, 4]
    assert list(faults_of_program('date_format(day, "j.n." if short else "DATE_FORMAT")')) == ["1: 'j.n.'"]
    assert list(faults_of_program("f'{translated(title)}. {name}. {rank}'")) == ["1: . "]
    assert list(faults_of_program('date_format(day, pgettext("format", "j M"))')) == []
    assert len(joined_by_hand('{{ at|date:"SHORT_DATE_FORMAT" }} {{ at|date:"TIME_FORMAT" }} {{ side.rank }}.')) == 2
    assert len(joined_by_hand('f"{rank:>3}. {one.rank}." f"{rank}. {x}"')) == 3
    assert joined_by_hand('{{ at|date:"DATETIME_FORMAT" }} {{ at|date:"TIME_FORMAT" }} {rank} ') == []
    assert titles_in_sentences('text.format(keys=", ".join(str(TITLES[one]) for one in keys))') == [1]
    assert titles_in_sentences('f"{name}, {translated(game.system_titles[way])}"') == [1]
    assert titles_in_sentences("text.format(title=TITLES[one], keys=in_sentence(TITLES[one]))") == []
    assert list(faults_of_program("translated(kind).capitalize()\nword.capitalize()")) == ["1: capitalize"]
