"""Judge a sitting's hands again in order, as they stand or with one of them changed. Writes nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.record import Record, dump
from games.core.text import Text
from games.core.values import InvalidRecord, Outcome, Problem, Table
from scorekeeper.common.errors import Refused
from scorekeeper.play.models import Act, Hand, Seat, Sitting


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules make of one hand at its place in the sitting."""

    hand: Hand
    record: Mapping[str, Any]
    outcome: dict[str, Any]

    @property
    def said(self) -> Text:
        """The sentence of the hand as it would stand."""
        return Text.from_json(self.outcome["said"])


@dataclass(slots=True)
class Replay:
    """The whole sitting judged anew: each standing hand, then where the sitting stands after the last."""

    judged: list[Judged] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    dealer: int = 0
    is_over: bool = False


class Impossible(Exception):
    """A later hand can't stand after a change: its row, and why."""

    def __init__(self, hand: Hand, problems: tuple[Problem, ...]) -> None:
        self.hand = hand
        self.problems = problems
        super().__init__(f"hand {hand.number}")


def stored(outcome: Outcome[Any, Any]) -> dict[str, Any]:
    """An outcome as a hand row keeps it."""
    return {
        "lines": [[line.seat, line.measure, line.amount, line.reason.to_json()] for line in outcome.lines],
        "detail": dump(outcome.detail),
        "said": outcome.sentence.to_json(),
        "warnings": [{"code": notice.code, "message": notice.message.to_json()} for notice in outcome.warnings],
        "over": outcome.over,
    }


def replay(
    sitting: Sitting,
    hands: Iterable[Hand],
    size: int,
    *,
    instead: Mapping[UUID, Mapping[str, Any] | None] | None = None,
) -> Replay:
    """Fold the standing `hands` (in order of number) from the start.

    `instead` gives a hand another record, or None to strike it. `size` is the number of seats on opening.

    Raises:
        Impossible: a hand no longer stands up to the rules.
    """
    game, rules = sitting.plays, sitting.typed_rules
    state: Record = game.start(rules, size)
    result = Replay()
    for hand in hands:
        record = (instead or {}).get(hand.pk, hand.record)
        if record is None:
            continue
        table = Table(tuple(hand.table["seats"]), hand.number, hand.table["dealer"], state)
        try:
            read, outcome = game.judge(record, rules, table)
        except InvalidRecord as error:
            raise Impossible(hand, error.problems) from None
        state, result.dealer, result.is_over = outcome.state, outcome.dealer, outcome.over
        result.judged.append(Judged(hand, dump(read), stored(outcome)))
    result.state = dump(state)
    return result


@dataclass(frozen=True, slots=True)
class Replayed:
    """A sitting as it would be with one hand changed.

    `judged` is the changed hand (None: struck), `followers` the later ones whose meaning changes with it.
    """

    hand: Hand
    judged: Judged | None
    followers: tuple[Judged, ...]
    replay: Replay
    seats: list[Seat]
    is_last: bool
    dealer_before: int


def replayed_with(sitting: Sitting, hand: Hand, record: Mapping[str, Any] | None) -> Replayed:
    """Judge the sitting with another record (None: none) for this hand.

    What follows is found by comparing with the sitting judged today as it stands, so that a change of the program
    between then and now is never mistaken for a consequence of this one.

    Raises:
        Refused: as `games.hand_codes`, or `hand_impossible`: a later hand could not have been played so.
    """
    seats = list(sitting.seats.all())
    others = list(sitting.hands.standing().exclude(number=hand.number))
    hands = sorted([*others, hand], key=lambda hand: hand.number)
    size = opening_size(sitting)
    try:
        before = replay(sitting, [hand for hand in hands if not hand.is_void], size)
        after = replay(sitting, hands, size, instead={hand.pk: record})
    except Impossible as error:
        raise Refused(list(error.problems) if error.hand.pk == hand.pk else [impossible(error)]) from None
    stood = {judged.hand.pk: judged.outcome for judged in before.judged}
    return Replayed(
        hand=hand,
        judged=next((judged for judged in after.judged if judged.hand.pk == hand.pk), None),
        followers=tuple(
            judged for judged in after.judged if judged.hand.pk != hand.pk and judged.outcome != stood[judged.hand.pk]
        ),
        replay=after,
        seats=seats,
        is_last=hands[-1].pk == hand.pk,
        dealer_before=before.dealer,
    )


def opening_size(sitting: Sitting) -> int:
    """How many sat down at first: who sits there now, without who came late, with who left early; whoever was seated by
    mistake, and taken back before any hand, never did."""
    kinds = [act.kind for act in sitting.acts.all() if not act.detail.get("from_opening")]
    active = sum(seat.is_active for seat in sitting.seats.all())
    return active - kinds.count(Act.Kind.JOINED) + kinds.count(Act.Kind.LEFT)


def impossible(error: Impossible) -> Problem:
    """A later hand that could not stand, by its number, and why."""
    text = Text(
        gettext_noop("Hand {number} would become impossible: {reason} First strike the hands from there on."),
        {"number": error.hand.number, "reason": error.problems[0].message},
    )
    return Problem("hand_impossible", "", text)
