"""Files as other programs write them, made by hand: the reader is not asked what it would write itself."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from openpyxl import Workbook

SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)
ODS = "application/vnd.oasis.opendocument.spreadsheet"
FILL = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
)


def xlsx(*sheets):
    """A workbook with these sheets, each a list of rows."""
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append([*row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def ods(*sheets):
    """The same as LibreOffice writes it: empty cells to the end of the sheet are said once."""
    tables = "".join(
        f'<table:table table:name="Sheet {number}">{"".join(map(_row, rows))}{FILL}</table:table>'
        for number, rows in enumerate(sheets, start=1)
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {SPACES} office:version="1.3"><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    return packed({"mimetype": ODS, "content.xml": content, "META-INF/manifest.xml": manifest})


def csv(rows: Iterable[Sequence[object]], separator=";", encoding="utf-8", end="\r\n"):
    """A text whose cells are in quotation marks where they hold the separator."""
    lines = (separator.join(_quoted(str(cell), separator) for cell in row) for row in rows)
    return end.join(lines).encode(encoding)


def packed(parts):
    """An archive with these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(data, name, content):
    """The workbook with one part written anew."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {entry: archive.read(entry) for entry in archive.namelist()}
    return packed({**parts, name: content})


def _row(cells):
    return f"<table:table-row>{''.join(map(_cell, cells))}</table:table-row>"


def _cell(cell):
    if isinstance(cell, int | float):
        kind = f'office:value-type="float" office:value="{cell}"'
    elif cell == "":
        return "<table:table-cell/>"
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}><text:p>{escape(str(cell))}</text:p></table:table-cell>"


def _quoted(cell, separator):
    return '"{}"'.format(cell.replace('"', '""')) if separator in cell or '"' in cell else cell
