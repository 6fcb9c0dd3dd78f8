"""A knock-out over several tables as it stands: where its round has seated everybody, and what the desk has said since.

Draws know entrants by their number on the entry list. What the desk says are steps, counted from 1: who went out in one
hand of a table (`out`), who got a seat (`seated`), who moved (`moved`), an act for each person. The acts of a step that
has not been taken back hold, in `detail`: its number (`step`), and

- `out`: `table`, `stack` (how much they had when the hand began, as an order: more is more), `with_last` where it was
  the same hand as the step before, `left` where nobody knocked them out: they left;
- `seated`: `to`, the table and the seat;
- `moved`: `from` and `to`, `why` as in `pairing.knockout.Why`, `dealers`: which seat was to deal next at which table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from scorekeeper.pairing.course import Course, Left, Moved, SatDown, Step, open_to_correction, played
from scorekeeper.pairing.knockout import Move, Out, Spot, State, Table, Terms, dealing, joined, settled
from scorekeeper.pairing.knockout import Why as Because
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import kept_by, pair_rules, units_of, with_players

Kind = DeskAct.Kind
KINDS = (Kind.OUT, Kind.SEATED, Kind.MOVED)


@dataclass(frozen=True, slots=True)
class DeskStep:
    """A step: what kind of acts it is made of, and these, in their order."""

    number: int
    kind: str
    acts: tuple[DeskAct, ...]

    @property
    def act(self) -> DeskAct:
        return self.acts[0]


@dataclass(frozen=True, slots=True)
class Knockout:
    """A round that is played as a knock-out: its steps, what they have come to, and `revision`, which counts all that
    was said or taken back: nobody acts on tables that they have not seen."""

    round: Round
    terms: Terms
    course: Course
    steps: tuple[DeskStep, ...]
    revision: int

    @property
    def next_step(self) -> int:
        return self.steps[-1].number + 1 if self.steps else 1

    @property
    def seed(self) -> int:
        """What is drawn next goes by this: the number of the round and that of the step."""
        return self.round.seed + self.next_step

    @property
    def has_open_seats(self) -> bool:
        """Whether somebody can still sit down: while several tables play, or nobody is out."""
        is_open = len(self.course.state.tables) > 1 or not self.course.waves
        return self.round.state == Round.State.PUBLISHED and is_open

    @property
    def is_over(self) -> bool:
        return self.course.left == 1

    @property
    def open_steps(self) -> set[int]:
        """The numbers of those that can be taken back: nothing was built on them."""
        return {self.steps[place].number for place in open_to_correction([*map(_step, self.steps)])}

    def shares_hand(self, table: int) -> bool:
        """Whether who goes out at this table can have gone out in the same hand as those who went out just before."""
        if not self.steps or self.steps[-1].kind != Kind.OUT or "left" in self.steps[-1].act.detail:
            return False
        hand: set[int] = set()
        for step in reversed(self.steps):
            if step.kind != Kind.OUT:
                break
            hand.add(step.act.detail["table"])
            if not step.act.detail.get("with_last"):
                break
        return table not in hand

    def moves(self, dealers: Mapping[int, int]) -> tuple[Move, ...]:
        """Who has to move now, where these seats deal next: {table: seat}."""
        state = dealing(self.course.state, dealers)
        due = settled(state, self.terms, self.seed)[1]
        return settled(state, self._parting(), self.seed)[1] if due else ()

    def seat_for(self, number: int) -> Spot:
        """Where somebody who comes late sits down."""
        state = joined(self.course.state, number, self._parting(), self.seed)
        return Course(state).sitting[number]

    def _parting(self) -> Terms:
        """With whom draws keep apart: asked for only where somebody gets a seat, for it takes some statements."""
        stage = self.round.stage
        entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
        return replace(self.terms, apart=apart_in(stage, entrants))


def terms_of(stage: Stage) -> Terms:
    """How its tables are kept even. None of the games has blinds: who deals decides."""
    plan = stage.typed_plan
    assert isinstance(plan, KnockoutPlan)  # noqa: S101 asked for knock-outs alone
    return Terms(most=plan.seats, gap=plan.balance_at, order=plan.breaks)


def apart_in(stage: Stage, entrants: Iterable[Entrant]) -> frozenset[frozenset[int]]:
    """Who of these is not to sit together, by their numbers."""
    rules = pair_rules(stage.tournament)
    if not rules.apart:
        return frozenset()
    units = units_of(stage.tournament, entrants)
    number_of = {unit.key: unit.entrant.number for unit in units}
    return frozenset(frozenset(number_of[key] for key in pair) for pair in kept_by(rules, units).forbidden)


def knockouts_of(stages: Iterable[Stage]) -> Iterator[Round]:
    """The knock-outs at tables among these stages that have begun, each as its round."""
    for stage in stages:
        if isinstance(stage.typed_plan, KnockoutPlan) and (round_ := running_of(stage)):
            round_.stage = stage
            yield round_


def as_knockout(round_: Round) -> Round:
    """The round of a knock-out at tables. Raises Round.DoesNotExist: it is of another format, or only a draft."""
    if round_.is_draft or not isinstance(round_.stage.typed_plan, KnockoutPlan):
        raise Round.DoesNotExist
    return round_


def running_of(stage: Stage) -> Round | None:
    """The published round of a knock-out."""
    return stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").first()


def knockout_of(round_: Round) -> Knockout:
    """Three statements, however long it has been going on."""
    seats: dict[int, dict[int, int]] = {}
    places = round_.places.filter(kind=RoundPlace.Kind.SEAT).order_by("table__number", "seat")
    for table, seat, number in places.values_list("table__number", "seat", "entrant__number"):
        if seat is not None:
            seats.setdefault(table, {})[seat] = number
    acts = DeskAct.objects.filter(round=round_.pk, kind__in=KINDS, taken_back_by=None)
    ordered = sorted(acts.select_related("entrant", "table", "by"), key=_place)
    steps = tuple(_said(number, list(own)) for number, own in groupby(ordered, key=lambda act: act.detail["step"]))
    start = State(tuple(Table(table, own) for table, own in seats.items()))
    return Knockout(
        round=round_,
        terms=terms_of(round_.stage),
        course=played(start, map(_step, steps)),
        steps=steps,
        revision=DeskAct.objects.filter(round=round_.pk).count() + 1,
    )


def moved_detail(move: Move, dealers: Mapping[int, int]) -> dict[str, Any]:
    """What the act of a move keeps of it."""
    return {
        "from": [move.start.table, move.start.seat],
        "to": [move.end.table, move.end.seat],
        "why": asdict(move.why),
        "dealers": {str(table): seat for table, seat in sorted(dealers.items())},
    }


def move_of(act: DeskAct) -> Move:
    """The move that an act has kept."""
    why = act.detail["why"]
    because = Because(**{**why, "sizes": tuple(why["sizes"]), "passed": tuple(why["passed"])})
    return Move(_number(act), Spot(*act.detail["from"]), Spot(*act.detail["to"]), because)


def _place(act: DeskAct) -> tuple[int, int]:
    return act.detail["step"], act.detail.get("nth", 0)


def _said(number: int, acts: Sequence[DeskAct]) -> DeskStep:
    return DeskStep(number, acts[0].kind, tuple(acts))


def _step(said: DeskStep) -> Step:
    detail = said.act.detail
    if said.kind == Kind.OUT:
        outs = (Out(_number(act), act.detail["table"], act.detail["stack"]) for act in said.acts)
        return Left(tuple(outs), with_last=detail.get("with_last", False))
    if said.kind == Kind.SEATED:
        return SatDown(_number(said.act), Spot(*detail["to"]))
    dealers = {int(table): seat for table, seat in detail["dealers"].items()}
    return Moved(tuple(map(move_of, said.acts)), dealers)


def _number(act: DeskAct) -> int:
    assert act.entrant  # noqa: S101 each of these acts is about somebody
    return act.entrant.number
