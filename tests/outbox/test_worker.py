"""With a broker: a page asks, the worker sends; and without the broker nothing is lost."""

import http.client
import os
import re
import urllib.parse
from pathlib import Path

import pytest

from tests.databases import copy_sqlite
from tests.serving import Server, serving, working

pytestmark = pytest.mark.redis
NOBODY = "redis://127.0.0.1:9/0"  # a port where nothing listens


@pytest.fixture
def database(tmp_path: Path) -> str:
    return copy_sqlite(tmp_path / "scorekeeper.sqlite3")


def ask_for_code(server: Server, email: str) -> int:
    """Fill in the form that sends a code; the answer's status."""
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=30)
    connection.request("GET", "/accounts/login/code/")
    answer = connection.getresponse()
    page = answer.read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token, page
    cookies = "; ".join(value.partition(";")[0] for value in answer.headers.get_all("Set-Cookie") or [])
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": token.group(1), "email": email})
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/accounts/login/code/", body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def make_anna(server: Server) -> None:
    server.python("from tests import factories; factories.make_user('Anna Vogt', email='anna@example.org')")


def test_mail_is_sent_by_the_worker(database: str):
    broker = os.environ["TEST_REDIS_URL"]
    with serving(database, environ={"REDIS_URL": broker}) as server, working(database, broker) as worker:
        make_anna(server)

        assert ask_for_code(server, "anna@example.org") == 302
        assert worker.code_for("anna@example.org")

    assert "anna@example.org" not in server.log


def test_mail_waits_while_the_broker_is_down(database: str):
    with serving(database, environ={"REDIS_URL": NOBODY, "CELERY_BROKER_URL": NOBODY}) as server:
        make_anna(server)

        status = ask_for_code(server, "anna@example.org")
        sent_later = server.manage("tick")

    assert status == 302, server.log
    assert "To: anna@example.org" in sent_later
    assert "Traceback" not in server.log
