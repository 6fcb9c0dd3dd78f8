"""`python3 manage.py test --changed`: the tests that the changes since its last run touch.

For Python, testmon keeps what each test reached and chooses by that; the first run therefore runs everything. What
Python does not import (templates, styles, scripts, vectors, documents) chooses tests by `MAP`; a file that stands in
no row chooses everything. Tests that ask a server from outside (journeys, faults) reach no Python that testmon sees:
only `MAP` chooses them, so a change to Python alone leaves the journeys out and says so.
"""

import hashlib
import json
import re
import sqlite3
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from tests import costs
from tests.tools import available

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "changed"
REACHED, FILES, COSTS = KEPT / "testmondata", KEPT / "files.json", KEPT / "costs.json"
NOTHING_CHOSEN = 5  # pytest's exit code

JOURNEYS = "tests/journeys"
GAMES = "(palace_poker|skat|svoi_kozyri|tonk|truco)"
SIGN_IN = ("test_second_factor.py", "test_stolen_session.py")
SKAT = ("test_list_of_three.py", "test_list_of_four.py", "test_states.py")
JOURNEYS_OF = {  # what of the journeys shows an app
    "clubs": ("test_newcomer.py", "test_people.py"),
    "leagues": ("test_evening.py", "test_mixed_evening.py", "test_teams.py"),
    "payouts": ("test_money.py", "test_bank.py", "test_box.py", "test_prizes.py"),
    "people": ("test_people.py",),
    "play": ("test_guest_table.py", "test_two_phones.py", "test_print.py"),
    "profiles": ("test_players.py",),
    "sharing": ("test_sharing.py", "test_strangers.py"),
    "tournaments": ("test_round.py", "test_round_results.py", "test_tournament_desk.py", "test_tournament_views.py"),
    "spreadsheets": ("test_imports.py",),
    "transfer": ("test_imports.py",),
}
EVERYTHING = None
# (pattern of the whole path, tests). In tests {0} is what the first group of the pattern matched. The first row counts.
MAP: tuple[tuple[str, tuple[str, ...] | None], ...] = (
    # Python that runs in processes of its own, or before testmon looks.
    (
        r"scorekeeper/(.*/migrations/|settings/).*\.py|scorekeeper/.*/(guards|append_only)\.py|pyproject\.toml",
        EVERYTHING,
    ),
    (r"scorekeeper/(wsgi|celery|bootstrap)\.py|manage\.py", ("tests/faults", "tests/demo", "tests/test_bootstrap.py")),
    (
        r"scorekeeper/common/(press\.py|papers/.*\.typ)",
        ("tests/common", "tests/tournaments", "tests/play/test_files.py"),
    ),
    (r"scorekeeper/leagues/report/card\.typ", ("tests/leagues/test_card.py",)),
    (r"scorekeeper/yearbook/booklet\.typ", ("tests/yearbook",)),
    (r"scorekeeper/tournaments/drawings/.*\.typ", ("tests/common/test_typesetting.py", "tests/tournaments")),
    (r".*\.py", ()),  # testmon chooses
    (r"templates/[^/]*\.html|templates/(components|django|rules)/.*", EVERYTHING),  # pieces of every page
    (r"templates/games/skat/.*", ("tests/play", *(f"{JOURNEYS}/{name}" for name in SKAT))),
    (rf"templates/games/{GAMES}/.*", ("tests/play", f"{JOURNEYS}/test_{{0}}.py", f"{JOURNEYS}/test_states.py")),
    (r"templates/games/.*", ("tests/play", JOURNEYS)),
    *(
        (rf"templates/{app}/.*", (f"tests/{app}", *(f"{JOURNEYS}/{name}" for name in names)))
        for app, names in JOURNEYS_OF.items()
    ),
    (r"templates/(accounts|archive|desk|jobs|notices|offline|privacy|standings|yearbook)/.*", ("tests/{0}", JOURNEYS)),
    (r"templates/draws/.*", ("tests/leagues", "tests/tournaments", JOURNEYS)),
    (
        r"templates/(account|allauth|mfa|usersessions)/.*",
        ("tests/accounts", f"{JOURNEYS}/test_newcomer.py", *(f"{JOURNEYS}/{name}" for name in SIGN_IN)),
    ),
    (r"scorekeeper/static/js/passkeys\.js", (f"{JOURNEYS}/test_second_factor.py",)),
    (r"templates/api/.*", ("tests/api", f"{JOURNEYS}/test_kept.py")),
    (r"scorekeeper/static/js/games/skat(/.*|\.js)", ("tests/agreement", *(f"{JOURNEYS}/{name}" for name in SKAT))),
    (rf"scorekeeper/static/js/games/{GAMES}(/.*|\.js)", ("tests/agreement", f"{JOURNEYS}/test_{{0}}.py")),
    (r"scorekeeper/static/(js|css)/.*", (JOURNEYS, "tests/agreement", "tests/offline", "tests/common")),
    (r"scorekeeper/static/(img|vendor)/.*", ("tests/common", f"{JOURNEYS}/test_looking.py")),
    (r"scorekeeper/static/examples/.*", ("tests/spreadsheets", "tests/transfer")),
    (rf"tests/games/{GAMES}/vectors\.json", ("tests/games/{0}", "tests/agreement")),
    (r"tests/pairing/vectors\.json", ("tests/pairing",)),
    (rf"{JOURNEYS}/geometry\.js", (f"{JOURNEYS}/test_layout.py", f"{JOURNEYS}/test_recording_screens.py")),
    (r"tests/(budget|dear)\.json", ("tests/test_run.py", "tests/test_costs.py")),
    (r"scorekeeper/common/api_examples\.json", ("tests/api",)),
    (r"scorekeeper/languages/(cities|zones)\.json", ("tests/languages", "tests/clubs")),
    (r"scorekeeper/locale/.*", ("tests/languages", "tests/test_words.py")),
    (r"tests/api/recorded\.json\.gz", ("tests/api/test_replayed.py",)),
    (r"tests/transfer/.*\.csv", ("tests/transfer",)),
    (r"docs/schema\.yml", ("tests/api", "tests/test_docs.py")),
    (r"docs/archive\.schema\.json", ("tests/archive",)),
    (r".*\.md|docs/img/.*|LICENSE", ("tests/test_docs.py",)),
    (r"Containerfile|compose\.yaml|deploy/.*", ("tests/test_deploy.py", "tests/test_docs.py")),
    (r"requirements/.*", ("tests/test_locks.py", "tests/test_bootstrap.py")),  # the rest is testmon's: packages
    (
        r"\.ci/.*|\.pre-commit-config\.yaml|\.gitignore|\..*ignore",
        (),
    ),  # no test reads them
)


