"""Which kinds of archives there are: what each is of, what stands in it, and how large it may be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.text import gettext_noop
from scorekeeper.archive.carried import Carried, carried

MANIFEST: Final = "manifest.json"
SCHEMA: Final = "schema.json"
ACCOUNTS: Final = "accounts.jsonl"


@dataclass(frozen=True, slots=True)
class Layout:
    """A kind of archive. `version` is another one as soon as any row is written otherwise. `of` is the key under which
    the manifest names what it is of, `most_unpacked` the bytes of all its files at the most. Where it `has_accounts`
    they stand in a file of their own. The sentences refuse a file that is none, and one that is too large."""

    format: str
    version: int
    of: str
    title: str
    tables: Callable[[], Sequence[Carried]]
    most_unpacked: int
    has_accounts: bool
    no_zip: str
    no_manifest: str
    too_large: str
    not_one: str

    @property
    def files(self) -> set[str]:
        """Every file that is in it, beside the manifest."""
        return {SCHEMA, *([ACCOUNTS] if self.has_accounts else []), *(table.file for table in self.tables())}


CLUB: Final = Layout(
    format="scorekeeper-club",
    version=1,
    of="club",
    title="An archive of a club of Scorekeeper: each line of a file is one object",
    tables=carried,
    most_unpacked=4_000_000_000,
    has_accounts=True,
    no_zip=gettext_noop("This is not a complete archive of a club. Export it again."),
    no_manifest=gettext_noop(
        "This zip file is not an archive of a club: the manifest is missing. Use the original "
        "file, without repacking it."
    ),
    too_large=gettext_noop("Unpacked, this file is far too large for a club. Nothing was read."),
    not_one=gettext_noop("{file} does not match the club in the manifest. Export the archive again."),
)
