"""The files of tables: each has an address of its own, read by GET.

A page at `/seasons/1/` has the file of its table `standings` at `/seasons/1/standings.csv`. One function returns the
tables of a page by their keys, `file_paths` puts the addresses beside that of the page, and `with_files` lets the page
answer the addresses of earlier versions (`?as=csv`). A list on paper is a page to print, as large as it has room for,
and the same as a file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from textwrap import wrap
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, cast
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, register_converter
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.formats import get_format
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import check_for_language
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_safe

from scorekeeper.common.ids import digest
from scorekeeper.common.names import file_name
from scorekeeper.common.tables.files import (
    COMMA,
    FORMATS,
    PRINTED,
    SEMICOLON,
    Dialect,
    csv_of,
    on_paper,
    printed,
    xlsx_of,
)
from scorekeeper.common.tables.values import Cell, Table, is_of_figures
from scorekeeper.common.typesetting import Paper

P = ParamSpec("P")
FileView: TypeAlias = Callable[..., HttpResponse]
PageView: TypeAlias = Callable[Concatenate[Any, P], HttpResponse]
Tables: TypeAlias = Mapping[str, Callable[[], Table]]
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SEPARATORS: Final = {"comma": COMMA, "semicolon": SEMICOLON}


class FileKind:
    """How an address ends, and so what the file is."""

    regex = r"csv|xlsx|a5\.pdf|pdf"

    def to_python(self, end: str) -> str:
        return end.removesuffix(".pdf") if end != "pdf" else end

    def to_url(self, kind: str) -> str:
        return "a5.pdf" if kind == "a5" else kind


register_converter(FileKind, "filekind")


def file_paths(route: str, view: FileView, *, name: str) -> URLPattern:
    """The addresses of the files of a page that stands at this route. The view takes `table` and `kind` too."""
    return path(f"{route}<slug:table>.<filekind:kind>", require_safe(view), name=name)


def with_files(files: FileView) -> Callable[[PageView[P]], PageView[P]]:
    """Let a page answer `?as=csv` as it did, with the table that `table` or `read` names, else its first one. Whatever
    is no file is the page; so is everything that writes: a file would not say whether that was done."""

    def decorate(page: PageView[P]) -> PageView[P]:
        def answered(request: Any, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if old := _old_address(request):
                try:
                    return files(request, *args, table=old[0], kind=old[1], **kwargs)
                except Http404:
                    return page(request, *args, **kwargs)
            return page(request, *args, **kwargs)

        return cast("PageView[P]", wraps(page)(answered))

    return decorate


def file_of(request: HttpRequest, tables: Tables, table: str, kind: str, *, prints: bool = False) -> HttpResponse:
    """The table of this key as a file to keep, as PDF too where the page `prints`; the first one for no key.

    Raises:
        Http404: the page has no such table, or none of this kind.
    """
    make = tables.get(table) if table else next(iter(tables.values()), None)
    if make is None or (kind in PRINTED and not prints):
        raise Http404
    return answer(make(), kind, dialect_of(request))


def answer(table: Table, kind: str, dialect: Dialect = COMMA) -> HttpResponse:
    """The table as a file to keep."""
    if kind == "csv":
        response = HttpResponse(csv_of(table, dialect), content_type="text/csv; charset=utf-8")
    elif kind in PRINTED:
        return paper_answer(table.name, printed(table, PRINTED[kind], timezone.now()))
    else:
        response = HttpResponse(xlsx_of(table), content_type=XLSX)
    return to_keep(response, f"{table.name[:80]}.{kind}")


def paper_answer(name: str, pdf: bytes) -> HttpResponse:
    """Pages to print, as a file to keep."""
    return to_keep(HttpResponse(pdf, content_type="application/pdf"), f"{name[:80]}.pdf")


def answer_once(request: HttpRequest, facts: Any, make: Callable[[], HttpResponse]) -> HttpResponse:
    """What is made of these plain facts, made only for a program that has not got it already; a browser keeps none."""
    tag = quote_etag(digest(facts)[:32])
    response = get_conditional_response(request, etag=tag) or make()
    response["ETag"] = tag
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def to_keep(response: HttpResponse, name: str) -> HttpResponse:
    kept = content_disposition_header(as_attachment=True, filename=file_name(name))
    response["Content-Disposition"] = kept or ""
    return response


def dialect_of(request: HttpRequest) -> Dialect:
    """The CSV that the address asks for (`?separator=semicolon`), else the usual one where the reader lives."""
    return SEPARATORS.get(request.GET.get("separator", "")) or usual_dialect(request)


def usual_dialect(request: HttpRequest) -> Dialect:
    """Semicolons where the language that the browser asks for first writes decimals with a comma: so its spreadsheets
    expect them."""
    asked = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    language = asked[0][0] if asked else ""
    is_known = bool(language) and language != "*" and check_for_language(language.partition("-")[0])
    decimal = get_format("DECIMAL_SEPARATOR", lang=language, use_l10n=True) if is_known else "."
    return SEMICOLON if decimal == SEMICOLON.decimal else COMMA


def show(request: HttpRequest, table: Table) -> UUID:
    """Note a table that a POST has shown; the id by which its file is had for a while (`transfer.services.showing`)."""
    tables = shown(request)
    table_id = uuid4()  # a secret: nobody finds it by those of others
    request.tables_shown = {**tables, table_id: table}  # type: ignore[attr-defined]
    return table_id


def shown(request: HttpRequest) -> dict[UUID, Table]:
    """What `show` has noted."""
    found: dict[UUID, Table] = getattr(request, "tables_shown", {})
    return found


def wanted(request: HttpRequest, *more: str) -> str:
    """The format that `?as=` asks for, of the usual ones and those that this page has `more`; empty for the page, and
    for whoever writes: a file would not say whether that was done."""
    asked = request.GET.get("as", "") if request.method in {"GET", "HEAD"} else ""
    return asked if asked in (*FORMATS, *more) and "read" not in request.GET else ""


def page_or_file(
    request: HttpRequest,
    template: str,
    page: Mapping[str, Any],
    tables: Tables,
    *,
    table: str = "",
    kind: str = "",
    prints: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page, which finds its `tables` by their keys; or the file that the address names, of the same data.

    Raises:
        Http404: the address names a table that the page does not have, or a kind of file it does not offer.
    """
    file = asked_file(request, tables, table, kind, prints=prints)
    return file or render(request, template, {**page, "tables": tables}, status=status)


