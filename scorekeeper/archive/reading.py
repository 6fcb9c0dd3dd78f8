"""Open an archive and make sure of it before a row is looked at: nothing is unpacked to a disk, and nothing is read
that is larger than it says, or than any club is. What is found in the file of a tournament: what it is, who is in it.
"""

import hashlib
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any, Final
from zipfile import BadZipFile, ZipFile

from games.core.text import Text, Value, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import CLUB, MANIFEST, SCHEMA, Layout
from scorekeeper.clubs.calling import new_line, taken_names
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name
from scorekeeper.spreadsheets.matching import Matching
from scorekeeper.tournaments.models import Tournament

MOST_TIMES: Final = 200  # larger than it is packed; lines of JSON are some 10 times
SURELY_FINE: Final = 20_000_000  # bytes that nobody minds, however well they are packed
MOST_OF_MANIFEST: Final = 1_000_000  # bytes
LONGEST_LINE: Final = 4_000_000  # bytes
A_PART: Final = 1 << 20
BROKEN: Final = (BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class File:
    """What the manifest says of a file."""

    rows: int
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive whose files are those that its manifest names, byte for byte; `of` is the id of what it is of."""

    layout: Layout
    zip: ZipFile
    manifest: dict[str, Any]
    app: str
    made_at: str
    of: str
    files: dict[str, File]

    def lines(self, file: str) -> Iterator[tuple[int, bytes]]:
        """The lines of a file, numbered from 1. Raises Refused `line_too_long`."""
        with io.BufferedReader(self.zip.open(file), A_PART) as found:  # type: ignore[type-var]  # it reads as a raw one does
            number = 0
            while line := found.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise refused("line_too_long", file, LINE_TOO_LONG, file=file, line=number, most=LONGEST_LINE)
                yield number, line


def refused(code: str, where: str, template: str, **values: Value) -> Refused:
    """One reason, with what can be done."""
    return Refused([Problem(code, where, Text(template, values))])


@contextmanager
def opened(file: IO[bytes], layout: Layout = CLUB) -> Iterator[Archive]:
    """The archive of this kind in a file.

    Raises:
        Refused: `no_archive`, as `_bounded`, as `_manifest`, as `_same_names`, as `_same_bytes`: it is none, is
            damaged, was changed, is of another version, or is larger than any of its kind.
    """
    try:
        archive = ZipFile(file)
    except BROKEN:
        raise refused("no_archive", "", layout.no_zip) from None
    with archive:
        yield _sure(archive, layout)


def _sure(archive: ZipFile, layout: Layout) -> Archive:
    _bounded(archive, layout)
    found = _read(archive, layout, _manifest(archive, layout))
    _same_names(archive, found)
    for name, listed in found.files.items():
        _same_bytes(archive, name, listed)
    return found


def _bounded(archive: ZipFile, layout: Layout) -> None:
    """Sizes as they are announced bind: whoever unpacks stops there. Raises Refused `archive_too_large`."""
    entries = archive.infolist()
    unpacked, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
    if unpacked > layout.most_unpacked or (unpacked > SURELY_FINE and unpacked > MOST_TIMES * packed):
        raise refused("archive_too_large", "", layout.too_large)


def _manifest(archive: ZipFile, layout: Layout) -> dict[str, Any]:
    """Raises Refused `no_archive`, `archive_too_large`, `manifest_unreadable`, `version_newer`, `version_unknown`."""
    try:
        if archive.getinfo(MANIFEST).file_size > MOST_OF_MANIFEST:
            raise refused("archive_too_large", MANIFEST, layout.too_large)
        manifest = json.loads(archive.read(MANIFEST))
    except KeyError:
        raise refused("no_archive", "", layout.no_manifest) from None
    except (*BROKEN, RecursionError):
        raise refused("manifest_unreadable", MANIFEST, UNREADABLE, file=MANIFEST) from None
    if not isinstance(manifest, dict) or manifest.get("format") != layout.format:
        raise refused("no_archive", MANIFEST, layout.no_manifest)
    version, app = manifest.get("version"), str(manifest.get("app", "?"))[:40]
    if isinstance(version, int) and version > layout.version:
        raise refused("version_newer", MANIFEST, NEWER, version=version, app=app, ours=layout.version)
    if type(version) is not int or version != layout.version:
        raise refused("version_unknown", MANIFEST, UNKNOWN, version=str(version)[:40], ours=layout.version)
    return manifest


def _read(archive: ZipFile, layout: Layout, manifest: dict[str, Any]) -> Archive:
    try:
        listed = {str(name): _file(facts) for name, facts in manifest["files"].items()}
        app, made_at, of = str(manifest["app"]), str(manifest["made_at"]), str(manifest[layout.of]["id"])
        return Archive(layout, archive, manifest, app, made_at, of, listed)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise refused("manifest_unreadable", MANIFEST, UNREADABLE, file=MANIFEST) from None


def _file(listed: dict[str, Any]) -> File:
    return File(int(listed.get("rows", 0)), int(listed["bytes"]), str(listed["sha256"]))


def _same_names(archive: ZipFile, found: Archive) -> None:
    """Exactly the files of this version, in the manifest and in the zip, each once. Raises Refused `file_missing`,
    `file_extra`."""
    due = {MANIFEST, *found.layout.files}
    names = archive.namelist()
    for there in (set(names), {MANIFEST, *found.files}):
        if missing := sorted(due - there):
            raise refused("file_missing", missing[0], MISSING, file=missing[0])
        if extra := sorted(there - due):
            raise refused("file_extra", extra[0][:80], EXTRA, file=extra[0][:80])
    if len(names) > len(due):
        twice = next(name for name in names if names.count(name) > 1)
        raise refused("file_extra", twice, EXTRA, file=twice)


def _same_bytes(archive: ZipFile, name: str, listed: File) -> None:
    """Raises Refused `file_damaged`, `file_changed`."""
    whole, size, rows = hashlib.sha256(), 0, 0
    try:
        with archive.open(name) as file:
            while part := file.read(A_PART):
                whole.update(part)
                size, rows = size + len(part), rows + part.count(b"\n")
    except BROKEN:
        raise refused("file_damaged", name, DAMAGED, file=name) from None
    if (size, whole.hexdigest()) != (listed.size, listed.sha256) or (name != SCHEMA and rows != listed.rows):
        raise refused("file_changed", name, CHANGED, file=name)


UNREADABLE: Final = gettext_noop("{file} cannot be read. Export the archive again.")
NEWER: Final = gettext_noop(
    "This archive has version {version}, made by Scorekeeper {app}. This installation can "
    "read version {ours}. Update it first."
)
UNKNOWN: Final = gettext_noop(
    "This archive has the unknown version {version}. This installation can read version {ours}. Export the club again."
)
MISSING: Final = gettext_noop("{file} is missing. Export the archive again.")
EXTRA: Final = gettext_noop("{file} does not belong in an archive. Use the original file, without repacking it.")
DAMAGED: Final = gettext_noop("{file} is damaged. Export the archive again.")
CHANGED: Final = gettext_noop(
    "{file} was changed after the archive was made: it does not match the manifest. Export the archive again."
)
LINE_TOO_LONG: Final = gettext_noop("{file}, line {line}, is longer than {most} bytes. Export the archive again.")


@dataclass(frozen=True, slots=True)
class OpeningTerms:
    """Into which club a file is opened, by whom, what was said of its names (`said`), and when. `game` is what was
    played, where the file does not say it."""

    club: Club
    by: User
    said: dict[str, str]
    now: datetime
    game: str = ""


@dataclass(slots=True, kw_only=True)
class Opening:
    """What opening a file does, or did. `source` is whose it was, `made_at` when it was written; `facts` say in
    sentences what is in it, `stays` what of it does not come along. `there` is the tournament where the file was opened
    before. `games` are those that can have been played, where the file does not say it, and `game` the one that was
    chosen. `problems` are why it can't be opened."""

    name: str
    source: str
    made_at: str
    starts_at: datetime | None
    matching: Matching
    facts: Sequence[Text] = ()
    stays: Sequence[Text] = ()
    there: Tournament | None = None
    games: Sequence[str] = ()
    game: str = ""
    problems: list[Problem] = field(default_factory=list)
    tournament: Tournament | None = None

    @property
    def is_ready(self) -> bool:
        is_said = not self.games or bool(self.game)
        return is_said and self.matching.is_settled and not self.problems and self.there is None


def called_apart(names: Sequence[str]) -> list[str]:
    """These names, tidied; whoever is called like somebody before them with a number behind.

    Raises:
        Refused: as `clean_name`: one is no name.
    """
    found: dict[str, None] = {}
    so_far: Counter[str] = Counter()
    for name in names:
        called = tidy = clean_name(name, "name")
        while called in found:
            so_far[tidy] += 1
            called = f"{tidy[:70]} ({so_far[tidy] + 1})"
        found[called] = None
    return list(found)


def doubled(matching: Matching) -> list[Problem]:
    """Two of the file who would be one person of the book. Refuses `two_are_one`."""
    seen: dict[object, str] = {}
    found = []
    for match in matching.matches:
        if match.chosen is None:
            continue
        if match.chosen.pk in seen:
            values = {"one": seen[match.chosen.pk], "other": match.name, "name": match.chosen.name}
            found.append(Problem("two_are_one", "", Text(TWO_ARE_ONE, values)))
        seen[match.chosen.pk] = match.name
    return found


def lines_in_book(club: Club, matching: Matching, now: datetime) -> dict[str, Player]:
    """{name of the file: the line of the book}; who is new is written in as a guest. The book is locked."""
    found, taken = {}, taken_names(club)
    for match in matching.matches:
        found[match.name] = match.chosen or new_line(club, match.name, taken)
        if match.chosen is None:
            found[match.name].created_at = now
    Player.objects.bulk_create([found[match.name] for match in matching.matches if match.chosen is None])
    return found


TWO_ARE_ONE = gettext_noop("Both {one} and {other} in the file are matched to {name}. Mark one of them as new.")
