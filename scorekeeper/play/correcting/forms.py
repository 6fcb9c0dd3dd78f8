"""What people fill in to put a sheet right: another hand, a penalty, an adjustment, two who change places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core.text import Text
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import amount_figure, amount_words, in_sentence, signed, translated
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.play.acting import Acted, clean_reason, require_hand
from scorekeeper.play.actors import Actor
from scorekeeper.play.correcting import services
from scorekeeper.play.forms import (
    Filled,
    NotAnAmount,
    ReasonForm,
    TableForm,
    filled,
    record_from,
    smallest,
    uuid_or_new,
)
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.moves import Moves, Shift, moves
from scorekeeper.play.recording.forms import Preview, by_field, table_at, tell
from scorekeeper.play.records import Reasoned
from scorekeeper.play.seats.records import Swap
from scorekeeper.play.seats.swapping import swap_moves, swap_seats
from scorekeeper.play.sheet.reads import Sheet, result_words
from scorekeeper.play.sheet.rows import counted_in, is_between_players, names_of, together

ARROW = "\N{RIGHTWARDS ARROW}"
TYPED = "screen-why"  # a reason that was typed for a version that somebody has changed meanwhile


class StrikingForm(ReasonForm):
    """Why the hands from one on are struck; the page has said up to which."""

    asks = services.Striking


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
            return pgettext("state", "struck")
        seats = list(self.sitting.seats.select_related("player"))
        preview = tell(self.sitting, seats, self.record, table_at(self.sitting, self.hand))
        return f"{preview.play} {preview.result}".strip() if preview.is_complete else preview.first_problem

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
                done = services.void_hand(Reasoned.read({"reason": self.reason}), **place)
            else:
                done = services.correct_hand(
                    services.Correction.read({"record": self.record, "reason": self.reason}), **place
                )
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
                "keep": pgettext("button", "Keep: {result}").format(result=stands),
            }
        new = result_of(found.judged.outcome, names)
        if self.hand.is_void:
            return {
                "title": _("Count hand {number} again?").format(number=number),
                "stands": pgettext("note", "why it is struck"),
                "new": translated(Text.from_json(found.judged.outcome["said"]), names),
                "confirm": _("Count it again: {result}").format(result=new),
                "keep": _("Keep the hand struck"),
            }
        return {
            "title": _("Correct hand {number}?").format(number=number),
            "stands": stands,
            "new": translated(Text.from_json(found.judged.outcome["said"]), names),
            "confirm": pgettext("button", "Correct: {result}").format(result=new),
            "keep": pgettext("button", "Keep: {result}").format(result=stands),
        }


def result_of(outcome: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The last part of what is said: "44 to Anna", "Passed"."""
    return result_words(Text.from_json(outcome["said"]), names) or pgettext("note", "nothing")


def describe(sitting: Sitting, hand: Hand, record: Mapping[str, Any], told: Preview) -> Preview:
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


NOBODY = ""
GIVE, TAKE = "give", "take"
LONGEST = 6  # digits of the number of a hand
NO_HAND = 0


