"""The locks in requirements/: exact, hashed, and without a word about where packages come from."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
PINNED = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==([^ \\;]+)(?: ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$",
    re.MULTILINE,
)


def entries(name: str) -> set[tuple[str, str]]:
    """(package, version) of a lock; a package has several where Python's versions get different ones."""
    return {(package.lower(), version) for package, version, _hashes in PINNED.findall((FOLDER / name).read_text())}


def wanted(name: str) -> set[str]:
    """The packages an .in file asks for itself."""
    lines = (FOLDER / name).read_text().splitlines()
    names = (re.match(r"[A-Za-z0-9._-]+", line) for line in lines if not line.startswith(("#", "-")))
    return {name.group().lower().replace("_", "-") for name in names if name}


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_lock_names_no_index(name):
    text = (FOLDER / name).read_text()

    assert not re.search(r"https?:|file:|--(extra-)?index-url|--find-links|--trusted-host", text)


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_every_package_of_a_lock_is_pinned_and_hashed(name):
    text = (FOLDER / name).read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]

    assert len(lines) == len(entries(name)) > 0


@pytest.mark.parametrize("name", ["base", "dev"])
def test_lock_has_everything_that_is_asked_for(name):
    assert wanted(f"{name}.in") <= {package for package, _version in entries(f"{name}.txt")}


def test_lock_of_the_tests_has_the_app_in_it():
    assert entries("base.txt") <= entries("dev.txt")
