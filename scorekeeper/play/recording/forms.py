"""The recording form: what is filled in, what it would be, what became of it, and the ways out where two phones wrote
the same hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID, uuid4

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.record import load
from games.core.text import Text
from games.core.values import InvalidRecord, Notice, Outcome, Problem, Table
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import MINUS, Names, amount_figure, translated
from scorekeeper.play.actors import Actor
from scorekeeper.play.forms import SCREEN, Filled, filled, flat, from_json, plain, record_from, record_of, uuid_or_new
from scorekeeper.play.marks.reads import MarksState
from scorekeeper.play.models import Hand, Seat, Sitting, State
from scorekeeper.play.moves import weighed
from scorekeeper.play.policies import Standpoint, can_direct, can_record, keeps_the_sheet
from scorekeeper.play.recording.services import Recorded, SentHand, next_table, record_hand, replace_last
from scorekeeper.play.recording.services import plain as spelled_out
from scorekeeper.play.replaying import opening_size, replay
from scorekeeper.play.sheet.rows import names_of

Impossible = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a draft would be: complete or not, the sentence in two halves, the total, and what is impossible.

    `guide` is where the game's own screen stands with it, `names` who sits where: both for its templates.
    """

    is_complete: bool
    play: str = ""
    result: str = ""
    sum: str = ""
    total: str = ""
    warnings: Sequence[str] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    disabled: Impossible = field(default_factory=dict)
    guide: Any = None
    names: Names = field(default_factory=lambda: Names({}))

    def as_json(self) -> dict[str, Any]:
        """What the script of the table reads; the guide is drawn by its template."""
        return {
            "complete": self.is_complete,
            "play": self.play,
            "result": self.result,
            "sum": self.sum,
            "total": self.total,
            "warnings": list(self.warnings),
            "problems": self.problems,
            "disabled": self.disabled,
        }

    @property
    def first_problem(self) -> str:
        return next(iter(self.problems.values()), "")


@dataclass(frozen=True, slots=True)
class Entry:
    """The form as it is shown. `active` are the seats that play this hand, `number` is the hand it believes to
    record, `key` makes sending twice harmless."""

    table: Table[Any]
    active: tuple[int, ...]
    key: UUID
    number: int
    fields: Filled = field(default_factory=dict)
    told: Preview = field(default_factory=lambda: Preview(is_complete=False))
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
    return entry_again(sitting, seats, {})


def entry_again(
    sitting: Sitting, seats: Sequence[Seat], fields: Filled, key: UUID | None = None, number: int | None = None
) -> Entry:
    """The form with what was filled in, as the table stands now: for the next hand, or the one it was begun for."""
    table = next_table(sitting, seats)
    preview = tell(sitting, seats, record_of(fields, sitting.plays), table)
    return Entry(table, sitting.plays.active(table), key or uuid4(), number or sitting.next_number, fields, preview)


def stepped_fields(sitting: Sitting, data: QueryDict) -> Filled:
    """The fields after one step of the game's own screen: a button sends it as JSON, with the whole form."""
    game, fields = sitting.plays, filled(data)
    if game.stepped is None:
        return fields
    kept = {name: value for name, value in fields.items() if name.startswith(SCREEN)}
    step = _with_boxes(from_json(data.get("step", "")), fields)
    return kept | flat(game.stepped(record_of(fields, game), step))


def _with_boxes(step: object, fields: Filled) -> object:
    """A step that takes a value from a box: where it says `{"screen": NAME}` stands what `screen-NAME` is filled
    with, or None."""
    if not isinstance(step, dict):
        return step
    if len(step) == 1 and isinstance(step.get("screen"), str):
        text = fields.get(SCREEN + step["screen"], "")
        return plain(text) if text else None
    return {name: _with_boxes(value, fields) for name, value in step.items()}


def correction_entry(
    hand: Hand, seats: Sequence[Seat], fields: Filled | None = None, problems: Mapping[str, str] | None = None
) -> Entry:
    """The form for another version of a hand, filled with what it says now."""
    sitting = hand.sitting
    table = table_at(sitting, hand)
    shown = flat(hand.record) if fields is None else fields
    preview = tell(sitting, seats, record_of(shown, sitting.plays), table)
    return Entry(table, sitting.plays.active(table), uuid4(), hand.number, shown, preview, problems or {})