class MovingForm(TableForm):
    """What they share: the reason, the key, and two steps: first what it moves, then (`confirmed`) the act."""

    key = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, sitting: Sitting, sheet: Sheet, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"key": str(uuid4())})
        self.sent = data or QueryDict()
        self.sitting = sitting
        self.sheet, self.names = sheet, sheet.names
        self.fields["reason"] = forms.CharField(
            label=pgettext_lazy("field", "Reason"),
            required=False,
            help_text=gettext_lazy("Required. Everyone at the table can read it."),
            widget=forms.TextInput(attrs={"required": True, "maxlength": 200, "autocomplete": "off"}),
        )

    def clean_key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    @property
    def is_confirmed(self) -> bool:
        return "confirmed" in self.data

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the second step sends again."""
        return [(name, value) for name in self.fields for value in self.sent.getlist(name)]

    @property
    def reason(self) -> str:
        return " ".join(str(self.cleaned_data["reason"]).split())

    def moves(self) -> Shift | None:
        """What it would move; None with errors."""
        return self.previews(self._look)

    def saved(self, by: Actor) -> bool:
        """Do it; what is refused becomes an error of its field."""
        return self.does(self.service, sitting_id=self.sitting.pk, by=by) is not None

    def _look(self, asked: Any) -> Shift:
        clean_reason(asked.reason)
        return self.find_moves(asked)

    @property
    def question(self) -> str:
        """What is to be done, in a line."""
        raise NotImplementedError

    @property
    def silent(self) -> Sequence[str]:
        """The open seasons that do not count it."""
        return ()

    @property
    def service(self) -> Callable[..., Acted]:
        """What does it."""
        raise NotImplementedError

    def find_moves(self, asked: Any) -> Shift:
        """What it would move. Raises Refused."""
        raise NotImplementedError


class AdjustmentForm(MovingForm):
    """A penalty, or an adjustment of a total."""

    asks = services.Adjustment

    def __init__(self, sitting: Sitting, sheet: Sheet, kind: str, data: QueryDict | None = None) -> None:
        super().__init__(sitting, sheet, data)
        self.kind = kind
        self.is_between = is_between_players(sitting)
        unit = sitting.unit.unit if self.is_between else ""
        measure = in_sentence(translated(sitting.plays.measure_titles[counted_in(sitting)[0]]))
        sides = [(str(side.number), side.name) for side in sheet.sides]
        reason = self.fields.pop("reason")
        self.fields["seat"] = _seat_field(pgettext_lazy("field", "Who"), sides)
        if kind == Act.Kind.ADJUSTED:
            ways = [(GIVE, pgettext_lazy("field", "gets")), (TAKE, pgettext_lazy("field", "gives"))]
            self.fields["way"] = _seat_field(gettext_lazy("Gets or gives"), ways, initial=GIVE)
        self.fields["points"] = forms.CharField(
            label=_("How much, in {unit}").format(unit=unit) if unit else pgettext("field", "How many"),
            required=False,
            max_length=20,
            help_text=_("Counted in the total as: {measure}.").format(measure=measure),
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "required": True}),
        )
        if kind == Act.Kind.ADJUSTED:
            nobody = [] if self.is_between else [(NOBODY, pgettext_lazy("field", "nobody"))]
            label = gettext_lazy("From whom, or to whom")
            self.fields["against"] = _seat_field(label, [*nobody, *sides], initial=NOBODY, required=False)
        self.fields["reason"] = reason

    def clean_points(self) -> int:
        try:
            return smallest(self.cleaned_data["points"], self.sitting.unit.decimals if self.is_between else 0)
        except NotAnAmount as error:
            raise forms.ValidationError(translated(error.message)) from None

    def answers(self) -> dict[str, Any]:
        given = self.cleaned_data
        takes = self.kind == Act.Kind.PENALTY or given["way"] == TAKE
        against = given.get("against", NOBODY)
        return {
            "kind": str(self.kind),
            "seat": int(given["seat"]),
            "points": -given["points"] if takes else given["points"],
            "against": None if against == NOBODY else int(against),
            "reason": given["reason"],
        }

    @property
    def question(self) -> str:
        """ "Penalty for Anna: -50"."""
        change = self.answers()
        points, against = change["points"], change["against"]
        names = {side.number: side.name for side in self.sheet.sides}
        values = {"name": names[change["seat"]], "points": self._in_words(points)}
        if self.kind == Act.Kind.PENALTY:
            return _("Penalty for {name}: {points}").format(**values)
        if against is None:
            return _("Adjustment for {name}: {points}").format(**values)
        other = {"other": names[against], "back": self._in_words(-points)}
        return _("Adjustment: {name} {points}, {other} {back}").format(**values, **other)

    @property
    def silent(self) -> Sequence[str]:
        """Those that count another measure."""
        measure, _weight = counted_in(self.sitting)
        return [season.name for season in self.sitting.competitions.all() if measure not in season.weights]

    @property
    def service(self) -> Callable[..., Acted]:
        return services.adjust

    def find_moves(self, asked: services.Adjustment) -> Shift:
        return services.adjustment_moves(self.sitting, asked)

    def _in_words(self, points: int) -> str:
        words = amount_words(points, self.sitting.unit) if self.is_between else signed(points)
        return f"+{words}" if points > 0 else words


class TakingBackForm(ReasonForm):
    """Why a penalty or an adjustment is taken back; the page has said which."""

    asks = services.TakingBack


class SwapForm(MovingForm):
    """Two who sit in one another's seats, and since which hand."""

    asks = Swap

    def __init__(self, sitting: Sitting, sheet: Sheet, data: QueryDict | None = None) -> None:
        super().__init__(sitting, sheet, data)
        reason = self.fields.pop("reason")
        self.fields["seats"] = forms.MultipleChoiceField(
            label=_("The two players who swap seats"),
            choices=[(str(column.seat.number), column.name) for column in sheet.columns],
            widget=CheckBoxes(columns=2),
            required=False,
        )
        self.fields["number"] = forms.CharField(
            label=pgettext("field", "From hand"),
            required=False,
            max_length=LONGEST,
            help_text=_(
                "Enter 1 if they sat like this from the start. Earlier hands stay with the players who played them."
            ),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            initial="1",
        )
        self.fields["reason"] = reason

    def clean_number(self) -> int:
        """Nothing said: from the start. What is no number is refused as one that is no hand."""
        typed = self.cleaned_data["number"].strip()
        return (int(typed) if typed.isdecimal() else NO_HAND) if typed else 1

    def answers(self) -> dict[str, Any]:
        given = super().answers()
        require_hand(self.sitting, given["number"])
        return {**given, "seats": [int(number) for number in given["seats"]]}

    @property
    def question(self) -> str:
        """ "Anna and Bernd change places from hand 5 on"."""
        given = self.answers()
        first, second = (self.sheet.by_seat[number].name for number in given["seats"])
        values = {"one": first, "other": second, "number": given["number"]}
        if given["number"] == 1:
            return _("{one} and {other} swap seats").format(**values)
        return _("{one} and {other} swap seats from hand {number} on").format(**values)

    @property
    def service(self) -> Callable[..., Acted]:
        return swap_seats

    def find_moves(self, asked: Swap) -> Shift:
        return swap_moves(self.sitting, asked)


def _seat_field(label: Any, choices: Sequence[tuple[str, Any]], **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=choices,
        widget=Boxes(columns=2),
        error_messages={"required": pgettext_lazy("note", "Choose one.")},
        **more,
    )
