"""An address that is not set up is told as what it is: at the form that was refused, and by a check."""

import pytest
from django.core.checks import run_checks
from django.core.checks.registry import registry
from django.test import Client

from scorekeeper.common.apps import origins_are_ours
from tests.acting import csrf


def refused(**headers: str) -> str:
    client = Client(enforce_csrf_checks=True, SERVER_NAME="scores.example.org")
    token = csrf(client) if headers else {}
    answer = client.post("/accounts/login/", {"login": "a"}, headers={**token, **headers})
    assert answer.status_code == 403
    return answer.content.decode().split("<main", 1)[1].split("</main>")[0]


def test_a_form_that_was_open_for_too_long(db):
    assert "The page was open for too long" in refused()


@pytest.mark.parametrize("origin", ["https://scores.example.org", "http://scores.example.org:8443"])
def test_a_form_of_our_own_host_that_the_settings_do_not_know(db, origin):
    said = refused(Origin=origin)

    assert "This address is not set up for forms" in said
    assert "open for too long" not in said
    assert f"The form came from <code>{origin}</code>" in said
    assert "knows its address as <code>http://scores.example.org</code>" in said
    assert "Add the first address to <code>SCOREKEEPER_ORIGINS</code>" in said


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "https://" + "x" * 5000, "\u00e4"])
def test_a_form_of_another_site(db, origin):
    said = refused(Origin=origin)

    assert "This form came from another site" in said
    assert "SCOREKEEPER" not in said
    assert len(said) < 2000


@pytest.mark.parametrize(
    ("origin", "found"),
    [
        ("https://scores.example.org", []),
        ("https://*.example.org", []),
        ("https://score.example.org", ["common.W001"]),
        ("http://scores.example.org", ["common.W002"]),
        ("https://scores.example.org/", ["common.E001"]),
        ("scores.example.org", ["common.E001"]),
        ("https://", ["common.E001"]),
        ("https://[", ["common.E001"]),
    ],
)
def test_wrong_origins_are_found_by_a_check(settings, origin, found):
    settings.ALLOWED_HOSTS = ["scores.example.org", ".example.org"] if "*" in origin else ["scores.example.org"]
    settings.CSRF_TRUSTED_ORIGINS = [origin]
    settings.SECURE_SSL_REDIRECT = True

    assert [one.id for one in origins_are_ours()] == found
    assert all(origin in one.msg for one in origins_are_ours())


def test_the_check_is_registered(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://scores.example.org/"]

    assert origins_are_ours in registry.get_checks()
    assert "common.E001" in {one.id for one in run_checks(tags=["security"])}
