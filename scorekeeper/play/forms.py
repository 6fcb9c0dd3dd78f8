"""What is typed at a table: the forms of its acts with the reason that most of them ask for, amounts, and the boxes of
a form as the plain record of a game.

Six conventions, so that no game needs a form of its own and every screen works without scripts:
- a control is named like the field it fills; a dot goes one level down (`outcome.won`, `points.0`); a list has None
  at the places that were not filled;
- one box may fill several fields: its name begins with `set-` and its value is a query, `with=true&matadors=2`;
- a hidden `unless-FIELD` names a field that is left out when FIELD is filled;
- a list of objects stands in one hidden control, as JSON: its name is `json-FIELD`;
- an amount of a sitting with two decimals is written as people write it in a control named `cents-FIELD`, and fills
  the field with hundredths; what is no amount stays as it was written, to be refused;
- what only the screen must remember from step to step is named `screen-NAME`, and is never part of a record.

Boxes for other kinds of hands may stay filled: the kind says which fields it has, and whether one is a list.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias, get_origin
from urllib.parse import parse_qsl
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.parsers import strict_json
from scorekeeper.common.texts import translated
from scorekeeper.play.records import PerhapsReasoned, Reasoned

LONGEST_SEAT: Final = 2  # digits of the number of a seat
NO_SEAT: Final = 99


class TableForm(ActForm):
    """The form of an act at a table. What stands in the way is raised: the table says it, and shows what stands."""

    names: Mapping[int, str] | None = None
    problems: tuple[Problem, ...] = ()

    def stop(self, conflict: Conflict) -> None:
        raise conflict

    def show(self, refused: Refused) -> None:
        """Put each problem at its field, or above all, and keep them for a page that writes its fields by hand."""
        self.problems = tuple(refused.problems)
        for problem in refused.problems:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, translated(problem.message, self.names))


class ReasonForm(TableForm):
    """Why something is done at a table. `settled` is what else the act is asked, which its page has said."""

    asks: ClassVar[type[Asked]] = Reasoned
    reason = forms.CharField(
        label=pgettext_lazy("field", "Reason"),
        required=False,
        help_text=_("Required. Everyone at the table can read it."),
        widget=forms.TextInput(attrs={"required": True}),
    )

    def __init__(self, data: Any, **settled: object) -> None:
        super().__init__(data)
        self.settled = settled

    def answers(self) -> dict[str, Any]:
        return {**self.settled, "reason": self.cleaned_data["reason"]}


class PerhapsReasonForm(ReasonForm):
    """A reason for whoever likes to say one."""

    asks = PerhapsReasoned

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["reason"].help_text = _("Optional. Everyone at the table can read it.")
        self.fields["reason"].widget.attrs.pop("required", None)


def seat_in(text: str) -> int:
    """The number of the seat that a form has sent; where it sent none, one that no seat has."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_SEAT else NO_SEAT


def uuid_or_new(text: str) -> UUID:
    """The UUID that a form sent, or a new one where it sent none."""
    return uuid_in(text) or uuid4()


WRITTEN = re.compile(r"([0-9]+)|([0-9]*)[.,]([0-9]+)")
MOST_FIGURES = 12  # before the point

_NONSENSE = gettext_noop("This is not an amount. Write a number.")
_NONSENSE_WITH_DECIMALS = gettext_noop("This is not an amount. Write it like 0.50.")
_WHOLE = gettext_noop("This table plays for whole amounts. Write a number without decimals, or choose two decimals.")
_TOO_LARGE = gettext_noop("This amount is too large. Write at most twelve digits before the point.")
_TOO_FINE = gettext_noop("Write at most two digits after the point.")


class NotAnAmount(ValueError):
    """A text that is no amount; `message` says what to write."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.message = Text(template)


def smallest(text: str, decimals: int) -> int:
    """What an amount is in the smallest unit; with two decimals "0.50", "0,5" and ".5" are 50.

    Raises:
        NotAnAmount: no number, a number that is too large, or more decimals than there are.
    """
    found = WRITTEN.fullmatch(text.strip())
    if not found:
        raise NotAnAmount(_NONSENSE_WITH_DECIMALS if decimals else _NONSENSE)
    number, whole, part = found.groups()
    if len(number or whole or "") > MOST_FIGURES:
        raise NotAnAmount(_TOO_LARGE)
    if part and not decimals:
        raise NotAnAmount(_WHOLE)
    if part and len(part) > decimals:
        raise NotAnAmount(_TOO_FINE)
    scale: int = 10**decimals
    return int(number or whole or 0) * scale + int((part or "").ljust(decimals, "0") or 0)


def written(amount: int, decimals: int) -> str:
    """An amount as `smallest` reads it again, with the comma or the point of the reader's language."""
    if not decimals:
        return str(amount)
    whole, part = divmod(amount, 10**decimals)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{part:0{decimals}}"


