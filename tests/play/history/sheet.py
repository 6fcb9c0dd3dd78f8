"""The oracle: a sitting as plain values. Each act is taken or turned down as the design says, and every total is a fold
of what was taken. It judges hands by the games' own rules and knows nothing of the database."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from games.core.game import AnyGame
from games.core.record import load_kind
from games.core.values import InvalidRecord, Outcome, Table

Record = Mapping[str, Any]
Sums = dict[str, int]
DENIED = "denied"
ABSENT = "absent"


class Turned(Exception):
    """An act is turned down; nothing has happened."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who acts, and what they may; `person` is whose seat a phone has claimed. Who has neither account nor
    seat `is_nobody`: what they record could be anybody's."""

    name: str
    sees: bool = True
    records: bool = False
    keeps: bool = False
    directs: bool = False
    person: UUID | None = None
    is_nobody: bool = False


@dataclass(slots=True)
class Version:
    """One version of a hand, a link of the chain; `pk` is that of its row, once there is one."""

    number: int
    version: int
    seq: int
    kind: str
    record: Record
    seats: tuple[int, ...]
    dealer: int
    outcome: Outcome[Any, Any] | None
    by: Who
    at: datetime
    pk: UUID | None = None

    @property
    def lines(self) -> dict[tuple[int, str], int]:
        """{(place, measure): amount} without what comes to nothing."""
        sums: dict[tuple[int, str], int] = {}
        for line in self.outcome.lines if self.outcome else ():
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
        return {key: amount for key, amount in sums.items() if amount}


@dataclass(slots=True)
class Act:
    """An act of the chain; `given` is what it adds to persons."""

    seq: int
    kind: str
    given: Mapping[UUID, int] = field(default_factory=dict)
    back: bool = False
    pk: UUID | None = None


def meaning(outcome: Outcome[Any, Any]) -> Any:
    """What a hand says of itself; where it leaves the table is for the next one."""
    return outcome.lines, outcome.detail, outcome.sentence, outcome.warnings, outcome.over


class Mark(NamedTuple):
    kind: str
    version: Version
    person: UUID | None


class Replayed(NamedTuple):
    """The standing hands judged in order: each outcome, then where the sitting stands."""

    outcomes: dict[int, Outcome[Any, Any]]
    state: Any
    dealer: int
    is_over: bool


@dataclass(slots=True)
class Keys:
    """What was made under each key of a club: the facts, and the link; hands and acts apart."""

    hands: dict[UUID, tuple[Any, Version]] = field(default_factory=dict)
    acts: dict[UUID, tuple[Any, Act]] = field(default_factory=dict)


