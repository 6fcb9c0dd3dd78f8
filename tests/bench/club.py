"""Whether a large club costs more than a small one: recording a hand, a season's page, every page of a club.

A database is filled with one club after the other, each ten times as large as the one before, and looked at in between;
on SQLite and on PostgreSQL. Then a season of ten times the people is held against one of fewer: what a row of it costs.
"""

import tempfile
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.app import ENVIRON, prepared
from tests.bench.cluster import postgresql
from tests.bench.meter import Meter
from tests.bench.report import Figure
from tests.serving import environ_for, run_python

SIZES = (1_000, 10_000, 100_000)
LONG = (*SIZES, 1_000_000)
PEOPLE, TABLES = 40, 5  # of every club, however much it has played; tables of an evening
SEASONS, LONG_SEASONS = ((100, 2_000), (1_000, 20_000)), ((100, 20_000), (1_000, 200_000))
SEASON_TABLES = 25
UNITS = {"SQLite": "steps", "PostgreSQL": "rows"}


@dataclass(frozen=True, slots=True)
class Looked:
    """What was measured of one club: how much there is in it, its figures by kind and name, and the share that others
    had of the machine."""

    size: int
    of: Mapping[str, Mapping[str, Any]]
    foreign: float


def run(options: Namespace) -> list[Figure]:
    return on_both(Bench, options)


def on_both(kind: type["Bench"], options: Namespace) -> list[Figure]:
    """What this bench finds on either engine."""
    found: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="bench-club-") as folder:
        static = {"SCOREKEEPER_BENCH_STATIC": str(Path(folder) / "static")}
        environ = environ_for("sqlite://:memory:", {**ENVIRON, **static})
        run_python(["-m", "django", "collectstatic", "--no-input", "-v0"], environ)
        for engine, url in _engines(Path(folder)):
            found += kind(engine, url, static, options).figures()
    return found


def _engines(folder: Path) -> Iterator[tuple[str, str]]:
    yield "SQLite", f"sqlite:///{folder / 'bench.sqlite3'}"
    (folder / "bench.sqlite3").unlink()
    with postgresql() as database:
        yield "PostgreSQL", database.url


class Bench:
    """All of it on one engine."""

    def __init__(self, engine: str, url: str, static: Mapping[str, str], options: Namespace) -> None:
        self.engine, self.url, self.static, self.seconds = engine, url, static, options.seconds / 4
        self.sizes = LONG if options.long else SIZES
        self.seasons = LONG_SEASONS if options.long else SEASONS

    def figures(self) -> list[Figure]:
        prepared(self.url, "migrate")
        clubs = []
        for size in self.sizes:
            clubs.append(self._filled("club", (size, PEOPLE, TABLES), "record", "season", "club"))
            if size == self.sizes[0] and (wrong := prepared(self.url, "differences")):
                raise RuntimeError(f"verify finds {wrong} differences in what was filled")
        seasons = [self._filled("club", (hands, people, SEASON_TABLES), "season") for people, hands in self.seasons]
        names = [(kind, name) for kind in clubs[0].of for name in clubs[0].of[kind]]
        return [
            *(self._growth(kind, name, clubs) for kind, name in names),
            *(self._a_row(name, seasons) for name in seasons[0].of["season"]),
        ]

    def _filled(self, what: str, arguments: Sequence[int], *kinds: str) -> Looked:
        made = self._asked("filling", what, *arguments)
        prepared(self.url, "analyze")
        with Meter() as meter:
            of = {kind: self._asked("looking", kind, made, self.seconds) for kind in kinds}
        return Looked(made["size"], of, meter.foreign)

    def _asked(self, module: str, what: str, *arguments: object) -> Any:
        return prepared(self.url, what, *arguments, module=module, more=self.static)

    def _growth(self, kind: str, name: str, clubs: Sequence[Looked]) -> Figure:
        """The largest club against the smallest."""
        found = [one.of[kind][name] for one in clubs]
        unit, first, last = UNITS[self.engine], found[0], found[-1]
        written = {"written": "rows written"} if kind == "record" else {}
        compared = {"looked_at": f"{unit} read", **written, "cpu": "CPU"}
        values = [f"{last[figure] / first[figure]:.2f}x {told}" for figure, told in compared.items()]
        counts = sorted({one["statements"] for one in found})
        at = ", ".join(
            f"{one['looked_at']:,} {unit} {one['clock']:.1f} ms at {club.size:,}"
            for one, club in zip(found, clubs, strict=True)
        )
        scans = f"; scans {', '.join(last['scans'])}" if last["scans"] else ""
        return Figure(
            what=f"{'record by ' if kind == 'record' else ''}{name}, {self.engine}",
            value=", ".join(values),
            of=f"{'-'.join(map(str, counts))} statements; {at}{scans}",
            aim="1x" if kind == "record" else "",
            ran=f"{min(one['calls'] for one in found)}+ calls a size",
            foreign=max(club.foreign for club in clubs),
        )

    def _a_row(self, name: str, seasons: Sequence[Looked]) -> Figure:
        """What a row costs in the season of many people, against that of few."""
        (few, _), (many, _) = self.seasons
        less, more = (one.of["season"][name] for one in seasons)
        unit = UNITS[self.engine]

        def a_row(figure: str) -> float:
            return float((more[figure] / many) / (less[figure] / few))

        return Figure(
            what=f"{name} of {many:,} rows, {self.engine}",
            value=f"a row {a_row('looked_at'):.2f}x {unit} read, {a_row('cpu'):.2f}x CPU",
            of=f"{less['statements']} and {more['statements']} statements; {less['clock']:.0f} ms with {few} rows "
            f"and {seasons[0].size:,} hands, {more['clock']:.0f} ms with {seasons[1].size:,}",
            aim="1x",
            ran=f"{min(less['calls'], more['calls'])}+ calls",
            foreign=max(one.foreign for one in seasons),
        )
