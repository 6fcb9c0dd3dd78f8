"""An old paper list typed in: a sitting of the day it was played, its hands by the services that record any hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text, pgettext
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.default_words import TYPED_FROM_PAPER, default_words
from scorekeeper.common.errors import Refused, require
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.opening.services import open_once, opening_of
from scorekeeper.play.recording.records import SentHand
from scorekeeper.play.recording.services import Recorded, judged, next_table, record_hand
from scorekeeper.play.records import Reasoned
from scorekeeper.transfer.policies import can_type_lists
from scorekeeper.transfer.quick import CELLS, Unclear, bonuses_due, record_of
from scorekeeper.transfer.records import ListLine, ListOpening, ListTotals

UNCLEAR = {
    "who": pgettext(
        "skat", "Whose hand was it? Enter the seat number or the first letters of the name; enter 0 if all passed."
    ),
    "game": pgettext("skat", "Enter D, H, S, C, G or N; a number such as 9 or 24; or a name such as “Grand Hand”."),
    "matadors": pgettext("skat", "Enter the number: 2 for with two, -2 for without two."),
    "extras": pgettext("skat", "Enter h, s, sa, z, za, o, k, r, b and the bid, or nothing."),
    "result": pgettext("skat", "Enter the card points, or + for won and - for lost."),
}
BONUS_DIFFERS = gettext_noop("By this line, the cell should be {due}.")
NO_BONUS = gettext_noop("By this line, the cell should be empty.")
DIFFERS = gettext_noop("By the rules, this comes to {due}. Check the line, or leave the value empty.")
NOT_HERE = {
    "kontra": pgettext("skat", "The rules of this list have no kontra. Leave out k, or choose rules with kontra."),
    "bock": pgettext("skat", "The rules of this list have no Bock. Leave out b, or choose rules with Bock."),
}


def open_list(asked: ListOpening, *, club: Club, by: User, key: UUID, now: datetime) -> Sitting:
    """A sitting of the day that is named, for a list that is typed in; the same key is the same sitting.

    Raises:
        Conflict, PermissionDenied, Refused: as `open_once`.
    """
    require(can_type_lists(role_in(by, club)))
    opening = replace(opening_of(asked, key), played_on=asked.played_on)
    return open_once(club=club, by=by, opening=opening, now=now)[0]


def type_hand(line: ListLine, *, sitting: Sitting, by: User, key: UUID, now: datetime) -> Recorded:
    """Record a line of the list; the same key is the same hand.

    Raises:
        Refused: `unclear`: a cell can't be read; as `_require_offered`, as `_compare`, as `record_hand`; by cell.
        Conflict: as `record_hand`.
    """
    require(can_type_lists(role_in(by, sitting.club)))
    names = {seat.number: seat.player.name for seat in sitting.seats.select_related("player")}
    bonuses = {bonus.seat: bonus.amount for bonus in line.bonuses if bonus.amount}
    try:
        record = record_of(line.cells, names, line.value, bonuses)
    except Unclear as unclear:
        raise Refused([Problem("unclear", unclear.cell, Text(UNCLEAR[unclear.cell]))]) from None
    _require_offered(sitting, record)
    sent = SentHand(record=record, number=line.number)
    is_sent_again = sitting.hands.filter(key=key).exists()
    try:
        if not is_sent_again:
            _compare(sitting, record, line.value, bonuses)
        return record_hand(sent, sitting_id=sitting.pk, by=Actor(user=by), key=key, now=now)
    except Refused as refused:
        raise Refused(
            [
                Problem(problem.code, CELLS.get(problem.field.split(".")[0], problem.field), problem.message)
                for problem in refused.problems
            ]
        ) from None


def totals_of(sitting: Sitting, seats: Sequence[Seat]) -> dict[int, int]:
    """{seat number: the total by the system of the list}."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return {seat.number: sum(weight * seat.tally.get(name, 0) for name, weight in weights.items()) for seat in seats}


def close_list(asked: ListTotals, *, sitting: Sitting, by: User, now: datetime) -> Sitting:
    """Close the list when its totals are those of the paper.

    Raises:
        Conflict, PermissionDenied: as `close_sitting`.
        Refused: `total_differs`, by seat; as `close_sitting`.
    """
    on_paper = {total.seat: total.points for total in asked.totals}
    due = totals_of(sitting, list(sitting.seats.all()))
    problems = [
        Problem("total_differs", f"total-{number}", Text(TOTAL_DIFFERS, {"due": amount}))
        for number, amount in due.items()
        if on_paper.get(number) != amount
    ]
    if problems:
        raise Refused(problems)
    why = Reasoned.model_construct(reason=default_words(TYPED_FROM_PAPER))
    return close_sitting(why, sitting_id=sitting.pk, by=Actor(user=by), now=now)


TOTAL_DIFFERS = gettext_noop("The hands entered add up to {due}.")


def _require_offered(sitting: Sitting, record: Mapping[str, object]) -> None:
    """As on the screen of the table: what the rules do not have is not there to be entered. Raises Refused
    `not_in_rules`."""
    rules = sitting.typed_rules
    problems = [
        Problem("not_in_rules", CELLS[name], Text(message))
        for name, message in NOT_HERE.items()
        if record.get(name) and not getattr(rules, name)
    ]
    if problems:
        raise Refused(problems)


def _compare(sitting: Sitting, record: Mapping[str, Any], value: int | None, on_paper: Mapping[int, int]) -> None:
    """Hold value and bonuses of the paper against what the rules make of the line.

    Raises:
        Refused: `value_differs`, `bonus_differs`, with what should stand there.
    """
    if value is None and not on_paper:
        return
    seats = list(sitting.seats.all())
    _hand, outcome = judged(sitting, record, next_table(sitting, seats))
    declarer = record.get("declarer")
    due = sum(line.amount for line in outcome.lines if line.measure == "points" and line.seat == declarer)
    problems = []
    if value is not None and due != value:
        problems.append(Problem("value_differs", "value", Text(DIFFERS, {"due": due})))
    bonuses = bonuses_due(declarer, due, [seat.number for seat in seats]) if on_paper else {}
    for seat, amount in bonuses.items():
        if on_paper.get(seat, 0) != amount:
            text = Text(BONUS_DIFFERS, {"due": amount}) if amount else Text(NO_BONUS)
            problems.append(Problem("bonus_differs", f"bonus-{seat}", text))
    if problems:
        raise Refused(problems)
