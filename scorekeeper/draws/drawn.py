"""What is asked of the draw of a round, what is drawn, whoever draws it, what that says of itself (`Report`), and the
draft of a round as it stands.

A report says what a draw could not avoid and why, and how good it is. A row keeps it as plain values (`kept`), what
nobody said left out; `report_of` reads them back. Formats make it, and pages, the API and files draw it from here:
nobody else reads the plain values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from games.core.record import Record, load
from scorekeeper.draws.models import BaseDraw
from scorekeeper.pairing.schedules.instance import Round as Seated

SEED_BITS: Final = 62  # what every database holds in a whole number with a sign
AskedKind = Literal["forbidden", "apart", "kept_apart", "bye", "met", "small"]


@dataclass(frozen=True, slots=True)
class Locked:
    """A lock: somebody stays at this table (from 0; None: sits out), on this `seat` where that was chosen too; who said
    so, and when."""

    table: int | None
    seat: int | None = None
    by: UUID | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """What is asked of a draw. `shown` are the next round and those after it as people have seen them: with
    `few_changes` as few as possible get other table mates. With `despite` those for whom no other way is found sit
    together though they never should. `smaller`: where somebody sits out anyway tables are smaller, and more do. `stop`
    is asked now and then, and may raise. Penalties and bonuses count that were given `until` then, of old draws."""

    seed: int
    held: Mapping[str, Locked] = field(default_factory=dict)
    shown: Sequence[Seated] = ()
    few_changes: bool = False
    despite: bool = False
    smaller: bool = False
    stop: Callable[[], bool] | None = None
    until: datetime | None = None

    @property
    def fixed(self) -> dict[str, int | None]:
        """{who: the table where they stay, or None: they sit out}"""
        return {key: held.table for key, held in self.held.items()}


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Who sits at a table, by what a draw calls them, in the order of the seats; in rounds of two a match, seat 0 at
    home, in its `group`, in a bracket with its `code`."""

    keys: tuple[str, ...]
    group: int = 1
    code: str = ""


class ReportPart(Record):
    """A part of a report; what a later release may have added is passed over."""

    model_config = ConfigDict(extra="ignore")


class Concession(ReportPart):
    """What a draw of tables could not avoid: two at one table who are never to sit together (`forbidden`), are to be
    kept apart (`apart`; `kept_apart` by a list, of an evening) or have met; somebody who is again at a smaller table or
    sits out again. `table` counts from 0 (None: sitting out), `times` counts this round in."""

    kind: AskedKind
    players: tuple[str, ...]
    table: int | None
    times: int


class MatchReasons(ReportPart):
    """Why two meet, as (of who is at home, of who is away) where there are two: `pairing.swiss.Reasons`. `mates` are of
    one club; `apart`: they are never to meet, and do by hand."""

    kind: Literal["match"]
    home: str
    away: str
    group: int
    scores: tuple[int, int]
    floats: tuple[int, int]
    again: tuple[bool, bool]
    met: int
    off: int
    balance: tuple[int, int]
    home_by: str
    mates: bool = False
    apart: bool = False


class ByeReasons(ReportPart):
    """Why somebody sits out a round of matches: `pairing.swiss.SitsOut`."""

    entrant: str
    byes: int
    had_more: tuple[str, ...]
    needed: tuple[str, ...]


class Parted(ReportPart):
    """Whom somebody would have sat with by points, and why not."""

    player: str
    why: Literal["forbidden", "apart", "met"]


class OffPoints(ReportPart):
    """Who sits at another table than the points say (`home`); tables count from 0. Parted from nobody: they make
    room."""

    player: str
    home: int
    table: int
    parted: tuple[Parted, ...]


class Together(ReportPart):
    """Rounds that were drawn together, from the `first` to that of number `rounds`: how often somebody meets somebody
    again in all of them, and the `bound` that no schedule is below."""

    first: int
    rounds: int
    repeats: int
    bound: int
    steps: int = 0


class Repeated(ReportPart):
    """A pair that meets more than once: `pairing.schedules.instance.Repeat`."""

    players: tuple[str, str]
    rounds: tuple[int, ...]
    times: int
    reason: Literal["bound", "club", "frozen", "lock", "keep", "style", "search"]


class ScheduleFigures(ReportPart):
    """How good all rounds of tables are, those played and those planned up to the `last`:
    `pairing.schedules.instance.ScheduleReport`. Clubs that are too large are their members. What has changed since
    people had seen their seats is None where they had seen nothing."""

    lower_bound: int
    repeats: int
    max_meetings: int
    small_above: tuple[str, ...]
    small_below: tuple[str, ...]
    small_spread: int
    wanted_unmet: tuple[tuple[str, str], ...]
    seat_spread: Mapping[str, int]
    byes: Mapping[str, int]
    locks_honoured: int
    iterations: int
    stopped_early: bool
    repeated: tuple[Repeated, ...]
    club_meetings: tuple[tuple[int, str, str], ...]
    breaches: tuple[tuple[int, str, str], ...]
    last: int
    clubs_too_large: tuple[tuple[str, ...], ...]
    few_changes: bool
    mates_changed: int | None
    seats_changed: int | None
    seats_changed_later: int | None

    @property
    def is_even(self) -> bool:
        """Whether no draw spreads the meetings again better, though fewer of them were not ruled out."""
        return self.repeats > self.lower_bound and any(each.reason == "bound" for each in self.repeated)

    def named(self) -> set[str]:
        """Everybody whom it names; some of them play other rounds alone."""
        pairs = [*self.wanted_unmet, *(pair for _number, *pair in (*self.breaches, *self.club_meetings))]
        people = {who for pair in (*pairs, *(each.players for each in self.repeated)) for who in pair}
        return people | self.byes.keys() | set(self.small_above) | set(self.small_below)


