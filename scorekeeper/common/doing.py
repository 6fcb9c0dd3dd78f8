"""How a page does what was asked of it, and says so where it was not done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import quote
from uuid import UUID, uuid4, uuid5

from django import forms
from django.forms import BaseForm, Form
from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import format_html, format_html_join
from pydantic_core import PydanticUndefined

from games.core.values import Problem
from scorekeeper.common.acts import Asked, moment_for
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import MINUS, translated


class NumberField(forms.DecimalField):
    """A number with decimals: shown with the comma or the point of the reader's language, and taken with either."""

    def __init__(self, **more: Any) -> None:
        super().__init__(localize=True, **more)

    def to_python(self, value: Any) -> Any:
        """The number. Raises ValidationError."""
        return super().to_python(value.replace(",", ".").replace(MINUS, "-") if isinstance(value, str) else value)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Keys of numbers on a phone, where no minus is needed: they have none."""
        is_positive = self.min_value is not None and self.min_value >= 0
        return super().widget_attrs(widget) | ({"inputmode": "decimal", "autocomplete": "off"} if is_positive else {})


# How a page shows what a service refused: beside the field, in the reader's language, with everything typed kept.


@dataclass(frozen=True, slots=True)
class Mend:
    """Where a problem can be mended, and what that is called."""

    href: str
    words: str


Mends = Mapping[str, Sequence[Mend]]
"""By the code of a problem."""


def show(form: BaseForm, refused: Refused) -> None:
    """Put each problem at its field, or above the form when it has none of that name; with links that mend it, where
    the form knows any (`mends`)."""
    mends: Mends | None = getattr(form, "mends", None)
    for problem in refused.problems:
        form.add_error(problem.field if problem.field in form.fields else None, with_mends(problem, mends))


def with_mends(problem: Problem, mends: Mends | None) -> str:
    """What is wrong, and links to where that can be mended."""
    links = [format_html(' <a href="{}">{}</a>', mend.href, mend.words) for mend in (mends or {}).get(problem.code, ())]
    return format_html("{}{}", translated(problem.message), format_html_join("", "{}", ([link] for link in links)))


def show_at(form: BaseForm, name: str, problem: Problem) -> None:
    """Put one problem at this field, or above the form when it has none of that name."""
    form.add_error(name if name in form.fields else None, translated(problem.message))


def sentence(refused: Refused) -> str:
    """All problems in one line, for pages without a form."""
    return " ".join(translated(problem.message) for problem in refused.problems)


def by_field(refused: Refused) -> dict[str, str]:
    """The first problem of each field, for fields that a page writes by hand."""
    return {problem.field: translated(problem.message) for problem in reversed(refused.problems)}


# Forms that make something: sent twice, it is made once.


class OnceForm(forms.Form):
    """A form with a key of its page."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)

    @property
    def once(self) -> UUID | None:
        """The key of what was sent: the same for the same, another one where somebody has gone back to the page and
        said something else; None without one."""
        key: UUID | None = self.cleaned_data.get("key")
        answers = sorted((name, str(value)) for name, value in self.cleaned_data.items() if name != "key")
        return uuid5(key, digest(answers)) if key else None

    def with_once(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What was sent, with `once` as its key: for an act that knows by its key alone what it did before."""
        return {**sent, "key": self.once}


class KeyedForm(OnceForm):
    """One that nobody sends without the key of its page."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def once(self) -> UUID:
        key = super().once
        assert key  # noqa: S101 the field is required
        return key


# The answer to a page that asks again by itself.

AS_OF: Final = "X-As-Of"  # js/stale.js writes it where the page says as of when it is


def nothing_new(now: datetime) -> HttpResponse:
    """204: what the page shows is as it was. It says when that was so, in the reader's words and the time zone in
    force, for the page to show: what was looked at just now is not old."""
    response = HttpResponse(status=204)
    response[AS_OF] = quote(time_format(timezone.localtime(now), "TIME_FORMAT"))
    return response


V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why something was not done, in a sentence, and the status that says so. `at`: what is wrong with which field;
    `problems` is what was refused, `conflict` what stands in the way."""

    text: str
    status: int
    at: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    conflict: Conflict | None = None

    @property
    def codes(self) -> frozenset[str]:
        """Of what was refused."""
        return frozenset(problem.code for problem in self.problems)


def attempt(act: Callable[[], V]) -> tuple[V | None, NotDone | None]:
    """Do it: what it returns, or the reason where it was refused."""
    try:
        return act(), None
    except Refused as refused:
        return None, NotDone(sentence(refused), 422, by_field(refused), refused.problems)
    except Conflict as conflict:
        return None, NotDone(conflict.message, 409, conflict=conflict)


def not_done(act: Callable[[], object]) -> NotDone | None:
    """Do it; the reason where it was refused."""
    return attempt(act)[1]


def done(form: Form, act: Callable[[], object]) -> bool:
    """Do what a form asks for, if it is valid; what was refused stands at its fields."""
    if not form.is_valid():
        return False
    try:
        act()
    except Refused as refused:
        show(form, refused)
    except Conflict as conflict:
        form.add_error(None, conflict.message)
    return form.is_valid()


class ActForm(Form):
    """The form of an act: its fields are those of the record `asks`, by `asked_for` or in the page's own way; what the
    page calls otherwise is `named` {field of the record: field of the form}. What is left empty is left out, but for
    what that `clears`. A field `key` makes sending it twice harmless."""

    asks: ClassVar[type[Asked]]
    clears: ClassVar[frozenset[str]] = frozenset()
    named: ClassVar[Mapping[str, str]] = {}
    conflict: Conflict | None = None

    def answers(self) -> Mapping[str, Any]:
        """What the valid form says of the record; None was left out."""
        return {name: self.cleaned_data[name] for name in self.asks.model_fields if name in self.cleaned_data}

    def does(self, act: Callable[..., V], **place: Any) -> V | None:
        """Do what the form asks for, if it is valid. None where it was not done: what was refused stands at its field,
        what stands in the way (`conflict`) above all."""
        if not self.is_valid():
            return None
        key = {"key": self.cleaned_data["key"]} if "key" in self.fields else {}
        return self.previews(lambda asked: act(asked, **place, **key, **moment_for(act)))

    def previews(self, look: Callable[[Any], V]) -> V | None:
        """What the act would do: `look` is given what is asked, and writes nothing. None as `does` has it."""
        if not self.is_valid():
            return None
        try:
            given = {name: value for name, value in self.answers().items() if value is not None or name in self.clears}
            return look(self.asks.read(given))
        except Refused as refused:
            self.show(refused)
        except Conflict as conflict:
            self.stop(conflict)
        return None

    def stop(self, conflict: Conflict) -> None:
        """Say what stands in the way above all fields. A page that says it elsewhere raises it again."""
        self.conflict = conflict
        self.add_error(None, conflict.message)

    def show(self, refused: Refused) -> None:
        """Put each problem at its field."""
        show(self, Refused([replace(each, field=self.named.get(each.field, each.field)) for each in refused.problems]))

    @property
    def problem(self) -> str:
        """What stands in the way, for a page that shows it in place of the form."""
        return self.conflict.message if self.conflict else ""

    @property
    def not_done(self) -> NotDone | None:
        """Why it was not done, for a page that writes the fields by hand."""
        if not self.errors:
            return None
        at = {name: str(errors[0]) for name, errors in self.errors.items()}
        return NotDone(" ".join(str(error) for errors in self.errors.values() for error in errors), self.status, at)

    @property
    def status(self) -> int:
        """With which status the page answers."""
        return 409 if self.conflict else 422 if self.errors else 200


def asked_for(asks: type[Asked], name: str, label: Any, help_text: Any = "", **attrs: object) -> forms.CharField:
    """The field of a form for a text of a record. Whether it has to be there the record says, so that the refusal is
    the same everywhere; `attrs` are those of its box."""
    info = asks.model_fields[name]
    initial = None if info.default is PydanticUndefined else info.default
    box = forms.TextInput(attrs={"autocomplete": "off", **attrs})
    return forms.CharField(label=label, help_text=help_text, required=False, initial=initial, widget=box)
