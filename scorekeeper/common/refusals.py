"""How a page shows what a service refused: beside the field, in the reader's language, with everything typed kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.forms import BaseForm
from django.utils.html import format_html, format_html_join

from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated


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
