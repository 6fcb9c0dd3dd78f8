"""Chromium for tests: how it is started, and the one that all tests of a process share."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserType, sync_playwright

from tests.tools import chromium

SWITCHES = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
# Chromium takes the last list it is given, so that this one repeats what Playwright switches off.
SWITCHED_OFF = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    # The browser's own toolbar, which nobody sees here, is a page too: it costs each new context a second of CPU.
    "InitialWebUI",
    "PreloadTopChromeWebUI",
    "PreloadTopChromeWebUILessNavigations",
    "WebUIBackForwardButton",
    "WebUIHomeButton",
    "WebUILocationBar",
    "WebUIReloadButton",
    "WebUISplitTabsButton",
    "WebUIToolbar",
]
SHARED: "pytest.StashKey[Shared]" = pytest.StashKey()


def launch(kind: BrowserType, *more: str) -> Browser:
    """Chromium with our switches and these; root has to do without its sandbox."""
    path = chromium()
    assert path, "no Chromium was found; name one in SCOREKEEPER_CHROMIUM"
    switches = [*SWITCHES, f"--disable-features={','.join(SWITCHED_OFF)}", *more]
    if os.geteuid() == 0:
        switches.append("--no-sandbox")
    return kind.launch(executable_path=path, args=switches)


class Shared:
    """A Chromium that lives as long as the run of the tests.

    Playwright leaves its event loop marked as running between two calls, and Django refuses its ORM while there is one.
    So the mark is set for the tests that use the browser, and taken away for those that come after them.
    """

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        self.browser = launch(self._playwright.chromium)

    def mark(self) -> None:
        """Before Playwright is called: its loop is the one that runs."""
        asyncio._set_running_loop(self._loop)

    def close(self) -> None:
        self.mark()
        self.browser.close()
        self._playwright.stop()


def shared_browser(config: pytest.Config) -> Browser:
    """The browser of this run; it is started for the first test that asks."""
    if SHARED not in config.stash:
        shared = config.stash[SHARED] = Shared()
        config.add_cleanup(shared.close)
    return config.stash[SHARED].browser


@contextmanager
def browser_for(item: pytest.Item) -> Iterator[None]:
    """Around each test of a run, its fixtures included: those marked `journey` may use the shared browser.

    A journey asks Django nothing in this process; what ends with the last test of a run may.
    """
    if item.get_closest_marker("journey") is None:
        yield
        return
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    if SHARED in item.config.stash:
        item.config.stash[SHARED].mark()
    try:
        yield
    finally:
        asyncio._set_running_loop(None)
        os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
