"""The scripts as an installation serves them: under names with a hash of what is in them, and of what they import."""

import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

from scorekeeper.common.bundles import HashedFiles

STATIC: Final = Path(__file__).resolve().parent.parent / "scorekeeper" / "static"
IMPORTED: Final = re.compile(r"""(?:from\s+|import\s*\(?\s*)["'](\.{1,2}/[^"']+)["']""")


def imports() -> dict[Path, set[Path]]:
    """What each script imports, at once or later."""
    return {
        path: {(path.parent / found).resolve() for found in IMPORTED.findall(path.read_text(encoding="utf-8"))}
        for path in (STATIC / "js").rglob("*.js")
    }


def test_no_script_imports_itself_by_others():
    """The name of a script has the hash of its text, in which the names of those stand that it imports: of a circle
    none can be worked out, and `collectstatic` ends with an error."""
    order = list(TopologicalSorter(imports()).static_order())

    assert STATIC / "js" / "app.js" in order


MOVES: Final = re.compile(r"\.animate\b|requestAnimationFrame|startViewTransition|behavior: \"smooth\"")


def test_a_script_that_moves_something_asks_whether_that_is_wanted():
    moving = [path for path in (STATIC / "js").rglob("*.js") if MOVES.search(path.read_text(encoding="utf-8"))]

    assert moving
    assert [path.name for path in moving if "prefers-reduced-motion" not in path.read_text(encoding="utf-8")] == []


def test_static_files_are_collected_as_an_installation_does(tmp_path):
    storage, files = HashedFiles(location=str(tmp_path)), {}
    for path in (path for path in STATIC.rglob("*.*") if path.is_file()):
        name = path.relative_to(STATIC).as_posix()
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(path.read_bytes())
        files[name] = (storage, name)

    failed = {name: done for name, _hashed, done in storage.post_process(files) if isinstance(done, Exception)}

    assert not failed


KNOWS_LANGUAGES: Final = re.compile(
    r"\bIntl\.(?!DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone)|\.toLocale(?!LowerCase)"
)


def test_no_script_asks_the_browser_how_a_language_writes():
    """A browser has no data of some languages, as of Punjabi: it would write dates, lists and plurals in English."""
    assert KNOWS_LANGUAGES.search("new Intl.ListFormat(language); day.toLocaleDateString()")
    scripts = [path for path in (STATIC / "js").rglob("*.js") if "vendor" not in path.parts]

    assert [path.name for path in scripts if KNOWS_LANGUAGES.search(path.read_text(encoding="utf-8"))] == []
