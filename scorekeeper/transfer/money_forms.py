"""What a treasurer fills in to bring money along."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.common.doing import ActForm
from scorekeeper.common.parsers import SentFileField
from scorekeeper.common.texts import isolated
from scorekeeper.spreadsheets.reading import Wanted
from scorekeeper.transfer.forms import LookForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.records import FileSent
from scorekeeper.transfer.selectors.money import MoneyLook, unit_key


class MoneyUploadForm(ActForm):
    """A file of money."""

    asks = FileSent
    kind = forms.ChoiceField(
        label=_("Contents of the file"),
        choices=[(kind.value, kind.label) for kind in (Upload.Kind.MONEY, Upload.Kind.BALANCES)],
        initial=Upload.Kind.MONEY,
        widget=forms.RadioSelect,
    )
    file = SentFileField(
        label=pgettext_lazy("field", "File"),
        max_length=200,
        help_text=_("Up to 900 kB. You check the result first; nothing is booked yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.xls,.ods,.json"}),
    )


class MoneyLookForm(LookForm):
    """What has to be said of a file of money: as of any other, and its unit, and where a difference goes."""

    def __init__(
        self, look: MoneyLook, answers: dict[str, Any], wanted: Wanted, data: QueryDict | None = None, *, year: int = 0
    ) -> None:
        super().__init__(look, answers, wanted, data, year=year)
        if len(look.offered) > 1 and (not look.plan.lines or "" in look.plan.currencies):
            self.fields["unit"] = forms.ChoiceField(
                label=_("Unit of the amounts"),
                choices=[
                    (unit_key(unit), unit.unit or pgettext_lazy("field", "without a label")) for unit in look.offered
                ],
                initial=answers.get("unit") or unit_key(look.offered[0]),
                required=False,
            )
        self.unpaid = list(look.plan.unpaid)
        for line in self.unpaid:
            self.fields[f"payer-{line.number}"] = forms.ChoiceField(
                label=_("Who paid line {number}, “{what}”?").format(number=line.number, what=isolated(line.what[:60])),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    *((name, isolated(name)) for name in line.names),
                ],
                required=False,
            )
        if look.rest or "against" in answers:
            self.fields["against"] = forms.ChoiceField(
                label=_("Book the difference against"),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    ("cash", pgettext_lazy("field", "the cash box, which holds the difference")),
                    ("club", pgettext_lazy("field", "the club, which is owed or owes the difference")),
                ],
                initial=answers.get("against", ""),
                required=False,
            )

    def answers(self) -> dict[str, Any]:
        payers = {str(line.number): self.cleaned_data[f"payer-{line.number}"] for line in self.unpaid}
        return {**super().answers(), "payers": {number: name for number, name in payers.items() if name}}
