"""Correct or strike a hand: what it moves, the reason, and the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.text import Text
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import amount_figure, translated
from scorekeeper.play.actors import Actor
from scorekeeper.play.correcting.records import Correction, Striking
from scorekeeper.play.correcting.services import correct_hand, void_hand
from scorekeeper.play.forms import ReasonForm, uuid_or_new
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import Moves, moves
from scorekeeper.play.recording.boxes import Filled, filled, record_from
from scorekeeper.play.recording.forms import Told, by_field, table_at, tell
from scorekeeper.play.records import Reasoned
from scorekeeper.play.sheet.reads import result_words
from scorekeeper.play.sheet.rows import names_of, together

ARROW = "\N{RIGHTWARDS ARROW}"
TYPED = "screen-why"  # a reason that was typed for a version that somebody has changed meanwhile


class StrikingForm(ReasonForm):
    """Why the hands from one on are struck; the page has said up to which."""

    asks = Striking


@dataclass(slots=True)
class CorrectionForm:
    """One hand, another record for it (or none: struck), and why. `blocking` is a later hand that it would make
    impossible."""

    sitting: Sitting
    hand: Hand
    data: QueryDict
    strikes: bool = False
    problems: dict[str, str] = field(default_factory=dict)
    conflict: Conflict | None = None
    blocking: Hand | None = None
    _saved: Hand | None = None

    @property
    def fields(self) -> Filled:
        return filled(self.data)

    @property
    def record(self) -> Mapping[str, Any] | None:
        return None if self.strikes else record_from(self.data, self.sitting.plays)

    @property
    def is_confirmed(self) -> bool:
        return "reason" in self.data

    @property
    def reason(self) -> str:
        return str(self.data.get("reason", self.data.get(TYPED, "")))

    @property
    def key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the next step sends again."""
        left_out = {"csrfmiddlewaretoken", "reason", "key"} | ({TYPED} if self.is_confirmed else set())
        return [(name, str(value)) for name, value in self.data.items() if name not in left_out]

    @property
    def standing(self) -> Hand | None:
        """Where somebody was quicker, what stands now."""
        found = self.conflict.standing if self.conflict else None
        return found if isinstance(found, Hand) else None

    @property
    def mine(self) -> str:
        """What was sent, in words: nothing for striking."""
        if self.record is None:
            return _("struck")
        seats = list(self.sitting.seats.select_related("player"))
        told = tell(self.sitting, seats, self.record, table_at(self.sitting, self.hand))
        return f"{told.play} {told.result}".strip() if told.is_complete else told.first_problem

    @property
    def saved(self) -> Hand:
        return self._saved or self.hand

    def moves(self) -> Moves | None:
        """What it would move; None where that is refused, and `problems` says why."""
        try:
            return moves(self.sitting, self.hand, self.record)
        except Refused as error:
            self.note(error)
        return None

    def save(self, by: Actor, now: datetime) -> bool:
        """Change the hand; if that is refused, `problems` or `conflict` says why."""
        place: dict[str, Any] = {
            "sitting_id": self.sitting.pk,
            "by": by,
            "hand_id": self.hand.pk,
            "key": self.key,
            "now": now,
        }
        try:
            if self.record is None:
                done = void_hand(Reasoned.read({"reason": self.reason}), **place)
            else:
                done = correct_hand(Correction.read({"record": self.record, "reason": self.reason}), **place)
        except Refused as error:
            self.note(error)
            return False
        except Conflict as error:
            self.conflict = error
            return False
        self._saved = done.hand
        return True

    def note(self, error: Refused) -> None:
        """Keep why it was refused, and by which later hand."""
        numbers = [problem.message.values["number"] for problem in error.problems if problem.code == "hand_impossible"]
        self.blocking = self.sitting.hands.newest().filter(number__in=numbers).first()
        names = names_of(self.sitting, self.sitting.seats.select_related("player"))
        self.problems |= by_field(error.problems, names)

    def words(self, found: Moves, names: Mapping[int, str]) -> dict[str, str]:
        """The question and both answers, each naming its result."""
        stands = result_of(self.hand.outcome, names)
        number = self.hand.number
        if found.judged is None:
            return {
                "title": _("Strike hand {number}?").format(number=number),
                "stands": stands,
                "confirm": _("Strike hand {number}").format(number=number),
                "keep": _("Keep: {result}").format(result=stands),
            }
        new = result_of(found.judged.outcome, names)
        if self.hand.is_void:
            return {
                "title": _("Count hand {number} again?").format(number=number),
                "stands": _("that it is struck"),
                "new": translated(Text.from_json(found.judged.outcome["said"]), names),
                "confirm": _("Count it again: {result}").format(result=new),
                "keep": _("Keep it struck"),
            }
        return {
            "title": _("Correct hand {number}?").format(number=number),
            "stands": stands,
            "new": translated(Text.from_json(found.judged.outcome["said"]), names),
            "confirm": _("Correct: {result}").format(result=new),
            "keep": _("Keep: {result}").format(result=stands),
        }


def result_of(outcome: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The last part of what is said: "44 to Anna", "Passed"."""
    return result_words(Text.from_json(outcome["said"]), names) or _("nothing")


def describe(sitting: Sitting, hand: Hand, record: Mapping[str, Any], told: Told) -> Told:
    """The preview of a correction: each total that moves, in place of the sum."""
    if not told.is_complete:
        return told
    try:
        found = moves(sitting, hand, record)
    except Refused as error:
        names = names_of(sitting, sitting.seats.select_related("player"))
        return replace(told, is_complete=False, problems=by_field(error.problems, names))
    moved = [
        _("{name} {before} {arrow} {after}").format(
            name=together(seat.player.name for seat in move.side),
            before=amount_figure(move.total_before, found.unit),
            arrow=ARROW,
            after=amount_figure(move.total_after, found.unit),
        )
        for move in found.sides
        if move.by
    ]
    return replace(told, sum=", ".join(moved) or _("The totals stay as they are."), total="")
