"""What somebody asks the bank of a table for, as its page sends it."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.common.doing import ActForm, asked_for
from scorekeeper.common.texts import Names, amount_words, translated
from scorekeeper.common.widgets import Boxes
from scorekeeper.payouts.bank.services import BankAnswer, BankMove
from scorekeeper.payouts.models import BankAct
from scorekeeper.play.forms import NotAnAmount, smallest, uuid_or_new
from scorekeeper.play.models import Seat, Sitting

QUICK: Final = (10, 20, 50)  # whole units
LONGEST: Final = 18  # figures of an amount that was tapped
MOVES: Final = {
    BankAct.Move.BUY_IN: pgettext_lazy("choice", "Buy in"),
    BankAct.Move.CASH_OUT: pgettext_lazy("choice", "Cash out"),
    BankAct.Move.CARRY: _("Bring chips from an earlier table"),
}


class BankForm(ActForm):
    """A buy-in or cash-out for one of the seats somebody may ask for; an amount is written, or tapped (`quick`)."""

    asks = BankMove
    move = forms.ChoiceField(
        label=_("What to do"),
        widget=Boxes(columns=2),
        error_messages={"required": pgettext_lazy("note", "Choose one.")},
    )
    seat = forms.TypedChoiceField(
        label=_("For which player"), required=False, coerce=int, empty_value=None, widget=Boxes(columns=2)
    )
    amount = forms.CharField(
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, sitting: Sitting, seats: Sequence[Seat], names: Names, *, carry: int, data: QueryDict | None = None
    ) -> None:
        moves = [(move.value, MOVES[move]) for move in MOVES if carry or move != BankAct.Move.CARRY]
        alone = seats[0].number if len(seats) == 1 else ""
        super().__init__(data, initial={"key": str(uuid4()), "move": moves[0][0], "seat": alone})
        self.unit = InUnits.model_construct(unit=sitting.unit.unit, decimals=sitting.unit.decimals)
        self.fields["move"].choices = moves  # type: ignore[attr-defined]
        self.fields["seat"].choices = [(seat.number, names[seat.number]) for seat in seats]  # type: ignore[attr-defined]
        self.fields["amount"].label = _("Amount in {unit}").format(unit=self.unit.unit)
        if carry:
            there = _("{amount} from earlier tables is available.")
            self.fields["amount"].help_text = there.format(amount=amount_words(carry, self.unit))

    @property
    def quick(self) -> list[tuple[int, str]]:
        """Amounts for one tap, with their words."""
        amounts = [whole * 10**self.unit.decimals for whole in QUICK]
        return [(amount, amount_words(amount, self.unit)) for amount in amounts]

    def clean_amount(self) -> int:
        tapped = self.data.get("quick", "")
        if tapped.isdecimal() and tapped.isascii() and len(tapped) <= LONGEST:
            return int(tapped)
        text = self.cleaned_data["amount"]
        if not text:
            return 0
        try:
            return smallest(text, self.unit.decimals)
        except NotAnAmount as error:
            raise forms.ValidationError(translated(error.message)) from None

    def clean_key(self) -> UUID:
        return uuid_or_new(self.cleaned_data["key"])

    def answers(self) -> dict[str, Any]:
        given = dict(super().answers())
        if given["move"] == BankAct.Move.CARRY:
            given["seat"] = None
        return given


class BankReasonForm(ActForm):
    """Why a request is refused, or what was approved is booked back: `answer`."""

    asks = BankAnswer
    reason = asked_for(
        BankAnswer,
        "reason",
        pgettext_lazy("field", "Reason"),
        _("Required. Everyone at the table can read it."),
        required=True,
    )

    def __init__(self, data: QueryDict | None, request: UUID, answer: str) -> None:
        super().__init__(data)
        self.request, self.answer = request, answer

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "request": self.request, "answer": self.answer}
