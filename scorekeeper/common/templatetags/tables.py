"""A table that is data, on a page, with the offer of its files; and the offer alone."""

from collections.abc import Callable, Sequence
from typing import Any

from django import template
from django.http import HttpRequest, QueryDict
from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.common.tables.drawing import drawn, head_html, row_html
from scorekeeper.common.tables.files import COMMA
from scorekeeper.common.tables.serving import show, usual_dialect
from scorekeeper.common.tables.values import Column, Piece, Row, Table

register = template.Library()
OF_THE_VISIT = ("as", "read", "table", "saved", "since", "page", "why")  # not which rows the page shows


@register.simple_tag(takes_context=True)
def table(
    context: Context,
    value: Table | Callable[[], Table] | None,
    at: str = "",
    classes: str = "",
    labelled_by: str = "",
    *,
    shows_caption: bool = False,
    scrolls: bool = False,
    prints: bool = False,
) -> SafeString:
    """`{% table moves classes="standings" %}` draws the table, and below one with rows the offer of its files.

    `at` is the address of the page that the table stands on, for pieces of pages that are drawn at another one. What
    was shown by POST is kept for its file, unless `at` says where else it stands. `labelled_by` is the id of a heading
    in the place of the caption; what `prints` is offered to be printed too.
    """
    made = value() if callable(value) else value
    if not made:
        return mark_safe("")
    shown = drawn(made, lambda piece: _piece(context, piece))
    page = {
        "drawn": shown,
        "classes": f"{classes} {made.classes}".strip(),
        "labelled_by": labelled_by,
        "shows_caption": shows_caption,
        "scrolls": scrolls,
        "prints": prints,
        **(_offer(context, made, at) if shown.rows else {}),
    }
    return get_template("components/_table.html").render(page)  # type: ignore[return-value]  # Django has no type for it


def _piece(context: Context, piece: Piece) -> SafeString:
    made = get_template(piece.template).template  # type: ignore[attr-defined]  # Django has no type for it
    with context.push(**{piece.name: piece.subject}):
        return made.render(context)  # type: ignore[no-any-return]


@register.simple_tag
def heads(columns: Sequence[Column]) -> SafeString:
    """The heads of columns, for a page that writes the rest of the table itself."""
    return head_html(columns)


@register.simple_tag
def cells(columns: Sequence[Column], row: Row) -> SafeString:
    """The cells of a row, for such a page."""
    return row_html(columns, row)


@register.inclusion_tag("components/_table_files.html", takes_context=True)
def files(
    context: Context,
    key: str,
    at: str = "",
    query: str = "",
    *,
    prints: bool = False,
    paper: str = "",
    bare: bool = False,
) -> dict[str, Any]:
    """`{% files "standings" %}` offers the files of a table that the page draws itself; to be printed too where it
    `prints`, and on a page for `paper`; `bare` without the line that opens, which the page draws around several of
    them. `query` says which rows, where the table stands `at` another page."""
    request = context.get("request")
    addresses = _addresses(request, f"{at}{key}", query or _query(request, at))
    return {**addresses, "prints": prints, "paper": paper, "bare": bare}


def _offer(context: Context, value: Table, at: str) -> dict[str, Any]:
    request: HttpRequest | None = context.get("request")
    if request is None:
        return {}
    if request.method == "POST" and not at:
        kept = reverse("shown_table", args=[show(request, value)])
        other, separator = _other(request)
        return {
            "csv": f"{kept}?as=csv",
            "xlsx": f"{kept}?as=xlsx",
            "other_csv": f"{kept}?as=csv&separator={separator}",
            "other": other,
            "kept": True,
        }
    return _addresses(request, f"{at}{value.key}", _query(request, at)) if value.key else {}


def _addresses(request: HttpRequest | None, stem: str, query: str) -> dict[str, Any]:
    rest = f"?{query}" if query else ""
    kinds = {"csv": "csv", "xlsx": "xlsx", "pdf": "pdf", "a5": "a5.pdf"}
    other, separator = _other(request)
    return {
        **{kind: f"{stem}.{end}{rest}" for kind, end in kinds.items()},
        "other_csv": f"{stem}.csv?{query}{'&' if query else ''}separator={separator}",
        "other": other,
    }


def _other(request: HttpRequest | None) -> tuple[str, str]:
    """The separator of CSV that the reader does not get unasked, as a sign and as the address says it."""
    usual = usual_dialect(request) if request else COMMA
    return (";", "semicolon") if usual == COMMA else (",", "comma")


def _query(request: HttpRequest | None, at: str) -> str:
    """What says which rows the page shows: of this page's own address all but what is of this visit alone."""
    if at or request is None or not request.GET:
        return ""
    query: QueryDict = request.GET.copy()
    for parameter in OF_THE_VISIT:
        query.pop(parameter, None)
    return query.urlencode()
