"""What people at a table are called there."""

from collections import Counter
from collections.abc import Iterable, Mapping

from scorekeeper.play.models import Seat


def full_names(seats: Iterable[Seat]) -> dict[int, str]:
    """{seat number: name} of seats whose players are loaded."""
    return {seat.number: seat.player.name for seat in seats}


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """First names where they tell the players apart, with an initial where they do not."""
    first = {number: name.split()[0] for number, name in names.items()}
    often = Counter(first.values())
    return {number: first[number] if often[first[number]] == 1 else _longer(name) for number, name in names.items()}


def _longer(name: str) -> str:
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest else first
