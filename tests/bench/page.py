"""The record page as a phone loads it: bytes and requests, when the largest part is painted, how much it jumps."""

import gzip
import statistics
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scorekeeper.languages.names import OFFERED
from tests.bench.app import ENVIRON, app, prepared
from tests.bench.report import Figure
from tests.serving import environ_for, run_python
from tests.tools import chromium

PHONE = {"width": 390, "height": 844}
SLOWER = 4  # times slower than this machine's processor
HANDS = 12  # on the sheet below
KINDS = {"Document": "HTML", "Stylesheet": "CSS", "Script": "JS"}
OBSERVE = """
window.seen = {largest: 0, shift: 0};
new PerformanceObserver(list => { for (const one of list.getEntries()) seen.largest = one.startTime })
    .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value
}).observe({type: "layout-shift", buffered: true});
"""


def run(options: Namespace) -> list[Figure]:
    if not chromium():
        raise SystemExit("This measurement needs Chromium; on Debian: sudo apt install chromium-headless-shell")
    with tempfile.TemporaryDirectory(prefix="bench-page-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        static = {"SCOREKEEPER_BENCH_STATIC": str(Path(folder) / "static")}
        prepared(url, "migrate")
        run_python(["-m", "django", "collectstatic", "--no-input", "-v0"], environ_for(url, {**ENVIRON, **static}))
        told = prepared(url, "page", HANDS)
        with app(url, static) as server:
            visits = [visited(server.url, told) for _round in range(options.rounds)]
            translated = {code: visited(server.url, told, code) for code in OFFERED if code != "en"}
    return [*figures(visits), *in_languages(translated)]


class Loaded:
    """What a page asked for, as the browser tells it. `needed` was asked for before the page was loaded; the rest
    comes when the browser is idle."""

    def __init__(self, wire: Any) -> None:
        self.weights: Counter[str] = Counter()
        self.kinds: dict[str, str] = {}
        self.addresses: dict[str, str] = {}
        self.needed: list[str] = []
        wire.on("Network.responseReceived", lambda said: self.kinds.update({said["requestId"]: kind_of(said)}))
        wire.on("Network.requestWillBeSent", self.note)
        wire.on("Network.loadingFinished", lambda said: self.weights.update({said["requestId"]: weight_of(said)}))
        wire.on("Page.loadEventFired", lambda _said: self.needed.extend(self.addresses))
        wire.send("Network.enable")
        wire.send("Page.enable")

    def note(self, said: dict[str, Any]) -> None:
        self.addresses[said["requestId"]] = said["request"]["url"]

    def figures(self) -> dict[str, Any]:
        by_kind: Counter[str] = Counter()
        for request, weight in self.weights.items():
            by_kind[self.kinds.get(request, "other")] += weight
        return {
            "bytes": by_kind,
            "names": sorted(urlsplit(address).path for address in self.addresses.values()),
            "early": (sum(self.weights[request] for request in self.needed), len(self.needed)),
        }


def visited(url: str, told: dict[str, str], language: str = "en-GB") -> dict[str, Any]:
    """A first visit in a fresh browser of this language, and what was loaded for it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale=language)
        context.add_cookies([{"name": "session", "value": told["session"], "url": url}])
        page = context.new_page()
        page.add_init_script(OBSERVE)
        wire = context.new_cdp_session(page)
        loaded = Loaded(wire)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        answer = page.goto(url + told["path"], wait_until="networkidle")
        page.wait_for_timeout(500)
        seen = page.evaluate("seen")
        html = answer.body() if answer else b""
        browser.close()
    return {**loaded.figures(), "gzip": len(gzip.compress(html, 6)), **seen}


def weight_of(said: dict[str, Any]) -> int:
    """Bytes on the wire, headers included."""
    return int(said["encodedDataLength"])


def kind_of(said: dict[str, Any]) -> str:
    if said["response"]["status"] >= 400:
        raise RuntimeError(f"{said['response']['status']}: {urlsplit(said['response']['url']).path}")
    return KINDS.get(said["type"], "other")


def in_languages(visits: dict[str, dict[str, Any]]) -> list[Figure]:
    """The first load in each language: names of suits and sentences are longer in some, and of more bytes in others."""
    return [
        Figure(
            f"record page in {code}, until it is loaded",
            "{} in {} requests".format(kilobytes(visit["early"][0]), visit["early"][1]),
            f"as sent; HTML {kilobytes(visit['bytes']['HTML'])}, JS {kilobytes(visit['bytes']['JS'])}",
            "90 kB, 8 requests",
            "",
            "1 first visit",
        )
        for code, visit in visits.items()
    ]


def figures(visits: list[dict[str, Any]]) -> list[Figure]:
    ran, first = f"{len(visits)} first visits", visits[0]
    aims = {"HTML": 15, "CSS": 15, "JS": 60}
    weights = [
        Figure(f"record page, {kind}", kilobytes(first["bytes"][kind]), "as sent, with headers", f"{aim} kB", "", ran)
        for kind, aim in aims.items()
    ]
    zipped = Figure("record page, HTML by gzip", kilobytes(first["gzip"]), "what a proxy sends", "15 kB", "", ran)
    requests = f"{kilobytes(sum(first['bytes'].values()))} in {len(first['names'])} requests"
    early = "{} in {} requests".format(kilobytes(first["early"][0]), first["early"][1])
    print("\n".join(first["names"]), file=sys.stderr)
    largest = statistics.median(visit["largest"] for visit in visits) / 1000
    shift = statistics.median(visit["shift"] for visit in visits)
    slower = f"a phone {SLOWER}x slower, no network to wait for"
    return [
        *weights,
        zipped,
        Figure("record page, until it is loaded", early, "as sent", "100 kB, 8 requests", "", ran),
        Figure("record page, with what phones keep", requests, "as sent", "", "", ran),
        Figure("record page, largest paint (LCP)", f"{largest:.2f} s", slower, "1.8 s", "", ran),
        Figure("record page, shift (CLS)", f"{shift:.3f}", slower, "0.02", "", ran),
    ]


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f} kB"
