"""The forms of acts at a table, and the reason that most of them ask for."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.values import Problem
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.ids import uuid_in
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
