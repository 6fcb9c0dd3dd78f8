"""What a Swiss tournament of as many as there can be costs on its whole way: a round drawn by the service and the pages
that show it, against pairing the same round alone. On SQLite and on PostgreSQL."""

from argparse import Namespace

from tests.bench.app import prepared
from tests.bench.club import Bench, on_both
from tests.bench.meter import Meter
from tests.bench.report import Figure

ENTRANTS, PLAYED = 1_000, 4
AIMS = {"draw": 1.0, "page of the round": 1.5}  # seconds of CPU


def run(options: Namespace) -> list[Figure]:
    return on_both(Large, options)


class Large(Bench):
    """All of it on one engine."""

    def figures(self) -> list[Figure]:
        prepared(self.url, "migrate")
        with Meter() as meter:
            found = self._asked("tournament", "large", ENTRANTS, PLAYED)
        alone = found.pop("pairing")["cpu"]
        return [
            Figure(
                what=f"{name}, {ENTRANTS:,} entrants, {self.engine}",
                value=f"{one['cpu'] / 1000:.2f} s of CPU ({one['cpu'] / alone:.1f}x)",
                of=f"{alone / 1000:.2f} s of pairing them alone; {one['statements']} statements",
                aim=f"{AIMS[name]:g} s" if name in AIMS else "",
                ran=f"{one['calls']} calls, {PLAYED} rounds played before",
                foreign=meter.foreign,
            )
            for name, one in found.items()
        ]
