"""The drill: back up while hands come in, put it back elsewhere, and look whether it is the same. What is no backup
is tried in tests/play/test_backups.py."""

import json
import time
from pathlib import Path

import pytest

from tests.bench.app import prepared
from tests.faults.conftest import POSTGRESQL_FIRST
from tests.faults.load import acknowledged, playing, stands
from tests.serving import environ_for, run_python, serving

SCRIPT = """
import io, json, sys, time
import django; django.setup()
from django.core.management import CommandError, call_command
said = []
for command in json.loads(sys.argv[1]):
    out, began = io.StringIO(), time.monotonic()
    try:
        call_command(*command, stdout=out)
        said.append([out.getvalue().strip(), time.monotonic() - began])
    except CommandError as error:
        said.append([f"refused: {error}", time.monotonic() - began])
print(json.dumps(said))
"""


def manage(url: str, *commands: list[str]) -> list[tuple[str, float]]:
    """What these management commands say, one after the other in one process, and how many seconds each takes."""
    printed = run_python(["-c", SCRIPT, json.dumps(commands)], environ_for(url))
    return [(said, seconds) for said, seconds in json.loads(printed.splitlines()[-1])]


@pytest.mark.parametrize("place", POSTGRESQL_FIRST, indirect=True)
def test_backup_under_load_restored_elsewhere_has_every_hand_acknowledged_before_it(place, tmp_path, size):
    copy, played, least = tmp_path / "copy.backup", size(0, 100_000), size(6, 15)
    if played:
        prepared(place.url, "history", played)

    with serving(place.url, threads=4) as server, playing(server.url, place.made, 3) as phones:
        phones[0].reach(least)
        began = time.monotonic()
        [(said, copying)] = manage(place.url, ["backup", str(copy)])
        phones[0].reach(len(phones[0].acknowledged) + 3)
    meanwhile = [one.seconds for one in acknowledged(phones) if began < one.at < began + copying]
    (restored, restoring), (verified, verifying), (again, _) = manage(
        place.elsewhere, ["restore", str(copy)], ["verify"], ["restore", str(copy)]
    )

    kept = played + stands(environ_for(place.elsewhere), place.made, phones, until=began)
    print(
        f"\n{kept} hands, {copy.stat().st_size / 1e6:.0f} MB: backup {copying:.1f} s with {len(meanwhile)} hands ",
        end="",
    )
    print(
        f"meanwhile, the slowest {max(meanwhile, default=0):.1f} s; restore {restoring:.1f} s, verify {verifying:.1f} s"
    )
    assert all(not phone.others for phone in phones)
    assert played + least <= kept < played + len(acknowledged(phones))
    summary = said.split(" bytes, ")[1].splitlines()[0]
    assert summary.startswith(f"{kept} hands, ")
    assert restored == f"restored: {summary}. Now run migrate and verify."
    assert "no difference" in verified
    assert again.startswith(f"refused: the database has data ({kept} hands")
    assert Path(copy).stat().st_mode & 0o077 == 0
    assert list(tmp_path.glob("*.part")) == []


def test_the_role_of_the_app_backs_up_and_whoever_owns_the_tables_restores(postgresql_place, tmp_path):
    place, copy = postgresql_place, tmp_path / "copy.backup"
    as_app = place.url.replace("postgres@", "scorekeeper_app:secret@", 1)
    run_python(["-m", "django", "grants"], {**place.environ, "SCOREKEEPER_APP_PASSWORD": "secret"})

    [(said, _), (refused, _)] = manage(as_app, ["backup", str(copy)], ["restore", str(copy), "--force"])
    [(restored, _), (verified, _)] = manage(place.elsewhere, ["restore", str(copy)], ["verify"])

    summary = said.split(" bytes, ")[1].splitlines()[0]
    assert restored == f"restored: {summary}. Now run migrate and verify."
    assert "no difference" in verified
    assert refused.startswith("refused: pg_restore failed")
    assert "run it as the role that owns the tables" in refused
