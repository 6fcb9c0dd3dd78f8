"""Archives for tests: one of a whole world, made once, and what people and mishaps make of it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction

from scorekeeper.archive.carried import MANIFEST
from scorekeeper.archive.writing import Counted, document, write_archive
from scorekeeper.clubs.models import Club
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines
from tests.archive.worlds import World
from tests.factories import NOW

Files = dict[str, bytes]


class Packed(NamedTuple):
    """What is in an archive, how its seasons stood, and who is in it."""

    files: Files
    standings: list[Any]
    owner: tuple[Any, str]
    member: tuple[Any, str]


@cache
def packed() -> Packed:
    """Of a world that is gone again: the database knows nothing of it."""
    with transaction.atomic():
        world = World()
        people = [(user.pk, user.name) for user in (world.owner, world.member)]
        made = Packed(files_of(world.club), standings_of(world.club), *people)
        transaction.set_rollback(True)
    return made


def files_of(club: Club, *, using: str = "default") -> Files:
    file = BytesIO()
    write_archive(club, file, using=using, now=NOW, count=Counted(lambda _done, _total: None))
    with ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def standings_of(club: Club) -> list[Any]:
    """Each season with who stands where, recorded and official."""
    seasons = Competition.objects.filter(club=club).order_by("pk")
    return [(season.name, official, _places(season, official)) for season in seasons for official in (False, True)]


def _places(season: Competition, official: bool) -> list[Any]:
    found = lines(season, official=official)
    ranked = [(one.rank, one.row.name, one.row.points) for one in found.ranked]
    return [ranked, [(line.name, missing) for line, missing in found.lacking]]


def rows(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.split(b"\n") if line]


def unrows(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def zipped(files: Mapping[str, bytes]) -> BytesIO:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file


def sealed(files: Mapping[str, bytes], **said: Any) -> BytesIO:
    """With a manifest that is true of these files, as whoever forges one would make it."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"] = {name: _said(content) for name, content in files.items() if name != MANIFEST}
    return zipped({**files, MANIFEST: document(manifest | said)})


def _said(content: bytes) -> dict[str, Any]:
    return {"rows": content.count(b"\n"), "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def changed(name: str, change: Callable[[list[dict[str, Any]]], Any], **said: Any) -> BytesIO:
    """The archive with other rows in one of its files, sealed again."""
    files = dict(packed().files)
    found = rows(files[name])
    change(found)
    return sealed({**files, name: unrows(found)}, **said)
