"""How a page shows what a service refused: beside the field, in the reader's language, with everything typed kept."""

from django.forms import BaseForm

from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated


def show(form: BaseForm, refused: Refused) -> None:
    """Put each problem at its field, or above the form when it has none of that name."""
    for problem in refused.problems:
        show_at(form, problem.field, problem)


def show_at(form: BaseForm, name: str, problem: Problem) -> None:
    """Put one problem at this field, or above the form when it has none of that name."""
    form.add_error(name if name in form.fields else None, translated(problem.message))


def sentence(refused: Refused) -> str:
    """All problems in one line, for pages without a form."""
    return " ".join(translated(problem.message) for problem in refused.problems)


def by_field(refused: Refused) -> dict[str, str]:
    """The first problem of each field, for fields that a page writes by hand."""
    return {problem.field: translated(problem.message) for problem in reversed(refused.problems)}
