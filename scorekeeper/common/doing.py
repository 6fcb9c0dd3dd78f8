"""How a page does what was asked of it, and says so where it was not done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.forms import Form

from scorekeeper.common import refusals
from scorekeeper.common.errors import Conflict, Refused


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why something was not done, in a sentence, and the status that says so. `at`: what is wrong with which field."""

    text: str
    status: int
    at: Mapping[str, str] = field(default_factory=dict)


def not_done(act: Callable[[], object]) -> NotDone | None:
    """Do it; the reason where it was refused."""
    try:
        act()
    except Refused as refused:
        return NotDone(refusals.sentence(refused), 422, refusals.by_field(refused))
    except Conflict as conflict:
        return NotDone(conflict.message, 409)
    return None


def done(form: Form, act: Callable[[], object]) -> bool:
    """Do what a form asks for, if it is valid; what was refused stands at its fields."""
    if not form.is_valid():
        return False
    try:
        act()
    except Refused as refused:
        refusals.show(form, refused)
    except Conflict as conflict:
        form.add_error(None, conflict.message)
    return form.is_valid()