class Ahead(ReportPart):
    """Rounds that come after the one they were drawn with: everybody is named once, and each round is its tables and
    who sits out, by places in `people`."""

    people: tuple[str, ...]
    rounds: tuple[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], ...]


class Report(ReportPart):
    """What a draw says of itself. `broken` is what it asks of people: of rounds of tables what could not be avoided, of
    rounds of two that are drawn by points why each two meet."""

    broken: tuple[Annotated[Concession | MatchReasons, Field(discriminator="kind")], ...] = ()
    by_hand: bool = False
    """People have changed places by hand since: its number and its fingerprint are those of the draw before."""
    by_points: bool = False
    """The draw looked at the points."""
    is_best: bool | None = None
    """No draw asks less of anybody; None where that is not known."""
    steps: int | None = None
    """How many draws or changes were tried."""

    # of tables
    schedule: ScheduleFigures | None = None
    together: Together | None = None
    moved: tuple[OffPoints, ...] = ()
    """In the order of the points."""
    ahead: Ahead | None = None
    rules: tuple[str, ...] = ()
    """The digests of who was to be kept apart or to meet when the rounds ahead were drawn: one of each of them."""
    unsaid: tuple[tuple[str, str], ...] = ()
    """Pairs who are together here and nobody has said that they want that, though the report names them."""

    # of rounds of two that are drawn by points
    bye: ByeReasons | None = None
    apart: tuple[tuple[str, str], ...] = ()
    """Who was kept apart by a list."""
    is_thinned: bool = False
    """Of so many, only those near by rank were looked at."""
    fell_back: bool = False
    """Clubs were never to meet, and that left no way."""

    official: Mapping[str, int] | None = None
    """{entrant: what the round had brought when it was made official}, by which later corrections are found."""

    def but(self, **changes: Any) -> "Report":
        """The same with these parts otherwise."""
        return self.model_copy(update=changes)

    def without(self, *names: str) -> "Report":
        """The same as if nothing had been said of these parts."""
        return Report.model_construct(
            **{name: getattr(self, name) for name in self.model_fields_set if name not in names}
        )

    def kept(self) -> dict[str, Any]:
        """As a row keeps it."""
        return self.model_dump(mode="json", exclude_unset=True)

    def asked_at_tables(self, *, for_desk: bool) -> list[Concession]:
        """What tables ask of people; who is never to sit together is for the desk alone."""
        found = (each for each in self.broken if isinstance(each, Concession))
        return [each for each in found if for_desk or each.kind != "forbidden"]

    def matches(self, *, for_desk: bool) -> list[MatchReasons]:
        """Why each two meet. That they are kept apart is for the desk alone."""
        found = (each for each in self.broken if isinstance(each, MatchReasons))
        return [each if for_desk else each.model_copy(update={"apart": False}) for each in found]


def report_of(plain: Mapping[str, Any]) -> Report:
    """A report as a row keeps it. Raises InvalidRecord where no release has written that."""
    return load(Report, plain)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables in their order, who sits out, and why it is so (`report`). `seed`, `engine` and `facts`, the hash of
    all it started from, let it be drawn again; `fixed` are those who stand where a lock holds them."""

    tables: tuple[SeatedTable, ...]
    out: tuple[str, ...]
    seed: int
    engine: str
    facts: str
    report: Report
    fixed: frozenset[str] = frozenset()


def places_of(draft: BaseDraw) -> tuple[list[list[str]], list[str]]:
    """The tables of a draw in the order of their seats, and who sits out, as a draw calls them."""
    tables: dict[UUID, list[str]] = {}
    out = []
    for place in draft.present.order_by("table__number", "seat", "pk"):
        if place.table_id is None:
            out.append(place.key)
        else:
            tables.setdefault(place.table_id, []).append(place.key)
    return list(tables.values()), out


def held_in(draft: BaseDraw) -> dict[str, Locked]:
    """{who: where a lock holds them}"""
    places = draft.present.filter(by_hand=True).select_related("table").order_by("table__number", "seat")
    return {
        place.key: Locked(
            table=place.table.number - 1 if place.table else None,
            seat=place.seat if place.holds_seat else None,
            by=place.held_by_id,
            at=place.held_at,
        )
        for place in places
    }
