"""The locks in requirements/: exact, hashed, and without a word about where packages come from."""

import re
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


def asked_of(package: Distribution) -> list[Requirement]:
    """What a package needs where we run, without its extras."""
    needs = [Requirement(text) for text in package.requires or ()]
    return [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]


def test_lock_of_the_tests_is_whole():
    """It is installed as it stands, nothing is looked up besides: what its packages need has to be in it."""
    locked = {canonicalize_name(name) for name, _version in entries("dev.txt")}
    here = {canonicalize_name(package.name): package for package in distributions()}
    ours = {name: package for name, package in here.items() if name in locked}

    missing = [
        f"{name} needs {need}"
        for name, package in ours.items()
        for need in asked_of(package)
        if canonicalize_name(need.name) not in ours or ours[canonicalize_name(need.name)].version not in need.specifier
    ]

    assert len(ours) > 50
    assert missing == []
