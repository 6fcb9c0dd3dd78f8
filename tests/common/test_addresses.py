"""Links that are passed on lead to the address this installation was given."""

import ast
from pathlib import Path

import pytest

from scorekeeper.common.addresses import public_address
from tests.serving import environ_for, run_python

PRODUCT = Path(__file__).resolve().parent.parent.parent / "scorekeeper"
HERE = "common/addresses.py"


def test_nothing_else_makes_an_address_from_a_request():
    """Whoever asks says what the host is called, and a mail or a code on the wall would carry it."""
    makers = {
        path.relative_to(PRODUCT).as_posix()
        for path in PRODUCT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in {"build_absolute_uri", "_current_scheme_host"}
    }

    assert makers == {HERE}


@pytest.mark.parametrize("given", ["https://scores.example", "https://scores.example/"])
def test_the_configured_address_counts(rf, settings, given):
    settings.SCOREKEEPER_ADDRESS = given

    assert public_address(rf.get("/", headers={"host": "evil.example"}), "/join/") == "https://scores.example/join/"


def test_a_copy_on_ones_own_machine_goes_by_what_was_typed(rf, settings):
    settings.SCOREKEEPER_ADDRESS = ""

    assert public_address(rf.get("/", headers={"host": "localhost:9001"}), "/a/") == "http://localhost:9001/a/"


def test_a_server_does_not_start_without_an_address(tmp_path):
    more = {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.production",
        "SCOREKEEPER_SECRET": "x" * 50,
        "SCOREKEEPER_HOSTS": "scores.example",
        "SCOREKEEPER_ORIGINS": "https://*.example",
    }

    with pytest.raises(AssertionError, match="Set SCOREKEEPER_ADDRESS"):
        run_python(["-c", "import django; django.setup()"], environ_for(f"sqlite:///{tmp_path}/none.sqlite3", more))