def table_at(sitting: Sitting, hand: Hand) -> Table[Any]:
    """Where the sitting stood before a hand that has been recorded."""
    earlier = list(sitting.hands.standing().filter(number__lt=hand.number).order_by("number"))
    state = replay(sitting, earlier, opening_size(sitting)).state
    return Table(tuple(hand.table["seats"]), hand.number, hand.table["dealer"], load(sitting.plays.state, state))


def tell(sitting: Sitting, seats: Sequence[Seat], record: Mapping[str, Any], table: Table[Any]) -> Preview:
    """What the rules say of a draft at this place of the sitting."""
    game, rules = sitting.plays, sitting.typed_rules
    names = names_of(sitting, seats)
    guide = game.guide(record, rules, table) if game.guide else None
    impossible = {
        name: {value: translated(reason, names) for value, reason in reasons.items()}
        for name, reasons in game.choices(record, rules, table).items()
    }
    try:
        _hand, outcome = game.judge(record, rules, table)
    except InvalidRecord as error:
        problems = by_field(error.problems, names)
        return Preview(is_complete=False, problems=problems, disabled=impossible, guide=guide, names=names)
    play, colon, result = translated(outcome.sentence, names).rpartition(": ")
    words, total = _sum(sitting, seats, outcome, names)
    return Preview(
        is_complete=True,
        play=(play + colon).rstrip(),
        result=result,
        sum=words,
        total=total,
        warnings=[translated(notice.message, names) for notice in outcome.warnings if _matters(sitting, notice)],
        disabled=impossible,
        guide=guide,
        names=names,
    )


def _matters(sitting: Sitting, notice: Notice) -> bool:
    """What is missing is worth saying only where it is written down as a rule."""
    if not notice.habit:
        return True
    return sitting.next_number > 1 and sitting.hands.filter(**{f"record__{notice.habit}__gt": 0}).exists()


def by_field(problems: Sequence[Problem], names: Mapping[int, str]) -> dict[str, str]:
    """The first problem of each field."""
    found: dict[str, str] = {}
    for problem in problems:
        found.setdefault(problem.field, translated(problem.message, names))
    return found


def _sum(sitting: Sitting, seats: Sequence[Seat], outcome: Outcome[Any, Any], names: Names) -> tuple[str, str]:
    """The totals that move, before and after. Of one that scored: "List total 233 + 44 + 50 =", "327"."""
    weights = sitting.plays.chart_weights(sitting.typed_rules)
    # {seat: {measure: amount}} of an outcome
    moved: dict[int, dict[str, int]] = {}
    for line in outcome.lines:
        own = moved.setdefault(line.seat, {})
        own[line.measure] = own.get(line.measure, 0) + line.amount
    scored = [seat for seat in _heads(sitting, seats) if weighed(moved.get(seat.number, {}), weights)]
    if not scored:
        return _("The totals stay as they are."), ""
    show = _figures(sitting, weights)
    heads = {seat.number for seat in scored}
    main = {line.seat for line in outcome.lines if line.measure == next(iter(weights)) and line.seat in heads}
    if len(main) > 1:  # several are charged
        return _each(scored, moved, weights, show, names), ""
    first = next((line.seat for line in outcome.lines if line.measure in weights), scored[0].number)
    seat = next((seat for seat in scored if seat.number == first), scored[0])
    before = weighed(seat.tally, weights)
    parts = [weight * moved[seat.number].get(measure, 0) for measure, weight in weights.items()]
    written = " ".join(f"{'+' if part > 0 else MINUS} {show(abs(part))}" for part in parts if part)
    sum_words = _("{what} of {name}: {before} {parts} =").format(
        what=translated(_summed(sitting, weights)), name=names[seat.number], before=show(before), parts=written
    )
    return sum_words, show(before + sum(parts))


def _summed(sitting: Sitting, weights: Mapping[str, int]) -> Text:
    """What a total by these weights is called: of one that is not the total of the sheet, by what it counts."""
    game, rules = sitting.plays, sitting.typed_rules
    if weights == game.weights(rules):
        return game.words.total
    return game.titles(rules)[next(iter(weights))]


def _heads(sitting: Sitting, seats: Sequence[Seat]) -> list[Seat]:
    """The first seat of each side: all of a side stand alike."""
    active = [seat.number for seat in seats if seat.is_active]
    heads = {side[0] for side in sitting.plays.sides(active)}
    return [seat for seat in seats if seat.number in heads]


