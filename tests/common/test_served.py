"""What a server of ours tells whoever asks, and what it writes down: with gunicorn, and without."""

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.databases import copy_sqlite
from tests.serving import Server, serving, serving_plainly

HOSTS = {"SCOREKEEPER_HOSTS": "127.0.0.1", "SCOREKEEPER_LOG_LEVEL": "INFO"}
ASKED = ("/", "/accounts/login/", "/clubs/new/", "/nowhere/", "/api/v1/nowhere", "/api/schema", "/healthz")
FILES = ("/static/css/base.css", "/static/img/icon.svg", "/robots.txt", "/service-worker.js")


@pytest.fixture(scope="module", params=[serving, serving_plainly], ids=["gunicorn", "plain"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    url = copy_sqlite(tmp_path_factory.mktemp("served") / "scorekeeper.sqlite3")
    with request.param(url, environ=HOSTS) as running:
        yield running


def ask(server: Server, method: str, path: str, host: str = "") -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body; `host` is what the request calls the server."""
    address = urlsplit(server.url).netloc
    connection = http.client.HTTPConnection(address, timeout=30)
    try:
        connection.request(method, path, headers={"Host": host or address})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_the_server_names_no_version(server: Server):
    named = {
        (method, path): ask(server, method, path)[1].get("server", "")
        for path in (*ASKED, *FILES)
        for method in ("GET", "OPTIONS")
    }
    broken = ask(server, "GET", "/" + "x" * 70_000)[1].get("server", "").strip()

    assert {*named.values()} <= {"gunicorn", "Scorekeeper"}
    assert broken in {"", "gunicorn", "Scorekeeper"}


def test_a_hostile_host_leaves_no_traceback(server: Server):
    hosts = ("evil.example", "evil.example:99999", "a b", "127.0.0.1@evil.example", "x" * 3000, "[::", "\xe9vil")
    before = len(server.log)

    statuses = {ask(server, "GET", path, host)[0] for host in hosts for path in ("/", "/api/v1/nowhere", "/healthz")}

    assert ask(server, "GET", "/healthz")[0] == 200
    assert statuses == {400}
    assert "Traceback" not in server.log[before:]
    assert max(len(line) for line in server.log[before:].splitlines()) < 1000


def test_who_asks_for_the_head_leaves_no_warning(server: Server):
    before = len(server.log)

    answers = {path: ask(server, "HEAD", path) for path in (*ASKED, *FILES)}

    assert {path: body for path, (_status, _headers, body) in answers.items() if body} == {}
    assert "no-body" not in server.log[before:]
    lengths = {path: headers["content-length"] for path, (status, headers, _body) in answers.items() if status == 200}
    asked_for = {path: len(ask(server, "GET", path)[2]) for path in ("/api/schema", "/robots.txt")}
    assert {path: int(lengths[path]) for path in asked_for} == asked_for
