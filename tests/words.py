"""The sentences for people, collected from Python, templates and scripts as `makemessages` would, without gettext."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
SINGULARS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "gettext_noop": 0, "ngettext": 0, "ngettext_lazy": 0}
WITH_CONTEXT = {"pgettext": 1, "pgettext_lazy": 1, "pgettext_noop": 1, "npgettext": 1, "npgettext_lazy": 1}
CALL = re.compile(r"\b(_|n?p?gettext(?:_lazy|_noop)?)\(")
LITERAL = r"u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\""
QUOTED = re.compile(rf"\s*,?\s*((?:{LITERAL}|\s*\+?\s*)+)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as a translator gets it, and its place; a plural stands as a sentence of its own."""

    text: str
    context: str | None
    path: str
    line: int

    @property
    def area(self) -> str:
        """`scorekeeper/play`, `games/skat`, `templates/play`, `scorekeeper/static`: what is mended in one go."""
        parts = self.path.split("/")
        return "/".join(parts[: 3 if parts[1] == "games" else 2])

    def __str__(self) -> str:
        context = f" [{self.context}]" if self.context else ""
        return f"{self.path}:{self.line}: {self.text!r}{context}"


@cache
def sentences() -> tuple[Sentence, ...]:
    return tuple(
        sentence
        for pattern, read in (
            ("games/**/*.py", _of_python),
            ("scorekeeper/**/*.py", _of_python),
            ("templates/**/*.*", _of_template),
            ("scorekeeper/static/js/**/*.js", _of_script),
        )
        for path in sorted(ROOT.glob(pattern))
        for sentence in read(path)
    )


def _of_python(path: Path) -> Iterator[Sentence]:
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name not in SINGULARS and name not in WITH_CONTEXT:
            continue
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        yield from _found(name, [text for text in texts if isinstance(text, str)], place, node.lineno)


def _of_template(path: Path) -> Iterator[Sentence]:
    yield from _of_calls(templatize(path.read_text(encoding="utf-8")), path)


def _of_script(path: Path) -> Iterator[Sentence]:
    yield from _of_calls(path.read_text(encoding="utf-8"), path)


def _of_calls(source: str, path: Path) -> Iterator[Sentence]:
    place = path.relative_to(ROOT).as_posix()
    for call in CALL.finditer(source):
        texts, at = [], call.end()
        while (quoted := QUOTED.match(source, at)) and quoted[1].strip():
            texts.append("".join(_unquoted(piece) for piece in re.findall(LITERAL, quoted[1])))
            at = quoted.end()
        yield from _found(call[1], texts, place, source.count("\n", 0, call.start()) + 1)


def _unquoted(literal: str) -> str:
    return str(ast.literal_eval(literal.removeprefix("u")))


def _found(name: str, texts: list[str], place: str, line: int) -> Iterator[Sentence]:
    context = texts.pop(0) if name in WITH_CONTEXT and texts else None
    plural = name.startswith("n")
    for text in texts[: 2 if plural else 1]:
        yield Sentence(text, context, place, line)
