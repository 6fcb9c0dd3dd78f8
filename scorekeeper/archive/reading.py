"""Open an archive and make sure of it before a row is looked at: nothing is unpacked to a disk, and nothing is read
that is larger than it says, or than any club is."""

import hashlib
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, Final
from zipfile import BadZipFile, ZipFile

from games.core.text import Text, Value, gettext_noop
from games.core.values import Problem
from scorekeeper.archive.carried import carried
from scorekeeper.archive.schema import ACCOUNTS, FORMAT, MANIFEST, SCHEMA, VERSION
from scorekeeper.common.errors import Refused

MOST_UNPACKED: Final = 4_000_000_000  # bytes of all files
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
    """An archive whose files are those that its manifest names, byte for byte."""

    zip: ZipFile
    app: str
    made_at: str
    club: str
    files: dict[str, File]

    def lines(self, file: str) -> Iterator[tuple[int, bytes]]:
        """The lines of a file, numbered from 1."""
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
def opened(file: IO[bytes]) -> Iterator[Archive]:
    """The archive in a file.

    Raises:
        Refused: it is none, is damaged, was changed, is of another version, or is larger than any club.
    """
    try:
        archive = ZipFile(file)
    except BROKEN:
        raise refused("no_archive", "", NO_ZIP) from None
    with archive:
        yield _sure(archive)


def _sure(archive: ZipFile) -> Archive:
    _bounded(archive)
    manifest = _manifest(archive)
    found = _read(archive, manifest)
    _same_names(archive, found)
    for name, said in found.files.items():
        _same_bytes(archive, name, said)
    return found


def _bounded(archive: ZipFile) -> None:
    """Sizes as they are announced bind: whoever unpacks stops there."""
    entries = archive.infolist()
    unpacked, packed = sum(one.file_size for one in entries), sum(one.compress_size for one in entries)
    if unpacked > MOST_UNPACKED or (unpacked > SURELY_FINE and unpacked > MOST_TIMES * packed):
        raise refused("archive_too_large", "", TOO_LARGE)


def _manifest(archive: ZipFile) -> dict[str, Any]:
    try:
        if archive.getinfo(MANIFEST).file_size > MOST_OF_MANIFEST:
            raise refused("archive_too_large", MANIFEST, TOO_LARGE)
        manifest = json.loads(archive.read(MANIFEST))
    except KeyError:
        raise refused("no_archive", "", NO_MANIFEST) from None
    except (*BROKEN, RecursionError):
        raise refused("manifest_unreadable", MANIFEST, UNREADABLE, file=MANIFEST) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise refused("no_archive", MANIFEST, NO_MANIFEST)
    version, app = manifest.get("version"), str(manifest.get("app", "?"))[:40]
    if isinstance(version, int) and version > VERSION:
        raise refused("version_newer", MANIFEST, NEWER, version=version, app=app, ours=VERSION)
    if type(version) is not int or version != VERSION:
        raise refused("version_unknown", MANIFEST, UNKNOWN, version=str(version)[:40], ours=VERSION)
    return manifest


def _read(archive: ZipFile, manifest: dict[str, Any]) -> Archive:
    try:
        said = {str(name): _file(one) for name, one in manifest["files"].items()}
        app, made_at, club = str(manifest["app"]), str(manifest["made_at"]), str(manifest["club"]["id"])
        return Archive(archive, app, made_at, club, said)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise refused("manifest_unreadable", MANIFEST, UNREADABLE, file=MANIFEST) from None


def _file(said: dict[str, Any]) -> File:
    return File(int(said.get("rows", 0)), int(said["bytes"]), str(said["sha256"]))


def _same_names(archive: ZipFile, found: Archive) -> None:
    """Exactly the files of this version, in the manifest and in the zip, each once."""
    due = {MANIFEST, SCHEMA, ACCOUNTS, *(table.file for table in carried())}
    names = archive.namelist()
    for there in (set(names), {MANIFEST, *found.files}):
        if missing := sorted(due - there):
            raise refused("file_missing", missing[0], MISSING, file=missing[0])
        if extra := sorted(there - due):
            raise refused("file_extra", extra[0][:80], EXTRA, file=extra[0][:80])
    if len(names) > len(due):
        twice = next(name for name in names if names.count(name) > 1)
        raise refused("file_extra", twice, EXTRA, file=twice)


def _same_bytes(archive: ZipFile, name: str, said: File) -> None:
    whole, size, rows = hashlib.sha256(), 0, 0
    try:
        with archive.open(name) as file:
            while part := file.read(A_PART):
                whole.update(part)
                size, rows = size + len(part), rows + part.count(b"\n")
    except BROKEN:
        raise refused("file_damaged", name, DAMAGED, file=name) from None
    if (size, whole.hexdigest()) != (said.size, said.sha256) or (name != SCHEMA and rows != said.rows):
        raise refused("file_changed", name, CHANGED, file=name)


NO_ZIP: Final = gettext_noop("This is no archive of a club, or a part of one. Take the file again where it was made.")
NO_MANIFEST: Final = gettext_noop(
    "This zip is no archive of a club: it has no manifest of one. Take the file as it came, without packing it anew."
)
UNREADABLE: Final = gettext_noop("{file} can’t be read. Take the archive again where it was made.")
NEWER: Final = gettext_noop(
    "This archive is of version {version}, made by Scorekeeper {app}; here archives of version {ours} can be read."
    " Bring this installation up to date first."
)
UNKNOWN: Final = gettext_noop(
    "This archive is of version {version}, which is unknown; here archives of version {ours} can be read. Make it anew"
    " where the club is."
)
MISSING: Final = gettext_noop("{file} is missing. Take the archive again where it was made.")
EXTRA: Final = gettext_noop("{file} does not belong there. Take the archive as it came, without packing it anew.")
DAMAGED: Final = gettext_noop("{file} is damaged. Take the archive again where it was made.")
CHANGED: Final = gettext_noop(
    "{file} is not what the manifest says: it was changed after the archive was made. Take the archive again where it"
    " was made."
)
TOO_LARGE: Final = gettext_noop("This file is far larger inside than any club. Nothing of it was read.")
LINE_TOO_LONG: Final = gettext_noop("{file}, line {line}, is longer than {most} bytes. Make the archive anew.")
