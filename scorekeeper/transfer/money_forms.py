"""What a treasurer fills in to bring money along."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scorekeeper.common.texts import isolated
from scorekeeper.transfer.forms import LookForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.selectors.money import MoneyLook, unit_key


class MoneyUploadForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("What the file holds"),
        choices=[(kind.value, kind.label) for kind in (Upload.Kind.MONEY, Upload.Kind.BALANCES)],
        initial=Upload.Kind.MONEY,
        widget=forms.RadioSelect,
    )
    file = forms.FileField(
        label=_("File"),
        max_length=200,
        help_text=_("Up to 900 kB. You see first what would be booked; nothing is booked yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.xls,.ods,.json"}),
    )


class MoneyLookForm(LookForm):
    """What has to be said of a file of money: as of any other, and its unit, and where a difference goes."""

    def __init__(self, look: MoneyLook, said: dict[str, Any], data: QueryDict | None = None, *, year: int = 0) -> None:
        super().__init__(look, said, data, year=year)
        if len(look.offered) > 1 and (not look.plan.lines or "" in look.plan.currencies):
            self.fields["unit"] = forms.ChoiceField(
                label=_("What the amounts are in"),
                choices=[(unit_key(unit), unit.unit or _("without a label")) for unit in look.offered],
                initial=said.get("unit") or unit_key(look.offered[0]),
                required=False,
            )
        self.unpaid = list(look.plan.unpaid)
        for line in self.unpaid:
            self.fields[f"payer-{line.number}"] = forms.ChoiceField(
                label=_("Who paid line {number}, “{what}”?").format(number=line.number, what=isolated(line.what[:60])),
                choices=[("", _("please choose")), *((name, isolated(name)) for name in line.names)],
                required=False,
            )
        if look.rest or "against" in said:
            self.fields["against"] = forms.ChoiceField(
                label=_("The difference is booked against"),
                choices=[
                    ("", _("please choose")),
                    ("cash", _("the cash box: it lies there")),
                    ("club", _("the club: it is to get it, or to give it")),
                ],
                initial=said.get("against", ""),
                required=False,
            )

    def said(self, before: dict[str, Any]) -> dict[str, Any]:
        """What is said now, with what was said before."""
        given = self.cleaned_data
        payers = {str(line.number): given[f"payer-{line.number}"] for line in self.unpaid}
        payers = {**before.get("payers", {}), **{number: name for number, name in payers.items() if name}}
        more = {"payers": payers} if payers else {}
        return {**super().said(before), **more, **{name: given[name] for name in ("unit", "against") if name in given}}
