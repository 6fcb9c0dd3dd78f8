"""Open a file, whichever of the two it is."""

from typing import Final

from scorekeeper.archive.asked import Asked
from scorekeeper.archive.opened import Opening
from scorekeeper.archive.tournament.opening import open_file
from scorekeeper.archive.trf.opening import open_report

ZIP: Final = b"PK"


def open_any(data: bytes, asked: Asked, *, keep: bool) -> Opening:
    """What opening the file does; without `keep` all of it is done and taken back.

    Raises:
        PermissionDenied, Refused: as `open_file` and `open_report`.
    """
    return (open_file if data.startswith(ZIP) else open_report)(data, asked, keep=keep)
