"""What directors fill in for a prize pool: its terms, and a deal."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from scorekeeper.common import doing
from scorekeeper.common.doing import ActForm, NumberField, asked_for
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.common.widgets import CheckBoxes, PersonSelect
from scorekeeper.pairing.prizes import WINS
from scorekeeper.payouts.models import Account, PrizePool
from scorekeeper.payouts.pools import records
from scorekeeper.payouts.pools.reads import MARK, ORIGIN
from scorekeeper.play.forms import NotAnAmount, smallest, written

ROWS: Final = 2  # empty ones of deductions and of special prizes, and how many are added at once
PARTS: Final = ("kept", "special", "group")
AMOUNTS: Final = {
    "entry_price": pgettext_lazy("heading", "Entry fee"),
    "rebuy_price": _("Price of a re-buy"),
    "addon_price": _("Price of an add-on"),
    "guarantee": _("Guaranteed prizes (minimum)"),
    "round_to": _("Round prizes to"),
    "tie_unit": _("Round equal shares to"),
}
HELP: Final = {
    "rebuy_price": _("Leave empty if there is none."),
    "guarantee": _("The club adds what is missing when the prizes are awarded."),
    "round_to": _("Any remainder goes to first place."),
}
PERCENT: Final = _("Enter a percentage from 0 to 100, for example 5 or 12.5.")
ELSEWHERE: Final = {"per_mille": "percent", "mark": "who", "origin": "who"}  # fields of a row, by those of its record
GETS: Final = {
    "main": pgettext_lazy("in a line", "keeps the prize of their place; the next in the group gets the group prize"),
    "larger": pgettext_lazy("in a line", "gets the larger one"),
    "both": pgettext_lazy("in a line", "gets both"),
}
TO: Final = [
    (Account.Kind.CLUB, pgettext_lazy("in a line", "the club")),
    (Account.Kind.FEES, pgettext_lazy("in a line", "fees")),
]


Choices = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""People to choose from, (id, name), in groups with titles."""


class AmountField(forms.CharField):
    """An amount of a unit; empty is `empty`."""

    def __init__(self, unit: InUnits, *, empty: int = 0, **more: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, max_length=20, widget=widget, **more)
        self.unit, self.empty = unit, empty

    def clean(self, value: Any) -> int:
        """The smallest units. Raises ValidationError."""
        typed = str(super().clean(value) or "")
        try:
            return smallest(typed, self.unit.decimals) if typed.strip() else self.empty
        except NotAnAmount as error:
            raise forms.ValidationError(translated(error.message)) from None


