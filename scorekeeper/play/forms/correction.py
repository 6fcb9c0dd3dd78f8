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
from scorekeeper.common.texts import translated
from scorekeeper.play.actors import Actor
from scorekeeper.play.forms.entry import Told, by_field, signed, uuid_or_new
from scorekeeper.play.forms.records import Filled, filled, record_from
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import Moves, moves
from scorekeeper.play.services.recording import Correction, correct_hand

ARROW = "\N{RIGHTWARDS ARROW}"


@dataclass(slots=True)
class CorrectionForm:
    """One hand, another record for it (or none: struck), and why."""

    sitting: Sitting
    hand: Hand
    data: QueryDict
    strikes: bool = False
    problems: dict[str, str] = field(default_factory=dict)
    conflict: Conflict | None = None
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
        return str(self.data.get("reason", ""))

    @property
    def key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the next step sends again."""
        left_out = {"csrfmiddlewaretoken", "reason", "key"}
        return [(name, str(value)) for name, value in self.data.items() if name not in left_out]

    @property
    def saved(self) -> Hand:
        return self._saved or self.hand

    def moves(self) -> Moves:
        """What it would move. Raises Refused."""
        return moves(self.sitting, self.hand, self.record)

    def save(self, by: Actor, now: datetime) -> bool:
        """Change the hand; if that is refused, `problems` or `conflict` says why."""
        change = Correction(self.hand.pk, self.key, self.record, self.reason)
        try:
            done = correct_hand(sitting_id=self.sitting.pk, by=by, change=change, now=now)
        except Refused as error:
            self.note(error)
            return False
        except Conflict as error:
            self.conflict = error
            return False
        self._saved = done.hand
        return True

    def note(self, error: Refused) -> None:
        """Keep why it was refused."""
        self.problems |= by_field(error.problems, {})

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
    return translated(Text.from_json(outcome["said"]), names).rpartition(": ")[2] or _("nothing")


def describe(sitting: Sitting, hand: Hand, record: Mapping[str, Any], told: Told) -> Told:
    """The preview of a correction: each total that moves, in place of the sum."""
    if not told.is_complete:
        return told
    try:
        found = moves(sitting, hand, record)
    except Refused as error:
        return replace(told, is_complete=False, problems=by_field(error.problems, {}))
    moved = [
        _("{name} {before} {arrow} {after}").format(
            name=move.seat.player.name, before=signed(move.total_before), arrow=ARROW, after=signed(move.total_after)
        )
        for move in found.seats
        if move.by
    ]
    return replace(told, sum=", ".join(moved) or _("The totals stay as they are."), total="")
