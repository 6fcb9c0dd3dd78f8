"""A knock-out over several tables as it goes: who went out, who sat down late, who has moved, one after the other; and
what that comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.pairing.keys import Entrant
from scorekeeper.pairing.knockout import Move, Out, Spot, State, arranged, dealing, places, sat, without

Wave = tuple[Out, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """These went out in one hand of a table. `with_last`: in the same hand as those who went out just before, at
    another table."""

    outs: Wave
    with_last: bool = False


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody came late, or again after they were out."""

    who: Entrant
    spot: Spot


@dataclass(frozen=True, slots=True)
class Moved:
    """These moved, all at once; before that it was seen which seat deals next at some tables."""

    moves: tuple[Move, ...]
    dealers: Mapping[int, int]


Step = Left | SatDown | Moved


def open_to_correction(steps: Sequence[Step]) -> set[int]:
    """Which steps, counted from 0, nothing was built on: the last one; and of those before it who went out, as long as
    nobody has moved or sat down since."""
    found: set[int] = set()
    for number in range(len(steps) - 1, -1, -1):
        if not isinstance(steps[number], Left):
            return found or {number}
        found.add(number)
    return found


@dataclass(frozen=True, slots=True)
class Course:
    """Where all sit, at tables where somebody does, and who is out by waves, the earliest first. Who sat down again is
    not out; `again` counts them, each time."""

    state: State
    waves: tuple[Wave, ...] = ()
    again: int = 0

    @property
    def left(self) -> int:
        return self.state.left

    @property
    def out(self) -> list[Out]:
        """Who is out, the earliest first."""
        return [out for wave in self.waves for out in wave]

    @property
    def entrants(self) -> int:
        """Everybody who has had a seat."""
        return self.left + len(self.out)

    @property
    def sitting(self) -> dict[Entrant, Spot]:
        """Where everybody sits who is not out."""
        return {who: Spot(table.number, seat) for table in self.state.tables for seat, who in table.seats.items()}

    @property
    def places(self) -> dict[Entrant, int]:
        """The place of everybody who is out; those who sit share the first until one is left."""
        return places(self.entrants, self.waves)


def played(start: State, steps: Iterable[Step]) -> Course:
    """What these steps have come to, from where all sat at the start."""
    course = Course(start)
    for step in steps:
        course = _after(course, step)
    return course


def _after(course: Course, step: Step) -> Course:
    if isinstance(step, Left):
        return _left(course, step)
    if isinstance(step, SatDown):
        waves = tuple(_but(wave, step.who) for wave in course.waves)
        again = course.again + (waves != course.waves)
        return Course(sat(course.state, step.who, step.spot), tuple(wave for wave in waves if wave), again)
    return replace(course, state=arranged(dealing(course.state, step.dealers), step.moves))


def _left(course: Course, step: Left) -> Course:
    left = without(course.state, [out.who for out in step.outs])
    state = replace(left, tables=tuple(table for table in left.tables if table.seats))
    if step.with_last and course.waves:
        return replace(course, state=state, waves=(*course.waves[:-1], (*course.waves[-1], *step.outs)))
    return replace(course, state=state, waves=(*course.waves, step.outs))


def _but(wave: Sequence[Out], who: Entrant) -> Wave:
    return tuple(out for out in wave if out.who != who)
