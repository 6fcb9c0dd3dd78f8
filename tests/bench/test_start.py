"""How long the second start of the demo takes until it answers; aim: under a second."""

import http.client
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.serving import ROOT, environ_for

ROUNDS = 5


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except ConnectionError:
        return False
    finally:
        connection.close()


def test_second_start(tmp_path: Path):
    environ = environ_for(f"sqlite:///{tmp_path / 'demo.sqlite3'}")
    command = [sys.executable, "manage.py", "demo"]
    subprocess.run([*command, "--no-serve"], cwd=ROOT, env=environ, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    seconds = []
    for _round in range(ROUNDS):
        begin = time.perf_counter()
        process = subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, env=environ, stdout=subprocess.DEVNULL)
        while not answers(port):
            assert process.poll() is None
        seconds.append(time.perf_counter() - begin)
        process.terminate()
        process.wait()

    print(f"\nsecond start until the first answer: {statistics.median(seconds):.2f} s (aim: under 1 s)")
