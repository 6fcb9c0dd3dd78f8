"""Draw a whole schedule, or its next round.

The same instance gives the same schedule, bit for bit, on any machine: whole numbers only, a search that is bounded by
counted steps and never by the clock, and of the random numbers only those that Python keeps the same between its
versions. A clock may only stop it, and then the report says so. What weighs how much: docs/pairing.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scorekeeper.pairing.schedules.board import FORBIDDEN, HARD_CLUB, MEETING, Board
from scorekeeper.pairing.schedules.bounds import bounds_of, least_weight
from scorekeeper.pairing.schedules.checking import check
from scorekeeper.pairing.schedules.explaining import Effort, report
from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Round, Schedule, ScheduleReport
from scorekeeper.pairing.schedules.numbering import numbered
from scorekeeper.pairing.schedules.planning import Course, course_of
from scorekeeper.pairing.schedules.pointing import by_points
from scorekeeper.pairing.schedules.search import HOT, MILD, WARM, Watch, refine, settle
from scorekeeper.pairing.schedules.seats import seats_given
from scorekeeper.pairing.schedules.starts import Places, by_chance, constructed, published

STEPS: Final = 200  # swaps tried in each search for every seat that is drawn
MORE_STEPS: Final = 100  # more of them for each round that is drawn
FEWEST_STEPS: Final = 5_000
MOST_STEPS: Final = 1_500_000
STARTS: Final = 3  # searches at most, each from a start of its own; the best one counts
MORE_STARTS: Final = 5  # searches at most where they are short
SHORT: Final = 150_000  # steps that all of these take together
REFINING: Final = 800  # swaps tried at the end for every seat and each round after the second, if there are repeats
MOST_REFINING: Final = 400_000  # where it would be more than that it is left out: large draws are good without it


def draw_schedule(
    instance: Instance,
    *,
    progress: Callable[[float], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Schedule:
    """All rounds of a schedule: those that are done as they were, and those that are drawn now.

    `progress` is told now and then which part of the way is behind it (0 to 1; a draw that is good enough ends
    before). `stop` is asked now and then: once it says yes, the best found so far counts and the report says
    `stopped_early`.

    Raises:
        Unfit: the instance says something wrong.
        Impossible: no schedule honours all that must be; it names what collides.
    """
    check(instance)
    course = course_of(instance)
    board = course.board()
    bounds = bounds_of(course, board)
    budget = _budget_of(course)
    watch = Watch(budget.total, progress, stop)
    if instance.style == "seeded":
        chance = Random(f"{instance.seed}:points")  # noqa: S311 a draw is to be drawn again
        places = [by_points(course, board, chance, watch)]
    else:
        places = _found(course, board, watch, budget, least_weight(course, board, bounds.meetings))
    _require_apart(course, places)
    if progress:
        progress(1.0)
    rounds = [*instance.done, *_seated(course, places)]
    return Schedule(tuple(rounds), report(course, rounds, Effort(bounds, watch.tried, watch.is_stopped)))


def told(instance: Instance, rounds: Sequence[Round], *, iterations: int = 0) -> ScheduleReport:
    """How good these rounds are, from the first, some of which are not as they would be drawn: people were put
    elsewhere by hand, or in an order that was given.

    Raises:
        Unfit, Impossible: as `draw_schedule`.
    """
    check(instance)
    course = course_of(instance)
    return report(
        course, rounds, Effort(bounds_of(course, course.board()), iterations, stopped_early=False, by_hand=True)
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """How far is looked: so many searches at most, each of so many `steps`, and once of so many `more` where something
    weighty is wrong with the best of them."""

    starts: int
    steps: int
    more: int

    @property
    def total(self) -> int:
        """The steps of all of it."""
        return self.starts * self.steps + self.more

    @property
    def is_short(self) -> bool:
        """Whether there is time to look on for what weighs little."""
        return self.starts * self.steps <= SHORT


def _budget_of(course: Course) -> Budget:
    """It goes by the number of seats and rounds alone."""
    rounds, slots = len(course.plans), sum(len(plan.present) for plan in course.plans)
    steps = min(max((STEPS + MORE_STEPS * rounds) * slots, FEWEST_STEPS), MOST_STEPS)
    more = REFINING * max(0, rounds - 2) * slots
    starts = min(max(STARTS, SHORT // steps), MORE_STARTS)
    return Budget(starts, steps, more if more <= MOST_REFINING else 0)


def _found(course: Course, board: Board, watch: Watch, budget: Budget, bound: int) -> Places:
    """The best places that are found."""
    best = _searched(course, board, watch, budget, bound)
    board.place(best)
    if board.cost - bound >= MEETING and budget.more and not watch.is_stopped:
        chance = Random(f"{course.instance.seed}:more")  # noqa: S311
        best = refine(board, chance, watch, steps=budget.more, bound=bound)
    board.clear()
    return best


def _searched(course: Course, board: Board, watch: Watch, budget: Budget, bound: int) -> Places:
    """The best places of some searches. What was constructed is only polished, unless something weighty is wrong with
    it: then every other search starts from another construction. All the rest start by chance, and hot."""
    enough = bound if budget.is_short else bound + MEETING - 1
    best: Places | None = None
    least = 0
    for start in range(budget.starts):
        chance = Random(f"{course.instance.seed}:{start}")  # noqa: S311
        is_by_chance = best is not None and (start % 2 == 1 or least - bound < MEETING)
        made = None if is_by_chance else _made(course, board, chance, watch)
        watch.prepared = 1.0
        board.place(made or by_chance(course, chance))
        heat = WARM if board.cost - bound < MEETING else MILD if made else HOT
        found = settle(board, chance, watch, heat=heat, steps=budget.steps, bound=bound)
        board.clear()
        board.place(found)
        if best is None or board.cost < least:
            best, least = found, board.cost
        board.clear()
        if least <= enough or watch.is_stopped:
            break
    return best or []


def _made(course: Course, board: Board, chance: Random, watch: Watch) -> Places | None:
    """The lightest start that was made with care, if there is any."""
    if course.instance.style == "random":
        return None
    shown = published(course, chance)
    starts = [shown] if shown else list(constructed(course, chance, watch))
    if not starts:
        return None
    weights = []
    for number, places in enumerate(starts):
        board.place(places)
        weights.append((board.cost, number))
        board.clear()
    return starts[min(weights)[1]]


def _require_apart(course: Course, places: Places) -> None:
    """Raises Impossible where two sit together who must not, and no lock put them there."""
    collisions = []
    for plan, groups in zip(course.plans, places, strict=True):
        for group in groups[:-1]:
            free = set(group) - plan.pinned.keys()
            for one in sorted(group):
                for other in sorted(group):
                    weight = course.weighing.extra.get((one, other), (0, 0))[0] if one < other else 0
                    if weight in {FORBIDDEN, HARD_CLUB} and {one, other} & free:
                        names = (course.names[one], course.names[other])
                        collisions.append(Collision("forbidden", plan.number, names))
    if collisions:
        raise Impossible(collisions)


def _seated(course: Course, places: Places) -> Sequence[Round]:
    """The rounds with names, numbers of tables and seats."""
    instance = course.instance
    rounds: list[Round] = []
    last = instance.done[-1] if instance.done else None
    for plan, groups in zip(course.plans, places, strict=True):
        tables = [tuple(course.names[player] for player in sorted(group)) for group in groups]
        last = Round(numbered(instance, plan.number, tables[:-1], last), tables[-1])
        rounds.append(last)
    return seats_given(instance, rounds, Random(f"{instance.seed}:seats"))  # noqa: S311