def asked_file(
    request: HttpRequest, tables: Tables, table: str = "", kind: str = "", *, prints: bool = False
) -> HttpResponse | None:
    """The file that the address names, or an address of earlier versions; None for the page.

    Raises:
        Http404: the address names a table that the page does not have, or a kind of file it does not offer.
    """
    if kind:
        return file_of(request, tables, table, kind, prints=prints)
    try:
        old = _old_address(request)
        return file_of(request, tables, *old, prints=prints) if old else None
    except Http404:
        return None  # as ever: what is no file is the page


def _old_address(request: HttpRequest) -> tuple[str, str] | None:
    """The key and the kind that an address of earlier versions asks for; whoever writes asks for no file."""
    kind, asked = request.GET.get("as", ""), request.GET
    if kind not in (*FORMATS, *PRINTED) or request.method not in {"GET", "HEAD"}:
        return None
    return asked.get("read") or asked.get("table") or "", kind


BELOW: Final = {"A4": 42, "A5": 28}  # lines on a page with a title
BESIDE: Final = {"A4": 100, "A5": 78}  # letters on a page that does not lie on its side
LONGEST: Final = 30  # letters of a column; what is longer goes on in the next line
SHORT: Final = 8  # letters of what is never parted
GAP: Final = 2  # letters between columns


@dataclass(frozen=True, slots=True)
class Laid:
    """Each head and each cell with the class of its column: `r` of figures, `short` of what is not parted, or none. A
    list that is `wide` lies on its side. Where one page has room for letters half as large again, or twice as large,
    of a list that is read on a wall, `size` says so: 1 or 2."""

    heads: list[tuple[str, str]]
    rows: list[list[tuple[str, str]]]
    is_wide: bool
    size: int = 0


def laid_out(table: Table, paper: Paper) -> Laid:
    """The list on this paper."""
    rows = [list(row) for row in table.rows]
    texts = [[on_paper(cell) for cell in row] for row in rows]
    numbers = range(len(table.heads))
    kinds = [_kind([row[number] for row in rows], [row[number] for row in texts]) for number in numbers]
    wide = sum(_wide(head, [row[number] for row in texts]) for number, head in enumerate(table.heads))
    heads = list(zip(table.heads, kinds, strict=True))
    times = _times(table.heads, texts, wide, paper) if table.grows else 1
    size = 2 if times >= 2 else 1 if times >= 1.5 else 0
    return Laid(heads, [list(zip(row, kinds, strict=True)) for row in texts], wide > BESIDE[paper], size)


def _times(heads: Sequence[str], said: Sequence[Sequence[str]], wide: int, paper: Paper) -> float:
    """How many times as large its letters can be: with each cell in one line, or in several and no word parted."""
    whole = min(BESIDE[paper] / wide, BELOW[paper] / (len(said) + 1))
    words = [[word for row in said for word in row[number].split()] for number in range(len(heads))]
    narrow = [_wide(head, words[number]) for number, head in enumerate(heads)]
    lines = sum(
        max((len(wrap(cell, most - GAP)) for cell, most in zip(row, narrow, strict=True)), default=1) for row in said
    )
    return max(whole, min(BESIDE[paper] / sum(narrow), BELOW[paper] / (lines + 1)))


def _kind(cells: Sequence[Cell], texts: Sequence[str]) -> str:
    if is_of_figures(cells):
        return "r"
    return "short" if all(len(text) <= SHORT for text in texts) else ""


def _wide(head: str, texts: Sequence[str]) -> int:
    longest = max(map(len, (*head.split(), *texts)), default=0)
    return min(longest, LONGEST) + GAP


def is_small(request: HttpRequest) -> bool:
    """Whether it is for A5."""
    return request.GET.get("paper") == "a5"


def list_on_paper(
    request: HttpRequest, show: Callable[..., HttpResponse], table: Table, back: str, *, file: tuple[str, str]
) -> HttpResponse:
    """The page that `show` makes of a template with this list, which leads `back`; or the `file` (its table, its kind)
    that the address names.

    Raises:
        Http404: the address names something else.
    """
    if answer := asked_file(request, {"list": lambda: table}, *file, prints=True):
        return answer
    small = is_small(request)
    laid = laid_out(table, "A5" if small else "A4")
    return show("components/paper.html", paper=table, laid=laid, small=small, now=timezone.now(), back=back)
