"""Whether a large money book costs more than a small one: booking something, and every page of it.

A database is filled with one club after the other, each with ten times the bookings of the one before, and looked at in
between; on SQLite and on PostgreSQL.
"""

from argparse import Namespace

from tests.bench.app import prepared
from tests.bench.club import PEOPLE, Bench, on_both
from tests.bench.report import Figure


def run(options: Namespace) -> list[Figure]:
    return on_both(Money, options)


class Money(Bench):
    """All of it on one engine."""

    def figures(self) -> list[Figure]:
        prepared(self.url, "migrate")
        books = []
        for size in self.sizes:
            books.append(self._filled("money", (size, PEOPLE), "money"))
            if size == self.sizes[0] and (wrong := prepared(self.url, "differences")):
                raise RuntimeError(f"verify finds {wrong} differences in what was filled")
        return [self._growth("money", name, books) for name in books[0].of["money"]]
