"""The API document in the hands of programs of others: two linters, and a generator whose client plays an evening."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import factories
from tests.acting import DOCUMENT
from tests.tools import client_generator, program

EVENING = Path(__file__).with_name("evening_by_client.py")
pytestmark = [pytest.mark.long, pytest.mark.document_tools]


def output_of(*command: str, **more: Any) -> str:
    """What a program prints, once it has ended well."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_redocly_finds_no_error() -> None:
    found = json.loads(output_of(program("redocly"), "lint", str(DOCUMENT), "--format", "json"))

    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_spectral_finds_no_error(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text('extends: ["spectral:oas"]\n')

    command = (program("spectral"), "lint", str(DOCUMENT), "--ruleset", str(rules), "--format", "json", "--quiet")
    assert json.loads(output_of(*command, "--fail-severity", "warn")) == []


@pytest.mark.django_db(transaction=True)
def test_generated_client_plays_an_evening(live_server: Any, tmp_path: Path) -> None:
    club = factories.make_club()
    season = factories.make_season(club)
    owner = factories.owner_of(club)
    token = factories.make_token(owner, "read", "record", "manage")
    generator, python = client_generator()
    config = tmp_path / "config.json"
    # Files are bytes to this program; it knows no other type by itself.
    as_bytes = dict.fromkeys(("application/pdf", "application/zip"), "application/octet-stream")
    config.write_text(json.dumps({"content_type_overrides": as_bytes}))
    made = output_of(
        generator,
        *("generate", "--path", str(DOCUMENT), "--config", str(config), "--meta", "none"),
        *("--output-path", str(tmp_path / "scorekeeper_client"), "--fail-on-warning"),
    )
    assert "warning" not in made.lower()

    played = json.loads(
        output_of(python, str(EVENING), live_server.url, token, str(season.pk), env={"PYTHONPATH": str(tmp_path)})
    )

    assert played["name"] == owner.name
    assert played["statuses"] == [201, 201, 200, 201, 201, 422, 409, 201, 200, 200]
    assert played["same_hand"] is True
    assert played["refused"] == ["points_out_of_range", "matadors_out_of_range"]
    assert played["conflict"] == "number_taken"
    assert played["sheet"]["status"] == "closed"
    assert sorted(seat["total"] for seat in played["sheet"]["seats"]) == sorted(played["points"])
