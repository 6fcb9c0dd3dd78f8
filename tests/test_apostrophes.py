"""Words for people have typographic apostrophes and quotation marks."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
STRAIGHT: Final = re.compile(r"\w'\w")
SAID: Final = re.compile(
    r"{%\s*translate\s+\"(?P<one>[^\"]*)\"|{%\s*blocktranslate\b[^%]*%}(?P<block>.*?){%\s*endblocktranslate", re.DOTALL
)
CALLS: Final = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext"}


def in_templates() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        for found in SAID.finditer(path.read_text()):
            yield path, found["one"] or found["block"] or ""


def in_code() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in CALLS:
                words = node.args[1:] if "pgettext" in name else node.args  # a context is for translators
                yield from ((path, word.value) for word in words if isinstance(word, ast.Constant) and word.value)


def test_no_words_for_people_have_straight_apostrophes():
    said = [*in_templates(), *in_code()]

    assert len(said) > 1000
    assert not [f"{path.relative_to(ROOT)}: {words}" for path, words in said if STRAIGHT.search(str(words))]
