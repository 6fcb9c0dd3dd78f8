"""How a page shows what a service refused: beside the field, in the reader's language, with everything typed kept."""

from django.forms import BaseForm

from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated


def show(form: BaseForm, refused: Refused) -> None:
    """Put each problem at its field, or above the form when it has none of that name."""
    for problem in refused.problems:
        field = problem.field if problem.field in form.fields else None
        form.add_error(field, translated(problem.message))


def sentence(refused: Refused) -> str:
    """All problems in one line, for pages without a form."""
    return " ".join(translated(problem.message) for problem in refused.problems)
