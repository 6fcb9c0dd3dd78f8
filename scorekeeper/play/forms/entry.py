"""The recording form: what is filled in, what it would be, and what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID, uuid4

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.record import load
from games.core.values import InvalidRecord, Notice, Outcome, Problem, Table
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import translated
from scorekeeper.play.actors import Actor
from scorekeeper.play.forms.records import Filled, filled, flat, record_from
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import weighed
from scorekeeper.play.replaying import opening_size, replay
from scorekeeper.play.selectors.names import full_names, short_names
from scorekeeper.play.services.recording import Recorded, Sent, next_table, record_hand

Impossible = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Told:
    """What a draft would be: complete or not, the sentence in two halves, the total, and what is impossible."""

    is_complete: bool
    play: str = ""
    result: str = ""
    sum: str = ""
    total: str = ""
    warnings: Sequence[str] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    disabled: Impossible = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """The form as it is shown. `active` are the seats that play this hand, `number` is the hand it believes to
    record, `key` makes sending twice harmless."""

    table: Table[Any]
    active: tuple[int, ...]
    key: UUID
    number: int
    fields: Filled = field(default_factory=dict)
    told: Told = field(default_factory=lambda: Told(is_complete=False))
    problems: Mapping[str, str] = field(default_factory=dict)
    conflict: Conflict | None = None

    def has(self, name: str, value: str) -> bool:
        """Whether this box is filled."""
        return all(self.fields.get(part) == wanted for part, wanted in pairs(name, value))

    def why_not(self, name: str, value: str) -> str:
        """Why this box cannot be filled now, or nothing."""
        found = (self.told.disabled.get(part, {}).get(wanted) for part, wanted in pairs(name, value))
        return next((reason for reason in found if reason), "")

    @property
    def first_problem(self) -> str:
        return next(iter(self.problems.values()), "")


def pairs(name: str, value: str) -> list[tuple[str, str]]:
    """The fields one box fills, with their values."""
    return parse_qsl(value, keep_blank_values=True) if name.startswith("set-") else [(name, value)]


def fresh_entry(sitting: Sitting, seats: Sequence[Seat]) -> Entry:
    """An empty form for the next hand."""
    table = next_table(sitting, seats)
    active = sitting.plays.active(table)
    return Entry(table, active, uuid4(), sitting.next_number, told=tell(sitting, seats, {}, table))


def entry_again(sitting: Sitting, seats: Sequence[Seat], fields: Filled, key: UUID | None = None) -> Entry:
    """The form with what was filled in, for the next hand as the table stands now."""
    table = next_table(sitting, seats)
    return Entry(table, sitting.plays.active(table), key or uuid4(), sitting.next_number, fields)


def correction_entry(hand: Hand, fields: Filled | None = None, problems: Mapping[str, str] | None = None) -> Entry:
    """The form for another version of a hand, filled with what it says now."""
    table: Table[Any] = Table(tuple(hand.table["seats"]), hand.number, hand.table["dealer"], None)
    active = hand.sitting.plays.active(table)
    shown = flat(hand.record) if fields is None else fields
    return Entry(table, active, uuid4(), hand.number, shown, problems=problems or {})


def table_at(sitting: Sitting, hand: Hand) -> Table[Any]:
    """Where the sitting stood before a hand that has been recorded."""
    earlier = list(sitting.hands.standing().filter(number__lt=hand.number).order_by("number"))
    state = replay(sitting, earlier, opening_size(sitting)).state
    return Table(tuple(hand.table["seats"]), hand.number, hand.table["dealer"], load(sitting.plays.state, state))


def tell(sitting: Sitting, seats: Sequence[Seat], record: Mapping[str, Any], table: Table[Any]) -> Told:
    """What the rules say of a draft at this place of the sitting."""
    game, rules = sitting.plays, sitting.typed_rules
    names = short_names(full_names(seats))
    impossible = {
        name: {value: translated(reason, names) for value, reason in reasons.items()}
        for name, reasons in game.choices(record, rules, table).items()
    }
    try:
        _hand, outcome = game.judge(record, rules, table)
    except InvalidRecord as error:
        return Told(is_complete=False, problems=by_field(error.problems, names), disabled=impossible)
    play, colon, result = translated(outcome.said, names).rpartition(": ")
    words, total = _sum(sitting, seats, outcome, names)
    return Told(
        is_complete=True,
        play=(play + colon).rstrip(),
        result=result,
        sum=words,
        total=total,
        warnings=[translated(notice.message, names) for notice in outcome.warnings if _matters(sitting, notice)],
        disabled=impossible,
    )


def _matters(sitting: Sitting, notice: Notice) -> bool:
    """That the bid is missing is worth saying only where bids are written down."""
    return notice.code != "bid_missing" or sitting.hands.filter(record__bid__gt=0).exists()


def by_field(problems: Sequence[Problem], names: Mapping[int, str]) -> dict[str, str]:
    """The first problem of each field."""
    found: dict[str, str] = {}
    for problem in problems:
        found.setdefault(problem.field, translated(problem.message, names))
    return found


def _sum(
    sitting: Sitting, seats: Sequence[Seat], outcome: Outcome[Any, Any], names: Mapping[int, str]
) -> tuple[str, str]:
    """The list total of the one who scored, before and after: "List total 233 + 44 + 50 =", "327"."""
    weights = sitting.plays.weights(sitting.typed_rules)
    moved: dict[int, dict[str, int]] = {}
    for line in outcome.lines:
        own = moved.setdefault(line.seat, {})
        own[line.measure] = own.get(line.measure, 0) + line.amount
    scored = [seat for seat in seats if weighed(moved.get(seat.number, {}), weights)]
    if not scored:
        return _("The totals stay as they are."), ""
    main = {line.seat for line in outcome.lines if line.measure == next(iter(weights))}
    if len(main) > 1:  # several are charged
        return _each(scored, moved, weights, names), ""
    first = next((line.seat for line in outcome.lines if line.measure in weights), scored[0].number)
    seat = next((seat for seat in scored if seat.number == first), scored[0])
    before = weighed(seat.tally, weights)
    parts = [weight * moved[seat.number].get(measure, 0) for measure, weight in weights.items()]
    written = " ".join(f"{'+' if part > 0 else MINUS} {abs(part)}" for part in parts if part)
    sum_words = _("List total of {name}: {before} {parts} =").format(
        name=names[seat.number], before=signed(before), parts=written
    )
    return sum_words, signed(before + sum(parts))


def _each(
    seats: Sequence[Seat], moved: Mapping[int, Mapping[str, int]], weights: Mapping[str, int], names: Mapping[int, str]
) -> str:
    """Several list totals before and after: "Bernd 0 → −120, Clara −24 → −144"."""
    told = []
    for seat in seats:
        before = weighed(seat.tally, weights)
        after = before + weighed(moved[seat.number], weights)
        told.append(
            _("{name} {before} → {after}").format(name=names[seat.number], before=signed(before), after=signed(after))
        )
    return ", ".join(told)


MINUS = "\N{MINUS SIGN}"


def signed(amount: int) -> str:
    """A figure with a true minus."""
    return f"{MINUS}{-amount}" if amount < 0 else str(amount)


@dataclass(slots=True)
class HandForm:
    """What a phone sends to record the next hand. After a refused `save`, `problems` or `conflict` says why."""

    sitting: Sitting
    data: QueryDict
    problems: Mapping[str, str] = field(default_factory=dict)
    conflict: Conflict | None = None

    def save(self, by: Actor, now: datetime) -> Recorded | None:
        """Record the hand, or None with the reason kept."""
        sent = Sent(self.key, record_from(self.data, self.sitting.plays), self.number)
        try:
            return record_hand(sitting_id=self.sitting.pk, by=by, sent=sent, now=now)
        except Refused as error:
            names = short_names(full_names(self.sitting.seats.select_related("player")))
            self.problems = by_field(error.problems, names)
        except Conflict as error:
            self.conflict = error
        return None

    @property
    def key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    @property
    def number(self) -> int | None:
        number = self.data.get("number", "")
        return int(number) if number.isdecimal() and len(number) < LONGEST else None

    def entry(self, sitting: Sitting, seats: Sequence[Seat]) -> Entry:
        """The same form again with everything that was typed; a new key where the old one belongs to another hand."""
        table = next_table(sitting, seats)
        return Entry(
            table,
            sitting.plays.active(table),
            uuid4() if self.conflict else self.key,
            sitting.next_number if self.conflict else self.number or sitting.next_number,
            filled(self.data),
            tell(sitting, seats, record_from(self.data, sitting.plays), table),
            self.problems,
            self.conflict,
        )


LONGEST = 7  # digits of a number of a hand


def uuid_or_new(text: str) -> UUID:
    """The UUID that a form sent, or a new one where it sent none."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
