"""Documents that were drawn one by one (pdf_canvas) as one file: the pages of each as they are, with a bookmark where
it begins. It reads what fpdf2 writes and no other PDF: plain objects, a plain table of where they stand."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import get_language

TABLE: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
ROW: Final = re.compile(rb"(\d{10}) \d{5} n ?\r?\n")
REFERENCE: Final = re.compile(rb"(\d+) 0 R\b")
STREAM: Final = re.compile(rb"\bstream\r?\n")
FIRST_PAGE: Final = re.compile(rb"/Kids \[\s*(\d+) 0 R")
COUNT: Final = re.compile(rb"/Count (\d+)")
CATALOG, PAGES, ABOUT, OUTLINES = 1, 2, 3, 4
OWN: Final = 4
"""Objects that every file has: the catalog, the tree of all pages, what it is called, the bookmarks."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A document in the file: where its tree of pages is, its first page, and how many it has."""

    title: str
    tree: int
    first: int
    pages: int


def joined(documents: Sequence[tuple[str, bytes]], title: str, now: datetime) -> bytes:
    """The file, of documents with the titles of their bookmarks, in this order; `now` (aware) is when it was made.

    Raises:
        ValueError: there is none, or one was not written by our own canvas.
    """
    if not documents:
        raise ValueError("a file without documents has no pages")
    objects: dict[int, bytes] = {}
    parts, version = [], b"1.4"
    for bookmark, document in documents:
        version = max(version, document[5:8])
        parts.append(_taken_in(bookmark, document, objects, after=OWN + len(objects)))
    bookmarks = OWN + len(objects) + 1
    objects |= dict(enumerate(_bookmarks(parts, bookmarks), bookmarks))
    objects |= dict(enumerate(_frame(parts, bookmarks, title, now), CATALOG))
    return _written(objects, version)


def _taken_in(bookmark: str, document: bytes, objects: dict[int, bytes], *, after: int) -> _Part:
    """Copy the objects of a document with numbers of their own, all but what says what it is called."""
    bodies = _bodies(document)
    tree = next(number for number, body in bodies.items() if b"/Type /Pages" in _head(body))
    left_out = [number for number, body in bodies.items() if _is_about(_head(body))]
    kept = [number for number in bodies if number not in left_out]
    numbers = {number: after + place for place, number in enumerate(kept, 1)}

    def renumbered(match: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers[int(match[1])]

    for number in kept:
        head = REFERENCE.sub(renumbered, _head(bodies[number]))
        if number == tree:
            head = head.replace(b"/Type /Pages", b"/Parent %d 0 R\n/Type /Pages" % PAGES)
        objects[numbers[number]] = head + bodies[number][len(_head(bodies[number])) :]
    first, count = FIRST_PAGE.search(bodies[tree]), COUNT.search(bodies[tree])
    if not first or not count:
        raise ValueError("a document without pages")
    return _Part(bookmark, numbers[tree], numbers[int(first[1])], int(count[1]))


def _bodies(document: bytes) -> dict[int, bytes]:
    """{number: what stands between `obj` and `endobj`}."""
    end = TABLE.search(document)
    if not end:
        raise ValueError("no document of ours")
    begins = [int(row[1]) for row in ROW.finditer(document, int(end[1]))]
    found = {}
    for place, begin in enumerate(sorted(begins)):
        following = sorted(begins)[place + 1] if place + 1 < len(begins) else int(end[1])
        number, _, body = document[begin:following].partition(b" 0 obj\n")
        found[int(number)] = body.rstrip().removesuffix(b"endobj").rstrip(b"\n")
    return found


def _head(body: bytes) -> bytes:
    """An object without its stream, in which anything may stand."""
    stream = STREAM.search(body)
    return body[: stream.start()] if stream else body


def _is_about(head: bytes) -> bool:
    """Whether it is the catalog of a document, or says what that is called."""
    return b"/Type /Catalog" in head or b"/CreationDate (" in head


def _bookmarks(parts: Sequence[_Part], first: int) -> Iterator[bytes]:
    for place, part in enumerate(parts):
        before = b"/Prev %d 0 R\n" % (first + place - 1) if place else b""
        after = b"/Next %d 0 R\n" % (first + place + 1) if place + 1 < len(parts) else b""
        text = _text(part.title)
        yield b"<<\n/Title %s\n/Parent %d 0 R\n%s%s/Dest [%d 0 R /Fit]\n>>" % (
            text,
            OUTLINES,
            before,
            after,
            part.first,
        )


def _frame(parts: Sequence[_Part], bookmarks: int, title: str, now: datetime) -> Iterator[bytes]:
    """The objects of the whole file, in the order of their numbers."""
    language = (get_language() or "en").encode()
    yield b"<<\n/Lang (%s)\n/Outlines %d 0 R\n/Pages %d 0 R\n/Type /Catalog\n>>" % (language, OUTLINES, PAGES)
    kids = b" ".join(b"%d 0 R" % part.tree for part in parts)
    yield b"<<\n/Count %d\n/Kids [%s]\n/Type /Pages\n>>" % (sum(part.pages for part in parts), kids)
    made = f"{now.astimezone(UTC):%Y%m%d%H%M%S}".encode()
    yield b"<<\n/CreationDate (D:%sZ)\n/Creator (Scorekeeper)\n/Title %s\n>>" % (made, _text(title))
    last = bookmarks + len(parts) - 1
    yield b"<<\n/Count %d\n/First %d 0 R\n/Last %d 0 R\n/Type /Outlines\n>>" % (len(parts), bookmarks, last)


def _text(text: str) -> bytes:
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()


def _written(objects: dict[int, bytes], version: bytes) -> bytes:
    file = bytearray(b"%%PDF-%s\n%%\xe9\xeb\xf1\xbf\n" % version)
    rows = [b"0000000000 65535 f \n"]
    for number in sorted(objects):
        rows.append(b"%010d 00000 n \n" % len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    table = len(file)
    file += b"xref\n0 %d\n%s" % (len(rows), b"".join(rows))
    file += b"trailer\n<<\n/Info %d 0 R\n/Root %d 0 R\n/Size %d\n>>\n" % (ABOUT, CATALOG, len(rows))
    file += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(file)
