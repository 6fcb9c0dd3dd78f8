"""The record page as a phone loads it: bytes and requests, when the largest part is painted, how much it jumps. And
each form that is filled in: how long the longest answer to a tap or a letter takes, and what of it is work."""

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
TAPPED = ".recorder label.box:visible"
TAPS = 12  # from who played on
FIELDS = "main :is(label.box, label:has(> [type=checkbox]), summary, [type=text], [type=number]):visible"
KINDS = {"Document": "HTML", "Stylesheet": "CSS", "Script": "JS"}
OBSERVE = """
window.seen = {largest: 0, shift: 0, longest: 0};
new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (one.interactionId) seen.longest = Math.max(seen.longest, one.duration)
}).observe({type: "event", durationThreshold: 16, buffered: true});
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
            forms = [form_filled(server.url, told, name) for name in told["forms"] for _round in range(options.rounds)]
            translated = {code: visited(server.url, told, code) for code in OFFERED if code != "en"}
    return [*figures(visits), *of_forms(forms), *in_languages(translated)]


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
        boxes = page.locator(TAPPED)
        for number in range(TAPS):
            boxes.nth(number % boxes.count()).tap(force=True)  # one that is not offered says why
            page.wait_for_timeout(300)  # until the answer of the page is painted
        seen = page.evaluate("seen")
        html = answer.body() if answer else b""
        browser.close()
    return {**loaded.figures(), "gzip": len(gzip.compress(html, 6)), **seen}


WORK = {"ScriptDuration": "scripts", "RecalcStyleDuration": "styles", "LayoutDuration": "layout"}


def form_filled(url: str, told: dict[str, Any], name: str) -> dict[str, Any]:
    """A form on a slower phone, each field of it tapped or written in: the largest paint, the longest answer, and
    seconds of work of the tap that cost most, in the processor's own time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
        context.add_cookies([{"name": "session", "value": told["session"], "url": url}])
        page = context.new_page()
        page.add_init_script(OBSERVE)
        wire = context.new_cdp_session(page)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        wire.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(url + told["forms"][name], wait_until="networkidle")
        dearest: dict[str, float] = {}
        for field in page.locator(FIELDS).all()[:TAPS]:
            before = work_of(wire)
            field.tap(force=True)
            if field.evaluate("field => field.matches('input')"):
                page.keyboard.type("12", delay=100)
            page.wait_for_timeout(300)
            work = {kind: after - before[kind] for kind, after in work_of(wire).items()}
            dearest = max(dearest, work, key=lambda found: sum(found.values()))
        seen = page.evaluate("seen")
        browser.close()
    return {"name": name, "work": dearest, **seen}


def work_of(wire: Any) -> dict[str, float]:
    said = {metric["name"]: metric["value"] for metric in wire.send("Performance.getMetrics")["metrics"]}
    return {words: said[name] for name, words in WORK.items()}


def of_forms(filled: list[dict[str, Any]]) -> list[Figure]:
    """The best of the visits: another process on the machine is no fault of the page."""
    found = []
    for name in dict.fromkeys(form["name"] for form in filled):
        visits = [form for form in filled if form["name"] == name]
        best = min(visits, key=lambda form: form["longest"])
        work = ", ".join(f"{kind} {1000 * seconds:.0f} ms" for kind, seconds in best["work"].items())
        paint = min(form["largest"] for form in visits) / 1000
        slower = f"a phone {SLOWER}x slower; best of {len(visits)}"
        found.append(
            Figure(f"form of {name}, largest paint (LCP)", f"{paint:.2f} s", slower, "1.5 s", "", "first visits")
        )
        longest = f"{best['longest']:.0f} ms"
        found.append(
            Figure(f"form of {name}, longest answer (INP)", longest, f"{slower}; {work}", "100 ms", "", "taps")
        )
    return found


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
    longest = statistics.median(visit["longest"] for visit in visits)
    slower = f"a phone {SLOWER}x slower, no network to wait for"
    return [
        *weights,
        zipped,
        Figure("record page, until it is loaded", early, "as sent", "100 kB, 8 requests", "", ran),
        Figure("record page, with what phones keep", requests, "as sent", "", "", ran),
        Figure("record page, largest paint (LCP)", f"{largest:.2f} s", slower, "1.8 s", "", ran),
        Figure("record page, shift (CLS)", f"{shift:.3f}", slower, "0.02", "", ran),
        Figure("record page, longest answer to a tap (INP)", f"{longest:.0f} ms", slower, "100 ms", "", ran),
    ]


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f} kB"
