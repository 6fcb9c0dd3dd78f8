"""Reading standings by token, against a bare view of 20 rows: again and again, as phones and screens do that wait for
news; after a change each time, whose own cost is measured alone and left out; and the answer "unchanged"."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial

import psycopg

from tests.bench.app import Caller, app, closed_loop, prepared
from tests.bench.cluster import postgresql
from tests.bench.meter import Sample, cpu_ms, foreign
from tests.bench.report import Figure, percent

CALLERS = 8
SIZES = (20, 200)
BARE = "a bare view of 20 rows"
CHANGE = "a change alone"
AIMS = {"read, 20 rows": ("30 %", ""), "read, 200 rows": ("15 %", ""), "read, unchanged (304)": ("60 %", "")}
AIMS |= {"read after a change, 20 rows": ("30 %", ""), "read after a change, 200 rows": ("15 %", "")}


class Reader:
    """Asks for one address again and again; if `conditional` only whether it has changed. What `change` does comes
    before each time."""

    def __init__(
        self,
        url: str,
        path: str,
        token: str = "",
        *,
        conditional: bool = False,
        change: Callable[[], object] = lambda: None,
    ) -> None:
        self.change = change
        self.caller, self.path, self.expected, self.headers = Caller(url, token), path, 200, {}
        if conditional:
            tag = self.caller.ask("GET", path).headers["ETag"]
            self.expected, self.headers = 304, {"If-None-Match": tag}

    def __call__(self) -> None:
        self.change()
        answer = self.caller.ask("GET", self.path, **self.headers)
        if answer.status != self.expected:
            raise RuntimeError(f"{answer.status}: {self.path}")


def run(options: Namespace) -> list[Figure]:
    with postgresql() as database:
        prepared(database.url, "migrate")
        seasons, moving = ({rows: prepared(database.url, "season", rows) for rows in SIZES} for _nth in range(2))
        bare_settings = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare.settings"}
        with app(database.url) as server, app("sqlite://:memory:", bare_settings, "tests.bench.bare.wsgi") as bare:

            def readers(rows: int, *, conditional: bool = False, is_news: bool = False) -> list[Callable[[], None]]:
                own = (moving if is_news else seasons)[rows]
                season, token = own["season"], own["token"]
                path = f"/api/v1/seasons/{season}/standings"
                return [
                    Reader(
                        server.url,
                        path,
                        token,
                        conditional=conditional,
                        change=partial(changed, psycopg.connect(database.url, autocommit=True), season)
                        if is_news
                        else lambda: None,
                    )
                    for _caller in range(CALLERS)
                ]

            pids = (server.process.pid, database.pid)
            change = partial(changed, psycopg.connect(database.url, autocommit=True), moving[SIZES[0]]["season"])
            kinds: dict[str, tuple[list[Callable[[], None]], tuple[int, ...]]] = {
                BARE: ([Reader(bare.url, "/rows") for _caller in range(CALLERS)], (bare.process.pid,)),
                CHANGE: ([change], (database.pid,)),
                **{f"read, {rows} rows": (readers(rows), pids) for rows in SIZES},
                **{f"read after a change, {rows} rows": (readers(rows, is_news=True), pids) for rows in SIZES},
                "read, unchanged (304)": (readers(SIZES[0], conditional=True), pids),
            }
            samples: dict[str, list[Sample]] = {kind: [] for kind in kinds}
            for calls, _pids in kinds.values():
                closed_loop(calls, 1)  # a warm start
            for _round in range(options.rounds):
                for kind, (calls, pids) in kinds.items():
                    samples[kind].append(closed_loop(calls, options.seconds / 2, *pids))
    alone = cpu_ms(samples[CHANGE])
    return [
        figure(kind, samples[kind], samples[BARE], alone if "after a change" in kind else 0.0)
        for kind in kinds
        if kind not in {BARE, CHANGE}
    ]


def changed(connection: psycopg.Connection, season: str) -> None:
    """One more change of the season is counted, as a hand would be."""
    connection.execute("UPDATE standings_competition SET revision = revision + 1 WHERE id = %s", (season,))


def figure(kind: str, found: list[Sample], bare: list[Sample], alone: float) -> Figure:
    """What a read takes, without what the change before it takes the database `alone`, in milliseconds."""
    aim, floor = AIMS[kind]
    read = cpu_ms(found) - alone
    ran = f"{len(found)} rounds, {sum(sample.done for sample in found)} reads"
    anchor = f"{cpu_ms(bare):.2f} ms CPU of {BARE}"
    value = f"{percent(cpu_ms(bare) / read)} ({read:.2f} ms)"
    return Figure(f"{kind}, by CPU", value, anchor, aim, floor, ran, foreign(found, bare))
