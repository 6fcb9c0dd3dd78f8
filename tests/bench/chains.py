"""What chaining costs beside recording: an evening of 16 tables, a hand a minute at each, chained every five."""

import tempfile
from argparse import Namespace
from pathlib import Path

from tests.bench.app import prepared
from tests.bench.cluster import postgresql
from tests.bench.meter import Meter
from tests.bench.report import Figure

MINUTES, LONG = 15, 60


def run(options: Namespace) -> list[Figure]:
    minutes = LONG if options.long else MINUTES
    with tempfile.TemporaryDirectory(prefix="bench-chains-") as folder:
        found = [_figure("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}", minutes)]
    with postgresql() as database:
        return [*found, _figure("PostgreSQL", database.url, minutes)]


def _figure(engine: str, url: str, minutes: int) -> Figure:
    prepared(url, "migrate")
    with Meter() as meter:
        spent = prepared(url, "chaining", minutes)
    hands, links = round(spent["hands"]), round(spent["links"])
    each = 1000 * spent["recording"] / hands
    return Figure(
        what=f"chaining, {engine}",
        value=f"{100 * spent['chaining'] / spent['recording']:.1f} % more CPU",
        of=f"recording by the service: {each:.2f} ms a hand",
        aim="5 % at the most",
        ran=f"{hands} hands, {links} links",
        foreign=meter.foreign,
    )
