"""The runbook of docs/scaling.md on hosts of the test's own: two for the web, one for the worker, one for the broker, a
primary and its synchronous standby. A web host dies, the broker is cut off, the primary dies: nothing is lost."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.databases import migrate
from tests.faults.lines import Line
from tests.faults.load import Phone, acknowledged, playing, seed, stands
from tests.faults.network import NETWORK, PORT, Database, Host, hosts, wait_until
from tests.outbox.test_worker import ask_for_code
from tests.serving import ROOT, environ_for

ANNA = "anna@example.org"
AWAY = 20.0  # seconds for which the broker is cut off
PHONES = 6
PROXY = """
{
	admin off
	auto_https off
}
http://%s.1:8099 {
	reverse_proxy %s:8000 %s:8000 {
		lb_policy round_robin
		lb_try_duration 20s
		lb_try_interval 250ms
		fail_duration 5s
		health_uri /healthz
		health_interval 1s
		health_timeout 2s
		transport http {
			dial_timeout 2s
		}
	}
}
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a short name, because that of a unix socket may not be long; everybody may pass through it."""
    made = Path(tempfile.mkdtemp(prefix="scale-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def with_standby(primary: Database, standby: Database) -> None:
    """As docs/scaling.md says: what the primary acknowledges is on the standby too."""
    standby.copy(primary)
    standby.start()
    primary.set_up("synchronous_standby_names = 'standby'\n")
    primary.ask("SELECT pg_reload_conf()")
    wait_until(lambda: primary.ask("SELECT sync_state FROM pg_stat_replication") == "sync")


def serve(host: Host, environ: dict[str, str]) -> None:
    words = ["-m", "gunicorn", "scorekeeper.wsgi", "--no-control-socket", "--workers", "2", "--threads", "8"]
    words += ["--worker-class", "scorekeeper.common.worker.Worker", "--bind", f"{host.address}:8000"]
    host.start([sys.executable, *words], cwd=ROOT, env=environ)
    wait_until(lambda: status(f"http://{host.address}:8000") == 200)


def work(host: Host, environ: dict[str, str]) -> None:
    words = ["-m", "celery", "--app", "scorekeeper.celery", "worker", "--beat", "--schedule", str(host.folder / "beat")]
    host.start([sys.executable, *words, "--concurrency", "1", "--loglevel", "info"], cwd=ROOT, env=environ)
    wait_until(lambda: "ready." in host.log)


@contextmanager
def proxy(folder: Path, webs: list[Host]) -> Iterator[str]:
    caddy = shutil.which("caddy")
    if not caddy:
        pytest.skip("This test needs Caddy; on Debian: sudo apt install caddy")
    settings = folder / "Caddyfile"
    settings.write_text(PROXY % (NETWORK, *(web.address for web in webs)))
    with (folder / "log").open("w") as log:
        environ = {**os.environ, "HOME": str(folder)}
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(settings)]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
    try:
        url = f"http://{NETWORK}.1:8099"
        wait_until(lambda: status(url) == 200)
        yield url
    finally:
        process.terminate()
        process.wait(30)


def status(url: str) -> int:
    with Line(url) as line:
        return line.ask("GET", "/readyz", {}).status


def all_go_on(phones: list[Phone], more: int) -> float:
    """Seconds until each of them has had so many more hands acknowledged."""
    began = time.monotonic()
    goals = [len(phone.acknowledged) + more for phone in phones]
    for phone, goal in zip(phones, goals, strict=True):
        phone.reach(goal, 120)
    return time.monotonic() - began


@pytest.mark.long
def test_a_web_host_the_broker_and_the_primary_go_and_nothing_is_lost(folder):
    with hosts(folder, 6) as (web, other_web, worker, broker, first, second):
        primary, standby = Database(first), Database(second)
        primary.make()
        primary.start()
        primary.ask("CREATE DATABASE one")
        made = seed(environ_for(migrate(f"postgres://postgres@{first.address}:{PORT}/one")), 32)
        with_standby(primary, standby)
        broker.start(
            ["redis-server", "--bind", broker.address, "--protected-mode", "no", "--save", "", "--dir", "/tmp"]
        )
        url = f"postgres://postgres@{first.address},{second.address}:{PORT}/one?target_session_attrs=read-write"
        environ = environ_for(url, {"REDIS_URL": f"redis://{broker.address}:6379/0", "SCOREKEEPER_PROXIES": "1"})
        for each in (web, other_web):
            serve(each, environ)
        work(worker, environ)

        with proxy(folder, [web, other_web]) as at, playing(at, made, PHONES) as phones:
            all_go_on(phones, 10)
            web.kill()
            without_web = all_go_on(phones, 10)

            broker.cut()
            began = time.monotonic()
            asked = ask_for_code(SimpleNamespace(url=at), ANNA)  # type: ignore[arg-type]
            without_broker = all_go_on(phones, 10)
            time.sleep(max(0.0, AWAY - (time.monotonic() - began)))
            broker.mend()
            mailed = wait_until(lambda: f"To: {ANNA}" in worker.log)

            web.mend()
            serve(web, environ)
            all_go_on(phones, 5)
            first.kill()
            standby.ask("SELECT pg_promote()")
            promoted = time.monotonic()
            without_primary = all_go_on(phones, 10)
            later = [hand.at for hand in acknowledged(phones) if hand.at > promoted]
            serving_again = min(later) - promoted
        hands = stands(environ_for(f"postgres://postgres@{second.address}:{PORT}/one"), made, phones)

    others = [answer.status for phone in phones for answer in phone.others]
    counted = {found: others.count(found) for found in sorted(set(others))}
    print(
        f"\n{hands} hands, {len(acknowledged(phones))} acknowledged by {PHONES} phones, none lost or double; ", end=""
    )
    print(f"{sum(len(phone.silences) for phone in phones)} unanswered; other answers: {counted}. ", end="")
    print(f"10 hands each took {without_web:.1f} s after a web host died, {without_broker:.1f} s without the ", end="")
    print(f"broker, {without_primary:.1f} s after the promotion (the first {serving_again:.1f} s after it); ", end="")
    print(f"the mail went out {mailed:.1f} s after the broker was back")
    assert asked == 302
    assert set(others) <= {502, 503, 504}
