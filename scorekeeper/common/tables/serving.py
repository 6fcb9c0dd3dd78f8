"""The files of tables: each has an address of its own, read by GET.

A page at `/seasons/1/` has the file of its table `standings` at `/seasons/1/standings.csv`. One function returns the
tables of a page by their keys, `file_paths` puts the addresses beside that of the page, and `with_files` lets the page
answer the addresses of earlier versions (`?as=csv`).
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, cast
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, register_converter
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.http import content_disposition_header
from django.utils.translation import check_for_language
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_safe

from scorekeeper.common.names import file_name
from scorekeeper.common.tables.files import (
    COMMA,
    FORMATS,
    PRINTED,
    SEMICOLON,
    Dialect,
    csv_of,
    printed,
    xlsx_of,
)
from scorekeeper.common.tables.values import Table

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