class PoolForm(ActForm):
    """The terms of a pool in a unit; `version` is the one that was read, 0 for none. It has as many rows of deductions
    and special prizes as were sent or are there, and some more; sent with `more` as one of `PARTS` it is shown with
    more rows of that and not saved (`asks_more`)."""

    asks = records.PoolTerms
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        unit: InUnits,
        people: Choices,
        pool: PrizePool | None,
        has_groups: bool = False,
        members: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(data, initial=_initial(pool, unit))
        self.has_kept, self.has_special = bool(pool and pool.deductions), bool(pool and pool.specials)
        self.has_group, self.has_members = bool(pool and pool.groups), bool(members)
        self._terms(unit, pool, has_groups=has_groups)
        self.rows = {part: _rows(data, part, there) for part, there in zip(PARTS, _there(pool), strict=True)}
        named = [("", pgettext_lazy("in a line", "not yet known")), *people]
        for number in range(self.rows["kept"]):
            self.fields[f"kept_{number}_cause"] = _cause(pgettext_lazy("heading", "Kept for"))
            self.fields[f"kept_{number}_amount"] = AmountField(unit, label=pgettext_lazy("field", "Amount"))
            self.fields[f"kept_{number}_percent"] = _percent(pgettext_lazy("field", "and percent of the entry money"))
            self.fields[f"kept_{number}_to"] = forms.ChoiceField(
                label=pgettext_lazy("field", "Goes to"), choices=TO, required=False
            )
        for number in range(self.rows["special"]):
            self.fields[f"special_{number}_cause"] = _cause(_("Special prize for"))
            self.fields[f"special_{number}_amount"] = AmountField(unit, label=pgettext_lazy("field", "Amount"))
            self.fields[f"special_{number}_player"] = forms.ChoiceField(
                label=pgettext_lazy("field", "Won by"), choices=named, required=False, widget=PersonSelect
            )
        chosen = [(_who(group), group["mark"] or group["origin"]) for group in (pool.groups if pool else ())]
        whose = [("", pgettext_lazy("in a line", "choose")), *dict([*chosen, *members]).items()]
        for number in range(self.rows["group"]):
            self.fields[f"group_{number}_name"] = _cause(_("Prize for the best"))
            self.fields[f"group_{number}_who"] = forms.ChoiceField(
                label=pgettext_lazy("field", "Of those"), choices=whose, required=False
            )
            self.fields[f"group_{number}_amount"] = AmountField(unit, label=pgettext_lazy("field", "Amount"))
            self.fields[f"group_{number}_percent"] = _percent(pgettext_lazy("field", "and percent of the pool"))
            self.fields[f"group_{number}_weights"] = forms.CharField(
                label=_("Shares of its places"),
                required=False,
                max_length=200,
                help_text=_("For example 50 30 20. Leave empty to give all of it to one place."),
            )
            self.fields[f"group_{number}_wins"] = forms.ChoiceField(
                label=_("If the winner also has a place prize"), choices=list(GETS.items()), required=False
            )

    def _terms(self, unit: InUnits, pool: PrizePool | None, *, has_groups: bool) -> None:
        """What there is one of."""
        for name, label in AMOUNTS.items():
            empty = int(name in {"round_to", "tie_unit"})
            self.fields[name] = AmountField(unit, empty=empty, label=label, help_text=HELP.get(name, ""))
        self.fields["weights"] = forms.CharField(
            label=_("Shares of the places, first place first"),
            required=False,
            max_length=400,
            help_text=_("For example 50 30 20. Leave empty for the usual shares for this number of entrants."),
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        if has_groups:
            self.fields["one_each"] = forms.BooleanField(
                label=_("One prize per club"),
                required=False,
                initial=bool(pool and pool.one_each),
                help_text=_("Only the best player of each club gets a place prize."),
            )

    @property
    def terms(self) -> Iterator[forms.BoundField]:
        """What every pool has."""
        names = ("entry_price", "rebuy_price", "addon_price", "guarantee", "weights", "one_each")
        return (self[name] for name in names if name in self.fields)

    @property
    def rounding(self) -> Iterator[forms.BoundField]:
        """To what is rounded."""
        return (self[name] for name in ("round_to", "tie_unit"))

    @property
    def kept(self) -> list[list[forms.BoundField]]:
        """What is kept out of it, row by row."""
        return self._shown("kept")

    @property
    def special(self) -> list[list[forms.BoundField]]:
        """Its special prizes, row by row."""
        return self._shown("special")

    @property
    def group(self) -> list[list[forms.BoundField]]:
        """Its prizes of groups, row by row."""
        return self._shown("group")

    def _shown(self, part: str) -> list[list[forms.BoundField]]:
        rows = range(self.rows[part])
        return [[self[name] for name in self.fields if name.startswith(f"{part}_{row}_")] for row in rows]

    @property
    def asks_more(self) -> bool:
        """Whether it was sent for more rows only."""
        return self.data.get("more") in PARTS

    @property
    def may_have_more(self) -> list[str]:
        """The parts that can have more rows."""
        return [part for part in PARTS if self.rows[part] < records.MOST_ROWS]

    def clean_weights(self) -> tuple[int, ...]:
        """Whole numbers between spaces, commas or strokes."""
        return _weights(self.cleaned_data["weights"])

    def clean(self) -> dict[str, Any]:
        """The shares of each group are read as those of the places."""
        for number in range(self.rows["group"]):
            name = f"group_{number}_weights"
            try:
                self.cleaned_data[name] = _weights(self.cleaned_data.get(name, "")) or (1,)
            except forms.ValidationError as error:
                self.add_error(name, error)
        return self.cleaned_data

    def answers(self) -> dict[str, Any]:
        """The pool that is asked for: all of its terms."""
        given = self.cleaned_data
        self.at: dict[str, str] = {}
        return {
            **{name: given[name] for name in ("version", "weights", *AMOUNTS)},
            "one_each": given.get("one_each", False),
            "deductions": list(self._deductions()),
            "specials": list(self._specials()),
            "groups": list(self._groups()),
        }

    def _deductions(self) -> Iterator[dict[str, Any]]:
        for place, number in enumerate(self._used("kept")):
            of = self._row("deductions", place, "kept", number)
            kept = {"cause": of["cause"], "amount": of["amount"], "per_mille": _per_mille(of["percent"])}
            yield {**kept, "to": of["to"] or TO[0][0]}

    def _specials(self) -> Iterator[dict[str, Any]]:
        for place, number in enumerate(self._used("special")):
            of = self._row("specials", place, "special", number)
            yield {"cause": of["cause"], "amount": of["amount"], "player": of["player"] or None}

    def _groups(self) -> Iterator[dict[str, Any]]:
        for place, number in enumerate(self._used("group")):
            of = self._row("groups", place, "group", number)
            yield {
                "name": of["name"],
                "mark": of["who"].removeprefix(MARK) if of["who"].startswith(MARK) else "",
                "origin": of["who"].removeprefix(ORIGIN) if of["who"].startswith(ORIGIN) else "",
                "amount": of["amount"],
                "per_mille": _per_mille(of["percent"]),
                "weights": of["weights"],
                "wins": of["wins"] or WINS[0],
            }

    def _row(self, part: str, place: int, name: str, number: int) -> dict[str, Any]:
        """What was written into a row; what is refused at its place in the list stands there."""
        self.at[f"{part}.{place}."] = row = f"{name}_{number}_"
        return {field.removeprefix(row): self.cleaned_data[field] for field in self.fields if field.startswith(row)}

    def _used(self, part: str) -> list[int]:
        names = ("cause", "amount", "percent", "player", "name", "who")
        return [
            row
            for row in range(self.rows[part])
            if any(self.cleaned_data.get(f"{part}_{row}_{name}") for name in names)
        ]

    def show(self, refused: Refused) -> None:
        """What was refused, at the field of the form that says it."""
        for problem in refused.problems:
            field = problem.field
            for place, row in self.at.items():
                if field.startswith(place):
                    name = field.removeprefix(place).partition(".")[0]
                    field = row + ELSEWHERE.get(name, name)
            doing.show_at(self, field if field in self.fields else field.partition(".")[0], problem)


def _per_mille(percent: Decimal | None) -> int:
    return int((percent or 0) * 10)


def _there(pool: PrizePool | None) -> tuple[int, int, int]:
    """How many deductions, special prizes and prizes of groups a pool has."""
    return (len(pool.deductions), len(pool.specials), len(pool.groups)) if pool else (0, 0, 0)


def _who(group: Mapping[str, Any]) -> str:
    """Whose prize of a group is, as the form has it."""
    return f"{MARK}{group['mark']}" if group["mark"] else f"{ORIGIN}{group['origin']}"


def _weights(typed: str) -> tuple[int, ...]:
    """Whole numbers between spaces, commas or strokes. Raises ValidationError."""
    for between in ",;/%":
        typed = typed.replace(between, " ")
    parts = typed.split()
    if not all(part.isascii() and part.isdigit() and len(part) < 8 for part in parts):
        raise forms.ValidationError(_("Enter whole numbers, for example 50 30 20."))
    return tuple(map(int, parts))


def _rows(data: Mapping[str, Any] | None, part: str, there: int) -> int:
    """How many rows a part of the form has."""
    if data is None:
        return min(records.MOST_ROWS, there + ROWS)
    sent = [row + 1 for row in range(records.MOST_ROWS) if any(name.startswith(f"{part}_{row}_") for name in data)]
    return min(records.MOST_ROWS, max(sent, default=0) + ROWS * (data.get("more") == part))


def _percent(label: Any) -> NumberField:
    return NumberField(
        label=label,
        required=False,
        min_value=0,
        max_value=100,
        decimal_places=1,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value", "max_decimal_places"), PERCENT),
    )


def _cause(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


def _initial(pool: PrizePool | None, unit: InUnits) -> dict[str, Any]:
    if pool is None:
        whole = written(10**unit.decimals, unit.decimals)
        return {"version": 0, "round_to": whole}
    found: dict[str, Any] = {"version": pool.version, "weights": " ".join(map(str, pool.weights))}
    for name in AMOUNTS:
        amount = getattr(pool, name)
        found[name] = written(amount, unit.decimals) if amount else ""
    for number, deduction in enumerate(pool.deductions):
        found[f"kept_{number}_cause"], found[f"kept_{number}_to"] = deduction["cause"], deduction["to"]
        found[f"kept_{number}_amount"] = written(deduction["amount"], unit.decimals) if deduction["amount"] else ""
        found[f"kept_{number}_percent"] = Decimal(deduction["per_mille"]) / 10 if deduction["per_mille"] else ""
    for number, special in enumerate(pool.specials):
        found[f"special_{number}_cause"], found[f"special_{number}_player"] = special["cause"], special["player"] or ""
        found[f"special_{number}_amount"] = written(special["amount"], unit.decimals)
    for number, group in enumerate(pool.groups):
        found[f"group_{number}_name"], found[f"group_{number}_who"] = group["name"], _who(group)
        found[f"group_{number}_amount"] = written(group["amount"], unit.decimals) if group["amount"] else ""
        found[f"group_{number}_percent"] = Decimal(group["per_mille"]) / 10 if group["per_mille"] else ""
        found[f"group_{number}_weights"] = " ".join(map(str, group["weights"])) if len(group["weights"]) > 1 else ""
        found[f"group_{number}_wins"] = group["wins"]
    return found


class MarkForm(ActForm):
    """A mark, and who of these people has it."""

    asks = records.MarkHolders
    name = forms.CharField(
        label=pgettext_lazy("field", "Mark"),
        required=False,
        max_length=200,
        help_text=_("For example: lady, junior, newcomer."),
    )
    players = forms.MultipleChoiceField(label=_("Who has it"), required=False, widget=CheckBoxes(2, people=True))

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        people: Sequence[tuple[UUID, str]],
        name: str = "",
        has: Collection[UUID] = (),
    ) -> None:
        super().__init__(data, initial={"name": name, "players": [str(pk) for pk in has]})
        self.fields["players"].choices = [(str(pk), called) for pk, called in people]  # type: ignore[attr-defined]


class EntryForm(ActForm):
    """Who pays into the pool, by one tap. The key makes sending it twice one entry."""

    asks = records.PoolEntry
    kind = forms.CharField()
    player = forms.UUIDField()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class AwardForm(ActForm):
    """The award by the standings; `seen` is what of the page was read. The key makes sending it twice one award."""

    asks = records.PoolAward
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class DealForm(ActForm):
    """What each gets by a deal."""

    asks = records.PoolAward
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Mapping[str, Any] | None, *, unit: InUnits, people: Sequence[tuple[UUID, str]]) -> None:
        super().__init__(data)
        self.people = [pk for pk, _name in people]
        for pk, name in people:
            self.fields[f"of_{pk}"] = AmountField(unit, label=name)

    def answers(self) -> dict[str, Any]:
        shares = ((pk, self.cleaned_data[f"of_{pk}"]) for pk in self.people)
        return {"deal": [{"player": pk, "amount": amount} for pk, amount in shares if amount]}

    def show(self, refused: Refused) -> None:
        """What was refused. What is wrong with all shares together stands at the last of them."""
        last = next(reversed(self.fields), "")
        for problem in refused.problems:
            doing.show_at(self, last if problem.field == "deal" else problem.field, problem)


class BackForm(ActForm):
    """Why it is taken back."""

    asks = records.PoolTakingBack
    reason = asked_for(
        records.PoolTakingBack,
        "reason",
        pgettext_lazy("field", "Reason"),
        _("Required. Every member can read it."),
        required=True,
    )
