"""What a machine may lack for some tests: where each is found, and the words and the command for its absence."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("rules", "app", "browser", "engine", "python")  # the last is the first two in one
PURE = (
    "tests/games",
    "tests/pairing",
    "tests/standings/test_ranking.py",
    "tests/standings/test_counting.py",
    "tests/standings/test_duel_keys.py",
    "tests/ratings/test_skill.py",
    "tests/tournaments/test_plans.py",
)
RUN_URL = "SCOREKEEPER_TEST_RUN_URL"  # the database of one run; SQLite where it is empty
# The first has the engine of the others and no window around it, which nobody sees here and which costs half the CPU.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True, slots=True)
class Need:
    """Something outside the packages that the tests marked `marker` need. `is_long`: only with `--long`."""

    marker: str
    what: str
    command: str
    is_long: bool = False


NEEDS = (
    Need(
        "postgresql",
        "the tests of the database again on PostgreSQL",
        "TEST_DATABASE_URL=postgres://USER:PASSWORD@HOST/NAME python3 manage.py test",
    ),
    Need(
        "redis",
        "what needs Redis (the queue and the shared cache)",
        "TEST_REDIS_URL=redis://HOST:6379/1 python3 manage.py test",
    ),
    Need(
        "journey",
        "the journeys in a real browser",
        "SCOREKEEPER_CHROMIUM=/path/to/chromium python3 manage.py test "
        "(or install Chromium, on Debian: sudo apt install chromium-headless-shell)",
    ),
    Need(
        "nu",
        "the Nu HTML checker on every page",
        "npm install --global vnu-jar, with Java (on Debian: sudo apt install default-jre-headless)",
        is_long=True,
    ),
    Need(
        "document_tools",
        "the API document by programs of others",
        "npm install --global @redocly/cli @stoplight/spectral-cli && pipx install openapi-python-client",
        is_long=True,
    ),
)


def chromium() -> str | None:
    """The browser of the journeys: the one that is named, else the first on the path."""
    named = os.environ.get("SCOREKEEPER_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else CHROMIUM_NAMES))
    return next((path for path in found if path), None)


def nu_checker() -> list[str] | None:
    """The command of the Nu HTML checker: the file `vnu.jar` that is named, else the program on the path."""
    named, java, program = os.environ.get("SCOREKEEPER_VNU"), shutil.which("java"), shutil.which("vnu")
    if named:
        return [java, "-jar", named] if java and Path(named).is_file() else None
    return [program] if program else None


def program(name: str) -> str:
    """A program of others on the path; empty where there is none."""
    return shutil.which(name) or ""


def client_generator() -> tuple[str, str]:
    """The program that makes clients from the API document, and the Python that it runs by, which has what such a
    client needs. Both empty where the program is missing."""
    if not (found := program("openapi-python-client")):
        return "", ""
    first_line = Path(found).read_text(encoding="utf-8").splitlines()[0]
    return found, first_line.removeprefix("#!").strip()


def part_of_file(path: Path) -> set[str]:
    """The parts that a file of tests has something for: the rules core, the app (both: python), a browser."""
    place = path.resolve().as_posix()
    if any(place.startswith((ROOT / pure).as_posix()) for pure in PURE):
        return {"rules", "python"}
    mark = {"browser"} if "mark.journey" in path.read_text(encoding="utf-8") else set()
    return {"app", "python"} | mark


def available(environ: Mapping[str, str] = os.environ) -> dict[str, bool]:
    """{marker: whether this machine has what its tests need}. A server that merely answers is not meant to be used."""
    return {
        "postgresql": bool(environ.get("TEST_DATABASE_URL")),
        "redis": bool(environ.get("TEST_REDIS_URL")),
        "journey": chromium() is not None,
        "nu": nu_checker() is not None,
        "document_tools": all(map(program, ("redocly", "spectral", "openapi-python-client"))),
    }


def must_run_all() -> bool:
    """On a build server nothing is left out silently."""
    return os.environ.get("CI") == "true"
