"""What an installation is made by: the file for containers, units of systemd, files for proxies, the nightly script."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.databases import copy_sqlite
from tests.serving import environ_for

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
WRITTEN = [ROOT / "compose.yaml", ROOT / "Containerfile", *UNITS, DEPLOY / "nightly"]


def installed(name: str, package: str) -> str:
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/bin")
    if not found:
        pytest.skip(f"This test needs {name}; on Debian: sudo apt install {package}")
    return found


def test_compose_mounts_waits_for_and_runs_only_what_there_is():
    services = COMPOSE["services"]
    volumes = [mount.partition(":")[0] for each in services.values() for mount in each.get("volumes", [])]

    assert [name for name in volumes if name not in COMPOSE["volumes"] and not (ROOT / name).exists()] == []
    assert {name for each in services.values() for name in each.get("depends_on", {})} <= services.keys()
    assert set(COMPOSE["volumes"]) == {name for name in volumes if not name.startswith(".")}


def test_every_setting_of_the_manual_reaches_the_containers():
    manual = (ROOT / "docs" / "operating.md").read_text()
    table = re.search(r"^### Settings$(.*?)^### ", manual, re.MULTILINE | re.DOTALL)
    assert table
    settings = set(re.findall(r"^\| `([A-Z_]+)` \|", table[1], re.MULTILINE))
    services = COMPOSE["services"]

    assert len(settings) > 20
    assert settings - {"SCOREKEEPER_APP_PASSWORD"} - services["web"]["environment"].keys() == set()
    for name in ("worker", "beat", "backup", "migrate"):
        assert services["web"]["environment"].keys() <= services[name]["environment"].keys(), name


def test_the_service_that_owns_the_tables_can_restore_what_the_nightly_one_writes():
    written = [mount.partition(":")[0] for mount in COMPOSE["services"]["backup"]["volumes"]]
    owner = [mount.partition(":")[0] for mount in COMPOSE["services"]["migrate"].get("volumes", [])]

    assert written == owner


def test_every_service_that_goes_on_is_watched_and_its_log_does_not_grow_for_ever():
    going_on = {name: each for name, each in COMPOSE["services"].items() if each["restart"] != "no"}

    assert {name for name, each in going_on.items() if "healthcheck" not in each} == {"proxy", "backup"}
    assert all(each["logging"]["options"]["max-size"] for each in going_on.values())


def test_client_programs_in_the_image_are_of_the_version_of_the_server():
    image = (ROOT / "Containerfile").read_text()

    (server,) = re.findall(r"postgres:(\d+)", COMPOSE["services"]["database"]["image"])
    assert re.findall(r"postgresql-client-(\d+)", image) == [server]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_commands_that_are_written_down_are_there(path: Path):
    named = set(re.findall(r"manage\.py (\w+)(?![.\w])", path.read_text()))

    assert named <= get_commands().keys()


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_beat_runs_by_itself_once_however_many_workers_there_are(path: Path):
    assert "--beat" not in path.read_text()


def test_units_are_sound(tmp_path):
    program = installed("systemd-analyze", "systemd")
    here = Path(sys.prefix)
    for unit in UNITS:
        text = unit.read_text().replace("/opt/scorekeeper/.venv", str(here)).replace("/opt/scorekeeper", str(ROOT))
        (tmp_path / unit.name).write_text(text)

    done = subprocess.run(
        [program, "verify", *map(str, tmp_path.iterdir())], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_file_for_caddy_is_sound():
    program = installed("caddy", "caddy")
    command = [program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    environ = {**os.environ, "SITE": "scores.example.org", "WEB": "web:8000"}

    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_file_for_nginx_is_sound(tmp_path):
    program, openssl = installed("nginx", "nginx-light"), installed("openssl", "openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=scores.example.org", "-days", "1"]
    subprocess.run([openssl, *words, "-keyout", key, "-out", certificate], capture_output=True, check=True)
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt/live/scores.example.org", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{site}}}\n")

    done = subprocess.run(
        [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "log")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_nightly_script_backs_up_keeps_and_verifies(tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"scorekeeper-2026010{day}-020000.backup").touch()
    environ = environ_for(copy_sqlite(tmp_path / "one.sqlite3"), {"BACKUPS": "2", "SCOREKEEPER_VENV": "off"})
    environ["PATH"] = f"{Path(sys.executable).parent}:{environ['PATH']}"

    done = subprocess.run(
        ["/bin/sh", "deploy/nightly", str(folder), "once"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "no difference in" in done.stdout
    assert len(list(folder.glob("*.backup"))) == 2
    assert (folder / "scorekeeper-20260103-020000.backup").exists()


def test_nightly_script_that_waits_ends_when_it_is_told_to(tmp_path):
    """As the first process of a container it would be killed instead, after a while."""
    sleep = tmp_path / "sleep"
    sleep.write_text("#!/bin/sh\necho waiting\nexec /bin/sleep 3600\n")
    sleep.chmod(0o755)
    environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["/bin/sh", "deploy/nightly", str(tmp_path)]

    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, start_new_session=True) as waiting:
        assert waiting.stdout
        assert waiting.stdout.readline() == b"waiting\n"
        waiting.terminate()
        try:
            code = waiting.wait(20)
        finally:
            os.killpg(waiting.pid, signal.SIGKILL)

    assert code == 0


def test_nightly_script_fails_when_the_backup_does(tmp_path):
    environ = environ_for(copy_sqlite(tmp_path / "one.sqlite3"), {"SCOREKEEPER_VENV": "off"})
    environ["PATH"] = f"{Path(sys.executable).parent}:{environ['PATH']}"

    command = ["/bin/sh", "deploy/nightly", str(tmp_path / "nowhere"), "once"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)

    assert done.returncode != 0
