"""What somebody asks the bank of a table for, as its page sends it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.units import InUnits
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import Names, amount_words, translated
from scorekeeper.common.widgets import Boxes
from scorekeeper.payouts.bank.services import Wanted, ask_bank
from scorekeeper.payouts.models import BankAct
from scorekeeper.play.actors import Actor
from scorekeeper.play.amounts import NotAnAmount, smallest
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.recording.forms import uuid_or_new

QUICK: Final = (10, 20, 50)  # whole units
LONGEST: Final = 18  # figures of an amount that was tapped
MOVES: Final = {
    BankAct.Move.BUY_IN: gettext_lazy("Buy in"),
    BankAct.Move.CASH_OUT: gettext_lazy("Cash out"),
    BankAct.Move.CARRY: gettext_lazy("Bring chips of an earlier table"),
}


class BankForm(forms.Form):
    """A buy-in or cash-out for one of the seats somebody may ask for; an amount is written, or tapped (`quick`)."""

    key = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, sitting: Sitting, seats: Sequence[Seat], names: Names, *, carry: int, data: QueryDict | None = None
    ) -> None:
        super().__init__(data, initial={"key": str(uuid4())})
        self.sitting, self.names, self.unit = sitting, names, sitting.unit
        moves = [move for move in MOVES if carry or move != BankAct.Move.CARRY]
        self.fields["move"] = _boxes(_("What"), [(move.value, MOVES[move]) for move in moves], moves[0].value)
        self.fields["seat"] = _boxes(_("For whom"), [(str(seat.number), names[seat.number]) for seat in seats], "")
        self.fields["seat"].required = False
        if len(seats) == 1:
            self.fields["seat"].initial = str(seats[0].number)
        self.fields["amount"] = forms.CharField(
            label=_("How much, in {unit}").format(unit=self.unit.unit),
            required=False,
            max_length=20,
            help_text=_("{amount} lies there of earlier tables.").format(amount=amount_words(carry, self.unit))
            if carry
            else "",
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        )

    @property
    def quick(self) -> list[tuple[int, str]]:
        """Amounts for one tap, with their words."""
        amounts = [whole * 10**self.unit.decimals for whole in QUICK]
        return [
            (amount, amount_words(amount, InUnits.model_construct(unit=self.unit.unit, decimals=self.unit.decimals)))
            for amount in amounts
        ]

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

    def save(self, by: Actor, now: datetime) -> bool:
        """Ask; what is refused becomes an error of its field."""
        if not self.is_valid():
            return False
        told = self.cleaned_data
        seat = int(told["seat"]) if told["seat"] and told["move"] != BankAct.Move.CARRY else None
        wanted = Wanted(told["move"], told["amount"], seat)
        try:
            ask_bank(sitting_id=self.sitting.pk, by=by, wanted=wanted, key=uuid_or_new(told["key"]), now=now)
        except Refused as error:
            for problem in error.problems:
                field = problem.field if problem.field in self.fields else None
                self.add_error(field, translated(problem.message, self.names))
            return False
        return True


def _boxes(label: str, choices: Sequence[tuple[str, Any]], initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=initial,
        widget=Boxes(columns=2),
        error_messages={"required": gettext_lazy("Choose one.")},
    )
