"""Chromium for tests: how it is started."""

import os

from playwright.sync_api import Browser, BrowserType

from tests.tools import chromium

SWITCHES = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def launch(kind: BrowserType, *more: str) -> Browser:
    """Chromium with our switches and these; root has to do without its sandbox."""
    path = chromium()
    assert path, "no Chromium was found; name one in SCOREKEEPER_CHROMIUM"
    switches = [*SWITCHES, *more, "--no-sandbox"] if os.geteuid() == 0 else [*SWITCHES, *more]
    return kind.launch(executable_path=path, args=switches)
