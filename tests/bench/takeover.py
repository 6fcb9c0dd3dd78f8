"""What a file of 20,000 lines costs: read and compared in a dry run, then taken over; and the same file sent again with
every result changed. CPU as a multiple of what a tenth of the lines costs, where ten says that it grows with the lines
alone, and how far the process grew. On SQLite and on PostgreSQL."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from tests.bench.app import prepared
from tests.bench.club import Bench, on_both
from tests.bench.meter import Meter
from tests.bench.report import Figure
from tests.memory import peak

PEOPLE, DAYS = 100, 199
AIM = 10.0  # seconds for taking over
MOST_GROWN = 200  # MB


def run(options: Namespace) -> list[Figure]:
    return on_both(TakingOver, options)


class TakingOver(Bench):
    """All of it on one engine."""

    def figures(self) -> list[Figure]:
        prepared(self.url, "migrate")
        with Meter() as meter:
            tenth, whole = self._asked("takeover", "taken_by_size", PEOPLE, [DAYS // 10, DAYS])
        return [
            Figure(
                what=f"{name}, {PEOPLE * DAYS:,} lines, {self.engine}",
                value=f"{took['cpu'] / tenth[name]['cpu']:.1f}x the CPU of a tenth of them, {took['clock']:.1f} s "
                f"({took['cpu']:.1f} s of CPU here), {took['grown']:.0f} MB more",
                aim=f"{AIM:g} s, {MOST_GROWN} MB" if name.startswith("take over") else f"{MOST_GROWN} MB",
                ran="once",
                foreign=meter.foreign,
            )
            for name, took in whole.items()
        ]


def taken_by_size(people: int, days: list[int]) -> list[dict[str, dict[str, float]]]:
    """The costs of files of so many days, each in a club of its own; in a process of its own."""
    import django

    django.setup()
    return [taken(people, many) for many in days]


def taken(people: int, days: int) -> dict[str, dict[str, float]]:
    """Seconds, seconds of CPU, and by how many MB the process has grown at the most, of each step."""
    from django.utils import timezone

    from scorekeeper.transfer.selectors.looking import look_at
    from scorekeeper.transfer.services.keeping import keep
    from scorekeeper.transfer.services.taking import take_over
    from tests import factories
    from tests.factories.files import file_sent

    club = factories.make_club()
    season, by, now = factories.make_season(club), factories.owner_of(club), timezone.now()
    found: dict[str, dict[str, float]] = {}
    first = peak()

    def timed(name: str, act: Callable[[], Any]) -> Any:
        began, cpu = time.perf_counter(), time.process_time()
        made = act()
        took = {"clock": time.perf_counter() - began, "cpu": time.process_time() - cpu}
        found[name] = {**took, "grown": (peak() - first) / 1000}
        return made

    for name, more in (("of new results", 0), ("of changed results", 1)):
        text = "\n".join(_lines(people, days, more))
        upload = keep(file_sent(text, name="season.csv", season=season.pk), club=club, by=by, now=now)
        look = timed(f"dry run {name}", lambda upload=upload: look_at(upload, now))
        if look.obstacle:
            raise RuntimeError(str(look.obstacle))
        act = {"upload": upload, "by": by, "now": now, "link": lambda _secret: "", "shown": look.shown}
        timed(f"take over {name}", lambda act=act: take_over(**act))
    return found


def _lines(people: int, days: int, more: int) -> Iterator[str]:
    yield "Datum;Name;Punkte;Gewonnen;Verloren"
    for nth in range(days):
        day = date(2015, 1, 6) + timedelta(weeks=nth)
        for who in range(people):
            name = f"{chr(65 + who % 26)}nna {chr(65 + who // 26)}{chr(97 + who % 26)}mann"
            yield f"{day:%d.%m.%Y};{name};{(nth * 37 + who * 11) % 900};{(nth + who) % 12};{(nth * who) % 5 + more}"


if __name__ == "__main__":
    arguments = [json.loads(argument) for argument in sys.argv[2:]]
    print(json.dumps(globals()[sys.argv[1]](*arguments)))
