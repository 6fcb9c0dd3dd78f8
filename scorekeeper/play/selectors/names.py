"""What people at a table are called there."""

from collections import Counter
from collections.abc import Iterable, Mapping

from scorekeeper.play.models import Seat


def full_names(seats: Iterable[Seat]) -> dict[int, str]:
    """{seat number: name} of seats whose players are loaded; namesakes carry the number of their seat, from 1."""
    return _apart({seat.number: [seat.player.name] for seat in seats})


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """First names where they tell the players apart, else lengthened until they do: an initial, then the full name,
    then the number of the seat."""
    return _apart({number: [name.split()[0], _with_initial(name), name] for number, name in names.items()})


def _apart(ways: Mapping[int, list[str]]) -> dict[int, str]:
    """For each seat the first of its ways to be called that no other seat shares."""
    ways = {number: [*own, f"{own[-1]} ({number + 1})"] for number, own in ways.items()}
    step = dict.fromkeys(ways, 0)
    while True:
        called = {number: own[step[number]] for number, own in ways.items()}
        often = Counter(name.casefold() for name in called.values())
        shared = [n for n, name in called.items() if often[name.casefold()] > 1 and step[n] + 1 < len(ways[n])]
        if not shared:
            return called
        for number in shared:
            step[number] += 1


def _with_initial(name: str) -> str:
    first, *rest = name.split()
    initials = [word[0] for word in rest if word[0].isalpha()]
    return f"{first} {initials[-1]}." if initials else first