Filled: TypeAlias = dict[str, str]

LONGEST_NUMBER = 10  # digits
LONGEST_NAME = 60
MOST_DOTS = 3
MOST_PLACES = 20  # of a list
LONGEST_JSON = 40_000  # characters: a long hand of poker, action by action, has about 8,000
LONG_NUMBER = re.compile(r"\d{19}")  # more digits than any amount here has
MOST_IN_A_BOX = 20  # fields that one box fills
JSON = "json-"
SCREEN = "screen-"
CENTS = "cents-"
WORDS = {"true": True, "false": False}


def filled(data: QueryDict) -> Filled:
    """The fields that were filled, by their dotted names; a name that no form of ours has is left out."""
    fields: Filled = {}
    for name, value in data.items():
        if name.startswith("set-"):
            fields.update(_box(str(value)))
        elif value != "":
            fields |= _in_cents(name, str(value)) if name.startswith(CENTS) else {name: str(value)}
    return {name: value for name, value in fields.items() if is_name(name)}


def _box(text: str) -> list[tuple[str, str]]:
    """The fields one box fills; none where it holds more than any box of ours."""
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_IN_A_BOX)
    except ValueError:
        return []


def _in_cents(name: str, text: str) -> Filled:
    """The field that an amount fills, in hundredths."""
    try:
        return {name.removeprefix(CENTS): str(smallest(text, 2))}
    except NotAnAmount:
        return {name.removeprefix(CENTS): text}


def is_name(name: str) -> bool:
    """Whether a control may be named so: anybody can send names, and `nested` goes as deep as they do."""
    return len(name) <= LONGEST_NAME and name.count(".") <= MOST_DOTS


def record_from(data: QueryDict, game: AnyGame) -> dict[str, Any]:
    """The record of the kind that was chosen; what it knows no field for is left out."""
    return record_of(filled(data), game)


def record_of(fields: Filled, game: AnyGame) -> dict[str, Any]:
    """The record that filled fields stand for."""
    kind = fields.get("kind", next(iter(game.hands)))
    if kind not in game.hands:
        return {"kind": kind}
    known = {field.alias or name: field.annotation for name, field in game.hands[kind].model_fields.items()}
    left_out = {value for name, value in fields.items() if name.startswith("unless-") and name[7:] in fields}
    places = {name.partition(".")[0] for name in fields if "." in name}
    whole = {name for name in places & known.keys() if get_origin(known[name]) is tuple}
    wanted = {
        name: plain(text)
        for name, text in fields.items()
        if name.partition(".")[0] in known.keys() - left_out and name not in whole
    }
    lists = {name: from_json(fields[JSON + name]) for name in known.keys() - left_out if JSON + name in fields}
    return nested({**wanted, "kind": kind}) | lists


def flat(record: Mapping[str, Any]) -> Filled:
    """The fields of a stored record as a form fills them."""
    fields: Filled = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            fields |= flat({f"{name}.{inner}": item for inner, item in value.items()})
        elif isinstance(value, list | tuple) and any(isinstance(item, Mapping | list | tuple) for item in value):
            fields[f"{JSON}{name}"] = json.dumps(value, separators=(",", ":"))
        elif isinstance(value, list | tuple):
            fields |= flat({f"{name}.{place}": item for place, item in enumerate(value)})
        elif value is not None:
            fields[str(name)] = str(value).lower() if isinstance(value, bool) else str(value)
    return fields


def from_json(text: str) -> object:
    """The value a text in JSON stands for; what cannot be read stays a text, which no record takes for a list."""
    if len(text) > LONGEST_JSON or LONG_NUMBER.search(text):
        return text
    try:
        return strict_json(text)
    except ValueError:
        return text


def plain(text: str) -> bool | int | str:
    """What a text stands for: yes or no, a whole number, or itself."""
    if text in WORDS:
        return WORDS[text]
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text


def nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as objects, and as lists where all names below are numbers."""
    tree: dict[str, Any] = {}
    for name, value in fields.items():
        first, dot, rest = name.partition(".")
        if not dot:
            tree[first] = value
        elif isinstance(tree.setdefault(first, {}), dict):
            tree[first][rest] = value
    return {name: _list_or_object(value) for name, value in tree.items()}


def _list_or_object(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    below = nested(value)
    if all(name.isdecimal() and int(name) < MOST_PLACES for name in below):
        return _places({int(name): item for name, item in below.items()})
    return below


def _places(items: Mapping[int, Any]) -> Sequence[Any]:
    return [items.get(place) for place in range(max(items, default=-1) + 1)]