class Sheet:
    """One sitting. `holders` are the persons by place; `active` the places where somebody sits."""

    def __init__(
        self, game: AnyGame, rules: Any, holders: Sequence[UUID], keys: Keys, confirm_after: timedelta | None
    ) -> None:
        self.game, self.rules, self.keys, self.confirm_after = game, rules, keys, confirm_after
        self.now = datetime.min.replace(tzinfo=UTC)  # the moment of the act that is under way
        self.size = len(holders)
        self.holders = list(holders)
        self.active = set(range(self.size))
        self.chain: list[Version | Act] = []
        self.marks: list[Mark] = []
        self.hands: dict[int, list[Version]] = {}
        self.state: Any = game.start(rules, self.size)
        self.dealer, self.next_number, self.is_over = 0, 1, False
        self.is_ended = self.is_closed = False
        self.reopenings, self.sealed = 0, 0
        self.anchors: list[int] = []
        self.signed: set[tuple[int, int, UUID]] = set()
        self.stand_ins: dict[UUID, list[tuple[int, UUID | None]]] = {}

    # What it comes to

    @property
    def accepts(self) -> bool:
        return not (self.is_closed or self.is_over or self.is_ended)

    @property
    def newest(self) -> list[Version]:
        """The version in force of each hand."""
        return [versions[-1] for _number, versions in sorted(self.hands.items())]

    @property
    def standing(self) -> list[Version]:
        return [version for version in self.newest if version.outcome]

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(sorted(self.active))

    def table(self) -> Table[Any]:
        """Where the next hand is played."""
        return Table(self.places, self.next_number, self.dealer, self.state)

    @property
    def measure(self) -> tuple[str, int]:
        """The measure that is the total, and its weight."""
        weights = self.game.weights(self.rules)
        return next((measure, weight) for measure, weight in weights.items() if abs(weight) == 1)

    def totals(self) -> dict[UUID, Sums]:
        """{person: {measure: total}}: what the hands brought to their place, and what they were given."""
        sums: dict[UUID, Sums] = {person: {} for person in self.holders}
        for version in self.standing:
            for (place, measure), amount in version.lines.items():
                own = sums[self.holders[place]]
                own[measure] = own.get(measure, 0) + amount
        for act in self.given():
            for person, amount in act.given.items():
                sums[person][self.measure[0]] = sums[person].get(self.measure[0], 0) + amount
        return {person: {name: amount for name, amount in own.items() if amount} for person, own in sums.items()}

    def given(self) -> Iterator[Act]:
        """The penalties and adjustments that stand."""
        return (link for link in self.chain if isinstance(link, Act) and link.given and not link.back)

    @property
    def disputes(self) -> dict[int, set[UUID | None]]:
        """{number: whose dispute is open}."""
        found: dict[int, set[UUID | None]] = {}
        for mark in self.marks:
            of_hand = found.setdefault(mark.version.number, set())
            match mark.kind:
                case "disputed":
                    of_hand.add(mark.person)
                case "withdrawn":
                    of_hand.discard(mark.person)
                case "decided":
                    of_hand.clear()
        return {number: persons for number, persons in found.items() if persons}

    def binds(self, version: Version, now: datetime) -> str:
        """How far a version in force binds."""
        if self.is_closed:
            return "official"
        if self.marks and version.number in self.disputes:
            return "disputed"
        settled = self.confirm_after is not None and version.at <= now - self.confirm_after
        is_bound = self.is_agreed(version) or settled or version.seq <= self.sealed
        return "confirmed" if is_bound else "recorded"

    def agreeing(self, version: Version) -> set[UUID | None]:
        """Who has confirmed this version."""
        return {mark.person for mark in self.marks if mark.version is version and mark.kind == "confirmed"}

    def is_agreed(self, version: Version) -> bool:
        """Whether a director let it stand, or enough have confirmed it: one, or two sides where nobody knows whose it
        is."""
        if any(mark.version is version and mark.kind == "decided" for mark in self.marks):
            return True
        places = {self.holders.index(person) for person in self.agreeing(version) if person}
        if not version.by.is_nobody:
            return bool(places)
        return sum(bool(places.intersection(side)) for side in self.game.sides(list(range(len(self.holders))))) > 1

    def sides(self) -> list[tuple[int, ...]]:
        """The places that score as one; who has left stands alone."""
        left = [(place,) for place in range(len(self.holders)) if place not in self.active]
        return [*self.game.sides(list(self.places)), *left]

    def side_of(self, place: int) -> tuple[int, ...]:
        return next(tuple(side) for side in self.sides() if place in side)

    def unsigned(self) -> list[UUID]:
        return [person for person in self.holders if (len(self.chain), self.reopenings, person) not in self.signed]

    def replayed(self, instead: Mapping[int, Record | None], versions: Mapping[int, Version] | None = None) -> Replayed:
        """The hands with other records for some, None for one that is struck; or told in other `versions`.

        Raises:
            Turned: a record is refused, or `hand_impossible`.
        """
        state, dealer, over = self.game.start(self.rules, self.size), 0, False
        outcomes: dict[int, Outcome[Any, Any]] = {}
        for newest in self.newest:
            version = (versions or {}).get(newest.number, newest)
            kept = version.record if version.outcome else None
            record = instead.get(version.number, kept)
            if record is None:
                continue
            table = Table(version.seats, version.number, version.dealer, state)
            try:
                _record, outcome = self.game.judge(record, self.rules, table)
            except InvalidRecord as error:
                is_it = version.number in instead
                raise Turned(error.problems[0].code if is_it else "hand_impossible") from None
            outcomes[version.number] = outcome
            state, dealer, over = outcome.state, outcome.dealer, outcome.over
        return Replayed(outcomes, state, dealer, over)

    # What hands and acts share

    def require_open(self) -> None:
        if self.is_closed:
            raise Turned("sitting_closed")

    def keeper(self, who: Who, reason: str | None = None) -> None:
        """Only who keeps the sheet; where a reason is asked for it is there."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.keeps:
            raise Turned(DENIED)
        if reason == "":
            raise Turned("reason_missing")

    def director(self, who: Who) -> None:
        self.keeper(who)
        if not who.directs:
            raise Turned(DENIED)

    def in_force(self, version: Version) -> None:
        if self.hands[version.number][-1] is not version:
            raise Turned("hand_changed")

    def normal(self, record: Record | None) -> Any:
        """Two spellings of one record are equal; what is no record stays as it is."""
        try:
            return record if record is None else load_kind(self.game.hands, record)
        except InvalidRecord:
            return record

    def deals(self, place: int) -> int:
        """Who deals when it is this one's turn: who has left is passed over."""
        return next((other for other in self.places if other >= place), self.places[0])

    def hand_before(self, key: UUID, facts: Any) -> Version | None:
        if key not in self.keys.hands:
            return None
        sent, version = self.keys.hands[key]
        if sent != (id(self), facts):
            raise Turned("key_reused")
        return version

    def add_version(self, version: Version) -> Version:
        """The next link of the chain."""
        version = replace(version, seq=len(self.chain) + 1)
        self.chain.append(version)
        self.hands.setdefault(version.number, []).append(version)
        return version

    def add_act(self, kind: str, key: UUID, facts: Any, given: Mapping[UUID, int] | None = None) -> Act:
        act = Act(len(self.chain) + 1, kind, given or {})
        self.chain.append(act)
        self.keys.acts[key] = ((id(self), facts), act)
        return act

    def act_before(self, key: UUID, facts: Any) -> Act | None:
        if key not in self.keys.acts:
            return None
        sent, act = self.keys.acts[key]
        if sent != (id(self), facts):
            raise Turned("key_reused")
        return act
