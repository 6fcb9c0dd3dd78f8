"""What people fill in for the money book."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm, asked_for
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.common.widgets import PersonSelect
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.care.reads import Care
from scorekeeper.payouts.care.services import ChosenLimit
from scorekeeper.payouts.kinds import meant
from scorekeeper.payouts.payments.services import BetweenTwo, PaidOutside, PaymentAnswer
from scorekeeper.payouts.records import COINS
from scorekeeper.play.forms import NotAnAmount, smallest, written

THE_CLUB: Final = "club"


class AmountForm(ActForm):
    """An amount in one of the club's units; where there is but one it is not asked for."""

    amount = forms.CharField(
        label=pgettext_lazy("field", "How much"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    unit = forms.ChoiceField(label=pgettext_lazy("field", "Counted in"))

    def __init__(
        self, data: Mapping[str, Any] | None, *, units: Sequence[InUnits], initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={name: value for name, value in (initial or {}).items() if value != ""})
        self.units = {unit_key(unit): unit for unit in units}
        labels = [(key, unit.unit or pgettext_lazy("field", "without a label")) for key, unit in self.units.items()]
        self.fields["unit"].choices = labels  # type: ignore[attr-defined]
        if len(labels) == 1:
            self.fields["unit"].widget, self.fields["unit"].initial = forms.HiddenInput(), labels[0][0]
            self.fields["amount"].label = _("Amount in {unit}").format(unit=labels[0][1])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        unit = self.units.get(given.get("unit", ""))
        if unit and given.get("amount"):
            try:
                given["amount"] = smallest(given["amount"], unit.decimals)
            except NotAnAmount as error:
                self.add_error("amount", translated(error.message))
        return given

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), **dict(self.in_unit)}

    @property
    def in_unit(self) -> InUnits:
        """The unit, once the form is valid."""
        return self.units[self.cleaned_data["unit"]]


class BetweenForm(AmountForm):
    """An amount between two sides. The key makes sending it twice one act."""

    asks: ClassVar[type[Asked]] = BetweenTwo
    payer = forms.ChoiceField(
        label=pgettext_lazy("field", "Who paid"),
        widget=PersonSelect,
        error_messages={"required": _("Please choose who paid.")},
    )
    getter = forms.ChoiceField(
        label=_("Who received it"),
        widget=PersonSelect,
        error_messages={"required": _("Please choose who received it.")},
    )
    reason = asked_for(BetweenTwo, "reason", pgettext_lazy("field", "Reason"))
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    field_order = ("payer", "getter", "amount", "unit", "reason", "about", "key")

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        sides: Sequence[tuple[object, str]],
        units: Sequence[InUnits],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, units=units, initial=initial)
        named = [("", pgettext_lazy("in a line", "choose")), *((str(side), name) for side, name in sides)]
        self.fields["payer"].choices = self.fields["getter"].choices = named  # type: ignore[attr-defined]

    def answers(self) -> dict[str, Any]:
        given = super().answers()
        return given | {side: None for side in ("payer", "getter") if given[side] == THE_CLUB}


class PaymentForm(BetweenForm):
    """Who paid whom how much. `about` is the settle-up it is part of, as our own pages have signed it."""

    asks = PaidOutside
    about = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        club: Club,
        *,
        people: Sequence[tuple[UUID, str]],
        units: Sequence[InUnits],
        is_keeper: bool,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, sides=[*people, (THE_CLUB, club.name)], units=units, initial=initial)
        self.club = club
        self.fields["reason"].help_text = _(
            "Required if nobody else can confirm the payment. Every member can read it."
        )
        if not is_keeper:
            del self.fields["reason"]

    def answers(self) -> dict[str, Any]:
        scope = meant(self.club, self.cleaned_data["about"])
        return {**super().answers(), "evening": scope.evening, "since": scope.since, "until": scope.until}


class TransferForm(BetweenForm):
    """From whose account to whose."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["payer"].label, self.fields["getter"].label = _("From whose account"), _("To whose account")
        self.fields["reason"].help_text = _("Required. Every member can read it.")


class CoinForm(forms.Form):
    """To which coin is rounded, in the smallest of the unit that coins are counted in."""

    coin = forms.TypedChoiceField(label=pgettext_lazy("field", "Round to"), coerce=int, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, unit: InUnits) -> None:
        super().__init__(data)
        named = [(coin, amount_words(coin, unit)) for coin in COINS[1:]]
        self.fields["coin"].choices = [(1, pgettext_lazy("choice", "not rounded")), *named]  # type: ignore[attr-defined]
        self.fields["coin"].help_text = _("Amounts in other units stay exact.")

    @property
    def coin_chosen(self) -> int:
        """The coin; 1 where nothing is rounded."""
        return int(self.cleaned_data.get("coin") or 1) if self.is_valid() else 1


class SettleForm(CoinForm):
    """What is settled besides: two days, both or neither."""

    since = forms.DateField(
        label=pgettext_lazy("field", "From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=pgettext_lazy("field", "To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    field_order = ("since", "until", "coin")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if not self.errors and bool(since) != bool(until):
            self.add_error("until" if since else "since", _("Choose both dates or neither."))
        if since and until and since > until:
            self.add_error("until", _("The end date is before the start date."))
        return given


class AnswerForm(ActForm):
    """Why a payment is declined, or confirmed in somebody's place."""

    asks = PaymentAnswer
    reason = asked_for(PaymentAnswer, "reason", pgettext_lazy("field", "Reason"))


def unit_key(unit: InUnits) -> str:
    """How forms and addresses name a unit."""
    return f"{unit.decimals}{unit.unit}"


class ReversalForm(ActForm):
    """Why something is booked back."""

    asks = BookingReversal
    reason = asked_for(
        BookingReversal,
        "reason",
        pgettext_lazy("field", "Reason"),
        _("Required. Every member can read it."),
        required=True,
    )


class LimitForm(ActForm):
    """The most that somebody wants to lose in a month in one club and unit; empty for no limit."""

    asks = ChosenLimit
    most = forms.CharField(
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, care: Care) -> None:
        shown = "" if care.most is None else written(care.most, care.unit.decimals)
        super().__init__(data, initial={"most": shown}, auto_id=f"id_{care.club.pk}_{care.unit.decimals}_%s")
        self.unit = care.unit
        self.fields["most"].label = _("Most I want to lose in a month, in {unit}").format(
            unit=care.unit.unit or pgettext_lazy("field", "units without a label")
        )
        self.fields["most"].help_text = _(
            "Leave empty for no limit. A lower limit applies at once, a higher one (or none) from tomorrow."
        )

    def clean_most(self) -> int | None:
        text = self.cleaned_data["most"].strip()
        if not text:
            return None
        try:
            return smallest(text, self.unit.decimals)
        except NotAnAmount as error:
            raise forms.ValidationError(translated(error.message)) from None

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), **dict(self.unit)}
