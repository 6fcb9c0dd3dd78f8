"""The ports say what the games say: every text to be translated is one of the game's own, letter by letter, and in the
same context.

The words of a quick entry (`screen.js`) are those of the pages, and are looked at where the entry is drawn.
"""

import re
from pathlib import Path

import pytest

from games import all_games
from tests.agreement.conftest import SCRIPTS
from tests.words import ROOT, sentences

MARKED = re.compile(r"\b(?:gettext_noop|pgettext)\((?!message\))")
PORTED = sorted(name for name in all_games() if (SCRIPTS / f"{name}.js").is_file())


def parts(name: str) -> list[Path]:
    return [SCRIPTS / f"{name}.js", *sorted((SCRIPTS / name).glob("*.js"))]


def marked(*paths: str) -> set[tuple[str | None, str]]:
    """The sentences of these files and folders, each with its context."""
    return {(sentence.context, sentence.text) for sentence in sentences() if sentence.path.startswith(paths)}


OF_PAGES = {"screen.js", "board.js"}  # their words are those of the templates of a table


@pytest.mark.parametrize("name", PORTED)
def test_texts_are_those_of_the_game(name):
    scripts = [str(part.relative_to(ROOT)) for part in parts(name) if part.name not in OF_PAGES]
    texts = marked(*scripts)

    assert texts
    assert texts - marked(f"games/{name}/", "games/core/") == set()


@pytest.mark.parametrize("name", PORTED)
def test_the_words_of_a_quick_entry_are_those_of_the_page(name):
    """With a connection and without one a box is called alike, in every language: it has one text and one context."""
    entries = [path for path in (ROOT / "templates/games" / name).glob("*.html") if "<input" in path.read_text()]
    on_page = {(context, filled(text)) for context, text in marked(*(str(path.relative_to(ROOT)) for path in entries))}
    texts = {text for _context, text in on_page}
    drawn = marked(*(str(part.relative_to(ROOT)) for part in parts(name) if part.name in OF_PAGES))
    shared = {(context, filled(text)) for context, text in drawn if filled(text) in texts}

    assert shared
    assert shared - on_page == set()


def filled(text: str) -> str:
    """A text of a template, with its places as a script writes them."""
    return re.sub(r"%\((\w+)\)s", r"{\1}", text)


def test_texts_of_the_core_are_those_of_the_core():
    texts = marked("scorekeeper/static/js/games/core.js")

    assert texts
    assert texts - marked("games/core/") == set()


@pytest.mark.parametrize("name", [*PORTED, "core"])
def test_every_text_is_written_out_where_it_is_marked(name):
    """Whoever collects the messages reads strings, and nothing that is made at run time."""
    for part in parts(name):
        place = str(part.relative_to(ROOT))
        assert len(MARKED.findall(part.read_text())) == sum(sentence.path == place for sentence in sentences()), part