def run(options: Sequence[str]) -> int:
    """The worst exit code; prints how many tests it left out."""
    from tests.run import cores, pytest, say_what_is_missing

    there = hashes(files())
    touched = changes(json.loads(FILES.read_text()) if FILES.exists() else {}, there)
    places = chosen(touched) if FILES.exists() and REACHED.exists() else None
    KEPT.mkdir(parents=True, exist_ok=True)
    if places is None:
        REACHED.unlink(missing_ok=True)
        print("Everything is run, and what each test reaches is written down." if not FILES.exists() else _why(touched))
    spread = ["-n", str(cores()), "--dist", "worksteal", f"--costs={COSTS}", *options]
    more = {"TESTMON_DATAFILE": str(REACHED)}
    codes = [pytest(["--testmon", "--part", "python", *spread], more)]
    ran = set(costs.Costs.read(COSTS).tests)
    if places is None:
        places = [JOURNEYS]
    if places:
        codes.append(pytest([*spread, *places]))
        ran |= set(costs.Costs.read(COSTS).tests)
    _say_what_was_left_out(ran)
    codes = [code for code in codes if code != NOTHING_CHOSEN]
    missing = available()
    codes.append(say_what_is_missing(missing, whole="--long" in options))
    if not any(codes) and not options and missing["journey"]:  # else the tests of these files may not have been run
        FILES.write_text(json.dumps(there))
    return max(codes)


def _why(touched: Iterable[str]) -> str:
    strangers = ", ".join(sorted(name for name in touched if tests_of(name) is None))
    return f"Everything is run: no row of the map in tests/changed.py tells what {strangers} touches."


def _say_what_was_left_out(ran: "set[str]") -> None:
    with closing(sqlite3.connect(REACHED)) as kept:
        kept_tests = {name for (name,) in kept.execute("SELECT DISTINCT test_name FROM test_execution")}
    journeys = "" if any(name.startswith(JOURNEYS) for name in ran) else ", and all journeys"
    print(f"\nRun: {len(ran)} tests. Left out: {len(kept_tests - ran)}{journeys}.")


def files() -> list[str]:
    """What git knows or would take."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted({name for name in listed if (ROOT / name).is_file()})


def hashes(names: Iterable[str]) -> dict[str, str]:
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in names}


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> set[str]:
    """The files that came, went or are others now."""
    return {name for name in {*before, *now} if before.get(name) != now.get(name)}


def chosen(touched: Iterable[str]) -> list[str] | None:
    """The folders and files of tests that these files choose; None where one of them chooses everything."""
    found = [tests_of(name) for name in touched]
    if None in found:
        return None
    return sorted({place for places in found for place in places or ()})


def tests_of(name: str) -> tuple[str, ...] | None:
    """What one file chooses; None: everything."""
    for pattern, places in MAP:
        match = re.fullmatch(pattern, name)
        if match:
            return tuple(place.format(*match.groups()) for place in places) if places is not EVERYTHING else None
    return None
