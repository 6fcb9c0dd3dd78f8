"""The settings of a server: what browsers are told, and that Django's own check of them finds nothing."""

import pytest

from tests.serving import environ_for, run_python

SCRIPT = """
import django; django.setup()
from django.core.management import call_command
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory

call_command("check", deploy=True, fail_level="WARNING")
answer = SecurityMiddleware(lambda request: HttpResponse())(RequestFactory().get("/", secure=True))
print(answer["Strict-Transport-Security"])
"""


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "max-age=31536000"),
        (
            {"SCOREKEEPER_HSTS_SUBDOMAINS": "on", "SCOREKEEPER_HSTS_PRELOAD": "on"},
            "max-age=31536000; includeSubDomains; preload",
        ),
    ],
)
def test_insisting_on_https_binds_other_names_only_where_that_is_chosen(tmp_path, more, words):
    server = {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.production",
        "SCOREKEEPER_SECRET": "abcdefghij0123456789" * 3,
        "SCOREKEEPER_HOSTS": "scores.example",
    }

    printed = run_python(["-c", SCRIPT], environ_for(f"sqlite:///{tmp_path}/none.sqlite3", {**server, **more}))

    assert "no issues" in printed
    assert printed.splitlines()[-1] == words