def _figures(sitting: Sitting, weights: Mapping[str, int]) -> Callable[[int], str]:
    """How totals of these measures are written."""
    unit = sitting.unit_of(weights)
    return lambda amount: amount_figure(amount, unit)


def _each(
    seats: Sequence[Seat],
    moved: Mapping[int, Mapping[str, int]],
    weights: Mapping[str, int],
    show: Callable[[int], str],
    names: Names,
) -> str:
    """Several totals before and after: "Bernd 0 → −120, Clara −24 → −144"."""
    sentences = []
    for seat in seats:
        before = weighed(seat.tally, weights)
        after = before + weighed(moved[seat.number], weights)
        sentences.append(
            _("{name} {before} → {after}").format(name=names[seat.number], before=show(before), after=show(after))
        )
    return ", ".join(sentences)


@dataclass(slots=True)
class HandForm:
    """What a phone sends to record the next hand. After a refused `save`, `problems` or `conflict` says why."""

    sitting: Sitting
    data: QueryDict
    problems: Mapping[str, str] = field(default_factory=dict)
    conflict: Conflict | None = None

    def save(self, by: Actor, now: datetime, instead: UUID | None = None) -> Recorded | None:
        """Record the hand (or put it in the place of the last one), or None with the reason kept."""
        sent = SentHand.model_construct(record=record_from(self.data, self.sitting.plays), number=self.number)
        record = partial(replace_last, hand_id=instead) if instead else record_hand
        try:
            return record(sent, sitting_id=self.sitting.pk, by=by, key=self.key, now=now)
        except Refused as error:
            names = names_of(self.sitting, self.sitting.seats.select_related("player"))
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
        fields = filled(self.data)
        return Entry(
            table,
            sitting.plays.active(table),
            uuid4() if self.conflict else self.key,
            sitting.next_number if self.conflict else self.number or sitting.next_number,
            fields,
            tell(sitting, seats, record_of(fields, sitting.plays), table),
            self.problems,
            self.conflict,
        )


LONGEST = 7  # digits of a number of a hand


@dataclass(frozen=True, slots=True)
class Clash:
    """`theirs` stands there, `mine` is what was sent, both in words; each may be tapped away.

    `key` and `fields` are what a choice sends. `follows`: mine may be the next hand, else `why_not` says why not.
    `replaces`: mine may take its place at once; `corrects`: with a reason. `held`: it is disputed.
    """

    hand: Hand
    theirs: str
    who: str
    mine: str
    is_same: bool
    key: UUID
    fields: Filled
    follows: bool
    why_not: str
    replaces: bool
    corrects: bool
    held: bool

    @property
    def at(self) -> datetime:
        return self.hand.at


def clash_of(entry: Entry, seats: Sequence[Seat], who: Standpoint, said: MarksState) -> Clash | None:
    """The ways out of a conflict; None where nothing stands in the way but the time."""
    hand = entry.conflict.standing if entry.conflict else None
    if not isinstance(hand, Hand):
        return None
    sitting, record = hand.sitting, record_of(entry.fields, hand.sitting.plays)
    there = tell(sitting, seats, record, table_at(sitting, hand))
    state = said.state(hand)
    return Clash(
        hand=hand,
        theirs=translated(hand.said, there.names),
        who=_recorder(hand, seats, there.names),
        mine=_sentence(there) or _sentence(entry.told) or there.first_problem,
        is_same=not hand.is_void and spelled_out(sitting, record) == hand.record,
        key=uuid4(),
        fields=entry.fields,
        follows=sitting.accepts_hands and entry.told.is_complete,
        why_not=entry.told.first_problem if sitting.accepts_hands else "",
        replaces=sitting.is_open
        and can_record(who)
        and (not hand.is_void and hand.number == sitting.next_number - 1)
        and state == State.RECORDED,
        corrects=sitting.is_open and keeps_the_sheet(who) and (state != State.DISPUTED or can_direct(who)),
        held=state == State.DISPUTED,
    )


def _sentence(told: Preview) -> str:
    return f"{told.play} {told.result}".strip() if told.is_complete else ""


def _recorder(hand: Hand, seats: Sequence[Seat], names: dict[int, str]) -> str:
    """The seat it came from, else the person or the phone."""
    phone = hand.by_device
    for seat in seats:
        if (phone and phone.seat_id == seat.pk) or (hand.by_user_id and seat.player.user_id == hand.by_user_id):
            return names.get(seat.number, "")
    return str(hand.by_user or phone or "")
