"""The documentation: its links lead somewhere, and it names what the settings read."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    ROOT / "requirements" / "README.md",
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)[^)]*\)|<img src=\"([^\"]+)\"")
READ = re.compile(r"env\.\w+\(\s*\"(\w+)\"")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path):
    targets = [one or other for one, other in LINK.findall(page.read_text())]

    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_what_the_recipes_name_is_there():
    """Each path in the recipes; what stands in <> is any folder or file."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = {path for path in re.findall(r"`([\w./<>-]+/[\w./<>-]*)`", text) if not path.startswith(".venv")}

    missing = {path for path in named if not list(ROOT.glob(re.sub(r"<\w+>", "*", path).rstrip("/")))}

    assert len(named) >= 12
    assert missing == set()


def modules(top: str) -> Iterator[Path]:
    return (ROOT / top).glob("**/*.py" if top else "*.py")


def test_modules_that_are_named_are_there():
    """By their whole path or the end of it, on each page of ours."""
    ours = [f"/{path.relative_to(ROOT)}" for top in ("", "games", "scorekeeper", "tests") for path in modules(top)]
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("games/**/*.md")]
    named = [(page.name, name) for page in pages for name in re.findall(r"`([\w./]+\.py)`", page.read_text())]

    assert len(named) >= 100
    assert [(page, name) for page, name in named if not any(path.endswith(f"/{name}") for path in ours)] == []


def test_every_setting_of_a_server_is_described():
    files = [ROOT / "scorekeeper" / "settings" / f"{name}.py" for name in ("base", "production")]
    read = {name for file in files for name in READ.findall(file.read_text())}
    described = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE))

    assert read == described


@pytest.mark.parametrize("page", sorted(ROOT.glob("games/*/README.md")), ids=lambda page: page.parent.name)
def test_every_code_a_game_names_is_in_its_rules(page: Path):
    written = "\n".join(file.read_text() for file in sorted(ROOT.glob("games/**/*.py")))
    known = set(re.findall(r"\w+", written))

    assert [name for name in re.findall(r"`(\w+_\w+)`", page.read_text()) if name not in known] == []


@pytest.mark.parametrize("page", sorted(ROOT.glob("games/*/README.md")), ids=lambda page: page.parent.name)
def test_the_modules_of_a_game_are_those_its_page_names(page: Path):
    there = {file.name for file in page.parent.glob("*.py")} - {"__init__.py"}

    assert set(re.findall(r"`(\w+\.py)`", page.read_text())) == there


def test_compose_names_only_settings_there_are():
    named = set(
        re.findall(r"^ +((?:SCOREKEEPER|DATABASE|REDIS)_\w+):", (ROOT / "compose.yaml").read_text(), re.MULTILINE)
    )
    described = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE))

    assert named <= described
